"""What a typed line means: lines of the protocol, short forms, and the prompt's own commands."""

import pytest

from beachhead.grammar.parse import BadSyntax
from beachhead.protocol.repl import typed
from beachhead.protocol.repl.short_forms import Unclear
from beachhead.protocol.repl.typed import Act, Say, Typed, read_line
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.repl.scenes import ACT, AFTER, BLOCKS, ROLL, TROOPS, ZERO, draft, scene
from tests.protocol.talk import say

REVEAL = f"{ACT} actions move e2 e5"

# position, what is typed, the action that it is
SHORT = [
    (ACT, "m e2", "move e2"),
    (ACT, "m e2 e5", "move e2 e5"),
    (ACT, "s i6", "shoot i6"),
    (ACT, "t e2 l", "turn e2 left"),
    (ACT, "turn e2 r", "turn e2 right"),
    (ACT, "e2", "move e2 e5"),  # a bare square moves whoever stands there,
    (ACT, "i6", "shoot i6 i8"),  # shoots where it cannot move,
    (ACT, "e5", "move e2 e5"),  # and may be where somebody goes
    (ACT, "e2 right", "turn e2 e4 right"),
    (ACT, "d2", "move d2"),  # nothing fits: the likeliest meaning, which the engine refuses
    (ACT, "m i6", "move i6"),
    (BLOCKS, "e4 ", "setup block e4"),
    (AFTER, "3", "reinforce 3"),
    (TROOPS, "tank c5 n", "setup tank c5 north"),
    (AFTER, "e", "end"),
    (ZERO, "r 3", "reinforce 3"),
    (ZERO, "3", "reinforce 3 c1"),
    (ZERO, "p", "pad"),
    (ZERO, "k2 l", "turn k2 k2 left"),
    (ROLL, "3", "roll 3"),
    (BLOCKS, "e4", "setup block e4"),
    (BLOCKS, "block e4", "setup block e4"),
    (TROOPS, "c5", "setup jeep c5 east"),  # no square of South's: refused with the rule
    (TROOPS, "tank c1 n", "setup tank c1 north"),
    (TROOPS, "tank c1 north", "setup tank c1 north"),
    (REVEAL, "live", "reveal e5 live"),
    (REVEAL, "e5 ", None),
]

OWN: list[tuple[str, Typed]] = [
    ("why not move d2", typed.WhyNot("move d2")),
    ("rules", typed.Rules(None)),
    ("rules 10", typed.Rules("10")),
    ("auto", typed.Auto()),
    ("auto end", typed.AutoEnd(None)),
    ("auto end on", typed.AutoEnd(True)),
    ("auto end off", typed.AutoEnd(False)),
    ("save games/one.bhr", typed.Save("games/one.bhr")),
    ('load "two words.bhr"', typed.Load("two words.bhr")),
    (r'load "a\"b"', typed.Load('a"b')),
    ("next", typed.Step(1)),
    ("next 3", typed.Step(3)),
    ("back", typed.Step(-1)),
    ("back 2", typed.Step(-2)),
    ("goto 0", typed.Goto(0)),
    ("seat", typed.Seats()),
    ("seat north human", typed.Sit("north", "human")),
    ("seat north node my bot.js", typed.Sit("north", "node my bot.js")),
    ('seat north "node my bot.js"', typed.Sit("north", "node my bot.js")),
    ("go", typed.Go()),
    ("dice manual", typed.Dice(False)),
    ("tutorial", typed.Tutorial(1)),
    ("tutorial 3 # a comment", typed.Tutorial(3)),
    ("move e2", Act("move e2")),
    ("legal move", Say("legal move", "legal")),
    ("undo 2", Say("undo 2", "undo")),
    ("?", Say("help", "help")),
    ("q", Say("quit", "quit")),
    ("EXIT", Say("quit", "quit")),
    ("MOVE E2", Act("move e2")),
    ("variation b", typed.Follow("b")),
    ("main", typed.Follow("main")),
    ("@7 ping", Say("@7 ping", "")),
]


@pytest.mark.parametrize(("position", "line", "action"), SHORT)
def test_short_forms(position: str, line: str, action: str | None) -> None:
    """A short form stands for the one action that fits, or for one that the engine refuses with its reason."""
    found = situation_of(position)
    if action is None:
        with pytest.raises(Unclear, match="say a word more"):
            read_line(line, found)
    else:
        assert read_line(line, found) == Act(action)


def situation_of(position: str):  # type: ignore[no-untyped-def]
    """The situation of a position, with a reveal pending too."""
    table = Table()
    table.set_position("island", position)
    from beachhead.protocol.repl.situation import situation_of as of

    return of(table)


@pytest.mark.parametrize(("position", "line", "action"), [row for row in SHORT if row[2]])
def test_the_engine_refuses_short_forms(position: str, line: str, action: str) -> None:
    """A short form is not a line of the protocol, and what it stands for is one."""
    session = Session(Table())
    session.answer(f"position island {position}")
    assert say(session, line)[-1].startswith("error syntax")
    assert not say(session, action)[-1].startswith("error syntax")


@pytest.mark.parametrize(("line", "meaning"), OWN)
def test_lines(line: str, meaning: Typed) -> None:
    """Every other line is what the grammar says."""
    assert read_line(line, scene(ACT)) == meaning


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # another"])
def test_blank_lines(line: str) -> None:
    """Blank lines and comments mean nothing."""
    assert read_line(line, scene(ACT)) is None


@pytest.mark.parametrize(
    ("position", "line", "words"),
    [
        (TROOPS, "c1", "may be setup jeep c1 east, .* or 8 more: say a word more"),
        (BLOCKS, "live", "is not a legal action now"),
    ],
)
def test_unclear(position: str, line: str, words: str) -> None:
    """A short form that fits several actions or none is refused in words."""
    with pytest.raises(Unclear, match=words):
        read_line(line, scene(position))


def test_bad_lines() -> None:
    """A line that cannot be read says where and what was expected."""
    with pytest.raises(BadSyntax, match="column 6: expected a square"):
        read_line("move z9", scene(ACT))


def test_not_my_turn() -> None:
    """While a bot thinks, a short form that needs the legal actions says so."""
    with pytest.raises(Unclear, match="it is not your turn"):
        read_line("e2", scene(ACT, is_mine=False))


@pytest.mark.parametrize(
    ("line", "kind"), [("e2", "brief"), ("move e2", "act"), ("perft 3", "perft"), ("", ""), ("mvoe", "")]
)
def test_kinds(line: str, kind: str) -> None:
    """The kind of a line is the grammar's name for it, whoever may send it."""
    assert draft(scene(ACT, is_mine=False)).kind(line) == kind


def test_short_forms_of_another_game() -> None:
    """Short forms are the game's own matter."""
    table = Table()
    table.new_game("royale", None, [("seed", "1"), ("first", "p1")])
    from beachhead.protocol.repl.situation import situation_of as of

    assert read_line("beer", of(table)) == Act("setup drink beer")
    assert read_line("d7", of(table)) == Act("move d7")  # refused by the engine: a drink comes first
    for text in ("setup drink beer", "setup drink wine"):
        table.act(table.timeline.game.action(table.timeline.state, text))
    assert read_line("d7", of(table)) == Act("setup place d7")
