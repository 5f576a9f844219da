"""Commands in unusual environments: a full disk, closed streams, no locale, no terminal, no home folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.options import SUMMARIES

TOP = Path(__file__).parents[1]
SCRIPT = "newgame island blitz seed=1 first=south\nboard\nperft 1\n"
GAME = "newgame island blitz+turns:2 seed=1 first=south\n"
POSITION = "12/10js1/12/12/12/12/12/12/12/12/3Sn8/12 c:..... j:..... 0+0 south act:3 1"
PRINTING = [  # a command that prints, and what it reads
    ("--help", ""),
    ("--version", ""),
    *[(f"{name} --help", "") for name in SUMMARIES],
    ("grammar", ""),
    ("run --verbose -", SCRIPT),
    ("engine", SCRIPT),
    ("", SCRIPT),
    (f"svg island {POSITION}", ""),
    ("replay --no-analysis -o - -", GAME),
    ("analyse -", GAME),
]
WRONG = [
    "nothing-of-the-sort",
    "bot nobody",
    "svg --nothing",
    "run missing.bhr",
    "results missing",
    "run --deck /dev/null -",
    "analyse /dev/zero",
]
BARE = {"PATH": os.environ.get("PATH", os.defpath), "HOME": "/nonexistent"}
ASCII = {**BARE, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")


def beachhead(
    words: str, said: str = "", redirection: str = "", env: dict[str, str] = BARE
) -> subprocess.CompletedProcess[bytes]:
    """Run a command through a shell that redirects its streams."""
    command = f"exec {shlex.quote(sys.executable)} -m beachhead {words} {redirection}"
    return subprocess.run(
        ["sh", "-c", command], input=said.encode(), capture_output=True, check=False, cwd=TOP, env=env, timeout=60
    )


@full
@pytest.mark.parametrize("env", [BARE, {**BARE, "PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(("words", "said"), PRINTING)
def test_full_disk(words: str, said: str, env: dict[str, str]) -> None:
    """A command whose output cannot be written exits with 1 and says so in one line."""
    done = beachhead(words, said, ">/dev/full", env)
    assert done.returncode == 1
    lines = done.stderr.decode().splitlines()
    assert "No space left on device" in lines[-1]
    assert len([line for line in lines if line.startswith("beachhead")]) == 1
    assert "Traceback" not in done.stderr.decode()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a match of two games."""
    folder = tmp_path_factory.mktemp("results") / "played"
    done = beachhead(f"match builtin:random builtin:random -n 2 --mode blitz+turns:2 --out {folder}")
    assert done.returncode == 0, done.stderr
    return folder


@full
@pytest.mark.parametrize("words", ["results", "results --json", "results --csv", "results --verify"])
def test_full_disk_for_results(words: str, played: Path) -> None:
    """Results that cannot be printed are a failure, and no fault of the results; lost messages are neither."""
    done = beachhead(f"{words} {played}", "", ">/dev/full")
    assert done.returncode == 1
    assert done.stderr.decode() == "beachhead: the output cannot be printed: No space left on device\n"
    done = beachhead(f"{words} {played}", "", "2>/dev/full")
    assert done.returncode == 0
    assert done.stdout


@full
def test_full_stderr_beside_a_file(played: Path) -> None:
    """A command that writes a file does so, even if it cannot say that it has."""
    for words in (f"svg island {POSITION} -o {played}/a.svg", f"replay --no-analysis -o {played}/a.html -"):
        assert beachhead(words, GAME, "2>/dev/full").returncode == 0
    assert (played / "a.svg").exists()
    assert (played / "a.html").exists()


@full
@pytest.mark.parametrize("env", [BARE, {**BARE, "PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("words", WRONG)
def test_full_stderr(words: str, env: dict[str, str]) -> None:
    """A message that cannot be written does not change the exit code."""
    assert beachhead(words, "", "2>/dev/full", env).returncode == 2


@pytest.mark.parametrize("env", [{**BARE, "LANG": "C"}, ASCII], ids=["C", "ascii"])
@pytest.mark.parametrize(("words", "said"), PRINTING)
def test_strange_environment(words: str, said: str, env: dict[str, str]) -> None:
    """Without a terminal, a home folder or a locale every command prints its output."""
    done = beachhead(words, said, env=env)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["--version", "grammar", "bot random"])
def test_closed_streams(words: str, closed: str) -> None:
    """A command with closed streams does its work without them."""
    done = beachhead(words, redirection=closed)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["match", "check", "tournament", "results", "svg", "play", "bot", "run"])
def test_examples_of_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command says in a sentence what it does; the examples of its help are command lines of it."""
    from beachhead.bots.arena.command import check_parser, match_parser

    assert main([command, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    begun = next(at for at, line in enumerate(lines) if not line) + 1
    assert re.match(r"[A-Z]", lines[begun])
    examples = [line.strip() for line in lines if line.startswith(f"  beachhead {command} ")]
    assert examples or command not in ("match", "check", "svg", "play")
    parser = {"match": match_parser, "check": check_parser}.get(command)
    for example in examples if parser else []:
        assert parser is not None
        parser().parse_args(shlex.split(re.split(r"  +", example)[0])[2:])


def test_file_of_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The small tournament file in the help of `tournament` is one."""
    from beachhead.bots.arena.tournament_file import read_tournament

    assert main(["tournament", "--help"]) == 0
    file = capsys.readouterr().out.partition("a small FILE")[2].partition("\n")[2].partition("\n\n")[0]
    found = read_tournament("\n".join(line.strip() for line in file.splitlines()), "friday.toml")
    assert [bot.command for bot in found.bots] == ["builtin:greedy", "node mybot.js"]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("greedy", "did you mean builtin:greedy?"),
        ("./missing.py", "there is no program ./missing.py"),
        ("/", "a folder"),
    ],
)
def test_players_that_are_not_there(who: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The prompt says before it begins that the program of a player is missing, and what to write."""
    assert main(["play", "--north", who]) == 2
    assert said in capsys.readouterr().err
