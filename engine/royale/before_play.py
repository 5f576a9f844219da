"""What makes a position before play impossible: an order of deal, roll-off, drinks and places that cannot be."""

from typing import NoReturn

from beachhead.engine.game import BadPosition
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


def contradicts(state: State, reason: str) -> NoReturn:
    """Refuses a position whose phase cannot be, for a reason that names what is against it."""
    raise BadPosition(f"PHASE: {phase_text(state)}, but {reason}")


def check_setup(state: State) -> None:
    """The order before play: the deal, the roll-off, drinks, places, always from the first player on."""
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
    """A game that ended before play: the others have gone, and the one that is left stood at some moment of that order."""
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
    """Before play nobody has died, revived or won a card, and nothing is named or placed before all cards are dealt."""
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
    """Whose turn it is, or who is first, has not gone."""
    if state.mover == NOBODY or state.spots[state.mover] == OUT:
        raise BadPosition("MOVER: expected a seat that is in")


def _check_rolloff(state: State) -> None:
    rolls = state.score
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
    """Drinks and places: those before SIDE, from MOVER on, are done, SIDE and those after it are not."""
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
