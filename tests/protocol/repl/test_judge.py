"""What is said about a line before Enter, and how it is coloured."""

import pytest

from beachhead.protocol.repl.judge import Kind
from tests.protocol.repl.scenes import ACT, AFTER, BLOCKS, OVER, draft, scene

FINE, PARTIAL, ILLEGAL, UNREADABLE = Kind.FINE, Kind.PARTIAL, Kind.ILLEGAL, Kind.UNREADABLE

VERDICTS = [
    (ACT, "", Kind.EMPTY, "", None),
    (ACT, "  # words", Kind.EMPTY, "", None),
    (ACT, "move e2", FINE, "move e2 e5: tank e2 to e5, lands on a block: 50 % live", "move e2 e5"),
    (ACT, "e2", FINE, "move e2 e5: tank e2 to e5, lands on a block: 50 % live", "move e2 e5"),
    (ACT, "undo", FINE, "", None),
    (ACT, "resign", FINE, "resign: gives the battle to North", "resign"),
    (ACT, "m", PARTIAL, "goes on: move e2 e5", None),
    (ACT, "mo", PARTIAL, "goes on: move e2 e5", None),
    (ACT, "move ", PARTIAL, "goes on: e2 e5", None),
    (ACT, "move e", PARTIAL, "goes on: e2 e5", None),
    (ACT, "move a", ILLEGAL, "no legal action begins so", None),
    (AFTER, "m ", ILLEGAL, "no legal action begins so", None),
    (AFTER, "turn", ILLEGAL, "no legal action begins so", None),
    (AFTER, "save ", PARTIAL, "column 5: expected", None),
    (ACT, "turn e2 le", PARTIAL, "goes on: left", None),
    (ACT, "mvoe", UNREADABLE, "did you mean 'move'?", None),
    (ACT, "move z9", UNREADABLE, "column 6: expected a square, got 'z9'", None),
    (ACT, "move z ", UNREADABLE, "column 6: expected a square", None),
    (ACT, "move e2 e5 e6", UNREADABLE, "column 12: expected the end of the line", None),
    (ACT, "move d2", ILLEGAL, "rule movement: nobody stands on d2", None),
    (ACT, "m i6", ILLEGAL, "the block on i8 is in the way", None),
    (ACT, "end", ILLEGAL, "rule 15: a move is possible and must be made: move e2 e5", None),
    (ACT, "move e2 e4", ILLEGAL, "rule 1: all 3 units are used: with a 3 it moves to e5", None),
    (ACT, "roll 3", ILLEGAL, "rule phase: no roll is due", None),
    (AFTER, "e", FINE, "end: the turn is over", "end"),
    (BLOCKS, "e", PARTIAL, "goes on: e1, e2, e3", None),  # a verb in short, and the beginning of a square
    (BLOCKS, "E", PARTIAL, "goes on: e1, e2, e3", None),
    (BLOCKS, "SETUP BLOCK", PARTIAL, "goes on: a1, a2", None),
    (BLOCKS, "Se", PARTIAL, "goes on: setup", None),
    (ACT, "MOVE ", PARTIAL, "goes on: e2 e5", None),
    (BLOCKS, "yes", UNREADABLE, "expected an action or a command, got 'yes'", None),
    (BLOCKS, "e4", FINE, "setup block e4: an obstacle block", "setup block e4"),
    (OVER, "move e2", ILLEGAL, "the game is over", None),
]


@pytest.mark.parametrize(("position", "line", "kind", "words", "action"), VERDICTS)
def test_verdicts(position: str, line: str, kind: Kind, words: str, action: str | None) -> None:
    """A line is fine and says what it would do, may become something, is illegal by a rule, or cannot be read."""
    verdict = draft(scene(position)).verdict(line)
    assert (verdict.kind, verdict.action and verdict.action.text) == (kind, action)
    assert words in verdict.text


def test_others_turn() -> None:
    """An action that is typed while a bot thinks waits for it."""
    verdict = draft(scene(ACT, is_mine=False)).verdict("move e2")
    assert (verdict.kind, verdict.text) == (FINE, "waits for south")


@pytest.mark.parametrize(
    ("line", "spans"),
    [
        ("move e2", [("keyword", "move"), ("", " "), ("place", "e2")]),
        ("move d2", [("keyword illegal", "move"), ("illegal", " "), ("place illegal", "d2")]),
        ("move z9", [("keyword", "move"), ("", " "), ("error", "z9")]),
        ("mo", [("text", "mo")]),
        ("undo 3 # why", [("keyword", "undo"), ("", " "), ("number", "3"), ("", " "), ("comment", "# why")]),
        ("@1 undo", [("text", "@1 "), ("keyword", "undo")]),
        ("", []),
    ],
)
def test_colours(line: str, spans: list[tuple[str, str]]) -> None:
    """A line has the grammar's colours; an illegal one is marked whole, an unreadable one where it goes wrong."""
    assert draft(scene(ACT)).painted(line) == spans


@pytest.mark.parametrize("line", ["move e2", "mvoe x", "turn e2 left  # so", "\t m  e2 ", "é ß →", 'header a "b"'])
def test_colours_lose_nothing(line: str) -> None:
    """Whatever is typed, the coloured line is that line."""
    assert "".join(text for _, text in draft(scene(ACT)).painted(line)) == line
