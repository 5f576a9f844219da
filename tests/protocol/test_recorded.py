"""Records as they were written: the game, the remarks on each action, and the side lines."""

import pytest

from beachhead.protocol.refusal import Refusal
from tests.protocol.page.records import played, recorded, side_line

BEGINNING = (
    "newgame island standard dice=manual",
    'header seat.south "Ann"',
    "# one",
    "roll 5",
    "# two",
    "# three",
    "roll 2",
)


def test_remarks_belong_to_the_action_behind_them() -> None:
    """A comment stands before its action, as the arena and the prompt write it; what begins the file is about the file."""
    found = recorded("# a file", *BEGINNING, "setup block e4", "", "# at the end")
    assert found.remarks == {1: ["one"], 2: ["two", "three"], 4: ["at the end"]}
    assert len(found.moments) == 4
    assert found.name_of("south") == "Ann"
    assert found.name_of("north") == ""


def test_a_whole_record_reads_back() -> None:
    """What the table writes is read as the same game, with every remark at its action."""
    table = played("royale", 200, players="3")
    found = recorded(*table.record(), 'header result "none"')
    assert [m.action for m in found.moments] == [m.action for m in table.timeline.moments()]
    assert [found.remarks.get(n, []) != [] for n in range(201)] == [bool(m.notes) for m in table.timeline.moments()]


def test_side_lines() -> None:
    """A side line leaves the game after its step, and leads to what its actions lead to."""
    table = played("island", 60)
    found = recorded(*table.record(), side_line(table, 40, 3))
    (line,) = found.variations
    assert line.name == "other"
    own = [moment for moment in line.end.since() if moment not in found.moments]
    assert len(own) == 3
    assert own[0].before is found.moments[40]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "game.bhr, line 0: it holds no game"),
        (["roll 5"], "game.bhr, line 1: nogame"),
        ([*BEGINNING, "move d2"], "game.bhr, line 8: illegal phase"),
        ([*BEGINNING, "legal"], "game.bhr, line 8: no line of a record"),
        ([*BEGINNING, "nonsense"], "game.bhr, line 8: column 1"),
        (
            [*BEGINNING, "#: variation a 9 roll 5"],
            "game.bhr, line 8: variation a begins after the end of the game, after action 2",
        ),
        (
            [*BEGINNING, "#: variation a x roll 5"],
            "game.bhr, line 8: 'a' is not a name of a variation, or 'x' is not a step",
        ),
        (
            [*BEGINNING, "#: variation a 1 roll 9"],
            "game.bhr, line 8: variation a: 'roll 9' is not an action in canonical form",
        ),
        ([*BEGINNING, "#: variation a 1 end"], "game.bhr, line 8: variation a: end: phase "),
        ([*BEGINNING, "expect result draw turns 0 0"], "game.bhr, line 8: "),
    ],
)
def test_what_is_wrong_is_said_with_its_line(lines: list[str], reason: str) -> None:
    """A record that does not replay is refused, with the line at which it fails."""
    with pytest.raises(Refusal) as refused:
        recorded(*lines)
    assert refused.value.reason.startswith(reason)
