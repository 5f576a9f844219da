"""What is said about a bot that does not start."""

from pathlib import Path

import pytest

from beachhead.bots.arena.advice import start_advice
from beachhead.bots.arena.command import run_match
from tests.bots.arena.ring import GOOD, Ring


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a bot in some forms."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text("print()\n")
    (tmp_path / "ready").write_text("#!/bin/sh\n")
    (tmp_path / "ready").chmod(0o700)
    (tmp_path / "plain").write_text("#!/bin/sh\n")
    (tmp_path / "dos.py").write_bytes(b"#!/usr/bin/env python3\r\nprint()\r\n")
    (tmp_path / "dos.py").chmod(0o700)
    (tmp_path / "bots").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "following", "said"),
    [
        ("greedy", "", "builtin:greedy"),
        ("greedy", "builtin:random", "in quotes"),
        ("sh", "mybot.py", "'sh mybot.py'"),
        ("mybot.py", "", "'python3 mybot.py'"),
        ("./mybot.py --fast", "", "'python3 ./mybot.py --fast'"),
        ("ready", "", "did you mean ./ready?"),
        ("plain", "", "chmod +x plain, then ./plain"),
        ("./dos.py", "", "the lines of ./dos.py end in CR LF"),
        ("bots", "", "is a folder"),
        ("./missing", "", "there is no program ./missing here"),
        ("no-such-program mybot.py", "", "nor on the PATH"),
        ("builtin:greedy", "", ""),
        ("sh mybot.py", "", ""),
        ("'", "", ""),
    ],
)
def test_start_advice(folder: Path, words: str, following: str, said: str) -> None:
    """What is wrong with a command that does not start is found, and what to write instead."""
    advice = start_advice(words, following)
    assert said in advice
    assert bool(advice) == bool(said)


def test_after_the_table(ring: Ring) -> None:
    """A bot that never started loses its games, and a line after the table says what to do; the exit code is 1."""
    done = ring.run("match", "greedy", GOOD, "-n", 2, "--mode", "blitz")
    assert done.code == 1
    assert "start 2" in done.out
    assert (
        "greedy never started: cannot start greedy: No such file or directory; did you mean builtin:greedy?" in done.out
    )


def test_for_programs(ring: Ring) -> None:
    """With --json the exit code is the same, and the line goes to stderr."""
    done = ring.run("match", "greedy", GOOD, "-n", 2, "--mode", "blitz", "--json")
    assert done.code == 1
    assert done.results["bots"][0]["faults"] == {"start": 2}
    assert "never started" in done.err


def test_words_without_quotes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program and its file as two bots are too many for a game of two: the message says what to quote."""
    assert run_match(["builtin:random", "sh", "mybot.py"]) == 2
    assert "there are 3 bots; a command of two words goes in quotes: 'sh mybot.py'" in capsys.readouterr().err
    assert run_match(["builtin:random", "builtin:random", "sh"]) == 2
    assert capsys.readouterr().err.endswith("there are 3 bots\n")
