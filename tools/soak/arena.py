"""The arena: matches in which bots misbehave at random moments; every game counts once, and no process or file remains."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.bots.arena.ring import BAD, MARK

MISDEEDS = {
    "crash": ("exit_midgame", "crash_traceback", "exit_after_answer", "segfault", "kill9_self", "half_line_exit",
              "close_stdout", "orphans", "orphans_setsid"),
    "illegal": ("illegal_move", "against_the_rules", "empty_answer", "garbage", "binary", "bad_utf8", "nul_bytes", "stale",
                "flood_garbage"),
    "hang": ("hang", "spin_cpu", "stop_self", "drip_feed", "never_reads", "ignore_sigterm", "fork_and_hang", "flood_stdout"),
    "": ("ok_bot", "crlf", "half_line", "snoop_fds", "leave_files", "stderr_flood"),
}  # fmt: skip
GAMES = 8


def run(seed: int) -> str:
    """Play one match of a bot with a misdeed, at a decision drawn by the seed, against a healthy one."""
    rng = Random(seed)
    reason = rng.choice(tuple(MISDEEDS))
    misdeed, when = rng.choice(MISDEEDS[reason]), rng.randint(1, 20)
    mark = f"{rng.getrandbits(64):016x}{time.monotonic_ns():x}"
    words = [f"{sys.executable} {BAD} {misdeed} {when}", f"{sys.executable} {BAD} ok_bot"]
    with tempfile.TemporaryDirectory() as folder:
        options = [
            "-n",
            str(GAMES),
            "--hang",
            "0.5",
            "--concurrency",
            str(rng.randint(1, 4)),
            "--names",
            "bad,good",
            "--json",
        ]
        command = [sys.executable, "-m", "beachhead", "match", *words, *options, "--env", f"{MARK}={mark}"]
        if rng.random() < 0.5:
            command.append("--reuse")
        done = subprocess.run(
            command, capture_output=True, check=True, env={**os.environ, "TMPDIR": folder, MARK: mark}
        )
        left = list(Path(folder).iterdir())
    results = json.loads(done.stdout)
    assert [game["id"] for game in results["games"]] == list(range(1, GAMES + 1))
    for game in results["games"]:
        fault = game["fault"]
        assert fault is None or fault["bot"] == "bad", (misdeed, fault)
        assert fault is None or fault["reason"] == reason, (misdeed, fault)
        assert (fault is None) == (game["reason"] in ("elimination", "turns")), game
    assert not left, (misdeed, left)
    assert not _marked(mark), misdeed
    return f"{misdeed} at decision {when}, {GAMES} games"


def _marked(mark: str) -> list[str]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark.encode() in Path(f"/proc/{name}/environ").read_bytes():
                found.append(name)
        except OSError:  # it has gone, or belongs to another user
            continue
    return found
