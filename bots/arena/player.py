"""A player: a seated bot of the arena, with its clock, its transcript, and its faults."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from beachhead.bots.arena.advice import FLUSH
from beachhead.bots.arena.clock import GRACE, PARDON, Clock
from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.fault import cut, how_it_ended
from beachhead.bots.arena.launch import Bot, printable
from beachhead.bots.arena.result import BAD_HELLO, EARLY_END, NO_PROGRAM, UNFLUSHED, Fault
from beachhead.bots.arena.transcript import SHOWN, Log, Transcript
from beachhead.protocol.process import BotProcess, Life, Watch
from beachhead.protocol.seated import START, SeatedBot
from beachhead.protocol.table import Table

QUIET: Final = 0.05  # a bot without output for this many seconds is silent
SHOWN_LATE: Final = 80  # characters of its last line that are quoted
LAST_LINES: Final = 0.5  # seconds in which a bot flushes its output after the end of its input


class Player(SeatedBot):
    """A running bot, for the lifetime of its process; it may play several games."""

    __slots__ = ("_note", "bot", "clock", "is_broken", "left", "pardon", "thought", "transcript")

    def __init__(self, bot: Bot, process: BotProcess, log: Log | None = None) -> None:
        super().__init__(process)
        self.bot = bot
        self.transcript = Transcript(bot.name)
        self._note = self.transcript.open(log)
        self.clock = Clock()
        self.left: float | None = None  # seconds on its clock
        self.pardon = PARDON  # seconds by which it may still exceed its clock in this game
        self.thought: list[float] = []  # seconds of each decision in this game
        self.is_broken = False  # after a fault: its process plays no more

    def open_game(self, table: Table, seat: str, clock: Clock, log: Log | None) -> None:
        """Take a seat in a new game, without telling the bot yet."""
        self.begin()
        self.clock, self.left, self.pardon, self.thought = clock, clock.start(), PARDON, []
        self.seat.table, self.seat.seat = table, seat
        self._note = self.transcript.open(log)

    def spend(self, seconds: float) -> None:
        """Subtract the time of a decision from its clock."""
        self.thought.append(seconds)
        if self.left is not None:
            self.left = self.clock.after(self.left, seconds)

    def note(self, what: bytes | list[str]) -> None:
        self._note(what if len(what) <= SHOWN or isinstance(what, list) else what[:SHOWN])

    def fault(self, reason: str, detail: str, cause: str = "") -> Fault:
        """Return its fault; its process plays no more."""
        self.is_broken = True
        return Fault(self.bot.name, self.seat.seat, reason, cut(detail), cause=cause)

    def crash(self) -> Fault:
        """Return its fault if no more output can come from it."""
        return self.fault("crash", how_it_ended(self.process))

    def unflushed(self, seconds: float = LAST_LINES) -> str:
        """Close the input of a silent bot and return the output that it had not flushed. It plays no more.

        Empty if there is none, or if it was not silent.
        """
        process = self.process
        if process.has_ended or process.lines or process.life is not Life.WELL:
            return ""
        _listen(process, QUIET)
        if process.lines:
            return ""
        process.hang_up()
        _listen(process, seconds)
        said = [line.decode("utf-8", "backslashreplace").strip() for line in process.lines]
        return printable(next((line for line in said if line), "")[:SHOWN_LATE])


def _listen(process: BotProcess, seconds: float) -> None:
    """Wait for a line of output, up to a time."""
    watch, until = Watch([process]), time.monotonic() + seconds
    while not process.has_ended and not process.lines and time.monotonic() < until:
        watch.wait(until)


def start(
    bots: Sequence[Bot], seconds: float = START, log: Log | None = None
) -> tuple[list[Player | None], list[Fault | None]]:
    """Start bots and wait for the hello of each; return a fault, without a seat, for each bot that failed."""
    players: list[Player | None] = []
    faults: list[Fault | None] = []
    for bot in bots:
        try:
            player = Player(bot, Contained(bot), log)
        except OSError as problem:
            players.append(None)
            detail = cut(f"cannot start {bot.command[0]}: {problem.strerror}")
            faults.append(Fault(bot.name, "", "start", detail, cause=NO_PROGRAM))
            continue
        players.append(player)
        faults.append(None)
        player.greet()
    waiting = [player for player in players if player is not None]
    late = _await_hello(waiting, seconds)
    for place, each in enumerate(players):
        if each is not None and each in late:
            faults[place] = each.fault("start", *late[each])
    return players, faults


def _await_hello(players: Sequence[Player], seconds: float) -> dict[Player, tuple[str, str]]:
    """Wait for the hello of all players; return those that did not say it, with the detail and the cause."""
    failed: dict[Player, tuple[str, str]] = {}
    waiting = list(players)
    watch = Watch([player.process for player in players])
    mark = time.monotonic()
    deadline = mark + seconds
    while waiting:
        watch.wait(min(deadline, mark + GRACE))
        now = time.monotonic()
        if now - mark > 2 * GRACE:  # the arena was held up, not the bots
            deadline += now - mark - GRACE
        mark = now
        for player in tuple(waiting):
            player.hear(now + GRACE)
            if player.is_greeted:
                waiting.remove(player)
            elif player.refusal:
                detail = f'its hello was refused: {player.refusal}; expected such as: hello 1 "My bot"'
                failed[player] = detail, BAD_HELLO
            elif player.process.has_ended or player.process.life is Life.CUT:
                failed[player] = how_it_ended(player.process), EARLY_END
            elif player.has_strayed or now >= deadline:
                said, cause = _instead(player)
                failed[player] = f"no hello within {seconds:g} s{said}", cause
            if player in failed:
                waiting.remove(player)
    return failed


def _instead(player: Player) -> tuple[str, str]:
    """Return the output of a bot instead of its hello, or after the time limit, and the cause of the fault."""
    if player.wrong:
        return f"; it said {player.wrong}", ""
    late = player.unflushed()
    return (f"; only when its input ended it said '{late}': {FLUSH}", UNFLUSHED) if late else ("", "")
