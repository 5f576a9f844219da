"""A line to its tree, or to the column where it goes wrong and what was expected there."""

from typing import Final

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from beachhead.grammar.language import END, language, name_of, words_of
from beachhead.grammar.lookahead import expected_after

Parsed = Tree[Token]
_MANY: Final = 9
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
    at = len(line.rstrip(" \t")) if token is not None and token.type == END else problem.column - 1
    got = line[at:].split(maxsplit=1)[0] if at < len(line) else ""
    terminals = expected_after(line[:at], start)
    shown = f"'{got[:_SHOWN]}{'…' if len(got) > _SHOWN else ''}'" if got else "the end of the line"
    words = sorted({word for terminal in terminals for word in (words_of(terminal) if terminal != END else ())} - {"="})
    names = sorted({name_of(terminal) for terminal in terminals if terminal == END or not words_of(terminal)})
    if len(words) > _MANY:
        expected = "a command" if not line[:at].strip() else "an action"
    else:
        expected = _either([*(name for name in names if "end of" not in name), *(f"'{word}'" for word in words)])
        if "the end of the line" in names:
            expected = f"{expected} or the end of the line" if expected else "the end of the line"
    return BadSyntax(at + 1, f"expected {expected}, got {shown}{_suggest(got, words)}")


def _either(options: list[str]) -> str:
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}" if options else ""


def _suggest(got: str, words: list[str]) -> str:
    if not got or not words:
        return ""
    from difflib import get_close_matches

    near = get_close_matches(got[:_SHOWN].lower(), words, 1, 0.6)
    return f": did you mean '{near[0]}'?" if near else ""
