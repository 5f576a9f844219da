"""Elo of every bot over all games, with 95 % intervals; or a bound if the games do not determine a number.

A bot's Elo is how far it is above the average of the other bots that have a number. Bots have numbers if the games
connect them in both directions (see `fit`). One that has won or lost all its games against these has a bound. If a bot is
neither, its games say nothing about its distance to the others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from beachhead.bots.arena.rating.fit import Fit, connected, fit
from beachhead.bots.arena.rating.interval import estimate
from beachhead.bots.arena.rating.rivals import Rivals, rivals
from beachhead.bots.arena.rating.sample import Block, opponents

POINTS: Final = 400 / math.log(10)  # Elo per natural logarithm of odds
WIDEST: Final = 400.0  # an interval wider than this to each side is shown as no number
CLOSE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's Elo with its 95 % interval, and the likelihood of superiority over the average of the others.

    Without a number at most one end of the interval is given: the bound of a bot that won, or lost, everything.
    """

    elo: float | None = None
    low: float | None = None
    high: float | None = None
    superiority: float | None = None

    @property
    def error(self) -> float | None:
        """Half the width of the interval; None without both ends."""
        return None if self.low is None or self.high is None else round((self.high - self.low) / 2, 1)

    def __str__(self) -> str:
        if self.elo is not None and self.error is not None and self.error <= WIDEST:
            return f"{self.elo:+.0f} ± {self.error:.0f}"
        if self.elo is None and self.low is not None and self.low > -WIDEST:
            return f"> {self.low:+.0f}"
        if self.elo is None and self.high is not None and self.high < WIDEST:
            return f"< {self.high:+.0f}"
        return "–"


def rate(blocks: Sequence[Block], bots: int) -> list[Rating]:
    """Return the rating of every bot, numbered from 0, over all games of the blocks, complete or not."""
    group = connected(blocks, bots)
    if len(group) > 2 and find_spec("scipy") is None:  # without the extra `tournament` there are no numbers
        return [Rating()] * bots
    if len(group) < 2:
        return [_bound(blocks, bot, {other: 0.0 for other in range(bots) if other != bot}) for bot in range(bots)]
    fitted = rivals(blocks, (group[0], group[1])) if len(group) == 2 else fit(blocks, group)
    strengths = dict(zip(group, map(float, fitted.strengths), strict=True))
    return [_number(fitted, bot) if bot in strengths else _bound(blocks, bot, strengths) for bot in range(bots)]


def _number(fitted: Fit | Rivals, bot: int) -> Rating:
    edge = fitted.edge(bot)
    model, variance, units = fitted.variance(bot)
    share = 1 / (1 + math.exp(-edge))
    games = 1 / (share * (1 - share) * model)
    factor = variance / model * units / (units - 1) if units > 1 else 1.0
    found = estimate(share, games, units, factor)
    low, high = map(_elo, found.interval())
    return Rating(_rounded(edge * POINTS), _rounded(low), _rounded(high), round(found.superiority(), 4))


def _bound(blocks: Sequence[Block], bot: int, strengths: dict[int, float]) -> Rating:
    """The rating of a bot that has won, or lost, all its games against bots of known strengths."""
    met = [(strengths[other], points) for other, points in opponents(blocks, bot) if other in strengths]
    results = {points for _, points in met}
    if len(results) != 1 or 0.5 in results:
        return Rating()
    won = results == {1.0}
    games, units = _count(blocks, bot, strengths)
    found = estimate(1.0 if won else 0.0, games, units)
    share = found.interval()[0 if won else 1]
    edge = _rounded(_edge(share, [strength for strength, _ in met]) * POINTS)
    superiority = round(found.superiority(), 4)
    return Rating(low=edge, superiority=superiority) if won else Rating(high=edge, superiority=superiority)


def _count(blocks: Sequence[Block], bot: int, strengths: dict[int, float]) -> tuple[int, int]:
    """How many games, in how many blocks, a bot has played against bots of known strengths."""
    games = [
        sum(bot in (places := dict(game)) and any(other in strengths for other in places) for game in block.games)
        for block in blocks
    ]
    return sum(games), sum(count > 0 for count in games)


def _edge(share: float, strengths: list[float]) -> float:
    """The strength at which a bot would score that share against those strengths, in the mean."""
    met = Counter(strengths)
    odds = math.log(share / (1 - share))
    low, high = min(met) + odds, max(met) + odds
    while high - low > CLOSE:
        middle = (low + high) / 2
        score = sum(count / (1 + math.exp(strength - middle)) for strength, count in met.items()) / len(strengths)
        low, high = (middle, high) if score < share else (low, middle)
    return (low + high) / 2


def _elo(share: float) -> float:
    return math.log(share / (1 - share)) * POINTS


def _rounded(elo: float) -> float:
    return round(elo, 1) + 0.0  # never a negative zero
