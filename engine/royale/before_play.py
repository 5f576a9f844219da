"""Checks of a position before play: it must fit the order of deal, roll-off, drinks and places."""

from typing import NoReturn

from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import UNDEALT
from beachhead.engine.royale.fields import EDGE, NAMES
from beachhead.engine.royale.position import phase_text
from beachhead.engine.royale.setup import seats_from
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DRINKS,
    DUE,
    NO_DRINK,
    NOBODY,
    NOT_IN,
    OUT,
    PLACES,
    ROLLOFF,
    UNPLACED,
    State,
)
from beachhead.engine.values import BadPosition


def contradicts(state: State, reason: str) -> NoReturn:
    """Raise BadPosition: the phase is impossible; the reason names the contradiction."""
    raise BadPosition(f"PHASE: {phase_text(state)}, but {reason}")


def check_setup(state: State) -> None:
    """Check the order before play: the deal, the roll-off, drinks, places, always starting with the first player."""
    if state.turn:
        contradicts(state, "TURN is 0 before play")
    _check_untouched(state)
    if state.phase == DEAL:
        if state.side != NOBODY:
            contradicts(state, "in the deal SIDE is '-'")
        if UNDEALT not in state.map.cards:
            contradicts(state, "all cards are dealt")
        if state.mover != NOBODY:
            check_mover(state)
    elif state.phase == ROLLOFF:
        _check_rolloff(state)
    else:
        _check_round(state)


def check_given_up(state: State) -> None:
    """Check a game that ended before play: all seats but one are out, and the rest fits some moment of that order."""
    _check_untouched(state)
    staying = state.seats_in()
    if len(staying) > 1:
        contradicts(state, "before play it ends only with one seat left")
    spot = state.spots[staying[0]]
    if spot != UNPLACED:
        if state.drinks[staying[0]] == NO_DRINK:
            contradicts(state, f"{SEATS[staying[0]]} has a field and no drink, which comes first")
        _check_edge(state, spot)


def _check_untouched(state: State) -> None:
    """Check that nobody has died, revived or won a card, and nobody has a drink or a field before all cards are dealt."""
    is_early = state.phase in (DEAL, ROLLOFF) or UNDEALT in state.map.cards
    for seat, spot in enumerate(state.spots):
        if spot >= DEAD or state.sips[seat] or state.cards_of(seat):
            contradicts(state, f"{SEATS[seat]} cannot be dead, drink or hold cards before play")
        if is_early and (spot not in (UNPLACED, OUT) or state.drinks[seat] != NO_DRINK):
            contradicts(state, f"{SEATS[seat]} has a drink or a field already")


def _check_edge(state: State, spot: int) -> None:
    if spot not in EDGE:
        contradicts(state, f"{NAMES[spot]} is not on the outer edge")


def check_mover(state: State) -> None:
    """Check that the seat whose turn it is, or that will be first, is not out."""
    if state.mover == NOBODY or state.spots[state.mover] == OUT:
        raise BadPosition("MOVER: expected a seat that is in")


def _check_rolloff(state: State) -> None:
    rolls = state.rolls
    if len(rolls) != len(state.spots):
        contradicts(state, f"there are {len(state.spots)} seats")
    if state.mover != NOBODY:
        contradicts(state, "MOVER is '-' until the first player is known")
    if any(roll != NOT_IN for seat, roll in enumerate(rolls) if state.spots[seat] == OUT):
        contradicts(state, "a seat that is out does not roll")
    if DUE not in rolls:
        contradicts(state, "nobody is left to roll")
    if state.side != rolls.index(DUE):
        contradicts(state, f"it is {SEATS[rolls.index(DUE)]} that rolls next")
    if any(roll > DUE for roll in rolls[state.side :]):
        contradicts(state, "seats roll in their order")


def _check_round(state: State) -> None:
    """Check drinks and places: the seats from MOVER to before SIDE have chosen, SIDE and those after it have not."""
    check_mover(state)
    if state.side == NOBODY or state.spots[state.side] == OUT:
        raise BadPosition("SIDE: expected a seat that is in")
    is_due = True
    for seat in reversed(seats_from(state, state.mover)):
        has_drink, spot = state.drinks[seat] != NO_DRINK, state.spots[seat]
        if has_drink != (state.phase == PLACES or not is_due):
            contradicts(state, f"{SEATS[seat]} {'has a drink already' if has_drink else 'has no drink yet'}")
        if state.phase == DRINKS and spot != UNPLACED:
            contradicts(state, f"{SEATS[seat]} has a field already")
        if state.phase == PLACES and (spot == UNPLACED) != is_due:
            contradicts(state, f"{SEATS[seat]} {'has no field yet' if spot == UNPLACED else 'has a field already'}")
        if spot != UNPLACED:
            _check_edge(state, spot)
        if seat == state.side:
            is_due = False
