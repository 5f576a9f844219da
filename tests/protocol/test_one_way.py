"""There is one way for an action, whoever sends it."""

import pytest

from tools.trace import cross


@pytest.mark.parametrize("action", ["shoot d2", "shoot d2 d6", "roll 1", "shoot d2 a1", "shoot z9"])
def test_a_seat_goes_the_same_way(action: str) -> None:
    """The answer of a seated bot crosses the same files as the action of a client, in the same order, and the seat's own."""
    cross(action)  # of a line that is new, the grammar would be crossed too
    cross(f"answer 1 {action}")
    client, seat = cross(action), cross(f"answer 1 {action}")
    assert [file for file in seat.files if file != "protocol/seat.py"] == client.files
    assert seat.answer.split()[:2] == client.answer.split()[:2]


def test_the_way_is_short() -> None:
    """An action in canonical form is not parsed, and the way of one that is completed passes few files."""
    canonical, short = cross("shoot d2 d6"), [cross("shoot d2"), cross("shoot d2")][1]
    assert not any(file.startswith("grammar/") for file in canonical.files)
    assert canonical.answer == short.answer == b"event south shoot d2 d6\nevent removed north soldier d6\nok\n"
    assert len(short.files) <= 15
