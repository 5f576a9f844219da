"""The common part of all schedules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.unit import Results, Unit

AHEAD: Final = 1024  # games that `next` returns at most: more than can run at the same time


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the meetings with their winners (None: not over, or a tie), and the bots that pause."""

    number: int
    meetings: tuple[tuple[int, int], ...]
    winners: tuple[int | None, ...]
    paused: tuple[int, ...]


@dataclass
class Memory:
    """What a schedule remembers of results: it is a consequence of them, and forgotten when some of them are taken back.

    Only what is complete may be remembered: no result of it is ever taken back while others are added.
    """

    results: Results | None = None
    size: int = 0  # of the results when something was remembered last

    def holds_for(self, results: Results) -> bool:
        """Return whether it is about these results, of which none has been taken back."""
        return results is self.results and len(results) >= self.size


class Schedule(ABC):
    """A schedule. Its games depend only on results, never on the order in which they arrived."""

    @abstractmethod
    def units(self, results: Results) -> Iterator[Unit]:
        """Return the units that follow from these results, in the order of the schedule."""

    def games(self, results: Results) -> Iterator[GameSpec]:
        """Return all games that follow from these results, played or not, in the order of the schedule."""
        for unit in self.units(results):
            yield from unit.games(results)

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        """Return the first games that may begin now and have no result, in order; these include running games."""
        return list(islice((spec for spec in self.games(results) if spec.id not in results), limit))

    def is_finished(self, results: Results) -> bool:
        """Return whether all games have been played."""
        return not self.next(results, 1)

    def begun(self, results: Results) -> Iterator[Unit]:
        """Return the units with a played game, in the order of the schedule."""
        return (unit for unit in self.units(results) if any(spec.id in results for spec in unit.games(results)))

    def games_so_far(self, results: Results) -> Iterator[GameSpec]:
        """Return the games up to the last played one, in the order of the schedule, which is that of ids."""
        last = max(results, default=0)
        return takewhile(lambda spec: spec.id <= last, self.games(results))

    def rank(self, results: Results) -> dict[int, float]:
        """Return the numbers that order the bots before their scores do, higher is better; empty if there are none."""
        return {}

    def meetings(self, results: Results) -> list[Round]:
        """Return the rounds that have begun; empty in a format without rounds."""
        return []

    def counted(self, results: Results) -> list[GameResult]:
        """Return the results that count, in the order of the schedule: none beyond the end of a sequential test."""
        return [results[spec.id] for unit in self.begun(results) for spec in unit.games(results) if spec.id in results]

    def incomplete(self, results: Results) -> list[Unit]:
        """Return the units that have begun and lack a game; ratings name them, and count the games that they have."""
        found = []
        for unit in self.begun(results):
            played = [spec.id in results for spec in unit.games(results)]
            if any(played) and not all(played):
                found.append(unit)
        return found


def pick(positions: tuple[str, ...], index: int) -> str:
    """Return the position for the index-th pair of a meeting, from 0; empty without positions."""
    return positions[index % len(positions)] if positions else ""


def units_for(games: int, size: int, is_war: bool) -> int:
    """Return the number of units that give every bot at least that many games (or wars)."""
    return games if is_war else -(-games // size)
