"""Analyse a line while it is typed: one pass finds its words, its tree or error, its colours, and what may follow."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from beachhead.grammar.language import END, is_door, language
from beachhead.grammar.paint import Span, spans_of
from beachhead.grammar.parse import BLANKS, BadSyntax, Parsed, Word, explain

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

_NOTHING: Final[tuple[str, ...]] = ()


class TypedLine:
    """The analysis of a line under a start rule."""

    __slots__ = ("__dict__", "_problem", "before", "fragment", "here", "line", "next", "start", "tree", "words")

    def __init__(self, line: str, start: str) -> None:
        self.line = line
        self.start = start
        self.words: list[Word] = []  # all words that could be read, with their terminals
        self.before = 0  # the number of words before the one being typed, if the line does not end with a blank
        self.here = _NOTHING  # the terminals possible for the last word; none if the words before it are invalid
        self.next = _NOTHING  # the terminals that may follow the line; none if it cannot be read
        self.tree: Parsed | None = None
        self.fragment = line[max(line.rfind(" "), line.rfind("\t")) + 1 :]  # the last word, empty after a blank
        self._problem: UnexpectedInput | None = None
        self._read()

    def _read(self) -> None:
        interactive = language().lark.parse_interactive(self.line, start=self.start)
        from lark.exceptions import UnexpectedInput  # Lark has been imported already

        first, found = len(self.line) - len(self.fragment), False

        def possible() -> tuple[str, ...]:
            terminals: set[str] = interactive.accepts()  # type: ignore[no-untyped-call]  # Lark leaves it untyped
            return tuple(sorted(terminal for terminal in terminals if not is_door(terminal)))

        try:
            for word in interactive.iter_parse():
                if not found and word.end_pos is not None and word.end_pos > first and self.fragment:
                    found = True
                    self.before = len(self.words)
                    self.here = possible() if word.start_pos == first else (END,)
                self.words.append(word)
            self.next = possible()
            if not found:
                self.before, self.here = len(self.words), self.next
            last = self.words[-1] if self.words else None
            self.tree = interactive.feed_eof(last)  # type: ignore[no-untyped-call]
        except UnexpectedInput as problem:
            self._problem = problem
            token = getattr(problem, "token", None)
            is_end = token is not None and token.type == END
            if not is_end:
                if self.words and self.words[-1] is token:
                    self.words.pop()
                self.next = _NOTHING
                if not found and problem.column - 1 >= first:
                    self.before, self.here = len(self.words), possible()

    @cached_property
    def problem(self) -> BadSyntax | None:
        """The error in the line, or None if it is valid."""
        return None if self._problem is None else explain(self.line, self.start, self._problem)

    @property
    def kind(self) -> str:
        """The name of the line's grammar rule; empty if the line is invalid or blank."""
        return "" if self.tree is None or self.is_blank else str(self.tree.data)

    @property
    def is_blank(self) -> bool:
        """True if the line is empty or only a comment."""
        return self.line.lstrip(BLANKS)[:1] in ("", "#")

    @cached_property
    def spans(self) -> list[Span]:
        """The spans of the line, as `paint` returns them."""
        is_wrong = self._problem is not None and self._column() <= len(self.line.rstrip(BLANKS))
        return spans_of(self.line, self.words, is_wrong)

    def _column(self) -> int:
        token = getattr(self._problem, "token", None)
        at_end = token is not None and token.type == END
        return len(self.line) + 1 if at_end or self._problem is None else self._problem.column
