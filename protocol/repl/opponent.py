"""A bot at the prompt: its process, its conversation, and its fault.

Nothing here waits: the owner reads its streams when they are readable, and then calls ``hear``.
A bot is seated when its first decision is needed, and is then told all that has happened so far.
"""

from __future__ import annotations

import re
import time
from typing import Final

from beachhead.protocol.dice import commitment
from beachhead.protocol.process import BotProcess, Life, Spawn, command_of
from beachhead.protocol.repl.clean import clean, last_lines
from beachhead.protocol.seat import PLAYED, Heard
from beachhead.protocol.seated import START, SeatedBot
from beachhead.protocol.table import Table

_LAST_WORDS: Final = 5  # lines of stderr that are shown
_CLOCK: Final = "none"
_PLAIN_BUILT_IN: Final = re.compile(r"builtin:\S+")
_REPEATABLE: Final = ("--seed", "0")  # it gets the seed of the dice, so that the same seed gives the same game


class Opponent:
    """The bot of one seat. ``fault`` is the reason why it cannot play, or empty."""

    def __init__(self, name: str, seat: str, hang: float, spawn: Spawn = BotProcess) -> None:
        """``name`` is an argument of `command_of`, which raises ValueError; ``hang`` the seconds that it may think."""
        self.name = name
        self.seat = seat
        self.fault = ""
        self.last_words: list[str] = []
        self.asked_at = 0.0  # monotonic time of the request for its decision
        self.is_wanted = False  # whether it has to decide
        self._command = command_of(name)
        if _PLAIN_BUILT_IN.fullmatch(name):
            self._command += _REPEATABLE
        if not self._command[0]:
            raise ValueError("a bot is named by a command line or by builtin:NAME")
        self._hang = hang
        self._spawn = spawn
        self._bot: SeatedBot | None = None
        self._is_seated = False
        self._own_name = ""  # the last name that it gave itself
        self._table = Table()

    @property
    def process(self) -> BotProcess | None:
        """Its process, or None."""
        return None if self._bot is None else self._bot.process

    @property
    def title(self) -> str:
        """Its name for people: the one that it gave itself, if any."""
        return clean(self._own_name) or self.name

    def want(self, table: Table) -> None:
        """Ask for a decision, now or as soon as it has said hello."""
        self.is_wanted, self.asked_at, self._table = True, time.monotonic(), table
        if self._bot is None:
            self._start()
        if self._bot is not None and self._bot.is_greeted:
            self._ask(self._bot)

    def _start(self) -> None:
        self.fault, self.last_words = "", []
        self._is_seated = False
        try:
            self._bot = SeatedBot(self._spawn(self._command))
        except OSError as problem:
            self._fail(f"does not start: {self._command[0]}: {problem.strerror or problem}")
            return
        self._bot.greet()

    def _ask(self, bot: SeatedBot) -> None:
        table = self._table
        if not self._is_seated:
            self._is_seated = True
            events = [event for moment in table.timeline.moments() for event in moment.told()]
            bot.sit(table, self.seat, _CLOCK, commitment(table.seed), events)
        seats = table.timeline.game.seats(table.timeline.state)
        bot.ask([None] * len(seats))

    def tell(self, events: list[str]) -> None:
        """Tell it the actions of others."""
        if self._bot is not None and self._is_seated:
            self._bot.tell(events)

    def hear(self) -> Heard | None:
        """Handle its lines, and return its decision if there is one; set ``fault`` if something is wrong."""
        bot = self._bot
        if bot is None:
            return None
        was_greeted = bot.is_greeted
        heard = bot.hear()
        self._own_name = bot.name or self._own_name
        if heard is not None and heard.said is PLAYED:
            bot.tell(heard.lines())
            self.is_wanted = False
            return heard
        if bot.mistakes:
            self._fail(f"made a mistake, and was told: {bot.wrong}")
        elif bot.refusal:
            self._fail(f"has not said hello as it should: {bot.refusal}")
        elif bot.has_strayed:
            self._fail(f"talks nonsense: {bot.wrong}")
        elif bot.process.has_ended:
            self._fail(_how_it_ended(bot.process))
        elif bot.process.life in (Life.DEAF, Life.CUT):
            self._fail("does not read what it is told")
        elif bot.is_greeted and not was_greeted and self.is_wanted:
            self._ask(bot)
        return None

    def check(self) -> None:
        """Check the clock: set ``fault`` if it has been silent for too long."""
        waited = time.monotonic() - self.asked_at
        if self.is_wanted and not self.fault:
            if not (self._bot is not None and self._bot.is_greeted) and waited > START:
                self._fail(f"has not said hello within {START:.0f} seconds")
            elif waited > self._hang:
                self._fail(f"has not answered within {self._hang:g} seconds")

    def leave(self) -> None:
        """End the process; the next request starts a new one, which is told the game from its beginning."""
        bot, self._bot = self._bot, None
        self.is_wanted = self._is_seated = False
        self.fault = ""
        if bot is not None:
            bot.process.kill()

    def take_back(self) -> None:
        """The game continues from another moment: end the process, so that a new one is told the game."""
        if self._is_seated or self.is_wanted:
            self.leave()

    def rest(self) -> None:
        """The game is over; keep the process for the next game."""
        self._is_seated = self.is_wanted = False

    def say_goodbye(self) -> BotProcess | None:
        """Send `bye`, and return the process, which has to be ended."""
        bot, self._bot = self._bot, None
        if bot is None:
            return None
        bot.say_goodbye()
        return bot.process

    def _fail(self, fault: str) -> None:
        self.fault, self.is_wanted, self._is_seated = fault, False, False
        bot, self._bot = self._bot, None
        if bot is not None:
            bot.process.kill()
            self.last_words = last_lines(bot.process.words.text(), _LAST_WORDS)


def _how_it_ended(process: BotProcess) -> str:
    code = process.exit_code()
    if process.note:
        return f"does not run: {process.note}"
    if code is None:
        return "has closed its output"
    return f"has died: signal {-code}" if code < 0 else f"has died: exit code {code}"
