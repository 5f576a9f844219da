"""What reaches the terminal."""

import pytest

from beachhead.protocol.repl.clean import LONGEST, clean, clean_line, last_lines


@pytest.mark.parametrize(
    "hostile",
    ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x90q\x9c", "a\rb", "a\x08b", "\x00", "\x7f", "\u202eabc", "\u2028"],
)
def test_no_code_passes(hostile: str) -> None:
    """Whatever a text holds, what is left of it is printable."""
    assert clean(hostile).isprintable()
    assert clean(hostile, ascii=True).isprintable()
    assert clean(hostile, ascii=True).isascii()
    assert all(text.isprintable() for _, text in clean_line([("", hostile), ("x", hostile)]))
    assert all(line.isprintable() for line in last_lines(hostile, 5))


def test_plain_text_stays() -> None:
    """Printable text stays as it is, a tab is a blank, and a long line is cut."""
    assert clean("60 % live → e5 …\tß") == "60 % live → e5 … ß"
    assert clean("→ …", ascii=True) == "-> ..."
    assert len(clean("x" * 10_000)) == LONGEST + 1


def test_last_lines() -> None:
    """Of what a program wrote its last lines are kept that hold anything."""
    assert last_lines("one\n\n two \r\nthree\n\n", 2) == ["two", "three"]
    assert last_lines("", 3) == []
