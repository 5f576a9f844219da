"""Clocks: a hundred games of bots that use nine tenths of their time, on a machine under full load; no bot loses on time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

CAREFUL = Path(__file__).parent / "_careful.py"
GAMES = 100
TIMES = ("move 0.2", "move 0.3", "1+0.05")
SPIN = "while True: pass"


def run(seed: int) -> str:
    """Play one match under load."""
    rng = Random(seed)
    clock = rng.choice(TIMES)
    load = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(os.cpu_count() or 1)]
    try:
        bots = [f"{sys.executable} {CAREFUL} {rng.randrange(1000)}" for _ in range(2)]
        options = ["-n", str(GAMES), "--time", clock, "--mode", "blitz+turns:2", "--concurrency", "4", "--json"]
        command = [sys.executable, "-m", "beachhead", "match", *bots, *options]
        done = subprocess.run(command, capture_output=True, check=True)
    finally:
        for process in load:
            process.kill()
            process.wait()
    games = json.loads(done.stdout)["games"]
    lost = [game["fault"] for game in games if game["fault"]]
    assert len(games) == GAMES
    assert not lost, (clock, lost)
    return f"{GAMES} games at {clock}, none lost on time"
