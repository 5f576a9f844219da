"""A battle in words: descriptions of actions and events."""

from typing import Final

from beachhead.engine.island.actions import (
    NOBODY,
    End,
    Move,
    NominatePad,
    Reinforce,
    Remove,
    RemovePad,
    Reveal,
    Roll,
    SetupBlock,
    SetupPad,
    SetupTroop,
    Shoot,
    Slide,
    Turn,
)
from beachhead.engine.island.events import Blocked, Removed
from beachhead.engine.island.movement import is_stuck
from beachhead.engine.island.pieces import BLOCK, OWNER, SEATS, TURN_NAMES, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import COLUMNS, FACING_NAMES, NAMES
from beachhead.engine.island.state import ACT, State
from beachhead.engine.values import Acted, Action, Event, First, Forfeited, Next, Over, Resign, Result

_REASONS: Final = {
    "elimination": "the other side is beaten",
    "turns": "the turn limit is reached",
    "resign": "the other side has given up",
    "time": "the other side ran out of time",
    "illegal": "the other side broke the rules",
    "crash": "the other side's program died",
    "hang": "the other side did not answer",
    "start": "the other side did not start",
}

VERBS: Final = {
    "setup": (
        "setup block SQUARE | setup soldier|jeep|tank SQUARE FACING | setup soldier|jeep|tank pad SLOT",
        "Places a block, a character on your first two rows, or a character on your pad.",
    ),
    "shoot": ("shoot SQUARE [TARGET]", "The character hits the square at its range, and all in between."),
    "move": ("move SQUARE [TO]", "The character goes straight ahead by all units of the die."),
    "turn": (
        "turn SQUARE [TO] left|right",
        "The character goes ahead by all units but one and turns with that; after a 0 it turns where it stands.",
    ),
    "reinforce": ("reinforce SLOT [SQUARE]", "Brings a character from your pad to the square in front of its slot."),
    "pad": ("pad | pad west | pad east", "After a 0: the next roll slides your pad. Then: which way it slides."),
    "remove": ("remove SQUARE | remove pad SLOT", "Takes a character of an opponent that is blocked."),
    "end": ("end", "Ends your turn; while you can move you must."),
    "resign": ("resign", "Gives the battle to the other side."),
    "roll": ("roll 0…5", "What the die shows, if the dice are manual."),
    "reveal": ("reveal SQUARE live|safe", "What the underside of an activated block shows, if the dice are manual."),
}


def odds(state: State) -> str:
    """Return how likely a block is live, in words."""
    count = state.live + state.safe
    return f"{round(100 * state.live / count)} % live" if count else "no block is left"


def describe(state: State, action: Action) -> str:
    """Return a short description of the effect of a legal action."""
    board = state.board
    match action:
        case Move():
            if board[action.dst] == BLOCK:
                return f"{who(state, action.src)} to {NAMES[action.dst]}, lands on a block: {odds(state)}"
            return f"{who(state, action.src)} to {NAMES[action.dst]}"
        case Turn():
            to = "" if action.src == action.dst else f" to {NAMES[action.dst]},"
            return f"{who(state, action.src)}{to} turns {TURN_NAMES[action.hand]}"
        case Shoot():
            return f"{who(state, action.src)} {_takes(state, action)}"
        case Reinforce():
            kind = TYPE_NAMES[state.pads[state.side].slots[action.slot]]
            return f"{kind} from slot {action.slot + 1} to {NAMES[action.dst]}, then only it moves"
        case NominatePad():
            return "the next roll slides the pad"
        case Slide():
            return f"the pad's centre to {COLUMNS[state.pads[state.side].centre + action.step * state.die]}, and the turn ends"
        case Remove():
            return f"takes {SEATS[1 - state.side].title()}'s {who(state, action.square)}"
        case RemovePad():
            return (
                f"takes {SEATS[1 - state.side].title()}'s {TYPE_NAMES[state.pads[1 - state.side].slots[action.slot]]}"
            )
        case End():
            if state.phase == ACT and is_stuck(state):
                return "nobody can move: the opponent takes a character (rule 1a)"
            return "the turn is over"
        case SetupBlock():
            return "an obstacle block"
        case SetupTroop():
            return f"a {TYPE_NAMES[action.kind_of]} facing {FACING_NAMES[action.facing]}"
        case SetupPad():
            return f"a {TYPE_NAMES[action.kind_of]} on slot {action.slot + 1}"
        case Roll():
            return f"the die shows {action.pips}"
        case Reveal():
            return f"the block on {NAMES[action.square]} is {'live' if action.is_live else 'safe'}"
        case Resign():
            return f"gives the battle to {SEATS[1 - state.side].title()}"
        case _:
            raise TypeError(f"no action of the island: {action!r}")


