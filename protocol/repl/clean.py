"""Make text safe for the terminal: printable characters only, because bots, records and headers may hold escape codes."""

from collections.abc import Iterable
from typing import Final

from beachhead.engine.picture import Span

Line = list[Span]  # a line of text in spans, each with the name of its style

_MARK: Final = "\N{REPLACEMENT CHARACTER}"
_PLAIN: Final = str.maketrans(
    {
        "…": "...",
        "→": "->",
        "·": ".",
        "–": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "†": "x",
        "█": "#",
        "▄": ".",
        _MARK: "?",
    }
)
LONGEST: Final = 2000  # maximum length of a line that is shown


def clean(text: str, ascii: bool = False) -> str:
    """Return the text with a mark for every unprintable character; a tab becomes a blank."""
    if not text.isprintable():
        text = "".join([c if c.isprintable() else " " if c == "\t" else _MARK for c in text])
    if len(text) > LONGEST:
        text = text[:LONGEST] + "…"
    if ascii and not text.isascii():
        text = text.translate(_PLAIN).encode("ascii", "replace").decode()
    return text


def clean_line(line: Iterable[Span], ascii: bool = False) -> Line:
    """Return the spans of a line, each cleaned."""
    return [(style, clean(text, ascii)) for style, text in line]


def last_lines(text: str, count: int) -> list[str]:
    """Return the last lines of a program's output that are not empty, each cleaned."""
    lines = [clean(line).strip() for line in text.replace("\r", "\n").split("\n")]
    return [line for line in lines if line][-count:]
