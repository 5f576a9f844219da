"""Perft: count the sequences of actions, including outcomes of chance. The standard check of a rules engine."""

from typing import Final, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.interrupt import IsStopped, Stopped, never

S = TypeVar("S")
LIMIT: Final = 50_000_000
STRIDE: Final = 8
SLICE: Final = 1024  # actions applied, or states listed, between two checks whether to stop


class TooMuch(Exception):
    """Raised if the count exceeds the limit."""


def perft(game: Game[S], state: S, depth: int, limit: int = LIMIT, is_stopped: IsStopped = never) -> int:
    """Return the number of action sequences of that length; raise TooMuch beyond ``limit``, and Stopped.

    Depths are counted in ascending order, so that no line is followed further than the limit allows: if a game never
    ends, the count of a smaller depth exceeds the limit first.
    """
    for shallower in range(STRIDE, depth, STRIDE):
        if _count(game, state, shallower, limit, is_stopped) == 0:
            return 0
    return _count(game, state, depth, limit, is_stopped)


def _count(game: Game[S], state: S, depth: int, limit: int, is_stopped: IsStopped) -> int:
    """Return the count; the last action of a sequence is counted without applying it."""
    if depth == 0:
        return 1
    count = nodes = work = 0
    stack = [(state, depth)]
    while stack:
        at, left = stack.pop()
        actions = game.legal(at)
        nodes += len(actions)
        work += 1
        if left == 1:
            count += len(actions)
        else:
            stack += [(game.apply(at, action)[0], left - 1) for action in actions]
            work += len(actions)
        if nodes > limit:
            raise TooMuch(f"perft {depth} goes beyond {limit:,} nodes")
        if work >= SLICE:
            work = 0
            if is_stopped():
                raise Stopped(f"after {nodes:,} nodes")
    return count
