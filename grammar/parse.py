"""A line to its tree, or to the column where it goes wrong and what was expected there."""

import re
from typing import Final

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from beachhead.grammar.language import END, STARTS, language, matches, name_of, words_of
from beachhead.grammar.lookahead import expected_after, next_words

Parsed = Tree[Token]
Word = Token  # a word of a line, with the name of its terminal
BLANKS: Final = " \t"  # what separates words; nothing else does
_BLANK: Final = re.compile("[ \t]")
_MANY: Final = 9  # keywords that are listed
_SHOWN: Final = 32


class BadSyntax(Exception):
    """A line does not parse: the column, counted from 1, and a sentence that says what was expected and what came."""

    def __init__(self, column: int, problem: str) -> None:
        super().__init__(f"column {column}: {problem}")
        self.column = column
        self.problem = problem


def parse(line: str, start: str) -> Parsed:
    """The tree of a line; raises BadSyntax."""
    try:
        tree: Parsed = language().parse(line, start=start)
    except UnexpectedInput as problem:
        raise _explain(line, start, problem) from None
    return tree


def _explain(line: str, start: str, problem: UnexpectedInput) -> BadSyntax:
    """What people are told. Lark reports the end of a line at its last token, so that column is counted here."""
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
    """What may stand there, in words: names before keywords, a long list of keywords by its name, the end at the end."""
    names = sorted({_name(terminal, got) for terminal in terminals if terminal != END and not words_of(terminal)})
    words = sorted({f"'{word}'" for terminal in terminals if terminal != END for word in _written(terminal)})
    if len(words) > _MANY:
        words = ["a command" if is_first else "an action"]
    end = ["the end of the line"] if END in terminals else []
    options = [*names, *words, *end]
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"


def _name(terminal: str, got: str) -> str:
    """What a terminal is called; more exactly where something of that kind came, and was wrong in itself."""
    name = name_of(terminal)
    if terminal == "NUMBER" and got.isascii() and got.isdigit():
        return f"{name} of at most 9 digits"
    if terminal == "QUOTED_STRING" and got.startswith('"'):
        return rf"""{name} (to a closing '"', with \" and \\ inside)"""
    return name


def _written(terminal: str) -> tuple[str, ...]:
    """The words of a terminal as they are written: a key with its sign."""
    words = words_of(terminal)
    return tuple(f"{word}=" for word in words) if terminal == "OPTION" else words


def _suggest(got: str, terminals: tuple[str, ...]) -> str:
    """The nearest word; where a capital letter is all that is wrong, that word in lower case."""
    from difflib import get_close_matches

    words = sorted({word for terminal in terminals if terminal != END for word in words_of(terminal)} - {"="})
    lower = got[:_SHOWN].lower()
    if lower != got and any(matches(terminal, lower) for terminal in terminals if terminal != END):
        near = [lower]
    else:
        near = get_close_matches(lower, words, 1, 0.6) if got else []
    return f": did you mean '{near[0]}'?" if near else ""


def _elsewhere(before: str, got: str, start: str) -> str:
    """Which other game knows the word in this place."""
    _, said, direction = start.partition("_")
    for other in STARTS:
        if other != start and other.partition("_")[1:] == (said, direction) and got in next_words(before, other):
            return f": it belongs to {other.partition('_')[0]}"
    return ""


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
