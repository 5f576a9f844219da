"""The unit of a schedule: a mirrored pair, a rotation of seats with the same dice, or a war.

Every unit has a fixed range of pair numbers and game ids, so that they never depend on results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.war import War

Results = Mapping[int, GameResult]  # by the id of the game


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its number from 1, and its bots in the order of the seats of the first game."""

    number: int
    bots: tuple[int, ...]
    position: str = ""
    round: int = 0
    war: War | None = None

    @property
    def width(self) -> int:
        """The maximum number of games; their ids are reserved."""
        return len(self.bots) if self.war is None else (self.war.battles + 1) // 2 * 2

    def game(self, turn: int) -> GameSpec:
        """Return one of its games, numbered from 0: the seats rotate by one in each."""
        size = len(self.bots)
        before = (self.number - 1) * self.width
        pair = (before + turn) // size + 1
        bots = tuple([self.bots[(seat + turn) % size] for seat in range(size)])
        war = self.number if self.war is not None else 0
        return GameSpec(before + turn + 1, pair, bots, "", self.position, self.round, war)

    def games(self, results: Results) -> Iterator[GameSpec]:
        """Return the games that are certain to be played, in order."""
        return map(self.game, range(self.certain(results)))

    def certain(self, results: Results) -> int:
        """Return the number of games that are certain to be played."""
        if self.war is None:
            return self.width
        done, scores, points = self._totals(results)
        return self.war.certain(scores, points, done)

    def scores(self, results: Results) -> dict[int, float] | None:
        """Return the points of its bots: a point for each game, or one for the war; None until it is over."""
        done, scores, points = self._totals(results)
        if done < self.certain(results):
            return None
        found = scores if self.war is None else self.war.outcome(scores, points)
        return dict(zip(self.bots, found, strict=True))

    def _totals(self, results: Results) -> tuple[int, list[float], list[int]]:
        """Return the number of games played without a gap, and the bots' scores and points in them."""
        scores, points = [0.0 for _ in self.bots], [0 for _ in self.bots]
        first = (self.number - 1) * self.width + 1
        for turn in range(self.width):
            result = results.get(first + turn)
            if result is None:
                return turn, scores, points
            if self.war is not None and self.war.certain(scores, points, turn) == turn:
                return turn, scores, points
            for seat, bot in enumerate(result.spec.bots):
                scores[self.bots.index(bot)] += 0.5 if result.is_draw else result.scores[seat]
                points[self.bots.index(bot)] += result.points[seat]
        return self.width, scores, points
