"""Tournaments that are killed again and again: the results are those of an uninterrupted run, and nothing is left behind.

Most are played without bot processes, so that a kill costs little: it comes at a point between two steps of the store, or
at an instant that nobody has chosen, in the middle of a system call perhaps. One a round is played with real bots. A round
has 25 kills and more: `make soak ARGS='--rounds 20 tournament'` kills 500 times.
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.bots.arena.ring import Ring
from tests.bots.arena.test_killed import essence, forked, simulate, written
from tests.bots.arena.test_killed import run as play

FORMATS = ("", 'format = "gauntlet"', 'format = "swiss"\nrounds = 3', 'format = "knockout"', 'war = "best of 3"')
KILLS = 25
POINTS = 40  # the last point at which a run is killed
TRIES = 8  # kills of a tournament


def run(seed: int) -> str:
    """Play tournaments until they have been killed often enough, and one with real bots."""
    rng = Random(seed)
    kills = count = 0
    while kills < KILLS:
        with tempfile.TemporaryDirectory() as folder:
            kills += _run_once(Path(folder), rng)
        count += 1
    with tempfile.TemporaryDirectory() as folder:
        real = _run_real(Ring(Path(folder)), rng)
    return f"{count} tournaments, killed {kills} times; one with real bots, {real} times"


def _run_once(folder: Path, rng: Random) -> int:
    """Play one tournament without bot processes; return how often it was killed."""
    more = rng.choice(FORMATS)
    begun = time.monotonic()
    assert play(written(folder, more, "whole")) == 0
    longest = time.monotonic() - begun
    file = written(folder, more, "killed")
    kills = 0
    while kills < TRIES:
        if rng.random() < 0.5:
            code = play(file, _death(rng.randint(1, POINTS)))
        else:
            code = _killed_after(file, rng.uniform(0, longest))
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills += 1
    assert play(file) == 0
    assert essence(folder / "killed") == essence(folder / "whole")
    return kills


def _death(left: int) -> Callable[[str], None]:
    """Return what kills this process when it is called for the last of so many times."""

    def die(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return die


def _killed_after(file: Path, seconds: float) -> int:
    """Play a tournament and kill it after a while; return its exit code."""
    pid = forked(lambda: simulate(file))
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _run_real(ring: Ring, rng: Random) -> int:
    """Play one tournament with bots as processes; return how often it was killed."""
    more = f"{rng.choice(FORMATS[:3])}\nconcurrency = {rng.randint(1, 3)}"
    whole, file = written(ring.folder, more, "whole"), written(ring.folder, more, "killed")
    begun = time.monotonic()
    assert ring.run("tournament", whole).code == 0
    longest = time.monotonic() - begun
    kills = 0
    while kills < TRIES:
        process = ring.start("tournament", file)
        try:
            process.communicate(timeout=rng.uniform(0, longest))
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
        ring.expect_nothing_left(10)
    assert ring.run("tournament", file).code == 0
    assert essence(ring.folder / "killed") == essence(ring.folder / "whole")
    assert ring.run("results", ring.folder / "killed", "--verify").code == 0
    return kills
