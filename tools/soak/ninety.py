"""Nine tenths: bots that use 90 % of their clock, as many games at once as there are cores; no bot loses on time.

`make soak ARGS='--rounds 20 ninety'` plays 10,000 games. They sleep rather than compute, so that takes half an hour on two
cores, and little of them. Unlike `clocks`, nothing else is to load the machine; if something does, root can give the games
precedence: `nice -n -15 make soak …`.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

from beachhead.bots.arena.contain.notices import cores

CAREFUL = Path(__file__).parent / "_careful.py"
GAMES = 500
TIMES = ("0.1", "0.1", "0.2", "0.05+0.005", "move 0.01")


def run(seed: int) -> str:
    """Play one match."""
    rng = Random(seed)
    clock = rng.choice(TIMES)
    bots = [shlex.join([sys.executable, "-I", "-S", str(CAREFUL), str(rng.randrange(1000))]) for _ in range(2)]
    options = ["-n", str(GAMES), "--time", clock, "--mode", "blitz+turns:2", "--concurrency", str(cores()), "--json"]
    if rng.random() < 0.75:
        options.append("--reuse")
    command = [sys.executable, "-m", "beachhead", "match", *bots, *options]
    done = subprocess.run(command, capture_output=True, check=True)
    games = json.loads(done.stdout)["games"]
    lost = [game["fault"] for game in games if game["fault"]]
    assert len(games) == GAMES
    assert not lost, (clock, lost)
    return f"{GAMES} games at {clock}, none lost on time"
