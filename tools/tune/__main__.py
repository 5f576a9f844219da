"""`make tune`: fit the weights of the island's evaluation from nothing, by generations of self-play.

In the standard mode the first generation of battles is played by `greedy` with some blunders, the next ones by a scout
with the weights fitted to the generation before. The other modes begin with a scout that has the standard weights, and
their own are drawn to those, so that they need fewer battles. Everything follows from the seed, whatever the number of
processes; a mode that is fitted alone uses the standard weights in the file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from beachhead.bots.island.evaluation import TERMS
from beachhead.engine.island.mode import BASES
from tools.tune.fit import fit
from tools.tune.selfplay import Batch, Sample, Weights, play_batch

FILE: Final = Path(__file__).parents[2] / "bots" / "island" / "weights.json"
BATCH: Final = 25
TRACE: Final = 0.5
RIDGE: Final = 4.0  # how much the weights are drawn to nothing
RIDGE_OF_OTHERS: Final = 30.0  # how much those of the other modes are drawn to the standard ones


def main() -> None:
    """Fit the weights of the modes that are asked for, and write them after each."""
    parser = argparse.ArgumentParser("tune", description=__doc__)
    parser.add_argument("--mode", action="append", choices=BASES, help="a mode to fit (default: all)")
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="battles of a generation (default: 4000)")
    parser.add_argument("--generations", type=int, default=2, metavar="N", help="after the one of greedy")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    with ProcessPoolExecutor(options.jobs) as pool:
        for mode in sorted(options.mode or BASES, key=BASES.index):
            begun = time.perf_counter()
            weights, about = tune(pool, mode, options)
            write(options.out, mode, weights, about)
            _say(f"\r{mode}: {about}; {time.perf_counter() - begun:.0f} s\n")


def tune(pool: ProcessPoolExecutor, mode: str, options: argparse.Namespace) -> tuple[Weights, str]:
    """Fit the weights of a mode; return them, and how they were made."""
    is_first = mode == BASES[0]
    weights: Weights | None = None if is_first else json.loads(options.out.read_text("utf-8"))["weights"][BASES[0]]
    prior = np.array([weights[name] for name in TERMS]) if weights else np.zeros(len(TERMS))
    count = 0
    generations = range(0 if is_first else 1, options.generations + 1)
    for generation in generations:
        sample = Sample()
        batches: list[Batch] = [
            (mode, f"{options.seed} {generation}", weights, step, min(step + BATCH, options.games))
            for step in range(0, options.games, BATCH)
        ]
        for part in pool.map(play_batch, batches):
            sample.extend(part)
            _say(f"\r{mode}, generation {generation}: {sample.battles[-1] + 1} battles")
        fitted = fit(sample, TRACE, prior, RIDGE if is_first else RIDGE_OF_OTHERS).tolist()
        weights = {name: round(weight, 4) for name, weight in zip(TERMS, fitted, strict=True)}
        count = len(sample.movers)
    assert weights is not None
    return weights, (
        f"seed '{options.seed}', {len(generations)} generations of {options.games} battles, the last one with {count} "
        f"positions; TD({TRACE}), {'from nothing' if is_first else 'from the standard weights'}"
    )


def write(path: Path, mode: str, weights: Weights, about: str) -> None:
    """Write the weights of one mode into the file, beside those of the others."""
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known["about"] = {
        "what": "Weights of the island's evaluation (bots/island/evaluation.py), made by `make tune`.",
        **{key: text for key, text in known.get("about", {}).items() if key in BASES},
        mode: about,
    }
    known["weights"] = {**known.get("weights", {}), mode: weights}
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    main()
