"""The end of a battle, by elimination, turn limit or resignation, and the scores."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.island.pieces import SEATS
from beachhead.engine.island.state import DRAW, Outcome, State
from beachhead.engine.values import Event, Over, Result

WIN_POINTS: Final = 10
DRAW_POINTS: Final = 5

Step = tuple[State, Sequence[Event]]


def settle(state: State, events: list[Event]) -> Step:
    """Return the state after losses: over if a side is beaten, a draw if both are. Simultaneous losses count together."""
    south, north = state.is_beaten(0), state.is_beaten(1)
    if not south and not north:
        return state, events
    return finish(state, DRAW if south and north else int(south), "elimination", events)


def finish(state: State, winner: int, reason: str, events: list[Event]) -> Step:
    """Return the state after the battle has ended."""
    over = state.ended(Outcome(winner, reason))
    ended = result(over)
    assert ended is not None
    events.append(Over(ended))
    return over, events


def result(state: State) -> Result | None:
    """Return winner, reason and points: the winner scores its characters and 10, the loser nothing, a draw 5 each."""
    outcome = state.outcome
    if outcome is None:
        return None
    if outcome.winner == DRAW:
        return Result((), outcome.reason, (DRAW_POINTS, DRAW_POINTS))
    scored = state.points(outcome.winner) + WIN_POINTS
    points = (0, scored) if outcome.winner else (scored, 0)
    return Result((SEATS[outcome.winner],), outcome.reason, points)


def is_last_turn(state: State) -> bool:
    """Return whether the battle is drawn when this turn ends. R12: the turn limit counts both players' turns; 0 is none."""
    return state.turn == state.mode.limit != 0
