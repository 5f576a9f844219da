"""Parse a line into a tree, or report the column of a syntax error and what was expected there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from beachhead.grammar.language import END, language, matches, name_of, words_of
from beachhead.grammar.lookahead import expected_after, next_words

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

Parsed: TypeAlias = "Tree[Token]"
Word: TypeAlias = "Token"  # a word of a line, with the name of its terminal
BLANKS: Final = " \t"  # the only separators of words
_BLANK: Final = re.compile("[ \t]")
_MANY: Final = 9  # limit of the keywords listed in a message
_SHOWN: Final = 32


class BadSyntax(Exception):
    """Raised if a line does not parse; holds the column, counted from 1, and a sentence: what was expected, what came."""

    def __init__(self, column: int, problem: str) -> None:
        super().__init__(f"column {column}: {problem}")
        self.column = column
        self.problem = problem


def parse(line: str, start: str) -> Parsed:
    """Return the tree of a line; raise BadSyntax if it does not parse."""
    lark = language().lark
    from lark.exceptions import UnexpectedInput

    try:
        tree: Parsed = lark.parse(line, start=start)
    except UnexpectedInput as problem:
        raise explain(line, start, problem) from None
    return tree


def explain(line: str, start: str, problem: UnexpectedInput) -> BadSyntax:
    """Return the error for people. Lark reports the end of a line at its last token, so that column is computed here."""
    token = getattr(problem, "token", None)
    at = len(line.rstrip(BLANKS)) if token is not None and token.type == END else problem.column - 1
    rest = line[at:].rstrip(BLANKS)
    got = rest[: rest.find('"', 1) + 1] or rest if rest.startswith('"') else _BLANK.split(rest, maxsplit=1)[0]
    terminals = expected_after(line[:at], start)
    shown = f"'{_printable(got[:_SHOWN])}{'…' if len(got) > _SHOWN else ''}'" if got else "the end of the line"
    expected = _expected(terminals, got, is_first=not line[:at].strip(BLANKS))
    suggestion = _suggest(got, terminals) or _elsewhere(line[:at], got, start)
    if not suggestion and ("command" in expected or "action" in expected):
        suggestion = ": help lists them"
    return BadSyntax(at + 1, f"expected {expected}, got {shown}{suggestion}")


def _expected(terminals: tuple[str, ...], got: str, is_first: bool) -> str:
    """Return what is expected, in words: names, then keywords (a long list by its name), and last the end of the line."""
    names = sorted({_name(terminal, got) for terminal in terminals if terminal != END and not words_of(terminal)})
    words = sorted({f"'{word}'" for terminal in terminals if terminal != END for word in _written(terminal)})
    if len(words) > _MANY and is_first:
        return "an action or a command" if names else "a command"
    if len(words) > _MANY:
        words = ["an action"]
    end = ["the end of the line"] if END in terminals else []
    options = [*names, *words, *end]
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"


def _name(terminal: str, got: str) -> str:
    """Return the name of a terminal, with more detail if the word was of that kind but invalid."""
    name = name_of(terminal)
    if terminal == "NUMBER" and got.isascii() and got.isdigit():
        return f"{name} of at most 9 digits"
    if terminal == "QUOTED_STRING" and got.startswith('"'):
        return rf"""{name} (to a closing '"', with \" and \\ inside)"""
    return name


def _written(terminal: str) -> tuple[str, ...]:
    """Return the words of a terminal as they are written: keys with their `=`."""
    words = words_of(terminal)
    return tuple(f"{word}=" for word in words) if terminal == "OPTION" else words


def _suggest(got: str, terminals: tuple[str, ...]) -> str:
    """Return a hint with the nearest word; if only the case is wrong, that word in lower case."""
    from difflib import get_close_matches

    words = sorted({word for terminal in terminals if terminal != END for word in words_of(terminal)} - {"="})
    lower = got[:_SHOWN].lower()
    if lower != got and any(matches(terminal, lower) for terminal in terminals if terminal != END):
        near = [lower]
    else:
        near = get_close_matches(lower, words, 1, 0.6) if got else []
    return f": did you mean '{near[0]}'?" if near else ""


def _elsewhere(before: str, got: str, start: str) -> str:
    """Return a hint with another game in which the word would be valid here."""
    game, mark, kind = start.partition("_")
    for other in language().games:
        if other != game and got in next_words(before, f"{other}{mark}{kind}"):
            return f": it belongs to {other}"
    return ""


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
