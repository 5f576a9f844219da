"""Limits of a search: seconds, from the clock of the game; or nodes, so that every run returns the same answer."""

from __future__ import annotations

import time
from typing import Final

from beachhead.engine.interrupt import IsStopped, never

_RESERVE: Final = 0.015  # seconds that always stay on the clock, for the pipe
_TURNS_LEFT: Final = 45.0  # expected decisions until the end of the game, for a clock of the whole game
_SHARE: Final = 0.75  # of an increment, for one decision
_MOST: Final = 0.12  # of the time left, for one decision
_CHECKED: Final = 8  # nodes between two looks at the clock


class Spent(Exception):
    """The budget is used up."""


class Budget:
    """A limit of nodes and seconds, with a count of the nodes."""

    __slots__ = ("_begun", "_countdown", "_end", "_is_stopped", "_seconds", "limit", "nodes")

    def __init__(self, nodes: int | None = None, seconds: float | None = None, is_stopped: IsStopped = never) -> None:
        self.nodes = 0
        self._is_stopped = is_stopped
        self.limit = nodes
        self._seconds = seconds
        self._begun = time.perf_counter()
        self._end = None if seconds is None else self._begun + seconds
        self._countdown = _CHECKED

    def check(self) -> None:
        """Raise Spent if the budget is used up. Only every few calls look at the clock."""
        if self.limit is not None and self.nodes >= self.limit:
            raise Spent
        self._countdown -= 1
        if self._countdown <= 0:
            self._countdown = _CHECKED
            if (self._end is not None and time.perf_counter() >= self._end) or self._is_stopped():
                raise Spent

    def lift(self) -> None:
        """Let the search go on without a limit."""
        self.limit = self._end = None
        self._is_stopped = never

    def allows_another(self) -> bool:
        """Return whether a deeper search may begin."""
        if self.limit is not None and self.nodes >= self.limit:
            return False
        return not self._is_stopped() and (self._end is None or time.perf_counter() < self._end)

    @property
    def milliseconds(self) -> int:
        """The milliseconds since the budget was made."""
        return round((time.perf_counter() - self._begun) * 1000)


def seconds_for(clock: str, left: int | None) -> float | None:
    """Return the seconds for a decision; None if there is no clock.

    ``clock`` is in the engine's words (`base 60000 100`, `move 100`, `none`), ``left`` the milliseconds on it.
    """
    if left is None:
        return None
    rest = max(left / 1000 - _RESERVE, 0.0)
    words = clock.split()
    if words[:1] == ["move"]:
        return rest * 0.9
    increment = int(words[2]) / 1000 if len(words) > 2 else 0.0
    return min(rest / _TURNS_LEFT + _SHARE * increment, rest * _MOST + 0.5 * increment, rest)
