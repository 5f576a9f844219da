"""The golden file of bad lines: what people are told, to the byte, and what they are never told."""

import re
from pathlib import Path

import pytest

from beachhead.grammar.language import language
from beachhead.protocol.refusal import CODES
from tests.protocol.talk import exchanges, new_session, say

PAGE = (Path(__file__).parent / "bad_lines.txt").read_text(encoding="utf-8")
CONVERSATIONS = [part.splitlines() for part in re.split(r"^# ", PAGE, flags=re.MULTILINE)[2:]]
BAD_LINES = [(lines, line, answer) for lines in CONVERSATIONS for line, answer in exchanges(lines)]


@pytest.mark.parametrize("lines", CONVERSATIONS, ids=lambda lines: lines[0])
def test_answers(lines: list[str]) -> None:
    """A bad line is answered as the page says, and leaves the game as it was, so that the next one is too."""
    session = new_session()
    for line in lines:
        if line.startswith("! "):
            assert say(session, line[2:])[-1] == "ok"
    before = session.table.snapshot()
    for line, answer in exchanges(lines):
        assert (line, say(session, line)) == (line, answer)
        assert session.table.snapshot() == before


def test_there_are_enough() -> None:
    """The page has a good number of lines, no line twice in one conversation, and one answer for each."""
    assert len(BAD_LINES) >= 60
    for lines in CONVERSATIONS:
        said = [line for line, _ in exchanges(lines)]
        assert len(said) == len(set(said))
    assert all(len(answer) == 1 for _, _, answer in BAD_LINES)


@pytest.mark.parametrize("answer", sorted({answer for _, _, [answer] in BAD_LINES}))
def test_answers_are_for_people(answer: str) -> None:
    """An answer is a code and a sentence, without a name of the grammar's, of Python's or of nothing at all."""
    found = re.fullmatch(r"(@\d+ )?error (\w+) (.+)", answer)
    assert found
    assert found[2] in CODES
    terminals = {
        terminal.name.strip("_") for terminal in language().lark.terminals if len(terminal.name.strip("_")) > 3
    }
    fields = {"BOARD", "SOUTHPAD", "NORTHPAD", "BLOCKS", "SIDE", "PHASE", "TURN", "MODE", "PING", "VALUE"}
    assert not (set(re.findall(r"[A-Z_]{4,}", found[3])) & terminals) - fields
    assert not re.search(r"__|Token|Traceback|Exception|Error\b|None|object at|\ba [aeiou]|\ban [^aeiou]", found[3])
    if found[2] == "syntax":
        assert re.match(r"column \d+: expected .+", found[3])


def test_every_column_points_at_what_was_wrong() -> None:
    """The column of a syntax error is that of the word that it quotes, counted after the tag."""
    for _, line, [answer] in BAD_LINES:
        found = re.search(r"syntax column (\d+): .*, got '([^'…\\]*)", answer)
        if found and found[2]:
            command = re.sub(r"^@\d+ ", "", line)
            assert command[int(found[1]) - 1 :].startswith(found[2]), answer
