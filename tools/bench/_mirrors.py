"""`python tools/bench/_mirrors.py [PAIRS]`: the correlation of the games of a mirrored pair, and the games saved by it.

For bots that are close to each other; each match is played by `beachhead match --reuse`, from a fixed seed. With r the
correlation of a bot's two scores in a pair, as many pairs say as much as independent games 1 / (1 + r) times as many.
"""

import json
import math
import shlex
import subprocess
import sys
from pathlib import Path

WEAKENED = Path(__file__).parent / "_weakened.py"


def bot(name: str, share: float, seed: int) -> str:
    """Return the command of a bot that acts at random in a share of its decisions."""
    return shlex.join([sys.executable, str(WEAKENED), name, str(share), str(seed)])


MATCHES = (
    ("greedy v greedy", bot("greedy", 0.0, 1), bot("greedy", 0.0, 2)),
    ("greedy v greedy with 3 % at random", bot("greedy", 0.0, 1), bot("greedy", 0.03, 2)),
    ("greedy v greedy with 10 % at random", bot("greedy", 0.0, 1), bot("greedy", 0.1, 2)),
    ("random v random", bot("random", 0.0, 1), bot("random", 0.0, 2)),
)


def main() -> None:
    """Play the matches; print a table row for each."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("| match | pairs | score | correlation | games that it takes |\n|---|---|---|---|---|")
    for title, first, second in MATCHES:
        options = [
            "-n",
            str(2 * pairs),
            "--reuse",
            "--concurrency",
            "2",
            "--seed",
            "mirrors",
            "--names",
            "a,b",
            "--json",
        ]
        command = [sys.executable, "-m", "beachhead", "match", first, second, *options]
        results = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        assert not any(game["fault"] for game in results["games"])
        found, share = results["pair_correlation"], results["bots"][0]["score"] / (2 * pairs)
        error = (1 - found**2) / math.sqrt(pairs)
        row = f"| {title} | {pairs} | {100 * share:.1f} % | {found:+.2f} ± {error:.2f} | {100 * (1 + found):.0f} % |"
        print(row, flush=True)


main()
