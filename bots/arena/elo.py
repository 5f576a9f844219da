"""Elo: how much better a bot is, and how sure that is.

The unit is the block (on the island the mirrored pair): its games share their dice, so only whole blocks are independent
of each other. This is what is called the pentanomial model. A bot that scores the share p of the games, where the even
share is 1/n for n seats, stands 400 log10(p (n - 1) / (1 - p)) above the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Z: Final = 1.959964  # standard errors of a 95 % interval


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo with the half width of its 95 % interval, and how likely it is that the bot is better than the rest."""

    elo: float
    error: float
    superiority: float


def rate(blocks: Sequence[float], games: int, seats: int = 2) -> Rating:
    """The rating from the mean scores of the blocks, over that many games.

    A score of nothing or of everything has no Elo; it is taken as a little less, by a quarter of a game. The variance has
    one even block added, so that a few equal blocks do not look certain.
    """
    count = len(blocks)
    even = 1 / seats
    if count == 0:
        return Rating(0.0, 0.0, 0.5)
    mean = sum(blocks) / count
    spread = even * (1 - even) / seats  # the variance of a block of independent even games
    variance = (sum((score - mean) ** 2 for score in blocks) + spread) / (count + 1)
    deviation = math.sqrt(variance / count)
    edge = 1 / (4 * games + 4)
    low, middle, high = (
        _elo(min(max(p, edge), 1 - edge), seats) for p in (mean - Z * deviation, mean, mean + Z * deviation)
    )
    superiority = 0.5 * (1 + math.erf((mean - even) / deviation / math.sqrt(2)))
    return Rating(round(middle, 1) + 0.0, round((high - low) / 2, 1), round(superiority, 4))  # never a negative zero


def _elo(share: float, seats: int) -> float:
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """How the two games of a pair go together for a bot: near -1 where the dice decide, 0 where they do not matter."""
    if len(pairs) < 2:
        return None
    count = len(pairs)
    first, second = sum(a for a, _ in pairs) / count, sum(b for _, b in pairs) / count
    together = sum((a - first) * (b - second) for a, b in pairs)
    apart = math.sqrt(sum((a - first) ** 2 for a, _ in pairs) * sum((b - second) ** 2 for _, b in pairs))
    return round(together / apart, 3) if apart > 0 else None
