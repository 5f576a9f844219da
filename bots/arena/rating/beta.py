"""The beta distribution with the standard library alone: probabilities, quantiles, and Student's quantiles from them.

A match of two bots needs no more than these, so it does not import scipy, which takes longer than a short match.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

TINY: Final = 1e-300  # stands for a 0 that would be divided by
CLOSE: Final = 1e-13
STEPS: Final = 100
TERMS: Final = 100_000


def probability(a: float, b: float, share: float) -> float:
    """Return the probability that a variable with the distribution Beta(a, b) is less than a share."""
    if not 0 < share < 1:
        return float(share >= 1)
    return _below(a, b, share, 1 - share)[0]


@lru_cache(maxsize=4096)
def quantile(a: float, b: float, chance: float) -> float:
    """Return the share that a variable with the distribution Beta(a, b) is less than with this chance.

    Newton's method for the logit of the share. Its distribution function is convex up to the mode, a / (a + b), and
    concave beyond, so that steps that begin there never go too far.
    """
    logit = math.log(a / b)
    for _ in range(STEPS):
        share, rest = _logistic(logit), _logistic(-logit)
        below, slope = _below(a, b, share, rest)
        step = (chance - below) / slope
        logit += step
        if abs(step) < CLOSE * max(1.0, abs(logit)):
            break
    return _logistic(logit)


def student(freedom: float, chance: float) -> float:
    """Return the quantile of Student's distribution with some degrees of freedom, for a chance over one half."""
    share = quantile(freedom / 2, 0.5, 2 * (1 - chance))
    return math.sqrt(freedom * (1 - share) / share)


def _logistic(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _below(a: float, b: float, share: float, rest: float) -> tuple[float, float]:
    """The probability to be less than a share, and how fast it grows with the share's logit."""
    constant = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    slope = math.exp(constant + a * math.log(share) + b * math.log(rest))
    if share < (a + 1) / (a + b + 2):
        return slope * _fraction(a, b, share) / a, slope
    return 1 - slope * _fraction(b, a, rest) / b, slope


def _fraction(a: float, b: float, share: float) -> float:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method."""
    found = above = 1.0
    below = 1 / (1 - (a + b) * share / (a + 1) or TINY)
    found = below
    for term in range(1, TERMS):
        even = term * (b - term) * share / ((a + 2 * term - 1) * (a + 2 * term))
        odd = -(a + term) * (a + b + term) * share / ((a + 2 * term) * (a + 2 * term + 1))
        for part in (even, odd):
            below = 1 / (1 + part * below or TINY)
            above = 1 + part / above or TINY
            found *= below * above
        if abs(below * above - 1) < CLOSE:
            break
    return found
