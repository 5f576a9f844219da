"""The line being typed: parsed once per change; provides its verdict, its colours and its menu."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.engine.picture import Span
from beachhead.grammar.typed import TypedLine
from beachhead.protocol.repl.judge import EMPTY, Verdict, coloured, judge
from beachhead.protocol.repl.offer import Known, Offers, following, offers
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.repl.typed import understood


class _Line:
    """One line in one situation, with its cached analysis."""

    __slots__ = ("lower", "offers", "situation", "text", "typed", "understood", "verdict")

    def __init__(self, text: str, situation: Situation) -> None:
        self.text = text
        self.situation = situation
        self.understood = understood(text, situation)
        is_as_typed = self.understood.line == text
        self.typed = self.understood if is_as_typed else TypedLine(text, situation.start)
        self.lower = self.typed if text == text.lower() else TypedLine(text.lower(), situation.start)
        self.verdict: Verdict | None = None
        self.offers: Offers | None = None


class Draft:
    """Analyses the line at the prompt. Caches only the last line and the last text before the cursor."""

    def __init__(self, situation: Callable[[], Situation], known: Known) -> None:
        self._situation = situation
        self._known = known
        self._lines: list[_Line] = []

    def _line(self, text: str) -> _Line:
        situation = self._situation()
        for line in self._lines:
            if line.text == text and line.situation is situation:
                return line
        line = _Line(text, situation)
        self._lines = [*self._lines[-1:], line]
        return line

    def verdict(self, text: str) -> Verdict:
        """Return the verdict on a line."""
        if not text:
            return EMPTY  # without the parser, which is loaded after the prompt is shown
        line = self._line(text)
        if line.verdict is None:
            line.verdict = judge(line.understood, line.situation, lambda: self._goes_on(line))
        return line.verdict

    def offered(self, before: str) -> Offers:
        """Return what may follow the text before the cursor."""
        return self._offers(self._line(before))

    def _offers(self, line: _Line) -> Offers:
        if line.offers is None:
            line.offers = offers(line.typed, line.situation, self._known)
            if not line.offers.found and line.lower is not line.typed:
                line.offers = offers(line.lower, line.situation, self._known)
        return line.offers

    def _goes_on(self, line: _Line) -> Offers:
        """Return the completions of the last word, or if there are none, the next words."""
        found = self._offers(line)
        if not found.found:
            found = following(line.understood, line.situation, self._known)
        return found if found.found else following(line.lower, line.situation, self._known)

    def painted(self, text: str) -> list[Span]:
        """Return a line in colour."""
        if not text:
            return []
        line = self._line(text)
        is_as_typed = line.understood is line.typed
        return coloured(line.typed, self.verdict(text)) if is_as_typed else [("text", text)]

    def kind(self, text: str) -> str:
        """Return the name of the line's grammar rule; empty if it is invalid."""
        return self._line(text).understood.kind

    def warm_up(self) -> None:
        """Load the parser, before the first key needs it."""
        self._line(" ")
