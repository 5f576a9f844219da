"""What is to be known beside the map (rule id 3.7), as the seat that looks may see it.

The player to move with its budget, its active cards and what they do; the others; the score of a duel; what has just
happened; and in large what matters most: the end, the last card, reduced values, a death.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from beachhead.engine.game import Event
from beachhead.engine.picture import Picture, Span
from beachhead.engine.royale.actions import DRINKS, PRICES, SEATS
from beachhead.engine.royale.duel import needed
from beachhead.engine.royale.ending import result
from beachhead.engine.royale.fields import NAMES, NOWHERE
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DUE,
    DUEL,
    EQUIP,
    NO_DRINK,
    NOBODY,
    NOT_IN,
    OUT,
    OVER,
    PICK,
    PLACES,
    READY,
    REDUCED,
    RETREAT,
    ROLLOFF,
    SETUP,
    START,
    STOW,
    STRIKE,
    TURN,
    UNPLACED,
    WIND,
    State,
)
from beachhead.engine.royale.state import (
    DRINKS as DRINKS_DUE,
)
from beachhead.engine.royale.strike import needed as value_needed
from beachhead.engine.royale.turn import left
from beachhead.engine.royale.words import effects, followed

_FRAME: Final = ("╔═╗║╚╝", "+=+|++")  # by ascii
_LARGE: Final = ("died", "out")  # news in large; the rest of it stays so while it is true


def panel(state: State, seat: int, news: Sequence[Event], ascii: bool, width: int) -> Picture:
    """The lines of the panel; ``seat`` is NOBODY for one who may see everything."""
    turn = f"turn {state.turn}" if state.turn else "set-up"
    lines: Picture = [[("dim", f"{state.mode.text}, {turn}")], [("due", due(state))]]
    lines += _banner(_large(state, news), ascii, width)
    if state.phase == DUEL:
        lines.append(_score(state))
    if state.phase not in SETUP and state.phase != OVER:
        lines += _focus(state, seat, width)
    lines.append([("", "")])
    for other, spot in enumerate(state.spots):
        if state.phase in SETUP or state.phase == OVER or spot == OUT or other != state.side:
            lines += _statistics(state, other, seat, width)
    if news:
        lines.append([("", "")])
        lines += _wrapped("just now: ", " ".join([followed(event) for event in news]), width)
    return lines


def due(state: State) -> str:
    """What is due, and from whom."""
    seat, phase = SEATS[state.side].upper(), state.phase
    if phase == OVER:
        ended = result(state)
        assert ended is not None
        who = " and ".join([winner.upper() for winner in ended.winners])
        won = f"{who} {'have' if len(ended.winners) > 1 else 'has'} won" if who else "a draw"
        return f"Over: {won} ({ended.reason})"
    if phase == STOW:
        return f"{seat} to stow a card, to make room for {state.box.ids[state.waiting]}"
    if phase == PICK:
        return f"{seat} takes a card from {SEATS[state.rival].upper()}"
    if phase == DUEL:
        return f"{seat} and {SEATS[state.rival].upper()} throw"
    if phase == STRIKE:
        return f"{seat} throws three dice: {value_needed(state)} or more with strike {_plus(state)}"
    if phase == TURN or phase == READY:
        what = "to act" if state.is_alive(state.side) else "is dead"
        return f"{seat} {what}"
    return {
        DEAL: "the cards are dealt",
        ROLLOFF: f"{seat} rolls for the first turn",
        DRINKS_DUE: f"{seat} to name a drink",
        PLACES: f"{seat} to choose a field of the outer edge",
        EQUIP: f"{seat} to equip a card",
        START: f"{seat} to swap a card, or to act",
        WIND: f"{seat} to throw again, or to die",
        RETREAT: f"{seat} to choose where to lie",
    }[phase]


def _plus(state: State) -> str:
    return f"{state.hands[state.mover].strike:+d}"


def _large(state: State, news: Sequence[Event]) -> list[str]:
    """What is shown in large."""
    told = [followed(event) for event in news if event.text.split()[0] in _LARGE]
    if state.phase == RETREAT and f"{SEATS[state.side].upper()} dies." not in told:
        told.append(f"{SEATS[state.side].upper()} dies.")
    if state.phase == OVER:
        told.append(due(state))
    elif state.map.goal != NOWHERE:
        card = state.map.cards[state.map.goal]
        told.append(f"The last card: {state.box.ids[card]} on {NAMES[state.map.goal]}")
    if state.map.is_reduced and state.phase not in SETUP and state.phase != OVER:
        told.append(f"All cards count {REDUCED}")
    return [text.rstrip(".").upper() for text in told]


def _banner(texts: list[str], ascii: bool, width: int) -> Picture:
    if not texts:
        return []
    top_left, edge, top_right, side, low_left, low_right = _FRAME[ascii]
    lines = [line for text in texts for line in wrap(text, max(10, width - 6))]
    room = max(map(len, lines)) + 4
    framed = [top_left + edge * room + top_right]
    framed += [f"{side}{line:^{room}}{side}" for line in lines]
    framed.append(low_left + edge * room + low_right)
    return [[("loud", line)] for line in framed]


def _score(state: State) -> list[Span]:
    mover, rival = state.mover, state.rival
    won, lost = state.score
    return [
        ("due", "duel  "),
        (SEATS[mover], f"{SEATS[mover].upper()} {won}"),
        ("", f" of {needed(state, rival)}  :  "),
        (SEATS[rival], f"{lost}"),
        ("", f" of {needed(state, mover)} "),
        (SEATS[rival], SEATS[rival].upper()),
    ]


def _focus(state: State, seat: int, width: int) -> Picture:
    """Everything about the player whose decision or roll it is."""
    side = state.side
    lines: Picture = [[(SEATS[side], SEATS[side].upper()), ("", f" {_where(state, side)}")]]
    if side == state.mover:
        actions, movements = left(state) if state.phase != EQUIP else (0, 0)
        if state.phase != EQUIP:
            used = [state.box.ids[card] for card in state.used]
            text = f"{_count(actions, 'action')}, {_count(movements, 'movement')} left"
            lines += _wrapped("  ", text + (f"; used: {', '.join(used)}" if used else ""), width)
    lines += _wrapped("  ", _drinks(state, side), width)
    for card in state.hands[side].cards:
        lines += _card_lines(state, card, width)
    if not state.hands[side].size:
        lines.append([("dim", "  no active card")])
    lines += _wrapped("  ", f"reserve: {_reserve(state, side, seat)}", width)
    return lines


def _card_lines(state: State, card: int, width: int) -> Picture:
    """A card with its value and what it does, the latter below where the line is too short for both."""
    kind = state.box.cards[card]
    does = effects(kind)
    line: list[Span] = [("", "  "), ("card", kind.id), ("", f" {kind.value}")]
    if len(kind.id) + len(does) + 7 <= width:
        return [[*line, ("dim", f"  {does}" if does else "")]]
    return [line, *_wrapped("    ", does, width)]


def _statistics(state: State, other: int, seat: int, width: int) -> Picture:
    """Another player: where it is, what it has drunk, how many cards it has, and which are active."""
    if state.spots[other] == OUT:
        return [[(SEATS[other], SEATS[other].upper()), ("dim", " out of the game")]]
    text = f"{_where(state, other)}, {_drinks(state, other)}"
    if state.phase == ROLLOFF:
        text = {DUE: "still rolls", NOT_IN: "rolls no more"}.get(state.score[other], f"rolled {state.score[other]}")
    if state.phase in SETUP:
        return _wrapped(SEATS[other].upper() + " ", text, width, SEATS[other])
    text += f", {_count(state.hands[other].size + len(state.reserves[other]), 'card')}"
    if _is_open(state, other, seat):
        text += f", {state.total(other)} in all"
    lines = _wrapped(SEATS[other].upper() + " ", text, width, SEATS[other])
    active = [_short(state, card) for card in state.hands[other].cards]
    if active:
        lines += _wrapped("  ", ", ".join(active), width)
    if state.reserves[other]:
        lines += _wrapped("  ", f"reserve: {_reserve(state, other, seat)}", width)
    return lines


def _short(state: State, card: int) -> str:
    does = effects(state.box.cards[card])
    return state.box.ids[card] + (f" ({does})" if does else "")


def _where(state: State, seat: int) -> str:
    spot = state.spots[seat]
    if spot == UNPLACED:
        return "not placed"
    return f"{'dead' if spot >= DEAD else 'alive'} on {NAMES[state.field(seat)]}"


def _drinks(state: State, seat: int) -> str:
    drink, sips = state.drinks[seat], state.sips[seat]
    if drink == NO_DRINK:
        return "no drink"
    return f"{DRINKS[drink]}: {_count(sips, 'sip')}, {_count(sips // PRICES[drink], 'revival')}"


def _is_open(state: State, other: int, seat: int) -> bool:
    """Whether who looks may see a reserve."""
    return seat in (NOBODY, other) or state.phase == OVER


def _reserve(state: State, other: int, seat: int) -> str:
    reserve = state.reserves[other]
    if not _is_open(state, other, seat):
        return _count(len(reserve), "card")
    return ", ".join([f"{state.box.ids[card]} {state.box.values[card]}" for card in reserve]) or "none"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _wrapped(first: str, text: str, width: int, style: str = "") -> Picture:
    """The text in lines, the first one behind ``first``, the others as far in."""
    room = max(20, width - len(first))
    lines: Picture = []
    for number, line in enumerate(wrap(text, room)):
        lines.append([(style, first if number == 0 else " " * len(first)), ("", line)])
    return lines
