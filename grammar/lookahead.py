"""Look-ahead: what may come next at any point of a line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from beachhead.grammar.language import END, Language, is_door, language

if TYPE_CHECKING:
    from lark import Token


def expected_after(before: str, start: str) -> tuple[str, ...]:
    """Return the terminals that may follow these words, with END if the line may end; none if the words are invalid."""
    return _read(language(), before, start)[1]


def read_words(before: str, start: str) -> tuple[list[Token], tuple[str, ...]]:
    """Return the words of a beginning of a line with their terminals, and the terminals that may follow, as above."""
    return _read(language(), before, start)


def next_words(before: str, start: str) -> dict[str, str]:
    """Return the words that may follow, each with its terminal, as far as they can be listed."""
    return _next(language(), before, start)


def openers(start: str) -> frozenset[str]:
    """Return the words that can begin an action."""
    return _openers(language(), start)


def action_terminals(start: str) -> frozenset[str]:
    """Return the terminals that can begin an action; the names of those that begin commands start with an underscore."""
    return _action_terminals(language(), start)


def _read(spoken: Language, before: str, start: str) -> tuple[list[Token], tuple[str, ...]]:
    interactive = spoken.lark.parse_interactive(before, start=start)
    from lark.exceptions import UnexpectedInput  # Lark has been imported already

    try:
        words = list(interactive.iter_parse())
    except UnexpectedInput:
        return [], ()
    terminals: set[str] = interactive.accepts()  # type: ignore[no-untyped-call]  # Lark leaves it untyped
    return words, tuple(sorted(terminal for terminal in terminals if not is_door(terminal)))


def _next(spoken: Language, before: str, start: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for terminal in _read(spoken, before, start)[1]:
        if terminal != END:
            for word in spoken.words_of(terminal):
                found.setdefault(word, terminal)
    return found


@lru_cache(32)
def _openers(spoken: Language, start: str) -> frozenset[str]:
    return frozenset(word for word, terminal in _next(spoken, "", start).items() if not terminal.startswith("_"))


@lru_cache(32)
def _action_terminals(spoken: Language, start: str) -> frozenset[str]:
    return frozenset(terminal for terminal in _read(spoken, "", start)[1] if terminal[0] not in "_$")
