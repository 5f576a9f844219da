"""SPRT: mirrored pairs of the first two bots until the sequential test has an answer.

The test is judged in the order of the schedule. A pair counts when it and all pairs before it are complete; games beyond
the pair that decides do not count, even if they have been played already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from beachhead.bots.arena.fault import MAX_STARTS
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.rating.sprt import START, Hypotheses, Verdict, judge
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.schedule import AHEAD, Schedule, pick
from beachhead.bots.arena.schedule.unit import Results, Unit


@dataclass(frozen=True, slots=True)
class Judged:
    """The state of a test: the verdict on the first pairs, and the failed starts in a row at their end."""

    results: Results | None = None
    verdict: Verdict = START
    failed: tuple[int, int] = (0, 0)
    last: GameResult | None = None  # of the last game
    size: int = 0  # the number of results then: it shrinks if games are taken back

    @property
    def has_ended(self) -> bool:
        """Whether later pairs do not count: there is an answer, or a bot is withdrawn."""
        return self.verdict.answer != "continue" or max(self.failed) >= MAX_STARTS

    def holds_for(self, results: Results) -> bool:
        """Return whether these results still begin with the judged ones."""
        if results is not self.results or len(results) < self.size:
            return False
        return self.last is None or results.get(self.last.id) == self.last


@dataclass(frozen=True)
class Sequential(Schedule):
    """A sequential test with at most that many pairs. A withdrawal ends it.

    It caches its state, so that another pair does not mean judging all pairs again.
    """

    test: Hypotheses
    most: int
    positions: tuple[str, ...] = ()
    _judged: list[Judged] = field(default_factory=lambda: [Judged()], compare=False)

    def unit(self, number: int) -> Unit:
        """Return the pair of a number from 1."""
        return Unit(number, (0, 1), pick(self.positions, number - 1))

    def verdict(self, results: Results) -> Verdict:
        """Return the verdict so far."""
        return self._judge(results).verdict

    def _judge(self, results: Results) -> Judged:
        """Return the judgement of the pairs up to the first that is not complete, or to the end of the test."""
        found = self._judged[0]
        if not found.holds_for(results):
            found = Judged(results)
        while not found.has_ended and found.verdict.pairs < self.most:
            first = 2 * found.verdict.pairs + 1
            pair = results.get(first), results.get(first + 1)
            if pair[0] is None or pair[1] is None:
                break
            failed = found.failed
            for result in (pair[0], pair[1]):
                failed = _failed(failed[0], result, 0), _failed(failed[1], result, 1)
            score = (_score(pair[0], 0) + _score(pair[1], 0)) / 2
            found = Judged(results, judge(self.test, [score], found.verdict), failed, pair[1], len(results))
        self._judged[0] = found
        return found

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        judged = self._judge(results)
        if judged.has_ended:
            return []
        missing = (id for id in range(2 * judged.verdict.pairs + 1, 2 * self.most + 1) if id not in results)
        return [self.unit((id + 1) // 2).game((id + 1) % 2) for id in islice(missing, limit)]

    def units(self, results: Results) -> Iterator[Unit]:
        judged = self._judge(results)
        return map(self.unit, range(1, (judged.verdict.pairs if judged.has_ended else self.most) + 1))


def _failed(before: int, result: GameResult, bot: int) -> int:
    """Return how often a bot has failed to start in a row, after another game; once it is withdrawn it stays so."""
    if before >= MAX_STARTS:
        return before
    return before + 1 if result.failed_to_start(bot) else 0


def _score(result: GameResult, bot: int) -> float:
    """Return one half for a game without a winner (a draw, or lost by both), else the score."""
    return 0.5 if not result.winners else result.score(bot)
