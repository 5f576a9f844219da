"""The sequential probability ratio test for two bots, with the mirrored pair as its unit.

The hypotheses are about normalised Elo: `elo0` (the first bot is no better than that) against `elo1`. After every pair
the log-likelihood ratio is that of the best distributions of a pair's score under either hypothesis (the generalised
test of Van den Bergh, "Normalized Elo in practice"). Wald's bounds say when to stop. Pairs are judged in the order of the
schedule, and the first crossing decides, whatever has been played beyond it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from beachhead.bots.arena.rating.pentanomial import UNIT, Counts

ABSENT: Final = 1e-3  # stands for a count of 0, so that a score not seen yet is not impossible
STEPS: Final = 50
STEEPEST: Final = 60.0  # a tilt that leaves next to nothing but one end
CLOSE: Final = 1e-9

Answer = Literal["continue", "elo0", "elo1"]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is tested: bounds in normalised Elo, and the probabilities of the two errors."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a test stands: its answer, the log-likelihood ratio, and the number of pairs that this rests on."""

    answer: Answer
    ratio: float
    pairs: int
    counts: Counts


START: Final = Verdict("continue", 0.0, 0, (0, 0, 0, 0, 0))


def judge(test: Hypotheses, scores: Iterable[float], before: Verdict = START) -> Verdict:
    """Return the verdict on pairs' mean scores of the first bot, in order; pairs beyond the decision do not count.

    ``before`` is the verdict on pairs that came before these.
    """
    found = before
    for score in scores:
        if found.answer != "continue":
            break
        seen = list(found.counts)
        seen[round(score * 4)] += 1
        counts: Counts = (seen[0], seen[1], seen[2], seen[3], seen[4])
        ratio = log_ratio(counts, test.elo0, test.elo1)
        answer: Answer = "elo1" if ratio >= test.upper else "elo0" if ratio <= test.lower else "continue"
        found = Verdict(answer, ratio, found.pairs + 1, counts)
    return found


@lru_cache(maxsize=1 << 16)
def log_ratio(counts: tuple[int, ...], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of two values of normalised Elo.

    Five counts are those of pairs; three (losses, draws, wins) are those of single games.
    """
    games = (len(counts) - 1) // 2  # in a unit
    values = [place / (len(counts) - 1) for place in range(len(counts))]
    filled = [count or ABSENT for count in counts]
    total = sum(filled)
    shares = [count / total for count in filled]
    first, second = (_likeliest(shares, values, elo / UNIT * math.sqrt(games)) for elo in (elo0, elo1))
    return total * sum(share * math.log(b / a) for share, a, b in zip(shares, first, second, strict=True))


def _likeliest(shares: list[float], values: list[float], edge: float) -> list[float]:
    """The likeliest distribution whose mean is that many standard deviations above one half.

    The constraint is bent, so it is replaced by its tangent at the last distribution, again and again. The first one
    fulfils it: the observed shares, tilted towards one end.
    """
    from scipy.optimize import brentq

    found = _tilted(shares, values, edge)
    for _ in range(STEPS):
        mean, deviation = _moments(found, values)
        slopes = [value - 0.5 - edge * deviation * (1 + ((value - mean) / deviation) ** 2) / 2 for value in values]
        low, high = -1 / max(slopes), -1 / min(slopes)
        width = high - low
        multiplier = brentq(
            lambda at, slopes=slopes: sum(
                share * slope / (1 + at * slope) for share, slope in zip(shares, slopes, strict=True)
            ),
            low + 1e-9 * width,
            high - 1e-9 * width,
            xtol=1e-13,
        )
        before = found
        found = [share / (1 + multiplier * slope) for share, slope in zip(shares, slopes, strict=True)]
        if max(abs(a - b) for a, b in zip(before, found, strict=True)) < CLOSE:
            break
        if abs(_edge(found, values) - edge) > abs(edge) / 2 + 0.5:  # a step too far: go half of it
            found = [(a + b) / 2 for a, b in zip(before, found, strict=True)]
    return found


def _moments(shares: list[float], values: list[float]) -> tuple[float, float]:
    """The mean and the standard deviation."""
    mean = sum(p * value for p, value in zip(shares, values, strict=True))
    return mean, math.sqrt(sum(p * (value - mean) ** 2 for p, value in zip(shares, values, strict=True)))


def _edge(shares: list[float], values: list[float]) -> float:
    mean, deviation = _moments(shares, values)
    return (mean - 0.5) / deviation


def _tilted(shares: list[float], values: list[float], edge: float) -> list[float]:
    """The distribution proportional to share * exp(tilt * value) whose mean is that many deviations above one half."""
    from scipy.optimize import brentq

    def tilt(amount: float) -> list[float]:
        weights = [share * math.exp(amount * (value - 0.5)) for share, value in zip(shares, values, strict=True)]
        total = sum(weights)
        return [weight / total for weight in weights]

    return tilt(brentq(lambda amount: _edge(tilt(amount), values) - edge, -STEEPEST, STEEPEST, xtol=1e-6))
