"""The fuzzer, for some thousand lines: what `make fuzz` does for a million."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.protocol import reader
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tools.fuzz.laws import Trial, Violation, is_silent
from tools.fuzz.process import check

FUZZ = [sys.executable, str(Path(__file__).parent.parent / "tools" / "fuzz")]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lines_of_every_kind(seed: int) -> None:
    """Every law holds for lines of every kind, cut anywhere, while games go on."""
    trial = Trial(seed)
    while trial.count < 6000:
        trial.step()
    assert trial.answers["ok"] > 1000
    assert {"error syntax", "error illegal", "error encoding", "error toolong", "error argument"} <= {*trial.answers}


@settings(derandomize=True, deadline=None, database=None, max_examples=300)
@given(lines=st.lists(st.binary(max_size=80), max_size=8))
def test_any_bytes(lines: list[bytes]) -> None:
    """Every law holds for any bytes, in a game and before one."""
    trial = Trial(0)
    for line in [*lines, b"newgame seed=5", *lines]:
        trial.check(line)


@pytest.mark.parametrize("seed", [4, 5])
def test_through_a_process(seed: int) -> None:
    """A process says the same bytes as a session, whatever is sent to it and however it is cut."""
    assert check(seed, 1500) > 1000


class Said(NamedTuple):
    """An answer of the wrong form."""

    said: tuple[str, ...]

    def lines(self) -> list[str]:
        """What is sent."""
        return [*self.said]


class Broken(Session):
    """An engine with a bug of each kind."""

    def answer(self, text: str) -> Any:
        """The answer to a line, wrong for some lines."""
        if text == "twice":
            return Said(("ok", "ok"))
        if text.endswith("silent"):
            return None
        if text == "leak":
            self.table.new_game(None, None, [])
            return Said(("error illegal 1 no",))
        if text == "look":
            return Said(("error", "ok"))
        return super().answer(text)

    def run(self, command: reader.Command) -> Any:
        """The reply to a command; one of them trips."""
        return 1 // 0 if isinstance(command, reader.Perft) else super().run(command)


@pytest.mark.pure
@pytest.mark.parametrize("line", [b"twice", b"silent", b"perft 1", b"leak", b"look", b"@7 silent"])
def test_the_laws_find_bugs(line: bytes) -> None:
    """A law that does not hold is noticed."""
    trial = Trial(0)
    trial.session = Broken(Table())
    trial.check(b"ping")
    with pytest.raises(Violation):
        trial.check(line)


@pytest.mark.parametrize(
    ("line", "silent"),
    [
        (b"", True),
        (b" \t", True),
        (b"# x", True),
        (b"  # x", True),
        (b"ping", False),
        (b"# \xff", False),
        (b"\x00", False),
    ],
)
def test_silent_lines(line: bytes, silent: bool) -> None:
    """Blank lines and comments get no answer if they can be read."""
    assert is_silent(line) == silent


def test_command() -> None:
    """The command prints its figures and ends with 0."""
    done = subprocess.run(
        [*FUZZ, "--lines", "2000", "--seed", "1"], capture_output=True, timeout=100, check=False, text=True
    )
    assert (done.returncode, [line.split(":")[0] for line in done.stdout.splitlines()]) == (
        0,
        ["fuzz lines", "fuzz speed", "fuzz memory", "fuzz slowest line", "fuzz games to the end", "fuzz answers"],
    )


def test_interrupted() -> None:
    """Ctrl-C ends it cleanly."""
    with subprocess.Popen([*FUZZ], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("fuzz: 1,000,000 lines from seed ")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
