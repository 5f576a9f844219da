"""The notes of the panel in short, for small screens: who has to act, a line for every player, one's own cards."""

from typing import Final

from beachhead.engine.picture import Span
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.ending import result
from beachhead.engine.royale.fields import NAMES, NOWHERE
from beachhead.engine.royale.show.panel import count, due, is_open, score
from beachhead.engine.royale.show.words import effects
from beachhead.engine.royale.state import (
    DEAD,
    DUE,
    DUEL,
    NOBODY,
    NOT_IN,
    OUT,
    OVER,
    REDUCED,
    ROLLOFF,
    SETUP,
    START,
    TURN,
    UNPLACED,
    State,
)
from beachhead.engine.royale.turn import left

Note = tuple[Span, ...]
_LIFE: Final = ("alive", "dead")
_DRINKS: Final = ("spirits", "mixed", "wine", "beer")


def brief(state: State, viewer: int) -> tuple[Note, ...]:
    """Return the notes in short; ``viewer`` is NOBODY to see everything."""
    lines = [score(state) if state.phase == DUEL else _head(state)]
    lines += [_player(state, seat, viewer) for seat in range(len(state.spots))]
    if state.phase not in SETUP and state.phase != OVER:
        own = state.side if viewer == NOBODY else viewer
        if state.spots[own] != OUT:
            lines += _hand(state, own, viewer)
    return tuple(lines)


def _head(state: State) -> Note:
    """Return what is due, with the budget and what holds from now on."""
    if state.phase in SETUP:
        return (("due", due(state)),)
    ended = result(state)
    if ended is not None:
        return (("due", f"{due(state)}: {' '.join([str(points) for points in ended.points])}"),)
    words = f"{SEATS[state.side].upper()} to swap or act" if state.phase == START else due(state)
    if START <= state.phase <= TURN:
        actions, movements = left(state)
        words += f"; {count(actions, 'action')}, {count(movements, 'movement')}"
    used = ", ".join([state.box.ids[card] for card in state.used])
    words += f"; used {used}" if used else ""
    words += f"; last card {NAMES[state.map.goal]}" if state.map.goal != NOWHERE else ""
    words += f"; all count {REDUCED}" if state.map.is_reduced else ""
    return (("due", f"Turn {state.turn}: {words}"),)


def _player(state: State, seat: int, viewer: int) -> Note:
    """Return a player's field, life, sips, number of cards and active ones, in columns."""
    name = SEATS[seat]
    first: Span = (name, f"{'>' if seat == state.side and state.phase != OVER else ' '}{name.upper()}")
    spot, drink = state.spots[seat], state.drinks[seat]
    if spot == OUT:
        return first, ("dim", " out of the game")
    drinks = _DRINKS[drink] if drink >= 0 else ""
    if state.phase in SETUP:
        where = "" if spot == UNPLACED else f" on {NAMES[spot]}"
        rolled = {DUE: " still rolls", NOT_IN: " rolls no more"}
        text = rolled.get(state.rolls[seat], f" rolled {state.rolls[seat]}") if state.phase == ROLLOFF else where
        return first, ("", f"{text}{',' if text and drinks else ''}{f' drinks {drinks}' if drinks else ''}")
    active, reserve = state.hands[seat].cards, state.reserves[seat]
    life = _LIFE[spot >= DEAD]
    sips = f"{count(state.sips[seat], 'sip')} {drinks}"
    cards = len(active) + len(reserve)
    spans: list[Span] = [
        first,
        ("", f" {NAMES[state.field(seat)]} "),
        ("loud" if spot >= DEAD else "", f"{life:<5}"),
        ("", f" {sips:<15}{cards:>2} {'card' if cards == 1 else 'cards':<5} "),
    ]
    for card in active:
        spans += [("", " "), ("block" if state.box.cards[card].is_cursed else "card", state.box.ids[card])]
    if reserve:
        spans.append(("", f" +{len(reserve)}"))
    return tuple(spans)


def _hand(state: State, own: int, viewer: int) -> list[Note]:
    """Return notes on the active cards of a player with their effects, and on its reserve as far as it is seen."""
    lines: list[Note] = []
    for card in state.hands[own].cards:
        kind = state.box.cards[card]
        lines.append((("", "  "), ("", f"{kind.id} {kind.value}"), ("dim", f"  {effects(kind) or 'no effect'}")))
    reserve = state.reserves[own]
    if reserve and is_open(state, own, viewer):
        listed = ", ".join([f"{state.box.ids[card]} {state.box.values[card]}" for card in reserve])
        lines.append((("", f"  reserve: {listed}"), ("dim", f"; {state.total(own)} in all")))
    return lines
