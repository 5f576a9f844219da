"""A logistic fit of positions to the result of the battle, and to the evaluation a turn later.

The target of a position is the mean of the evaluations of all later positions of its battle and of its result, with
weights that fall by ``trace`` from turn to turn (TD(lambda)); so it is fitted several times.

A ridge penalty draws all weights to prior ones. There are many places of characters, each of them rare, so a place is
fitted as the sum of a run, a facing and a depth, and of a difference that is strongly drawn to zero.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from beachhead.bots.island.evaluation import TERMS
from beachhead.bots.island.reach import DEPTHS, FACINGS
from tools.tune.selfplay import Sample

Floats = npt.NDArray[np.float64]

RIDGE_OF_PLACES: Final = 300.0
PASSES: Final = 4  # fits, each to the targets of the one before


def fit(sample: Sample, trace: float, prior: Floats, ridge: float) -> Floats:
    """Return the weights of all terms, drawn a little to prior ones."""
    parts = _parts(sample.width)
    own = np.frombuffer(sample.terms, dtype=np.float32).reshape(-1, sample.width).astype(np.float64)
    terms = np.concatenate([own, own @ parts], axis=1)
    ridges = np.full(terms.shape[1], ridge)
    ridges[: sample.width][parts.any(axis=1)] = max(ridge, RIDGE_OF_PLACES)
    priors = np.concatenate([prior, np.zeros(parts.shape[1])])
    movers = np.frombuffer(sample.movers, dtype=np.int8)
    battles = np.frombuffer(sample.battles, dtype=np.int32)
    results = np.frombuffer(sample.results, dtype=np.float32).astype(np.float64)
    of_mover = np.where(movers == 0, results, 1.0 - results)
    weights = _logistic(terms, of_mover, priors, ridges)
    for _ in range(PASSES if trace < 1.0 else 0):
        chances = 1.0 / (1.0 + np.exp(-terms @ weights))
        south = np.where(movers == 0, chances, 1.0 - chances)
        targets = np.empty_like(south)
        following = 0.0
        for i in range(len(south) - 1, -1, -1):
            is_last = i + 1 == len(south) or battles[i + 1] != battles[i]
            following = results[i] if is_last else (1.0 - trace) * south[i + 1] + trace * following
            targets[i] = following
        weights = _logistic(terms, np.where(movers == 0, targets, 1.0 - targets), priors, ridges)
    found: Floats = weights[: sample.width] + parts @ weights[sample.width :]
    return found


def _parts(width: int) -> Floats:
    """Return what the weight of a place is the sum of: run, facing, depth; a row for each term."""
    columns = ["run", *FACINGS[1:], *DEPTHS[1:]]
    parts = np.zeros((width, len(columns)))
    for i, name in enumerate(TERMS[:width]):
        words = name.split()
        if words[0] in FACINGS and len(words) == 3:
            parts[i, 0] = float(words[2])
            for word in words[:2]:
                if word in columns:
                    parts[i, columns.index(word)] = 1.0
    return parts


def _logistic(terms: Floats, targets: Floats, prior: Floats, ridges: Floats) -> Floats:
    """Return the weights that make the targets likeliest, and are not far from the prior ones; by Newton's method."""
    weights = prior
    for _ in range(12):
        chances = 1.0 / (1.0 + np.exp(-terms @ weights))
        slope = terms.T @ (targets - chances) - ridges * (weights - prior)
        spread = (chances * (1.0 - chances))[:, None]
        curvature = terms.T @ (terms * spread) + np.diag(ridges)
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-4:
            break
    return weights
