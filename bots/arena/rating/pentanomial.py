"""Mirrored pairs: how often a bot made 0, 1/2, 1, 3/2 and 2 points of a pair, and what follows from it.

Normalised Elo is the mean score above one half in standard deviations of a single game (a pair's deviation times the
square root of 2), times 800 / ln 10. Unlike Elo it says how many games it takes to see the difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from beachhead.bots.arena.rating.beta import student
from beachhead.bots.arena.rating.interval import LEVEL
from beachhead.bots.arena.rating.sample import Block

UNIT: Final = 800 / math.log(10)  # normalised Elo per standard deviation
SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)

Counts = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """The pairs of a bot against one or all others."""

    counts: Counts
    incomplete: int = 0  # pairs of which one game is missing: named here, and not in the counts
    together: float | None = None  # the correlation of the two games of a pair

    @property
    def pairs(self) -> int:
        """How many complete pairs there are."""
        return sum(self.counts)

    @property
    def score(self) -> float | None:
        """The mean score, from 0 to 1; None without pairs."""
        if not self.pairs:
            return None
        return sum(count * score for count, score in zip(self.counts, SCORES, strict=True)) / self.pairs

    @property
    def variance(self) -> float | None:
        """The variance of a pair's mean score; None with fewer than two pairs."""
        mean = self.score
        if mean is None or self.pairs < 2:
            return None
        squares = sum(count * (score - mean) ** 2 for count, score in zip(self.counts, SCORES, strict=True))
        return squares / (self.pairs - 1)

    @property
    def ratio(self) -> float | None:
        """Pairs won for every pair lost; None if none was lost."""
        lost, half, _, better, won = self.counts
        return (won + better) / (lost + half) if lost + half else None

    def normalised(self) -> tuple[float, float, float] | None:
        """Return normalised Elo and its 95 % interval; None if the pairs do not vary.

        The interval is Student's, with the delta method's variance of a mean in its own standard deviations.
        """
        mean, variance = self.score, self.variance
        if mean is None or not variance:
            return None
        deviation = math.sqrt(variance)
        edge = (mean - 0.5) / deviation
        skew, tails = (
            sum(count * ((score - mean) / deviation) ** power for count, score in zip(self.counts, SCORES, strict=True))
            / self.pairs
            for power in (3, 4)
        )
        spread = max(0.0, 1 - skew * edge + (tails - 1) / 4 * edge**2) / self.pairs
        reach = student(self.pairs - 1, 1 - (1 - LEVEL) / 2) * math.sqrt(spread)
        scale = UNIT / math.sqrt(2)
        return edge * scale, (edge - reach) * scale, (edge + reach) * scale


def count(blocks: Iterable[Block], bot: int) -> Pentanomial:
    """Return the pairs of a bot over blocks of two games between two bots; raise ValueError for other blocks."""
    counts = [0, 0, 0, 0, 0]
    incomplete = 0
    scores = []
    for block in blocks:
        if all(bot not in dict(game) for game in block.games):
            continue
        if block.size != 2 or any(len(game) != 2 for game in block.games):
            raise ValueError("only mirrored pairs of games between two bots have pentanomial counts")
        if not block.is_complete:
            incomplete += 1
            continue
        counts[round(block.score(bot) * 4)] += 1
        scores.append(tuple(Block((game,), 1).score(bot) for game in block.games))
    lost, half, even, better, won = counts
    return Pentanomial((lost, half, even, better, won), incomplete, correlation(scores))


def correlation(pairs: Iterable[tuple[float, ...]]) -> float | None:
    """Return how the two games of a pair go together: near -1 if the dice decide, 0 if they do not matter."""
    games = list(pairs)
    if len(games) < 2:
        return None
    first, second = (sum(column) / len(games) for column in zip(*games, strict=True))
    together = sum((a - first) * (b - second) for a, b in games)
    apart = math.sqrt(sum((a - first) ** 2 for a, _ in games) * sum((b - second) ** 2 for _, b in games))
    return round(together / apart, 3) if apart > 0 else None
