"""Bots at the prompt are kept as in a match: a clean environment, an unreadable prompt, nothing left after kill -9."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.protocol.repl.terminal import terminal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="keepers need Linux")

SPY = """\
import os, sys, time
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
with open(sys.argv[1] + ".new", "w") as file:
    file.write("\\n".join([os.getcwd(), *os.environ]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
time.sleep(1000)
"""


def living(word: str) -> list[int]:
    """The processes with this word in their command line."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if word.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                found.append(int(name))
        except OSError:
            continue
    return found


def test_killed(tmp_path: Path) -> None:
    """A bot at the prompt sees nothing of the user's environment, and dies with the prompt, its children too."""
    spy, found = tmp_path / "spy.py", tmp_path / "found"
    spy.write_text(SPY)
    bot = f"{sys.executable} {spy} {found}"
    until = time.monotonic() + 20
    with terminal(["play", "--first", "south", "--south", bot, "--north", "human"], tmp_path, PRIVATE="1") as prompt:
        while not found.exists():
            assert time.monotonic() < until, prompt.text
            prompt.read()
        folder, *names = found.read_text().splitlines()
        assert "PRIVATE" not in names
        assert "beachhead-" in folder
        assert len([pid for pid in living(str(spy)) if "play" not in Path(f"/proc/{pid}/cmdline").read_text()]) == 2
        prompt.signal(signal.SIGKILL)
        prompt.end()
    while living(str(spy)) or os.path.exists(folder):
        assert time.monotonic() < until, living(str(spy))
