"""The prompt knows games by their contract alone."""

import re
from pathlib import Path

import pytest

from beachhead.engine.games import NAMES, find_game

FOLDER = Path(__file__).parent.parent.parent.parent / "protocol" / "repl"
FILES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_word_of_a_game(file: Path) -> None:
    """No file of the prompt names a game, a seat of one, or a verb that is its own."""
    words = set(re.findall(r"[a-z]+", file.read_text(encoding="utf-8").lower()))
    own = set(NAMES)
    for name in NAMES:
        game = find_game(name)
        own |= set(game.seats(game.start()[0]))
    own |= {"soldier", "jeep", "tank", "reinforce", "crossfire", "shoot", "sword", "drink"}
    assert not words & own


def test_there_is_something_to_look_at() -> None:
    """The prompt's files are found."""
    assert len(FILES) > 15
