"""The text beside the map (rule id 3.7), as a seat sees it.

The player to move with its budget, its active cards and their effects; the other players; the score of a duel; the last
events; and in large print the most important ones: the end, the last card, reduced values, a death.
"""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.picture import Span
from beachhead.engine.royale.actions import DRINKS, PRICES, SEATS
from beachhead.engine.royale.duel import needed
from beachhead.engine.royale.ending import result
from beachhead.engine.royale.events import Died, Out
from beachhead.engine.royale.fields import NAMES, NOWHERE
from beachhead.engine.royale.show.words import effects, tell
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
from beachhead.engine.values import Event

Note = tuple[Span, ...]
_BLANK: Final[Note] = (("", ""),)


def notes(state: State, viewer: int, events: Sequence[Event]) -> tuple[Note, ...]:
    """Return notes on the players and the last events; ``viewer`` is NOBODY to see everything."""
    lines: list[Note] = []
    if state.phase == DUEL:
        lines.append(score(state))
    if state.phase not in SETUP and state.phase != OVER:
        lines += _focus(state, viewer)
    lines.append(_BLANK)
    for other, spot in enumerate(state.spots):
        if state.phase in SETUP or state.phase == OVER or spot == OUT or other != state.side:
            lines += _statistics(state, other, viewer)
    if events:
        lines.append(_BLANK)
        lines.append((("", "just now: "), ("", " ".join([tell(event) for event in events]))))
    return tuple(lines)


def due(state: State) -> str:
    """Return a line that says who has to do what."""
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
        return f"{seat} takes a card from {SEATS[state.opponent()].upper()}"
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


def shouts(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Return the lines in large print."""
    found = [tell(event) for event in events if isinstance(event, Died | Out)]
    if state.phase == RETREAT:
        died = tell(Died(state.side))
        if died not in found:
            found.append(died)
    if state.phase == OVER:
        found.append(due(state))
    elif state.map.goal != NOWHERE:
        card = state.map.cards[state.map.goal]
        found.append(f"The last card: {state.box.ids[card]} on {NAMES[state.map.goal]}")
    if state.map.is_reduced and state.phase not in SETUP and state.phase != OVER:
        found.append(f"All cards count {REDUCED}")
    return tuple([text.rstrip(".").upper() for text in found])


def score(state: State) -> Note:
    """Return the score of a duel."""
    mover, rival = state.mover, state.rival
    won, lost = state.score
    return (
        ("strong", "duel  "),
        (SEATS[mover], f"{SEATS[mover].upper()} {won}"),
        ("", f" of {needed(state, rival)}  :  "),
        (SEATS[rival], f"{lost}"),
        ("", f" of {needed(state, mover)} "),
        (SEATS[rival], SEATS[rival].upper()),
    )


def _focus(state: State, viewer: int) -> list[Note]:
    """Return notes on the player that has to decide or roll."""
    side = state.side
    lines: list[Note] = [((SEATS[side], SEATS[side].upper()), ("", f" {_where(state, side)}"))]
    if side == state.mover and state.phase != EQUIP:
        actions, movements = left(state)
        used = [state.box.ids[card] for card in state.used]
        text = f"{count(actions, 'action')}, {count(movements, 'movement')} left"
        lines.append(_indented(text + (f"; used: {', '.join(used)}" if used else "")))
    lines.append(_indented(_drinks(state, side)))
    for card in state.hands[side].cards:
        kind = state.box.cards[card]
        does = effects(kind)
        lines.append((("", "  "), ("card", kind.id), ("", f" {kind.value}"), ("dim", f"  {does}" if does else "")))
    if not state.hands[side].size:
        lines.append((("dim", "  no active card"),))
    lines.append(_indented(f"reserve: {_reserve(state, side, viewer)}"))
    return lines


def _statistics(state: State, other: int, viewer: int) -> list[Note]:
    """Return notes on another player: its field, its drink, the number of its cards, and the active ones."""
    if state.spots[other] == OUT:
        return [((SEATS[other], SEATS[other].upper()), ("dim", " out of the game"))]
    text = f"{_where(state, other)}, {_drinks(state, other)}"
    if state.phase == ROLLOFF:
        text = {DUE: "still rolls", NOT_IN: "rolls no more"}.get(state.rolls[other], f"rolled {state.rolls[other]}")
    name = SEATS[other], f"{SEATS[other].upper()} "
    if state.phase in SETUP:
        return [(name, ("", text))]
    text += f", {count(state.hands[other].size + len(state.reserves[other]), 'card')}"
    if is_open(state, other, viewer):
        text += f", {state.total(other)} in all"
    lines: list[Note] = [(name, ("", text))]
    active = [_short(state, card) for card in state.hands[other].cards]
    if active:
        lines.append(_indented(", ".join(active)))
    if state.reserves[other]:
        lines.append(_indented(f"reserve: {_reserve(state, other, viewer)}"))
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
    return f"{DRINKS[drink]}: {count(sips, 'sip')}, {count(sips // PRICES[drink], 'revival')}"


def is_open(state: State, other: int, viewer: int) -> bool:
    """Return whether a seat may see the reserve of another seat."""
    return viewer in (NOBODY, other) or state.phase == OVER


def _reserve(state: State, other: int, viewer: int) -> str:
    reserve = state.reserves[other]
    if not is_open(state, other, viewer):
        return count(len(reserve), "card")
    return ", ".join([f"{state.box.ids[card]} {state.box.values[card]}" for card in reserve]) or "none"


def count(number: int, word: str) -> str:
    """Return a number with its word, in the plural if it is not one."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def _indented(text: str) -> Note:
    return ("", "  "), ("", text)
