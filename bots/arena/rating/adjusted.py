"""Luck-adjusted scores: what a bot scored, minus the luck that its dice were worth.

Luck is what came, minus the mean of what could have come, valued before the dice are thrown; so its expectation is zero
whoever plays and whatever the values are, and taking it away leaves the expected score as it is, with less variance. The
interval is Student's over the means of blocks, which are independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from beachhead.bots.arena.rating.beta import student
from beachhead.bots.arena.rating.interval import LEVEL
from beachhead.bots.arena.result import GameResult


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A bot's mean score without luck, from 0 to 1 or a little beyond; half its 95 % interval; and its mean luck."""

    score: float
    error: float | None  # None with fewer than two blocks
    luck: float

    def __str__(self) -> str:
        sure = "" if self.error is None else f" ± {100 * self.error:.1f}"
        return f"{100 * self.score:z.1f}{sure} %"


def adjusted(results: Iterable[GameResult], luck: Mapping[int, tuple[float, ...]], bots: int) -> list[Adjusted | None]:
    """Return the adjusted score of every bot over the games whose luck is known, which is given by game and seat."""
    blocks: list[dict[int, list[tuple[float, float]]]] = [{} for _ in range(bots)]  # by bot and block: score and luck
    for result in results:
        if result.id in luck:
            for bot, score, fortune in zip(result.spec.bots, result.scores, luck[result.id], strict=True):
                blocks[bot].setdefault(result.pair, []).append((score, fortune))
    return [_mean(list(own.values())) for own in blocks]


def _mean(blocks: list[list[tuple[float, float]]]) -> Adjusted | None:
    games = sum(map(len, blocks))
    if not games:
        return None
    fortune = math.fsum(luck for block in blocks for _, luck in block) / games
    score = math.fsum(points - luck for block in blocks for points, luck in block) / games
    count = len(blocks)
    if count < 2:
        return Adjusted(score, None, fortune)
    # The ratio of two sums: a block that misses games weighs as many as it has.
    squares = math.fsum((sum(points - luck for points, luck in block) - score * len(block)) ** 2 for block in blocks)
    spread = math.sqrt(squares * count / (count - 1)) / games
    return Adjusted(score, student(count - 1, 1 - (1 - LEVEL) / 2) * spread, fortune)
