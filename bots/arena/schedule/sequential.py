"""SPRT: mirrored pairs of the first two bots until the sequential test has an answer.

The test is judged in the order of the schedule. A pair counts when it and all pairs before it are complete; games beyond
the pair that decides do not count, even if they have been played already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.rating.sprt import START, Hypotheses, Verdict, judge
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.schedule import AHEAD, Schedule, pick
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.withdrawal import withdrawn


@dataclass(frozen=True)
class Sequential(Schedule):
    """A sequential test with at most that many pairs. A withdrawal ends it.

    It remembers the last verdict, so that judging another pair does not begin at the first one again.
    """

    test: Hypotheses
    most: int
    positions: tuple[str, ...] = ()
    _judged: list[tuple[tuple[float, ...], Verdict]] = field(default_factory=lambda: [((), START)], compare=False)

    def unit(self, number: int) -> Unit:
        """Return the pair of a number from 1."""
        return Unit(number, (0, 1), pick(self.positions, number - 1))

    def scores(self, results: Results) -> Iterator[float]:
        """Return the first bot's mean scores of the pairs, up to the first that is not complete."""
        for number in range(1, self.most + 1):
            first, second = results.get(2 * number - 1), results.get(2 * number)
            if first is None or second is None:
                return
            yield sum(_score(result, 0) for result in (first, second)) / 2

    def verdict(self, results: Results) -> Verdict:
        """Return how the test stands."""
        scores = tuple(self.scores(results))
        known, before = self._judged[0]
        if scores[: len(known)] != known:
            known, before = (), START
        verdict = judge(self.test, scores[len(known) :], before)
        self._judged[0] = scores, verdict
        return verdict

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        last = self._last(results)
        missing = (id for id in range(1, 2 * last + 1) if id not in results)
        return [self.unit((id + 1) // 2).game((id + 1) % 2) for id in islice(missing, limit)]

    def units(self, results: Results) -> Iterator[Unit]:
        return map(self.unit, range(1, self._last(results) + 1))

    def _last(self, results: Results) -> int:
        """The last pair that is to be played."""
        verdict = self.verdict(results)
        if verdict.answer != "continue" or self._is_broken(results, 2 * verdict.pairs):
            return verdict.pairs
        return self.most

    def _is_broken(self, results: Results, games: int) -> bool:
        """Return whether a bot has been withdrawn in the first games, which have all been played."""
        if not any(results[id].faults for id in range(1, games + 1)):
            return False
        return bool(withdrawn((results[id].spec for id in range(1, games + 1)), results))


def _score(result: GameResult, bot: int) -> float:
    """Return one half for a game without a winner (a draw, or lost by both), else the score."""
    return 0.5 if not result.winners else result.score(bot)
