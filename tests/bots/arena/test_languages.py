"""The examples in six languages play the same games in the arena."""

import shlex
from pathlib import Path

import pytest

from tests.bots.arena.ring import Ring
from tests.bots.test_examples import COMMANDS, command


def games(ring: Ring, words: str) -> list[list[str]]:
    """The actions of a mirrored pair against the example in Python."""
    rival = shlex.join(command("bot.py", 8, ring.folder))
    folder = ring.folder / f"records-{len(list(ring.folder.iterdir()))}"
    options = ("--reuse", "--seed", 5, "--mode", "blitz+turns:20", "--names", "a,b", "--records", folder)
    done = ring.match(words, rival, "-n", 2, *options)
    assert [game["fault"] for game in done.games] == [None, None]
    records = [path.read_text().splitlines() for path in sorted(Path(folder).iterdir())]
    told = ("#", "header command.", "header hello.")  # what differs between languages: the bot's command, its name
    return [[line for line in record if not line.startswith(told)] for record in records]


@pytest.fixture(scope="module")
def in_python(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The games that the example in Python plays."""
    ring = Ring(tmp_path_factory.mktemp("python"))
    return games(ring, shlex.join(command("bot.py", 7, ring.folder)))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bot.py"])
def test_same_games(ring: Ring, in_python: list[list[str]], name: str) -> None:
    """Whatever language it is written in, the bot plays the games that it plays in Python."""
    words = shlex.join(command(name, 7, ring.folder))
    assert games(ring, words) == in_python
