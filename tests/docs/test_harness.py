"""The page for people who write harnesses: its programs run as they stand, and print what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "harness.md").read_text(encoding="utf-8")
ASK, GAME, MATCH, TOURNAMENT, FAULT = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILE = """
name = "Friday"
game = "island"
mode = "blitz"
games = 2
seed = "7"
[[bot]]
name = "A"
command = "builtin:random --seed 1"
[[bot]]
name = "B"
command = "builtin:random --seed 2"
"""


def run(program: str, folder: Path) -> list[str]:
    """The lines that a program prints, run as a file in a folder."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "program.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_ask(tmp_path: Path) -> None:
    """The bot shoots, is sure of it, and takes no longer than its clock."""
    [line] = run(ASK, tmp_path)
    found = re.fullmatch(r"shoot d2 d6 (0\.\d+|1\.0+) [0-3] s", line)
    assert found, line
    assert float(found[1]) > 0.5


def test_game(tmp_path: Path) -> None:
    """The same game every time, with its shots, its result and its record."""
    *shots, result, expected = first = run(GAME, tmp_path)
    assert run(GAME, tmp_path) == first
    assert all(re.match(r"(south|north) shoot \w+ \w+", shot) for shot in shots)
    assert any(" removed " in shot for shot in shots)
    winner, reason, *_ = result.split()
    seat = {"random": "south", "rival": "north"}[winner]
    assert expected.startswith(f"expect result {seat} {reason} ")


def test_match(tmp_path: Path) -> None:
    """Six results and two standings, the better bot first."""
    *games, first, second = run(MATCH, tmp_path)
    assert sorted(int(line.split()[0]) for line in games) == [1, 2, 3, 4, 5, 6]
    assert first.startswith("rookie ")
    assert second.startswith("random ")


def test_tournament(tmp_path: Path) -> None:
    """The games of the file, then its folder."""
    (tmp_path / "friday.toml").write_text(FILE)
    *games, results, record = run(TOURNAMENT, tmp_path)
    assert [line.split(" → ")[0] for line in games] == ["1 A B", "2 B A"]
    assert results.startswith("True [")
    assert record == "newgame island blitz dice=manual"


@pytest.mark.parametrize(
    ("program", "reason", "stderr"),
    [
        ("raise SystemExit('no licence')", "start exit code 1", "no licence"),
        (None, "start exit code 2", "No such file"),
    ],
)
def test_fault(tmp_path: Path, program: str | None, reason: str, stderr: str) -> None:
    """A bot that does not start is an exception with its reason, and with what it wrote to stderr."""
    if program is not None:
        (tmp_path / "mybot.py").write_text(program)
    first, *rest = run(FAULT, tmp_path)
    assert first.startswith(reason)
    assert any(stderr in line for line in rest)
