"""The perft files: counts by hand and from elsewhere, as oracles of the rules."""

from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.engine.perft import perft
from beachhead.engine.position import read_position

FOLDER = Path(__file__).parent.parent / "perft"


def rows() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """Return game, position, and counts by depth, from every file."""
    found = []
    for path in sorted(FOLDER.glob("*.perft")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                position, *counts = line.split(" | ")
                pairs = [count.split() for count in counts]
                found.append((path.stem, position, [(int(depth), int(count)) for depth, count in pairs]))
    return found


@pytest.mark.parametrize(("name", "position", "counts"), rows(), ids=range(len(rows())))
def test_counts(name: str, position: str, counts: list[tuple[int, int]]) -> None:
    """A position has as many sequences of actions as the file says, at every depth."""
    game = find_game(name)
    state = read_position(game, position).state
    assert counts
    assert [(depth, perft(game, state, depth)) for depth, _ in counts] == counts
