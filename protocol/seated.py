"""A seated bot: a running process together with its seat at a table. The arena and the prompt drive it.

This class never waits and imposes no penalties: its driver waits for the streams, calls ``hear``, looks at the mistakes, and
decides on the penalty.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from beachhead.engine.native import mypyc_attr
from beachhead.engine.values import Event
from beachhead.protocol.process import BotProcess
from beachhead.protocol.reply import event_lines
from beachhead.protocol.seat import BYE, PLAYED, Heard, Said, Seat
from beachhead.protocol.table import Table

START: Final = 10.0  # seconds from the start of a process to its `hello`
MAX_STRAYS: Final = 100  # invalid lines out of turn that lose a game
_SHOWN: Final = 80  # bytes of an invalid line that are quoted


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatedBot:
    """A running bot, for the lifetime of its process; it may play several games."""

    __slots__ = ("code", "mistakes", "owed", "process", "refusal", "seat", "strays", "wrong")

    def __init__(self, process: BotProcess) -> None:
        self.process = process
        self.seat = Seat(Table(), "")
        self.owed: list[str] = []  # lines to send with the next write
        self.mistakes = 0  # in this game, while a decision was pending
        self.strays = 0  # in this game, out of turn
        self.wrong = ""  # the last error, for people
        self.code = ""  # its code
        self.refusal = ""  # why its `hello` was refused

    @property
    def name(self) -> str:
        """The name that it gave itself; empty before its `hello`."""
        return self.seat.bot

    @property
    def is_greeted(self) -> bool:
        """True if it has said hello."""
        return self.seat.is_greeted

    @property
    def has_strayed(self) -> bool:
        """True if it has sent so many invalid lines out of turn that it loses."""
        return self.strays >= MAX_STRAYS

    def greet(self) -> None:
        """Send the first lines to it."""
        self.tell(self.seat.greet())

    def begin(self) -> None:
        """Reset the mistakes of an earlier game."""
        self.mistakes = self.strays = 0
        self.wrong = self.code = ""

    def sit(self, table: Table, seat: str, clock: str, commit: str, events: Sequence[Event]) -> None:
        """Seat it in a game that has begun; the next write tells it so, with the events so far."""
        self.begin()
        self.owed += [*self.seat.sit(table, seat, clock, commit), *event_lines(events)]

    def ask(self, times: Sequence[int | None]) -> None:
        """Ask for a decision. ``times`` are the milliseconds left, its own first, None if untimed."""
        self.tell([self.seat.ask(times)])

    def tell(self, lines: list[str]) -> None:
        """Send lines to it, in one write with the lines it is owed."""
        if self.owed:
            lines = self.owed + lines
            self.owed = []
        if lines:
            self.process.send(lines)
            self.note(lines)

    def say_goodbye(self) -> None:
        """Send `bye` to it; the owner of the process ends it."""
        self.tell([BYE])

    def hear(self, until: float = math.inf) -> Heard | None:
        """Handle the lines of the bot, until one is a played action or a mistake, or until a point in time.

        The caller answers a played action; everything else is answered at once. If a bot does not read its answers, no
        more of its lines are handled.
        """
        process, seat = self.process, self.seat
        lines = process.lines
        while lines and not process.pending:
            line = lines.popleft()
            self.note(line)
            heard = seat.hear(line)
            said = heard.said
            if said is PLAYED:
                return heard
            answer = heard.lines()
            if answer:
                self.tell(answer)
            if said is Said.MISTAKE or said is Said.STRAY:
                self._note_error(heard, line)
                if said is Said.STRAY:
                    self.strays += 1
                else:
                    self.mistakes += 1
                    return heard
            if not seat.is_greeted and answer:
                self._note_error(heard, line)  # for example another version of the protocol
                if line.split()[:1] == [b"hello"]:
                    self.refusal = self.wrong
            if time.monotonic() > until:
                break
        return None

    def _note_error(self, heard: Heard, line: bytes) -> None:
        """Remember what was wrong with a line."""
        self.wrong = f"{heard.lines()[-1]}: '{line[:_SHOWN].decode('utf-8', 'backslashreplace').strip()}'"
        self.code = heard.refused.code if heard.refused is not None else ""

    def note(self, what: bytes | list[str]) -> None:
        """Log a line received or lines sent; does nothing here, for drivers to override."""
