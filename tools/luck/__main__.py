"""`make luck`: how much of the variance of results the analysis explains by luck, over battles of a bot with itself.

The results of equals less their luck must be zero in the mean, and vary much less than the results themselves.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from beachhead.bots.analysis import analyse
from beachhead.bots.island.analyst import IslandAnalyst
from beachhead.engine.island.mode import BASES
from tools.ladder.matches import battle, make

MOST_LEFT: Final = 0.3  # of the variance


def play(bot: str, mode: str, number: int) -> tuple[float, float]:
    """Play a battle; return South's result less an equal share, and its luck."""
    timeline = battle(mode, f"luck {number}", {"south": make(bot, 2 * number), "north": make(bot, 2 * number + 1)})
    analysis = analyse(timeline, IslandAnalyst(), has_costs=False)
    return analysis.result[0] - 0.5, analysis.luck[0]


def main() -> int:
    """Play, and print raw and adjusted results; the exit code tells whether the bars hold."""
    parser = argparse.ArgumentParser("luck", description=__doc__)
    parser.add_argument("--bot", default="scout", metavar="NAME")
    parser.add_argument("--mode", default="standard", choices=BASES)
    parser.add_argument("--games", type=int, default=500, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(partial(play, options.bot, options.mode), range(options.games)))
    raw, raw_variance = _spread([result for result, _ in found])
    left, left_variance = _spread([result - luck for result, luck in found])
    margin = 1.96 * math.sqrt(left_variance / len(found))
    share = left_variance / raw_variance
    is_good = abs(left) <= margin and share <= MOST_LEFT
    sys.stdout.write(
        f"{options.bot} with itself, {options.mode}, {len(found)} games: raw mean {raw:+.3f}, without luck {left:+.3f} "
        f"± {margin:.3f}; variance left {share:.2f}: {'holds' if is_good else 'does not hold'}\n"
    )
    return 0 if is_good else 1


def _spread(values: list[float]) -> tuple[float, float]:
    """Return mean and variance."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)


if __name__ == "__main__":
    sys.exit(main())
