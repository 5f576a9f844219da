"""Classes of characters for colouring: every character of a line belongs to one span."""

from typing import Final

from lark.exceptions import UnexpectedInput

from beachhead.grammar.language import language, words_of

Span = tuple[str, str]  # class, text

_PLACES: Final = {"SQUARE", "FIELD", "SLOT"}
_NUMBERS: Final = {"NUMBER", "DIE", "PIP", "MILLISECONDS"}


def class_of(terminal: str) -> str:
    """The class of a terminal's characters: keyword, place, number, string or text."""
    if terminal in _PLACES:
        return "place"
    if terminal in _NUMBERS:
        return "number"
    if terminal == "QUOTED_STRING":
        return "string"
    return "keyword" if words_of(terminal) else "text"


def paint(line: str, start: str) -> list[Span]:
    """The line in spans, from left to right; what no rule allows is an error from there on, comments are comments."""
    spans: list[Span] = []
    at = 0
    interactive = language().parse_interactive(line, start=start)
    try:
        for token in interactive.iter_parse():
            _between(spans, line[at : token.start_pos])
            assert token.end_pos is not None
            spans.append((class_of(token.type), line[token.start_pos : token.end_pos]))
            at = token.end_pos
    except UnexpectedInput:
        rest = line[at:]
        word = rest.lstrip(" \t")
        _between(spans, rest[: len(rest) - len(word)])
        if word:
            spans.append(("error", word))
        return spans
    _between(spans, line[at:])
    return spans


def _between(spans: list[Span], text: str) -> None:
    """Blanks, and a comment at the end."""
    blanks, mark, comment = text.partition("#")
    if blanks:
        spans.append(("", blanks))
    if mark:
        spans.append(("comment", mark + comment))
