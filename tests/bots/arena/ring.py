"""A ring for the tests: matches as real processes, and a look at what they leave behind."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BAD = Path(__file__).parent / "bad" / "bot.py"
MARK = "BEACHHEAD_TEST_MARK"  # in the environment of everything that a test starts


def bad(misdeed: str, *words: object) -> str:
    """The command of a bot with a misdeed."""
    return " ".join([sys.executable, str(BAD), misdeed, *map(str, words)])


GOOD = bad("ok_bot")


@dataclass
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def results(self) -> dict[str, Any]:
        """The JSON that it printed, and nothing else."""
        found: dict[str, Any] = json.loads(self.out)
        return found

    @property
    def games(self) -> list[dict[str, Any]]:
        """The games in it."""
        games: list[dict[str, Any]] = self.results["games"]
        return games


class Ring:
    """Runs commands, each thing that they start marked, in a temporary folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.mark = secrets.token_hex(16)

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Start a command, in a process group of its own."""
        env = {**os.environ, MARK: self.mark, "TMPDIR": str(self.temporary)}
        command = [sys.executable, "-m", "beachhead", *map(str, words)]
        if words[0] in ("match", "check"):
            command += ["--env", f"{MARK}={self.mark}"]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            text=True,
            env=env,
            start_new_session=True,
            cwd=self.folder,
        )

    def finish(self, process: subprocess.Popen[str], begun: float | None = None) -> Done:
        """Wait for the end of a command, and check that nothing is left of it."""
        begun = time.monotonic() if begun is None else begun
        out, err = process.communicate(timeout=60)
        seconds = time.monotonic() - begun
        self.expect_nothing_left()
        return Done(process.returncode, out, err, seconds)

    def run(self, *words: object) -> Done:
        """Run a command to its end."""
        return self.finish(self.start(*words))

    def match(self, *words: object) -> Done:
        """Play a match, and return its results; the exit code is 1 if a bot never started."""
        done = self.run("match", *words, "--json")
        absent = [bot for bot in done.results["bots"] if 0 < bot["games"] == bot["faults"].get("start")]
        assert done.code == bool(absent), done.err
        return done

    def marked(self) -> list[int]:
        """The processes that belong to this ring, by the mark in their environment."""
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    if self.mark.encode() in Path(f"/proc/{name}/environ").read_bytes():
                        found.append(int(name))
                except OSError:  # it is gone, or somebody else's
                    continue
        return found

    def await_marked(self, count: int = 1) -> None:
        """Wait until so many processes belong to this ring."""
        until = time.monotonic() + 30
        while len(self.marked()) < count:
            assert time.monotonic() < until, "nothing is started"
            time.sleep(0.02)

    def workers(self, match: subprocess.Popen[str]) -> list[int]:
        """The workers of a match: its children, without the fork server."""
        children = map(int, Path(f"/proc/{match.pid}/task/{match.pid}/children").read_text().split())
        found = []
        for pid in children:
            with suppress(OSError):  # it is gone
                if b"\0match\0" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return found

    def expect_nothing_left(self, seconds: float = 0.0) -> None:
        """Fail if a process, or anything in the temporary folder, is left after that time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and (self.marked() or list(self.temporary.iterdir())):
            time.sleep(0.02)
        assert self.marked() == []
        assert list(self.temporary.iterdir()) == []


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Ring]:
    """A ring whose processes are gone when the test is over, however it ends."""
    made = Ring(tmp_path)
    yield made
    for pid in made.marked():
        with suppress(ProcessLookupError):
            os.kill(pid, 9)
