"""Leaving the game (rule id 4): a seat resigns at a decision, or is taken out at any time."""

from beachhead.engine.royale.ending import Step, finish, is_last_turn, settle
from beachhead.engine.royale.events import Out
from beachhead.engine.royale.setup import begin_turn, go_round, roll_on, seats_from
from beachhead.engine.royale.state import DEAL, NESTED, NOT_IN, OVER, ROLLOFF, STOW, State
from beachhead.engine.values import Event


def leave(state: State, seat: int, reason: str) -> Step:
    """Return the state without a seat, and the events.

    B14: its figure leaves the map, its cards leave the game, and the others play on, so that a player who goes home does
    not spoil the game. If one seat is left, it wins.
    """
    events: list[Event] = [Out(seat)]
    after = state.left_by(seat)
    if state.phase == STOW and seat == state.side:
        after = fall_away(after)  # with the waiting card
    staying = after.seats_in()
    if len(staying) == 1:
        return finish(after, (staying[0],), reason, events), events
    if state.turn == 0:
        return _leave_setup(after, seat, events), events
    after = settle(after, events)
    if after.phase != OVER:
        if state.phase in NESTED and seat in (state.mover, state.side, state.rival):
            after = fall_away(after)
        if seat == state.mover:
            after = end_turn(after, events)
    return after, events


def fall_away(state: State) -> State:
    """Return the state without the phases nested in the turn; a player that had to retreat stays on its field."""
    return state.resumed()


def _leave_setup(after: State, seat: int, events: list[Event]) -> State:
    """Return the state before play without a seat; if it was the first player, the next seat is."""
    if after.mover == seat:
        after = after.led_by(seats_from(after, seat)[0])
    if after.phase == ROLLOFF:
        return roll_on(after, (*after.rolls[:seat], NOT_IN, *after.rolls[seat + 1 :]), events)
    return after if after.phase == DEAL else go_round(after, events)


def end_turn(state: State, events: list[Event]) -> State:
    """Return the beginning of the next turn, or the end of the game if this was the last turn."""
    if is_last_turn(state):
        return finish(state, None, "turns", events)
    return begin_turn(state, seats_from(state, state.mover + 1)[0], state.turn + 1, events)
