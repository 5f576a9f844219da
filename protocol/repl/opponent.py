"""A bot across the table: its process, its conversation, and what went wrong with it.

Nothing here waits: whoever owns an opponent reads its streams when they have something, and then lets it be heard.
A bot is seated when its decision is first wanted, and hears then what has happened so far, as if it had been there.
"""

from __future__ import annotations

import re
import time
from typing import Final

from beachhead.protocol.dice import commitment
from beachhead.protocol.process import BotProcess, command_of
from beachhead.protocol.repl.clean import clean, last_lines
from beachhead.protocol.seat import BYE, Heard, Said, Seat
from beachhead.protocol.table import Table

START: Final = 10.0  # seconds until `hello`
MAX_STRAY: Final = 100  # errors out of turn
_LAST_WORDS: Final = 5  # lines of stderr that are shown
_CLOCK: Final = "none"
_PLAIN_BUILT_IN: Final = re.compile(r"builtin:\S+")
_REPEATABLE: Final = ("--seed", "0")  # its picks follow from the dice then: the same seed gives the same game


class Opponent:
    """The bot of one seat. ``fault`` says what went wrong, and nothing as long as all is well."""

    def __init__(self, name: str, seat: str, hang: float) -> None:
        """``name`` is that of `command_of`, which raises ValueError; ``hang`` the seconds it may think."""
        self.name = name
        self.seat = seat
        self.fault = ""
        self.last_words: list[str] = []
        self.asked_at = 0.0  # when its decision was wanted, by the monotonic clock
        self.is_wanted = False  # whether a decision of it is wanted
        self._command = command_of(name)
        if _PLAIN_BUILT_IN.fullmatch(name):
            self._command += _REPEATABLE
        if not self._command[0]:
            raise ValueError("a bot is named by a command line or by builtin:NAME")
        self._hang = hang
        self._process: BotProcess | None = None
        self._chair = Seat(Table(), seat)
        self._is_seated = False
        self._strays = 0
        self._table = Table()

    @property
    def process(self) -> BotProcess | None:
        """Its process, if it runs."""
        return self._process

    @property
    def title(self) -> str:
        """What it is called: its own name for itself where it has said one."""
        return clean(self._chair.bot) or self.name

    def want(self, table: Table) -> None:
        """Asks for a decision: at once, or as soon as it has said hello."""
        self.is_wanted, self.asked_at, self._table = True, time.monotonic(), table
        if self._process is None:
            self._start()
        if not self.fault and self._chair.is_greeted:
            self._ask()

    def _start(self) -> None:
        self.fault, self.last_words, self._strays = "", [], 0
        self._chair = Seat(Table(), self.seat)
        self._is_seated = False
        try:
            self._process = BotProcess(self._command)
        except OSError as problem:
            self._fail(f"does not start: {self._command[0]}: {problem.strerror or problem}")
            return
        self._process.send(self._chair.greet())

    def _ask(self) -> None:
        assert self._process is not None
        table = self._table
        lines: list[str] = []
        if not self._is_seated:
            self._is_seated = True
            lines += self._chair.sit(table, self.seat, _CLOCK, commitment(table.seed))
            lines += [f"event {line}" for moment in table.timeline.moments() for line in moment.lines()]
        seats = table.timeline.game.seats(table.timeline.state)
        self._process.send([*lines, self._chair.ask([None] * len(seats))])

    def tell(self, events: list[str]) -> None:
        """Tells what others have done."""
        if self._process is not None and self._is_seated:
            self._process.send(events)

    def hear(self) -> Heard | None:
        """Hears what it has said, up to a decision, which is given; sets ``fault`` where something is wrong."""
        process = self._process
        if process is None:
            return None
        while process.lines and not self.fault:
            was_greeted = self._chair.is_greeted
            heard = self._chair.hear(process.lines.popleft())
            process.send(heard.replies)
            if heard.said is Said.PLAYED:
                self.is_wanted = False
                return heard
            if heard.said is Said.MISTAKE:
                self._fail(f"made a mistake, and was told: {heard.replies[-1]}")
            elif heard.said is Said.STRAY:
                self._strays += 1
                if self._strays > MAX_STRAY:
                    self._fail(f"talks nonsense: {heard.replies[-1]}")
            if self._chair.is_greeted and not was_greeted and self.is_wanted:
                self._ask()
        if process.has_ended and not self.fault:
            self._fail(_how_it_ended(process))
        elif process.is_deaf and not self.fault:
            self._fail("does not read what it is told")
        return None

    def check(self) -> None:
        """Looks at the clock: sets ``fault`` where it has been silent for too long."""
        waited = time.monotonic() - self.asked_at
        if self.is_wanted and not self.fault:
            if not self._chair.is_greeted and waited > START:
                self._fail(f"has not said hello within {START:.0f} seconds")
            elif waited > self._hang:
                self._fail(f"has not answered within {self._hang:g} seconds")

    def leave(self) -> None:
        """Ends the process; the next question starts another, that hears the game from its beginning."""
        process, self._process = self._process, None
        self.is_wanted = self._is_seated = False
        self.fault = ""
        if process is not None:
            process.kill()

    def take_back(self) -> None:
        """The game has jumped to another moment: it is told as a new one, to a new process if this one was in its midst."""
        if self._is_seated or self.is_wanted:
            self.leave()

    def rest(self) -> None:
        """The game it sat in is over: the next one finds the same process."""
        self._is_seated = self.is_wanted = False

    def say_goodbye(self) -> BotProcess | None:
        """Says `bye`, and gives the process that is to be ended."""
        process, self._process = self._process, None
        if process is not None:
            process.send([BYE])
        return process

    def _fail(self, fault: str) -> None:
        self.fault, self.is_wanted, self._is_seated = fault, False, False
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self.last_words = last_lines(process.words.text(), _LAST_WORDS)


def _how_it_ended(process: BotProcess) -> str:
    code = process.exit_code()
    if code is None:
        return "has closed its output"
    return f"has died: signal {-code}" if code < 0 else f"has died: exit code {code}"
