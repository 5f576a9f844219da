"""Withdrawals: a bot that fails to start three times in a row plays no more, judged in the order of the schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from beachhead.bots.arena.fault import MAX_STARTS
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.unit import Results


@dataclass
class Attendance:
    """Who has started in the games that were judged so far.

    A bot is judged up to the first of its games that has no result, so the answer does not depend on the order in which
    games end.
    """

    gone: dict[int, int] = field(default_factory=dict)  # withdrawn bots, each with the id of the game after which it is
    _failed: Counter[int] = field(default_factory=Counter)
    _unknown: set[int] = field(default_factory=set)

    def judge(self, games: Iterable[GameSpec], results: Results) -> None:
        """Judge the next games, in the order of the schedule."""
        for spec in games:
            result = results.get(spec.id)
            for bot in spec.bots:
                if result is None:
                    self._unknown.add(bot)
                elif bot not in self.gone and bot not in self._unknown:
                    self._failed[bot] = self._failed[bot] + 1 if result.failed_to_start(bot) else 0
                    if self._failed[bot] == MAX_STARTS:
                        self.gone[bot] = spec.id


def withdrawn(games: Iterable[GameSpec], results: Results) -> dict[int, int]:
    """Return the bots that are withdrawn, each with the id of the game after which it is.

    ``games`` are those of the schedule, in order.
    """
    found = Attendance()
    found.judge(games, results)
    return found.gone
