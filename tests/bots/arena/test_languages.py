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
    done = ring.match(words, rival, "-n", 2, "--seed", 5, "--mode", "blitz", "--names", "a,b", "--records", folder)
    assert [game["fault"] for game in done.games] == [None, None]
    records = [path.read_text().splitlines() for path in sorted(Path(folder).iterdir())]
    return [[line for line in record if not line.startswith("#")] for record in records]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bot.py"])
def test_same_games(ring: Ring, name: str) -> None:
    """Whatever language it is written in, the bot plays the games that it plays in Python."""
    words = shlex.join(command(name, 7, ring.folder))
    assert games(ring, words) == games(ring, shlex.join(command("bot.py", 7, ring.folder)))
