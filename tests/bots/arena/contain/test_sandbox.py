"""The sandbox: bots in several languages play in it, and their ends are told as outside."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from beachhead.bots.arena.contain import sandbox
from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from beachhead.bots.arena.launch import read_bot
from tests.bots.arena.contain.test_attacks import PROBLEM
from tests.bots.arena.ring import BAD, GOOD, Ring, bad

EXAMPLES = Path(__file__).parents[4] / "bots" / "examples"
HOSTILE = f"{sys.executable} {BAD.with_name('hostile.py')}"
SHORT = ("-n", "2", "--mode", "blitz+turns:4")

in_sandbox = pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)


def example(language: str, folder: Path) -> str:
    """The command of an example bot; skips if its language is not there."""
    tools = {"python": "python3", "node": "node", "c": "cc", "java": "javac", "shell": "sh"}
    if shutil.which(tools[language]) is None:
        pytest.skip(f"there is no {tools[language]} here")
    if language == "c":
        subprocess.run(["cc", "-o", folder / "bot", EXAMPLES / "bot.c"], check=True)
        return f"{folder}/bot"
    if language == "java":
        subprocess.run(["javac", "-d", folder, EXAMPLES / "Bot.java"], check=True)
        return f"java -cp {folder} Bot"
    return {
        "python": f"{sys.executable} {EXAMPLES}/bot.py",
        "node": f"node {EXAMPLES}/bot.js",
        "shell": f"sh {EXAMPLES}/bot.sh",
    }[language]


@in_sandbox
@pytest.mark.parametrize("language", ["python", "node", "c", "java", "shell"])
def test_languages(ring: Ring, language: str) -> None:
    """A bot in any language plays in the sandbox, with its own folder and its interpreter."""
    program = ring.folder / "program"
    program.mkdir()
    done = ring.match(example(language, program), "builtin:random", *SHORT, "--sandbox", "--hang", 20)
    assert [game["fault"] for game in done.games] == [None, None]
    assert done.results["sandbox"] is True


@in_sandbox
@pytest.mark.parametrize(
    ("words", "reason", "detail"),
    [
        (bad("segfault"), "crash", "killed by SIGSEGV"),
        (bad("kill9_self"), "crash", "killed by SIGKILL"),
        (bad("exit_three"), "crash", "exit code 3"),
        (bad("crash_traceback"), "crash", "exit code 1; stderr ends: ValueError: boom"),
        ("no-such-program", "start", "cannot start no-such-program: No such file or directory"),
        (bad("hang"), "hang", "no answer in 0.7 s, and it is alive"),
    ],
)
def test_ends(ring: Ring, words: str, reason: str, detail: str) -> None:
    """A signal is told as a signal, an exit code as one, a missing program in our own words, and stderr is kept."""
    done = ring.match(words, GOOD, "-n", 1, "--sandbox", "--hang", 0.7, "--names", "bad,good")
    assert done.games[0]["fault"] == {"bot": "bad", "reason": reason, "detail": detail}


def told(process: Contained, seconds: float = 10.0) -> bytes:
    """What a bot says first."""
    os.set_blocking(process.stdout, True)
    signal.alarm(int(seconds))
    try:
        return os.read(process.stdout, 1000)
    finally:
        signal.alarm(0)
        os.set_blocking(process.stdout, False)


@in_sandbox
def test_the_second_after_sigterm() -> None:
    """A boxed bot hears SIGTERM itself, has its second, and its exit code and last words arrive."""
    [bot] = boxed([read_bot(f"{HOSTILE} wait_for_term")])
    process = Contained(bot)
    process.send(["game x", "go 1 time - - state x"])
    process.send(["legal a", "ok 1"])
    said = b""
    while b"info ready" not in said:
        said += told(process)
    assert b"legal" in said
    begun = time.monotonic()
    assert process.end(0) == 3
    assert time.monotonic() - begun > 0.4
    assert "tidied up" in process.words.text()


@in_sandbox
@pytest.mark.parametrize("misdeed", ["eat_memory", "eat_shared_memory"])
def test_memory(ring: Ring, misdeed: str) -> None:
    """The memory limit holds in the sandbox."""
    options = ["--memory", "200M", "--hang", 20, "--names", "bad,good", "--sandbox"]
    fault = ring.match(bad(misdeed), GOOD, "-n", 1, *options).games[0]["fault"]
    assert (fault["bot"], fault["reason"]) == ("bad", "crash")


def options(command: str, hidden: Sequence[str] = ()) -> tuple[str, ...]:
    """What the sandbox of a bot is told."""
    [bot] = boxed([read_bot(command)], hidden)
    return bot.box


def bound(box: Sequence[str]) -> set[str]:
    """The paths that a bot sees in its sandbox as they are outside."""
    return {path for word, path in pairwise(box) if word == "--ro-bind"}


@in_sandbox
def test_what_it_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot sees the folder of its program, but never the whole home folder, nor what is hidden from it."""
    home, program = tmp_path / "home", tmp_path / "home" / "bots"
    program.mkdir(parents=True)
    (program / "records").mkdir()
    for path in (home / "bot.py", program / "bot.py", program / "log.txt"):
        path.touch()
    monkeypatch.setenv("HOME", str(home))
    assert str(program) in bound(options(f"python3 {program}/bot.py"))
    seen = bound(options(f"python3 {home}/bot.py"))
    assert str(home / "bot.py") in seen
    assert str(home) not in seen
    box = options(f"python3 {program}/bot.py", [str(program / "records"), str(program / "log.txt")])
    assert box[box.index(str(program / "records")) - 1] == "--tmpfs"
    assert box[box.index(str(program / "log.txt")) - 1] == "/dev/null"


def test_no_bubblewrap(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bubblewrap `--sandbox` is refused, and the message says how to get it."""
    monkeypatch.setenv("PATH", str(ring.folder))
    with pytest.raises(NoSandbox, match="needs bubblewrap: `apt install bubblewrap`"):
        boxed([])


def test_no_user_namespaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If bubblewrap may not make namespaces, its own message is told, and what to look at."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSandbox, match=r"No permissions to create new namespace.*user namespaces"):
        boxed([])


def test_the_sandbox_is_not_for_builtins_alone() -> None:
    """A built-in bot finds the package that it lives in among what it sees."""
    assert any(path.endswith("bots") for path in sandbox._interpreter(read_bot("builtin:random")))
