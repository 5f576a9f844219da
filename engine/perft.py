"""Perft: how many sequences of actions there are, chance outcomes counted as actions. The oracle of a rules engine."""

from typing import Final, TypeVar

from beachhead.engine.game import Game

S = TypeVar("S")
LIMIT: Final = 50_000_000
STRIDE: Final = 8


class TooMuch(Exception):
    """The count goes beyond the limit."""


def perft(game: Game[S], state: S, depth: int, limit: int = LIMIT) -> int:
    """The number of action sequences of that length; raises TooMuch beyond ``limit``.

    A depth is tried after shallower ones, so that no line is followed further than the limit allows: where a game never
    ends, its width has passed the limit long before.
    """
    for shallower in range(STRIDE, depth, STRIDE):
        if _count(game, state, shallower, limit) == 0:
            return 0
    return _count(game, state, depth, limit)


def _count(game: Game[S], state: S, depth: int, limit: int) -> int:
    """The last action of a sequence is counted and not applied."""
    if depth == 0:
        return 1
    count = nodes = 0
    stack = [(state, depth)]
    while stack:
        at, left = stack.pop()
        actions = game.legal(at)
        nodes += len(actions)
        if left == 1:
            count += len(actions)
        else:
            stack += [(game.apply(at, action)[0], left - 1) for action in actions]
        if nodes > limit:
            raise TooMuch(f"perft {depth} goes beyond {limit:,} nodes")
    return count
