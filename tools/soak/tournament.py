"""Tournaments that are killed at a point drawn by the seed, again and again: the results are those of an uninterrupted run."""

import os
import signal
import tempfile
from pathlib import Path
from random import Random

from tests.bots.arena.test_killed import essence, written
from tests.bots.arena.test_killed import run as play

FORMATS = ("", 'format = "gauntlet"', 'format = "swiss"\nrounds = 3', 'format = "knockout"', 'war = "best of 3"')


def run_once(folder: Path, rng: Random) -> str:
    """Play one tournament, killed up to eight times."""
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
    return f"{more or 'round-robin'!r}, killed {kills} times"


def run(seed: int) -> str:
    """Play one tournament with the kills of a seed."""
    with tempfile.TemporaryDirectory() as folder:
        return run_once(Path(folder), Random(seed))
