"""Going out (rule id 4): a seat resigns at a decision, or is taken out at any moment."""

from beachhead.engine.game import Event
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import NONE
from beachhead.engine.royale.cards import hold
from beachhead.engine.royale.ending import Step, finish, is_last_turn, settle
from beachhead.engine.royale.setup import begin_turn, go_round, roll_on, seats_from
from beachhead.engine.royale.state import DEAL, NESTED, NOBODY, NOT_IN, OUT, ROLLOFF, STOW, TURN, State


def leave(state: State, seat: int, reason: str) -> Step:
    """The state without a seat.

    B14: its figure leaves the map and its cards leave the game, and the others play on: nobody's game is spoilt by one
    that has gone home. With one seat left, that one wins.
    """
    after = state.copy()
    after.spots = state.spots.copy()
    after.spots[seat] = OUT
    after.gone = (*state.gone, seat)
    hold(after, seat, state.box.empty, ())
    events = [Event(f"out {SEATS[seat]}")]
    if state.phase == STOW and seat == state.side:
        _fall_away(after)  # with the card that waits
    staying = after.seats_in()
    if len(staying) == 1:
        finish(after, (staying[0],), reason, events)
    elif state.turn == 0:
        _leave_setup(after, seat, events)
    elif not settle(after, events):
        if state.phase in NESTED and seat in (state.mover, state.side, state.rival):
            _fall_away(after)
        if seat == state.mover:
            end_turn(after, events)
    return after, events


def _fall_away(after: State) -> None:
    """What was nested in the turn is over; who was to retreat stays where it is."""
    after.phase = TURN
    after.side = after.mover
    after.rival = NOBODY
    after.score = ()
    after.waiting = NONE


def _leave_setup(after: State, seat: int, events: list[Event]) -> None:
    """The others go on without it; if it was first, the next seat is."""
    if after.mover == seat:
        after.mover = seats_from(after, seat)[0]
    if after.phase == ROLLOFF:
        after.score = (*after.score[:seat], NOT_IN, *after.score[seat + 1 :])
        roll_on(after, events)
    elif after.phase != DEAL:
        go_round(after, events)


def end_turn(after: State, events: list[Event]) -> None:
    """The next turn begins, or the limit ends the game."""
    if is_last_turn(after):
        finish(after, None, "turns", events)
    else:
        begin_turn(after, seats_from(after, after.mover + 1)[0], after.turn + 1, events)
