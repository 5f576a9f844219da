"""The same bot in six languages: every one gives the same answers."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.bots.sdk import Decision
from beachhead.engine.island import ISLAND
from tests.bots.battles import SeatedProcess, actions_of, battle

EXAMPLES = Path(__file__).parents[2] / "bots" / "examples"
COMMANDS = {
    "bot.py": [sys.executable],
    "bot.js": ["node"],
    "bot.c": ["cc"],
    "Bot.java": ["java"],
    "bot.pl": ["perl"],
    "bot.sh": ["sh"],
}


def pick(seed: int, number: int, count: int) -> int:
    """The documented hash."""
    h = (seed * 7919 + number * 104729) % 1000003
    h = (h * h + number) % 1000003
    return h % count


class Hashed:
    """A chooser by the documented hash; its decisions are counted over all games, as the engine counts them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.number = 0

    def choose(self, decision: Decision) -> str:
        """The action that the hash picks."""
        self.number += 1
        return decision.legal()[pick(self.seed, self.number, len(decision.legal()))]


def command(name: str, seed: int, folder: Path) -> list[str]:
    """The command line of an example; the test is skipped if its language is not installed."""
    program = COMMANDS[name][0]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    if name == "bot.c":
        subprocess.run([program, "-Wall", "-Wextra", "-Werror", "-o", folder / "bot", EXAMPLES / name], check=True)
        return [str(folder / "bot"), str(seed)]
    return [program, str(EXAMPLES / name), str(seed)]


@pytest.mark.parametrize("name", COMMANDS)
def test_same_game(name: str, tmp_path: Path) -> None:
    """An example plays two battles in one process, move for move as the hash says, and ends at `bye`."""
    rival, twin = Hashed(8), Hashed(7)
    expected = [battle("blitz", seed, twin.choose, rival.choose) for seed in ("1", "2")]
    rival = Hashed(8)
    with SeatedProcess(command(name, 7, tmp_path)) as bot:
        for seed, twins in zip(("1", "2"), expected, strict=True):
            bot.sit("blitz", "south", seed)
            assert actions_of(battle("blitz", seed, bot.choose, rival.choose, [bot.watch])) == actions_of(twins)
        assert bot.leave() == 0
    assert bot.errors == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_line_ends_and_large_seeds(name: str, tmp_path: Path) -> None:
    """An example reads lines that end in CR LF, counts right with the largest seed, and ends with its input."""
    state, _ = ISLAND.start("standard", {"first": "south"})
    legal = sorted(action.text for action in ISLAND.legal(state))
    decision = Decision(state=ISLAND.write(state), legal=legal)
    hashed = Hashed(999_999_999)
    with SeatedProcess(command(name, 999_999_999, tmp_path), end="\r\n") as bot:
        bot.sit("standard", "south", "1")
        for _ in range(3):
            assert bot.choose(decision) == hashed.choose(decision)
            bot.watch("south", ["event south setup block a1"])
        assert bot.hang_up() == 0
    assert bot.errors == ""


def test_short() -> None:
    """There are six examples, each under 40 lines."""
    files = [path for path in EXAMPLES.iterdir() if path.is_file() and path.name != "README.md"]
    assert sorted(path.name for path in files) == sorted(COMMANDS)
    assert all(len(path.read_text(encoding="utf-8").splitlines()) < 40 for path in files)


def test_worked_values() -> None:
    """The values that the README works out are right, and its conversation is that of the seed 1."""
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) == 3
    for seed, number, count, first, second, index in (map(int, row) for row in rows):
        assert (seed * 7919 + number * 104729) % 1000003 == first
        assert (first * first + number) % 1000003 == second
        assert pick(seed, number, count) == second % count == index
    asked = re.search(r"^    < go 1 time - - state (.*)$", text, re.MULTILINE)
    answer = re.search(r"^    > answer 1 (.*)$", text, re.MULTILINE)
    assert asked is not None
    assert answer is not None
    legal = sorted(action.text for action in ISLAND.legal(ISLAND.read(asked[1])))
    assert answer[1] == Hashed(1).choose(Decision(legal=legal))
