"""Kills: a match gets SIGKILL at a random instant, while its bots misbehave; no process, folder or torn file is left.

`make soak ARGS='--rounds 500 kills'`: a round is one kill. Bots that are hostile on purpose are boxed, if that works here.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from beachhead.bots.arena.contain import household
from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from tests.bots.arena.ring import BAD
from tools.soak.arena import MISDEEDS

HOSTILE = ("erase_environment", "kill_keeper", "fork_bomb", "stop_keeper", "kill_opponent", "resign_for_opponent")
LONGEST = 1.5  # seconds after which the match is killed at the latest
PATIENCE = 6.0  # seconds in which everything is gone


def run(seed: int) -> str:
    """Play one match and kill it."""
    rng = Random(seed)
    is_hostile = rng.random() < 0.4 and _has_sandbox()
    misdeed = rng.choice(HOSTILE) if is_hostile else rng.choice([each for some in MISDEEDS.values() for each in some])
    program = BAD.with_name("hostile.py") if is_hostile else BAD
    words = [f"{sys.executable} {program} {misdeed} {rng.randint(1, 6)}", f"{sys.executable} {BAD} ok_bot"]
    options = [
        "-n",
        "50",
        "--hang",
        "0.5",
        "--concurrency",
        str(rng.randint(1, 3)),
        *(["--sandbox"] if is_hostile else []),
    ]
    household.adopt_orphans()  # whatever is left falls to us
    before = set(household.children(os.getpid()))
    with tempfile.TemporaryDirectory() as folder:
        temporary, records = Path(folder) / "tmp", Path(folder) / "records"
        temporary.mkdir()
        options += ["--records", str(records), "--faults", str(Path(folder) / "faults")]
        match = subprocess.Popen(
            [sys.executable, "-m", "beachhead", "match", *words, *options],
            env={**os.environ, "TMPDIR": str(temporary)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        instant = rng.uniform(0.0, LONGEST)
        time.sleep(instant)
        match.send_signal(signal.SIGKILL)
        match.wait()
        household.await_children(PATIENCE, frozenset(before))
        left = [_words(pid) for pid in set(household.children(os.getpid())) - before]
        assert not left, (misdeed, instant, left)
        assert not list(temporary.iterdir()), (misdeed, instant, list(temporary.iterdir()))
        drafts = [path for path in Path(folder).rglob(".*") if path.is_file()]
        assert not drafts, (misdeed, instant, drafts)
        for record in records.glob("*.bhr") if records.exists() else ():
            done = subprocess.run(
                [sys.executable, "-m", "beachhead", "run", str(record)], capture_output=True, check=False, text=True
            )
            assert record.stat().st_size, (misdeed, record)
            assert done.returncode == 0, (misdeed, record, done.stdout)
            break  # one of them is enough for a round
    return f"{misdeed}{' in the sandbox' if is_hostile else ''}, killed after {instant:.2f} s"


def _has_sandbox() -> bool:
    try:
        boxed([])
    except NoSandbox:
        return False
    return True


def _words(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return str(pid)
