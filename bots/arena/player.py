"""A player: a bot's process with its seat, its clock, and what counts against it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from beachhead.bots.arena.clock import GRACE
from beachhead.bots.arena.fault import Fault, cut, how_it_ended
from beachhead.bots.arena.launch import Bot, Contained
from beachhead.bots.arena.transcript import SHOWN, Log, Transcript
from beachhead.protocol.process import BotProcess, Watch
from beachhead.protocol.seat import PLAYED, Heard, Said, Seat
from beachhead.protocol.table import Table

MAX_STRAYS: Final = 100  # lines of garbage out of turn that lose a game
START: Final = 10.0  # seconds from the start of a process to its `hello`


class Player:
    """A running bot, as long as its process lasts; it may see several games."""

    __slots__ = (
        "_note", "bot", "is_broken", "left", "mistakes", "owed", "process", "seat", "strays", "transcript", "wrong",
    )  # fmt: skip

    def __init__(self, bot: Bot, process: BotProcess, log: Log | None = None) -> None:
        self.bot = bot
        self.process = process
        self.seat = Seat(Table(), "")
        self.transcript = Transcript(bot.name)
        self._note = self.transcript.open(log)
        self.left: float | None = None  # seconds on its clock
        self.owed: list[str] = []  # lines that it hears with the next write
        self.mistakes = 0
        self.strays = 0
        self.wrong = ""  # the last thing that was wrong
        self.is_broken = False  # after a fault: its process plays no more

    def begin(self, table: Table, seat: str, left: float | None, log: Log | None) -> None:
        """Takes a seat in a new game."""
        self.left, self.mistakes, self.strays, self.wrong = left, 0, 0, ""
        self.seat.table, self.seat.seat = table, seat
        self._note = self.transcript.open(log)

    def tell(self, lines: list[str]) -> None:
        """Says something to the bot, in one write with what it is owed."""
        if self.owed:
            lines = self.owed + lines
            self.owed = []
        if lines:
            self.process.send(lines)
            self._note(lines)

    def hear(self, until: float) -> Heard | None:
        """Hears what the bot has said, up to an action that is played, and until some moment at the longest.

        What is played is given back and not yet answered; all else is answered at once. A bot that does not read its
        answers is not heard any further.
        """
        process, seat = self.process, self.seat
        lines = process.lines
        while lines and not process.pending:
            line = lines.popleft()
            self._note(line if len(line) <= SHOWN else line[:SHOWN])
            heard = seat.hear(line)
            said = heard.said
            if said is PLAYED:
                return heard
            if heard.replies:
                self.tell(heard.replies)
            if said is Said.MISTAKE or said is Said.STRAY:
                self.wrong = wrong(heard, line)
                if said is Said.STRAY:
                    self.strays += 1
                else:
                    self.mistakes += 1
                    return heard
            elif not seat.is_greeted and heard.replies:
                self.wrong = wrong(heard, line)  # such as another version
            if time.monotonic() > until:
                break
        return None

    def fault(self, reason: str, detail: str) -> Fault:
        """It has lost, and its process plays no more."""
        self.is_broken = True
        return Fault(self.bot.name, self.seat.seat, reason, cut(detail))

    def crash(self) -> Fault:
        """It has lost because nothing can come from it any more."""
        return self.fault("crash", how_it_ended(self.process))


def wrong(heard: Heard, line: bytes) -> str:
    """What was wrong with a line, in a few words."""
    return cut(f"{heard.replies[-1]}: '{line[:80].decode('utf-8', 'backslashreplace').strip()}'")


def start(
    bots: Sequence[Bot], seconds: float = START, log: Log | None = None
) -> tuple[list[Player | None], list[Fault | None]]:
    """Starts bots and waits until each has said hello; for one that has not, a fault without a seat."""
    players: list[Player | None] = []
    faults: list[Fault | None] = []
    for bot in bots:
        try:
            player = Player(bot, Contained(bot), log)
        except OSError as problem:
            players.append(None)
            faults.append(Fault(bot.name, "", "start", cut(f"cannot start {bot.command[0]}: {problem.strerror}")))
            continue
        players.append(player)
        faults.append(None)
        player.tell(player.seat.greet())
    waiting = [player for player in players if player is not None]
    late = _await_hello(waiting, seconds)
    for place, each in enumerate(players):
        if each is not None and each in late:
            faults[place] = each.fault("start", late[each])
    return players, faults


def _await_hello(players: Sequence[Player], seconds: float) -> dict[Player, str]:
    """Waits for all of them; gives those that did not say hello, and why."""
    failed: dict[Player, str] = {}
    waiting = list(players)
    watch = Watch([player.process for player in players])
    mark = time.monotonic()
    deadline = mark + seconds
    while waiting:
        watch.wait(min(deadline, mark + GRACE))
        now = time.monotonic()
        if now - mark > 2 * GRACE:  # we were held up, and not they
            deadline += now - mark - GRACE
        mark = now
        for player in tuple(waiting):
            player.hear(now + GRACE)
            if player.seat.is_greeted:
                waiting.remove(player)
            elif player.process.has_ended or player.process.is_cut:
                failed[player] = how_it_ended(player.process)
            elif player.strays >= MAX_STRAYS or now >= deadline:
                said = f"; it said {player.wrong}" if player.wrong else ""
                failed[player] = f"no hello within {seconds:g} s{said}"
            if player in failed:
                waiting.remove(player)
    return failed
