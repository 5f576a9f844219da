"""Tournaments that are killed at a point drawn by the seed, again and again: the results are those of an uninterrupted run.

A round has 25 kills: `make soak ARGS='--rounds 20 tournament'` kills 500 times.
"""

import os
import signal
import tempfile
from pathlib import Path
from random import Random

from tests.bots.arena.test_killed import essence, written
from tests.bots.arena.test_killed import run as play

FORMATS = ("", 'format = "gauntlet"', 'format = "swiss"\nrounds = 3', 'format = "knockout"', 'war = "best of 3"')


KILLS = 25


def run_once(folder: Path, rng: Random) -> int:
    """Play one tournament, killed up to eight times; return how often it was."""
    more = rng.choice(FORMATS)
    assert play(written(folder, more, "whole")) == 0
    file = written(folder, more, "killed")
    kills = 0
    for _ in range(8):
        left = rng.randint(1, 40)

        def die(_: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        code = play(file, die)
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills += 1
    assert play(file) == 0
    assert essence(folder / "killed") == essence(folder / "whole")
    return kills


def run(seed: int) -> str:
    """Play tournaments until they have been killed often enough."""
    rng = Random(seed)
    kills = count = 0
    while kills < KILLS:
        with tempfile.TemporaryDirectory() as folder:
            kills += run_once(Path(folder), rng)
        count += 1
    return f"{count} tournaments, killed {kills} times"
