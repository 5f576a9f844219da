"""Colouring: split a line into spans, each with a class; every character belongs to one span."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beachhead.grammar.language import language

if TYPE_CHECKING:
    from lark import Token

Span = tuple[str, str]  # class, text


def paint(line: str, start: str) -> list[Span]:
    """Return the spans of a line, from left to right; from the first invalid word on, everything is an error."""
    interactive = language().lark.parse_interactive(line, start=start)
    from lark.exceptions import UnexpectedInput  # Lark has been imported already

    words: list[Token] = []
    try:
        for token in interactive.iter_parse():
            words.append(token)
    except UnexpectedInput as problem:
        if words and words[-1] is getattr(problem, "token", None):
            words.pop()
        return spans_of(line, words, True)
    return spans_of(line, words, False)


def spans_of(line: str, words: Sequence[Token], is_wrong: bool) -> list[Span]:
    """Return the spans of a line, given the words read from it; if it is invalid, the rest is an error."""
    spans: list[Span] = []
    at = 0
    spoken = language()
    for token in words:
        assert token.start_pos is not None
        assert token.end_pos is not None
        _between(spans, line[at : token.start_pos])
        spans.append((spoken.class_of(token.type), line[token.start_pos : token.end_pos]))
        at = token.end_pos
    rest = line[at:]
    if is_wrong:
        word = rest.lstrip(" \t")
        _between(spans, rest[: len(rest) - len(word)])
        if word:
            spans.append(("error", word))
        return spans
    _between(spans, rest)
    return spans


def _between(spans: list[Span], text: str) -> None:
    """Add spans for the text between words: blanks, and a comment at the end."""
    blanks, mark, comment = text.partition("#")
    if blanks:
        spans.append(("", blanks))
    if mark:
        spans.append(("comment", mark + comment))
