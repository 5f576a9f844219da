"""`expect`: every kind, true and false; it changes nothing and does not nest."""

import pytest

from tests.engine.island.boards import at
from tests.protocol.talk import new_session, say

PLACE = at("d2:Sn d4:ss l12:ss")
SHOT = at("d2:Sn d4:ss g9:Sn g11:ts l12:ss") + " actions shoot g9 g11"

HOLDS = [
    f"expect state {PLACE}",
    f"expect  state\t{PLACE} # a comment".replace(" 0+0 ", "  0+0\t"),
    "expect legal 2",
    "expect legal 000000002",
    "expect legal shoot d2",
    "expect legal resign",
    "expect illegal 14 move d2",
    "expect illegal 14 move d2 d5",
    "expect illegal phase roll 3",
    "expect event south shoot g9 g11",
    "expect event   removed  north\ttank g11",
    "expect result none",
    "expect error illegal move d2",
    "expect error syntax nonsense # and more",
    "expect error nothing undo 3",
    "expect error argument @7 state east",
    "expect error syntax @x ping",
    "@4 expect legal 2",
]

FAILS = [
    (f"expect state {at()}", f"expect the state is {PLACE}"),
    ("expect legal 3", "expect 2 actions are legal: end, shoot d2 d4"),
    ("expect legal move d2", "expect move d2 d5 is illegal: 14 d4 is in the way"),
    ("expect illegal 14 shoot d2", "expect shoot d2 d4 is legal: soldier d2 takes North's soldier d4"),
    ("expect illegal 11 move d2", "expect move d2 d5 is illegal by rule 14 d4 is in the way"),
    ("expect event south end", "expect the events were: south shoot g9 g11; removed north tank g11"),
    ("expect event removed north", "expect the events were: south shoot g9 g11; removed north tank g11"),
    ("expect result draw turns 5 5", "expect the result is none"),
    ("expect error illegal ping", "expect the line is answered by ok"),
    ("expect error syntax move d2", "expect the line is answered by error illegal 14 d4 is in the way"),
    ("expect error illegal @3 legal", "expect the line is answered by ok 2"),
    ("expect error illegal # nothing", "expect the line is answered by nothing: it is a comment"),
    ("expect illegal 99 move d2", "argument '99' is not a rule of island"),
    ("expect error sytnax nonsense", "argument 'sytnax' is not an error code: did you mean 'syntax'?"),
    ("expect error expect expect legal 99", "argument expect does not nest"),
    ("expect error expect @1 expect legal 99", "argument expect does not nest"),
]


@pytest.mark.parametrize("line", HOLDS)
def test_holds(line: str) -> None:
    """An expectation that holds is `ok`, and changes nothing."""
    session = new_session()
    say(session, f"position {SHOT if 'event' in line else PLACE}")
    before = session.table.snapshot()
    assert say(session, line)[-1].endswith("ok")
    assert session.table.snapshot() == before


@pytest.mark.parametrize(("line", "reason"), FAILS)
def test_fails(line: str, reason: str) -> None:
    """One that does not hold is an error that says what was, and changes nothing."""
    session = new_session()
    say(session, f"position {SHOT if 'event' in line else PLACE}")
    before = session.table.snapshot()
    assert say(session, line) == [f"error {reason}"]
    assert session.table.snapshot() == before


@pytest.mark.parametrize(
    "line",
    ["end", "shoot d2", "resign", "forfeit south time", "newgame", f"position {at()}", 'header A "b"', "undo", "quit"],
)
def test_what_succeeds_is_taken_back(line: str) -> None:
    """A line that succeeds although an error was expected is as if it had never been sent."""
    session = new_session()
    say(session, f"position {at('d2:Sn d4:ss l12:ss', 'roll')}", "roll 3", 'header Event "one"')
    before = session.table.snapshot()
    assert say(session, f"expect error nothing {line}")[0].startswith("error expect the line is answered by ok")
    assert session.table.snapshot() == before
    assert not session.is_over
    assert say(session, "redo") == ["error nothing there is no step to redo"]


def test_events_of_the_last_action() -> None:
    """The events are those of the last step, with what was drawn after it; of a beginning, what it said."""
    session = new_session()
    say(session, "newgame seed=7")
    assert say(session, "expect event first south") == ["ok"]
    assert say(session, "setup block e4", "expect event first south")[0].startswith("error expect ")
    assert say(session, "expect event south setup block e4") == ["ok"]
    say(session, "setup block d5")
    assert say(session, "expect event south setup block e4")[0].startswith("error expect ")
    say(session, "undo")
    assert say(session, "expect event south setup block e4") == ["ok"]


def test_expectations_of_the_end() -> None:
    """After the end nothing is legal, and an action is neither legal nor illegal: the game is over."""
    session = new_session()
    say(session, f"position {at('d2:Sn d4:ss')}", "shoot d2")
    assert say(session, "expect legal 0") == ["ok"]
    assert say(session, "expect result south elimination 12 0") == ["ok"]
    assert say(session, "expect error over move d2") == ["ok"]
    assert say(session, "expect legal end") == ["error over the game is over: south elimination 12 0"]
    assert say(session, "expect illegal phase end") == ["error over the game is over: south elimination 12 0"]