def who(state: State, square: int) -> str:
    """Return the character on a square, as in 'tank d4'."""
    piece = state.board[square]
    return f"{TYPE_NAMES[TYPE[piece]]} {NAMES[square]}"


def _takes(state: State, action: Shoot) -> str:
    caught = [_whose(state, square) for square in action.between if OWNER[state.board[square]] != NOBODY]
    crossfire = f" and, in the crossfire, {', '.join(caught)}" if caught else ""
    if state.board[action.dst] == BLOCK:
        return f"hits the block on {NAMES[action.dst]}: {odds(state)}{'; if live' + crossfire if caught else ''}"
    return f"takes {_whose(state, action.dst)}{crossfire}"


def _whose(state: State, square: int) -> str:
    owner = OWNER[state.board[square]]
    return f"{'your own' if owner == state.side else SEATS[owner].title() + chr(39) + 's'} {who(state, square)}"


def tell(event: Event) -> str:
    """Return an event as a sentence."""
    match event:
        case Acted():
            return _done(event.actor.title(), event.action)
        case Forfeited():
            return f"{event.seat.title()} is taken out of the battle ({event.reason})."
        case Removed() if event.square == NOBODY:
            return f"{event.seat.title()} loses the {event.piece} on slot {event.slot + 1}."
        case Removed():
            return f"{event.seat.title()} loses the {event.piece} on {event.place}."
        case Blocked(rule="1a"):
            return f"Nobody of {event.seat.title()} can move: the opponent takes a character (rule 1a)."
        case Blocked():
            return f"{event.seat.title()} can bring nobody on: the opponent takes a character from the pad (rule 1b)."
        case Next():
            return f"Turn {event.turn}: {event.seat.title()}."
        case First():
            return f"{event.seat.title()} is first."
        case Over():
            return _ended(event.result)
        case _:
            return event.text


def _done(actor: str, action: Action) -> str:
    match action:
        case Move():
            return f"{actor} moves from {NAMES[action.src]} to {NAMES[action.dst]}."
        case Turn():
            where = f"on {NAMES[action.dst]}"
            if action.src != action.dst:
                where = f"after going from {NAMES[action.src]} to {NAMES[action.dst]}"
            return f"{actor} turns {TURN_NAMES[action.hand]} {where}."
        case Shoot():
            return f"{actor} shoots from {NAMES[action.src]} at {NAMES[action.dst]}."
        case Reinforce():
            return f"{actor} brings a reinforcement from slot {action.slot + 1} to {NAMES[action.dst]}."
        case NominatePad():
            return f"{actor} will move the pad."
        case Slide():
            return f"{actor} slides the pad {'west' if action.step < 0 else 'east'}."
        case Remove():
            return f"{actor} removes the character on {NAMES[action.square]}."
        case RemovePad():
            return f"{actor} removes the character on slot {action.slot + 1}."
        case End():
            return f"{actor} ends the turn."
        case SetupBlock():
            return f"{actor} places a block on {NAMES[action.square]}."
        case SetupTroop():
            kind, facing = TYPE_NAMES[action.kind_of], FACING_NAMES[action.facing]
            return f"{actor} places a {kind} on {NAMES[action.square]}, facing {facing}."
        case SetupPad():
            return f"{actor} places a {TYPE_NAMES[action.kind_of]} on slot {action.slot + 1} of its pad."
        case Roll():
            return f"The die shows {action.pips}."
        case Reveal():
            return f"The block on {NAMES[action.square]} is {'LIVE' if action.is_live else 'safe'}."
        case Resign():
            return f"{actor} resigns."
        case _:
            raise TypeError(f"no action of the island: {action!r}")


def _ended(result: Result) -> str:
    if result.winners:
        return f"{result.winners[0].title()} wins, {max(result.points)} points: {_REASONS[result.reason]}."
    how = "both sides are beaten" if result.reason == "elimination" else "the turn limit is reached"
    return f"The battle is a draw: {how}."
