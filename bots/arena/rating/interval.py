"""Intervals for a share of the points that hold for small samples.

The share of a bot is treated as a binomial one over an effective number of games (Korn and Graubard's method for
clustered samples): the number of games, divided by how much more the blocks vary than single games would, and reduced by
Student's factor for the few blocks that this is estimated from. The interval is then Jeffreys', so a share of 0 or 1 has a
bound like any other. `tools/soak` measures how often it covers the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from beachhead.bots.arena.rating.beta import probability, quantile, student

LEVEL: Final = 0.95
SHIFT: Final = 0.5  # Jeffreys' half game: Clopper and Pearson's whole one covers too much in large samples
PRIOR: Final = 2  # blocks' worth of trust that games vary as single independent games do


@dataclass(frozen=True, slots=True)
class Share:
    """An estimated share of the points, and the number of independent games that it is worth."""

    share: float
    games: float

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval: 0 and 1 stand for no bound."""
        tail = (1 - LEVEL) / 2
        won, lost = self.share * self.games, (1 - self.share) * self.games
        low = quantile(won + 1 - SHIFT, lost + SHIFT, tail) if won > 0 else 0.0
        high = quantile(won + SHIFT, lost + 1 - SHIFT, 1 - tail) if lost > 0 else 1.0
        return low, high

    def superiority(self) -> float:
        """Return the probability that the true share is over one half, if all shares were equally likely before."""
        won, lost = self.share * self.games, (1 - self.share) * self.games
        return probability(lost + 1, won + 1, 0.5)


def estimate(share: float, games: float, blocks: int, variance: float = 1.0) -> Share:
    """Return a share over a number of games, which vary by block as much as stated (1: as independent games would)."""
    freedom = blocks - 1 + PRIOR
    spread = ((blocks - 1) * variance + PRIOR) / freedom
    tail = 1 - (1 - LEVEL) / 2
    factor = (NormalDist().inv_cdf(tail) / student(freedom, tail)) ** 2
    return Share(share, games * factor / spread)
