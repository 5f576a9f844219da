"""Hurried generals: matches at short clocks; every game is decided by the rules, none by the clock."""

import json
import subprocess
import sys
from random import Random

GAMES = 10
TIMES = ("1+0.01", "move 0.02", "10+0.1")
MODES = ("standard", "short", "allout", "blitz")


def run(seed: int) -> str:
    """Play one match of the general with the scout."""
    rng = Random(seed)
    clock, mode = rng.choice(TIMES), rng.choice(MODES)
    options = ["-n", str(GAMES), "--time", clock, "--mode", mode, "--json"]
    command = [sys.executable, "-m", "beachhead", "match", "builtin:general", "builtin:scout", *options]
    done = subprocess.run(command, capture_output=True, check=True)
    games = json.loads(done.stdout)["games"]
    lost = [game["fault"] for game in games if game["fault"]]
    assert len(games) == GAMES
    assert not lost, (clock, mode, lost)
    return f"{GAMES} games of {mode} at {clock}, none lost but by the rules"
