"""Actions with the second square left out: die, facing and range fix it."""

import pytest

from beachhead.engine.island import ISLAND
from tests.engine.island.boards import at, state_of

FILLED = [
    (at("d2:Sn d4:ss l12:ss"), "move d2", "move d2 d5"),
    (at("d2:Sn l12:ss"), "turn d2 left", "turn d2 d4 left"),
    (at("d2:Sn l12:ss", "zero"), "turn d2 left", "turn d2 d2 left"),
    (at("d2:Sn d4:ss"), "shoot d2", "shoot d2 d4"),
    (at("d2:Je g2:ss"), "shoot d2", "shoot d2 g2"),
    (at("d2:Sn l12:ss", "zero", south="c:..S.."), "reinforce 3", "reinforce 3 c1"),
    (at("d2:Sn l12:ss", "zero", side="north", north="j:..s.."), "reinforce 3", "reinforce 3 j12"),
    (at("d2:Sn l12:ss"), "move d2 d5", "move d2 d5"),
]


@pytest.mark.parametrize(("position", "written", "canonical"), FILLED)
def test_filled_in(position: str, written: str, canonical: str) -> None:
    """A square that was left out is filled in, and the action is the very one that the tables hold."""
    action = ISLAND.action(state_of(position), written)
    assert action.text == canonical
    assert action is ISLAND.canonical(canonical)


@pytest.mark.parametrize("text", ["move", "fly d2", "move d2 d3 d4", "setup"])
def test_nonsense(text: str) -> None:
    """A text that is not an action of the language is the reader's mistake, not an illegal action."""
    with pytest.raises(ValueError, match="no action of the island"):
        ISLAND.action(state_of(at()), text)
