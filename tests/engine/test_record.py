"""Records: how a game is written as a script."""

from beachhead.engine.island import ISLAND
from beachhead.engine.record import comment, quoted, write_record
from beachhead.engine.timeline import Moment, Timeline
from tests.engine.island.boards import at, state_of


def test_a_whole_record() -> None:
    """A record is the new game, the position it began from, its headers, and the actions with the notes on them."""
    text = at("a1:Sn a3:ss l12:ss", "zero")
    timeline = Timeline(ISLAND, Moment(state_of(text)))
    timeline = timeline.play(ISLAND.action(timeline.state, "shoot a1"), notes=("score 0.5", "two\nlines"))
    timeline = timeline.play(ISLAND.action(timeline.state, "pad")).forfeit("south", "hang")
    assert write_record(timeline, {"first": "south"}, text, {"event": 'The "Cup"'}) == [
        "newgame island standard first=south dice=manual",
        f"position island {text}",
        'header event "The \\"Cup\\""',
        "# score 0.5",
        "# two lines",
        "shoot a1 a3",
        "pad",
        "forfeit south hang",
    ]
    assert not [line for line in write_record(timeline, {}, with_notes=False) if line.startswith("#")]


def test_quoted() -> None:
    """A quoted string has its quotes and backslashes escaped, and holds nothing that would end the line."""
    assert quoted('a\\b"c\n\x1bd') == '"a\\\\b\\"c  d"'


def test_comments_are_one_line() -> None:
    """A comment is one line of printable characters, however long or odd the text."""
    line = comment("x\ny" * 5000)
    assert "\n" not in line
    assert len(line) == 1002
