"""Counts from an independent implementation."""

from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.engine.perft import perft
from beachhead.engine.position import read_position

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name: str) -> list[list[str]]:
    """The lines of a file of positions: the text, the number of legal actions, perft 2."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [line.rsplit(" | ", 2) for line in lines]


@pytest.mark.parametrize(("text", "legal", "perft2"), rows("island-positions.txt"))
def test_island_positions(text: str, legal: str, perft2: str) -> None:
    """A position of the vectors reads back as itself and has as many legal actions, and pairs of them, as it says."""
    game = find_game("island")
    state = read_position(game, text).state
    assert game.write(state) == text
    assert len(game.legal(state)) == int(legal)
    assert perft(game, state, 2) == int(perft2)
