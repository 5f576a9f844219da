"""The laws that hold for every line: one final line, nothing changed on an error, no bug, in bounded time."""

import re
import time
from collections import Counter
from random import Random
from typing import Any, Final

from beachhead.engine.games import DEFAULT_GAME
from beachhead.engine.timeline import Timeline
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.protocol.framing import MAX_LINE, TOO_LONG, Framing
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import Table
from tools.fuzz.lines import LIMITED, Lines

BOM: Final = b"\xef\xbb\xbf"
THOROUGH: Final = 0.02  # of the lines are checked in the slower ways too
SLOWEST: Final = 0.25  # seconds that a line may take, the commands with limits apart
_TAG: Final = re.compile(r"[ \t]*(@[0-9]{1,9})([ \t]|$)")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_LOOKS: Final = ("legal", "state", "board", "history", "result", "explain", "expect", "help", "ping", "hello", "hint")


class Violation(Exception):
    """A law does not hold; the message names it and the line that shows it."""


class Trial:
    """One conversation after another, checked line by line."""

    def __init__(self, seed: int, adviser: Adviser | None = None) -> None:
        self.rng = Random(seed)
        self.lines = Lines(self.rng)
        self._adviser = adviser
        self.session = Session(Table(), adviser)
        self.framing = Framing()
        self._ahead: list[bytes] = []  # lines that have been sent, and not yet come out of the framing
        self._held = b""
        self._is_first = True
        self.count = 0
        self.games: Counter[str] = Counter()  # games that were played to their ends
        self.answers: Counter[str] = Counter()  # final lines by their code
        self.slowest: tuple[float, bytes] = (0.0, b"")

    def step(self) -> None:
        """Send something, cut at random. Raise Violation."""
        sent = self._held + self._new_piece()
        cut = len(sent) if self.rng.random() < 0.8 else self.rng.randrange(len(sent) + 1)
        self._held = sent[cut:]
        for line in self.framing.feed(sent[:cut]):
            expected = self._ahead.pop(0)
            if line != expected:
                raise Violation(f"framing gives {line[:80]!r} and not {expected[:80]!r}")
            self.check(line)

    def _new_piece(self) -> bytes:
        table = self.session.table
        piece = self.lines.next(None if table.game is None else table.timeline)
        self._ahead += [framed(line) for line in piece.removesuffix(b"\n").split(b"\n")]
        if self._is_first:
            self._is_first = False
            return BOM + piece
        return piece

    def check(self, line: bytes) -> list[str]:
        """Handle a line and check every law; return the answer."""
        session = self.session
        is_thorough = self.rng.random() < THOROUGH
        before, state = _things(session), _text(session) if is_thorough else ""
        begun = time.thread_time()  # not the clock on the wall: others may be at work too
        answer = session.handle(line)
        taken = time.thread_time() - begun
        replies = [] if answer is None else answer.lines()
        self.count += 1
        final = _check_form(line, replies)
        if final is not None:
            self.answers[" ".join(final.split()[:2]) if final.startswith("error") else "ok"] += 1
            changed = _things(session) != before
            if changed and (final.startswith("error") or (_words(line)[:1] and _words(line)[0] in _LOOKS)):
                raise Violation(f"{line!r} is answered by {final[:80]!r} and changes the game")
            if is_thorough and final.startswith("error") and _text(session) != state:
                raise Violation(f"{line!r} is answered by {final[:80]!r} and changes the position")
            self._count_end(before)
        if LIMITED.search(line) is None:
            if taken > self.slowest[0]:
                self.slowest = (taken, line)
            if taken > SLOWEST:
                raise Violation(f"{line[:80]!r} ({len(line)} bytes) takes {taken:.3f} s")
        if is_thorough:
            self._check_language(replies)
        if session.is_over:
            self.session = Session(Table(), self._adviser)
        return replies

    def _count_end(self, before: tuple[object, ...]) -> None:
        table = self.session.table
        if table.game is not None and _Same(table.timeline) != before[0] and table.game.result(table.timeline.state):
            self.games[table.game.name] += 1

    def _check_language(self, replies: list[str]) -> None:
        """Check that the engine's lines belong to the language too."""
        game = self.session.table.game
        for reply in replies:
            tag = _TAG.match(reply)
            text = reply[tag.end() :] if tag else reply
            try:
                parse(text, f"{game.name if game else DEFAULT_GAME}_said")
            except BadSyntax as bad:
                raise Violation(f"the engine says {reply[:120]!r}, which is not in the language: {bad}") from None


def framed(line: bytes) -> bytes:
    """Return a line as the framing should return it."""
    line = line.removesuffix(b"\r")
    return line if len(line) <= MAX_LINE else TOO_LONG + line[:32]


def is_silent(line: bytes) -> bool:
    """Return whether a line gets no answer: it is readable, and blank or a comment."""
    if line.startswith(TOO_LONG):
        return False
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return False
    return _CONTROL.search(text) is None and text.strip(" \t")[:1] in ("", "#")


def _check_form(line: bytes, replies: list[str]) -> str | None:
    """Check for one final line, at the end, and the tag on every line; return the final line without it, or None."""
    if is_silent(line):
        if replies:
            raise Violation(f"{line!r} is answered by {replies[-1][:80]!r}")
        return None
    if not replies:
        raise Violation(f"{line[:200]!r} is not answered")
    tag = _TAG.match(line.removeprefix(TOO_LONG).decode("latin-1"))
    plain = []
    for reply in replies:
        if tag is not None and not reply.startswith(tag[1] + " "):
            raise Violation(f"{line[:200]!r} is answered without its tag: {reply[:80]!r}")
        plain.append(reply[len(tag[1]) + 1 :] if tag else reply)
        if _CONTROL.search(reply) or "\n" in reply:
            raise Violation(f"{line[:200]!r} is answered by a control character: {reply[:80]!r}")
    finals = [reply.split(" ", 1)[0] in ("ok", "error") for reply in plain]
    if finals.count(True) != 1 or not finals[-1]:
        raise Violation(f"{line[:200]!r} has {finals.count(True)} final lines: {plain[-3:]!r}")
    if plain[-1].startswith("error internal"):
        raise Violation(f"{line[:200]!r} shows a bug")
    return plain[-1]


def _words(line: bytes) -> list[str]:
    text = line.decode("utf-8", "replace")
    tag = _TAG.match(text)
    return (text[tag.end() :] if tag else text).split()


def _things(session: Session) -> tuple[object, ...]:
    """Return what an error must not change. Timelines are values, so the same one is the same game."""
    found = session.table.snapshot()
    return _Same(found.timeline), _Same(found.opening), dict(found.headers), session.is_over


class _Same:
    """Wraps an object; equal only to a wrapper of the same object."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


def _text(session: Session) -> str:
    table = session.table
    if table.game is None:
        return ""
    timeline: Timeline[Any] = table.timeline
    return timeline.game.write(timeline.state)
