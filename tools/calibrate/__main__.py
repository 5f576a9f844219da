"""`make calibrate`: how well the evaluation of the island predicts the results of battles that it was not fitted to.

Scouts play, without blunders and from seeds of their own. The positions are drawn from all decisions of the battles, each
as likely as any other; the probability is that of `analyse`. The Brier score is the mean squared error of the probability,
and is compared with that of a logistic fit of greedy's `worth` to the same positions. The table shows, for each tenth of
the positions by probability, the prediction and the result.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from beachhead.bots.island.analyst import IslandAnalyst
from beachhead.bots.island.judgement import worth
from beachhead.bots.island.weights import evaluation_for
from beachhead.engine.island.mode import BASES, read_mode
from beachhead.engine.island.state import SETUP, State
from beachhead.engine.values import Action
from tools.tune.selfplay import battle, scout

Floats = npt.NDArray[np.float64]
BATCH: Final = 25
SHARE: Final = 0.1  # of the decisions that are looked at; of those, so many as are asked for are drawn
MOST_RATIO: Final = 0.975
MOST_OFF: Final = 0.03
_WIDEST: Final = 30.0  # of what worth says: more is a battle won


def play_batch(batch: tuple[str, int, int]) -> tuple[array[float], array[float], array[float]]:
    """Play battles; return probabilities, worths and results of some of their decisions, for the side that decides."""
    mode, begin, end = batch
    analyst = IslandAnalyst()
    decide = scout(evaluation_for(read_mode(mode)))
    chances, worths, results = array("d"), array("d"), array("d")
    sides = array("b")
    drawn = Random(f"calibrate {mode} {begin}")

    def watched(state: State, luck: Random) -> Action:
        if state.phase not in SETUP and drawn.random() < SHARE:
            chances.append(analyst.value(state)[state.side])
            worths.append(worth(state, state.side))
            sides.append(state.side)
        return decide(state, luck)

    for number in range(begin, end):
        result = battle(mode, f"calibrate {mode} {number}", watched, number % 2, 0.0)
        results.extend(1.0 - result if side else result for side in sides[len(results) :])
    return chances, worths, results


def fitted(worths: Floats, results: Floats) -> Floats:
    """Return the probabilities of a logistic fit of worth, with a constant, by Newton's method."""
    terms = np.stack([np.ones_like(worths), np.clip(worths, -_WIDEST, _WIDEST)], axis=1)
    weights = np.zeros(2)
    for _ in range(30):
        chances = 1.0 / (1.0 + np.exp(-terms @ weights))
        spread = (chances * (1.0 - chances))[:, None]
        weights = weights + np.linalg.solve(terms.T @ (terms * spread), terms.T @ (results - chances))
    final: Floats = 1.0 / (1.0 + np.exp(-terms @ weights))
    return final


def main() -> int:
    """Play, compare, and print a report for each mode; the exit code tells whether all bars hold."""
    parser = argparse.ArgumentParser("calibrate", description=__doc__)
    parser.add_argument("--mode", action="append", choices=BASES, help="a mode (default: standard)")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="battles to play")
    parser.add_argument("--positions", type=int, default=20_000, metavar="N", help="positions that are drawn from them")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    is_good = True
    with ProcessPoolExecutor(options.jobs) as pool:
        for mode in options.mode or ["standard"]:
            batches = [(mode, step, min(step + BATCH, options.games)) for step in range(0, options.games, BATCH)]
            parts = list(pool.map(play_batch, batches))
            chances, worths, results = (np.concatenate([np.array(part[i]) for part in parts]) for i in range(3))
            count = min(options.positions, len(chances))
            drawn = np.array(sorted(Random(f"calibrate {mode}").sample(range(len(chances)), count)))
            is_good &= report(mode, chances[drawn], worths[drawn], results[drawn])
    return 0 if is_good else 1


def report(mode: str, chances: Floats, worths: Floats, results: Floats) -> bool:
    """Print the comparison; tell whether the bars hold."""
    brier = float(np.mean((chances - results) ** 2))
    plain = float(np.mean((fitted(worths, results) - results) ** 2))
    lines = [f"{mode}: {len(chances)} positions, Brier {brier:.4f}, worth {plain:.4f}, ratio {brier / plain:.3f}"]
    order = np.argsort(chances)
    most = 0.0
    for part in np.array_split(order, 10):
        said, came = float(np.mean(chances[part])), float(np.mean(results[part]))
        most = max(most, abs(said - came))
        lines.append(f"  said {said:.3f}  came {came:.3f}  off {came - said:+.3f}")
    is_good = brier <= MOST_RATIO * plain and most <= MOST_OFF
    lines.append(f"  most {most:.3f} off: {'holds' if is_good else 'does not hold'}")
    sys.stdout.write("\n".join(lines) + "\n")
    return is_good


if __name__ == "__main__":
    sys.exit(main())
