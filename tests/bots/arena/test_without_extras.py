"""A match needs none of the extras: they add the ratings of three bots and more, and a live line."""

import json
import subprocess
import sys

PROGRAM = """
import sys
for name in ("numpy", "scipy", "networkx", "rich"):
    sys.modules[name] = None  # as if it were not installed
from beachhead.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_three_bots() -> None:
    """A match of three bots runs to its end and prints its results without the extras."""
    words = ["match", *["builtin:random"] * 3, "--game", "royale", "-n", "1", "--seed", "7"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "random-3" in done.stdout


def test_two_bots() -> None:
    """A match of two bots has its ratings without the extras."""
    words = ["match", *["builtin:random"] * 2, "-n", "4", "--mode", "blitz+turns:4", "--seed", "7", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    for bot in json.loads(done.stdout)["bots"]:
        assert bot["los"] is not None
        assert bot["elo_low"] is not None or bot["elo_high"] is not None
