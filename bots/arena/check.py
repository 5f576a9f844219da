"""The checklist of `beachhead check`: play a bot through the protocol, and report each finding with its evidence.

The bot plays whole games of every mode against random opponents, all in one process. Then come the clock, an action that
is refused on purpose, `bye` and the end of input.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final

from beachhead.bots.arena.clock import UNTIMED, Clock
from beachhead.bots.arena.fault import cut, exit_words
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player, start
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.transcript import Log, Transcript
from beachhead.bots.arena.umpire import Umpire
from beachhead.engine.game import Game
from beachhead.engine.values import Action, IllegalAction
from beachhead.protocol.dice import commitment, keyed
from beachhead.protocol.process import BotProcess, Watch
from beachhead.protocol.reply import Reply, event_lines
from beachhead.protocol.seat import BYE, Seat
from beachhead.protocol.table import Table

OK, WARN, FAIL = "ok", "warn", "fail"
SECOND: Final = 1.0  # in which a bot ends after `bye`, or at the end of input
_GAMES: Final = 2  # of every mode, one at each seat
_PATIENCE: Final = 2.0  # seconds for a second answer, where the first was refused
_QUIET: Final = 0.1  # seconds without a word from a bot that is silent
_MAX_FAULTS: Final = 2  # after which no more games are tried
_TAIL: Final = 8  # lines of stderr that are shown of a bot that is given up


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: what was found, the line that shows it, and what to do about it."""

    check: str
    verdict: str
    found: str
    advice: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the finding as a value for JSON."""
        return {"check": self.check, "verdict": self.verdict, "found": self.found, "advice": self.advice}


_ADVICE: Final = {
    "start": "the bot says `hello 1 NAME` when it has started, and flushes it",
    "crash": "look at its stderr; whatever the engine says, a bot goes on until `bye` or the end of input",
    "time": "the clock runs from `go` to the newline of the answer; `time` on the `go` line says what is left",
    "hang": "every `go` wants one `answer ID ACTION`, also after an error; flush it",
    "illegal": "only lines of the protocol on standard output; `legal` lists what may be done",
}
_STALE: Final = "answer with the ID of the latest `go`, once"
_NO_FILE: Final = (
    "in `match` and `check` a bot runs in an empty folder of its own: find its files beside the program "
    "(in Python `Path(__file__).parent`), or name them absolutely"
)
_MISSING: Final = "name a program that is there and may be executed; no shell is run, so write no pipes or redirections"


class _Ear(Transcript):
    """Takes the place of a transcript, and counts how the bot answers."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.answers = 0  # with the ID of the decision

    def open(self, log: Log | None) -> Callable[[bytes | list[str]], None]:
        return self._hear

    def _hear(self, what: bytes | list[str]) -> None:
        if isinstance(what, bytes):
            self.answers += what.lstrip().startswith(b"answer ")


class _Stubborn(Seat):
    """A seat that refuses its first action, legal or not."""

    has_refused = False

    def play(self, what: Action | str) -> Reply:
        if self.asked is not None and not self.has_refused:
            self.has_refused = True
            raise IllegalAction("1", "this is only a check: the action was fine, answer again")
        return super().play(what)


class Check:
    """The examination of one bot."""

    def __init__(
        self,
        bot: Bot,
        find: Callable[[str], Game[Any]],  # (any states)
        game: str,
        seconds: float,
        hang: float,
        clock: Clock,
        longest: float,
        tell: Callable[[str], None],
    ) -> None:
        self._bot = bot
        self._find = find
        self._game = game
        self._start = seconds
        self._hang = hang
        self._clock = clock
        self._longest = longest  # seconds for the games of all modes together
        self._tell = tell  # hears what is being tried
        self.findings: list[Finding] = []
        self._players: list[Player] = []  # whose processes run
        self.name = ""  # what the bot calls itself
        self._decisions = 0
        self._answers = 0
        self._slowest = 0.0
        self._cut_short = 0  # games that took too long
        self._stderr = ""
        self._strays = 0
        self._wrong = ""

    @property
    def has_passed(self) -> bool:
        """Whether no check failed."""
        return all(finding.verdict != FAIL for finding in self.findings)

    def end(self) -> None:
        """End the bot if the examination was interrupted."""
        for player in self._players:
            player.process.kill()

    def run(self) -> Iterator[Finding]:
        """Go through the checklist; yield the findings."""
        done = 0
        for _ in self._steps():
            yield from self.findings[done:]
            done = len(self.findings)
        yield from self.findings[done:]

    def _steps(self) -> Iterator[None]:
        player = self._sit_down(is_first=True)
        if player is None:
            return
        yield
        played = yield from self._play_all(player)
        if not played:
            return
        self._judge_manners()
        yield
        self._try_clock()
        yield
        self._try_error()
        yield
        self._try_end_of_input()
        yield
        last = self._stderr.strip().splitlines()[-1:]
        self._add("stderr", OK, cut(f"it ends: {last[0]}") if last else "nothing")

    def _add(self, check: str, verdict: str, found: str, advice: str = "") -> None:
        self.findings.append(Finding(check, verdict, found, advice))

    def _sit_down(self, is_first: bool = False) -> Player | None:
        """Start a process and wait for its hello; without one, report that and return None."""
        begun = time.monotonic()
        [player], [fault] = start([self._bot], self._start)
        if fault is not None:
            late = "" if player is None else self._late_words(player)
            if late:
                self._add_unflushed(late)
            else:
                advice = _ADVICE["start"]
                if fault.detail.startswith("cannot start"):
                    advice = _MISSING
                elif player is not None and "No such file" in player.process.words.text():
                    advice = _NO_FILE
                self._add("hello", FAIL, fault.detail, advice)
        if player is None:
            return None
        self._players.append(player)
        if fault is not None:
            self._part(player, 0)
            return None
        if is_first:
            self.name = player.seat.bot
            self._add("hello", OK, cut(f"'{self.name}' after {time.monotonic() - begun:.2f} s"))
        player.transcript = _Ear(self._bot.name)
        return player

    def _play_all(self, player: Player) -> Generator[None, None, bool]:
        """Play games of every mode in one process; return whether the bot can play at all."""
        modes = self._find(self._game).show.modes
        share = self._longest / len(modes) / _GAMES
        faults = games = 0
        for mode in modes:
            for place in range(_GAMES):
                self._tell(f"game {games + 1} of {len(modes) * _GAMES}, {mode}")
                fault = self._play(player, mode, place, UNTIMED, until=time.monotonic() + share)
                games += 1
                if fault is None:
                    continue
                faults += 1
                self._add_fault(fault, mode, player)
                self._part(player, 0)
                if faults >= _MAX_FAULTS:
                    self._add("games", FAIL, f"{faults} faults in {games} games: given up")
                    for line in self._stderr.strip().splitlines()[-_TAIL:]:
                        self._add("stderr", WARN, cut(line))
                    return False
                fresh = self._sit_down()
                if fresh is None:
                    return False
                player = fresh
            yield
        if not faults:
            short = f", {self._cut_short} of them cut short (--seconds gives them longer)" if self._cut_short else ""
            played = f"{games} games in one process, {len(modes)} modes, {self._decisions} legal decisions"
            self._add("games", OK, played + short)
        self._try_bye(player)
        return True

    def _play(
        self,
        player: Player,
        mode: str,
        place: int,
        clock: Clock,
        most: int = 1_000_000,
        until: float = math.inf,
    ) -> Fault | None:
        """Play one game of limited length against random opponents; return the bot's fault, if any.

        A game that takes too long is won by the bot, as if its opponents had run out of time.
        """
        table = Table(self._find)
        seed = f"check{place}"
        events = table.new_game(self._game, mode, [("seed", seed)])
        game = table.timeline.game
        seats = game.seats(table.timeline.state)
        seat = seats[place]
        player.open_game(table, seat, clock, None)
        player.sit(table, seat, str(clock), commitment(seed), events)
        player.tell([])
        order = [player if name == seat else None for name in seats]
        is_stubborn = isinstance(player.seat, _Stubborn)
        umpire = Umpire(order, min(self._hang, _PATIENCE) if is_stubborn else self._hang, int(is_stubborn))
        pick = keyed(f"{mode} {place}")
        outcome = None
        for number in range(most):
            actor = game.actor(table.timeline.state)
            if actor is None:
                break
            if time.monotonic() > until:
                self._cut_short += 1
                for other in seats:
                    if other != seat and game.actor(table.timeline.state) is not None:
                        player.tell(event_lines(table.forfeit(other, "time")))
                break
            if actor != seat:
                state = table.timeline.state
                texts = sorted(action.text for action in game.legal(state))
                player.tell(event_lines(table.act(game.action(state, texts[pick(str(number)) % len(texts)]))))
                continue
            outcome = umpire.decide(player)
            if isinstance(outcome, Fault):
                break
            self._decisions += 1
            _, spent = outcome
            self._slowest = max(self._slowest, spent)
            player.spend(spent)
            player.tell([])
        self._strays += player.strays
        self._wrong = player.wrong or self._wrong
        return outcome if isinstance(outcome, Fault) else None

    def _add_fault(self, fault: Fault, mode: str, player: Player) -> None:
        if fault.reason == "hang" and self.has_passed:
            late = self._late_words(player)
            if late:
                self._add_unflushed(late)
                return
        advice = _ADVICE[fault.reason]
        if "error stale" in fault.detail:
            advice = _STALE
        elif "No such file" in player.process.words.text():
            advice = _NO_FILE
        self._add(fault.reason, FAIL, f"{mode}, as {fault.seat}: {fault.detail}", advice)

    def _add_unflushed(self, line: str) -> None:
        self._add(
            "flush", FAIL, f"alive and silent; only when its input ended it said: {line}",
            "its output waits in a buffer: flush after every line (fflush(stdout), print(…, flush=True), $| = 1); "
            "or its input comes in blocks: read it line by line (mawk -W interactive)",
        )  # fmt: skip

    def _late_words(self, player: Player) -> str:
        """Return what a silent bot says once its input ends: output that it had not flushed."""
        process = player.process
        if process.has_ended:
            return ""
        process.lines.clear()
        _listen(process, _QUIET)
        if process.lines:  # it is not silent at all
            return ""
        process.hang_up()
        _listen(process, SECOND)
        said = [line.decode("utf-8", "backslashreplace").strip() for line in process.lines]
        return cut(next((line for line in said if line), ""))

    def _judge_manners(self) -> None:
        if self._strays:
            advice = (
                "what is no line of the protocol goes to stderr: said while a decision is asked for, it loses the game"
            )
            self._add("stray output", FAIL, f"{self._strays} lines out of turn, such as {self._wrong}", advice)
        else:
            self._add("stray output", OK, "none")
        if self._answers >= self._decisions:
            self._add("answer", OK, f"names the decision each time; the slowest took {self._slowest:.3f} s")
        else:
            bare = self._decisions - self._answers
            advice = "`answer ID ACTION` with the ID of the `go`: a late bare action may count for the next decision"
            self._add("answer", WARN, f"{bare} of {self._decisions} actions without the ID of their decision", advice)

    def _try_bye(self, player: Player) -> None:
        player.tell([BYE])
        begun = time.monotonic()
        is_gone = _await_exit(player.process, SECOND)
        self._judge_end("bye", is_gone, time.monotonic() - begun, player)

    def _try_end_of_input(self) -> None:
        player = self._sit_down()
        if player is None:
            return
        self._play(player, "standard", 0, UNTIMED, 3)
        player.process.hang_up()
        begun = time.monotonic()
        is_gone = _await_exit(player.process, SECOND)
        self._judge_end("end of input", is_gone, time.monotonic() - begun, player)

    def _judge_end(self, check: str, is_gone: bool, seconds: float, player: Player) -> None:
        if not is_gone:
            self._add(check, FAIL, "still there a second later", f"the bot ends within a second of {check}")
            self._part(player, 0)
            return
        code = self._part(player, SECOND)
        if code == 0:
            self._add(check, OK, f"ended after {seconds:.3f} s, exit code 0")
        else:
            self._add(check, WARN, f"ended after {seconds:.3f} s, {exit_words(code)}", f"exit code 0 at {check}")

    def _try_clock(self) -> None:
        player = self._sit_down()
        if player is None:
            return
        self._tell("the clock")
        fault = self._play(player, "standard", 1, self._clock)
        seconds = f"{self._clock.base:g}+{self._clock.increment:g}"
        if fault is None:
            self._add("clock", OK, f"a game at {seconds}, {player.left or 0:.1f} s left at the end")
        else:
            self._add("clock", FAIL, f"at {seconds}: lost by {fault.reason}: {fault.detail}", _ADVICE[fault.reason])
        self._part(player, 0 if fault else SECOND)

    def _try_error(self) -> None:
        player = self._sit_down()
        if player is None:
            return
        greeted = player.seat
        player.seat = _Stubborn(greeted.table, "")
        player.seat.is_greeted, player.seat.bot = True, greeted.bot
        fault = self._play(player, "standard", 0, UNTIMED, 6)
        if fault is None:
            self._add("error", OK, "answers again when an action is refused")
        else:
            advice = "the same `go` stands: answer again, if only with the first of `legal`; matters where --illegal allows it"
            self._add("error", WARN, f"an action was refused on purpose; then: {fault.reason}, {fault.detail}", advice)
        self._part(player, 0 if fault else SECOND)

    def _part(self, player: Player, patience: float) -> int:
        """End a process; keep what it has told us."""
        ear = player.transcript
        if isinstance(ear, _Ear):
            self._answers += ear.answers
        code = player.process.end(patience)
        self._players.remove(player)
        if not isinstance(player.seat, _Stubborn):  # its stderr about our deliberate refusal is not reported
            self._stderr = player.process.words.text() or self._stderr
        return code


def _listen(process: BotProcess, seconds: float) -> None:
    """Read further output, until a limit of size and time."""
    watch, until = Watch([process]), time.monotonic() + seconds
    while not process.has_ended and not process.lines and time.monotonic() < until:
        watch.wait(until)


def _await_exit(process: BotProcess, seconds: float) -> bool:
    """Return whether the process exits within a time; ignore its output."""
    watch, until = Watch([process]), time.monotonic() + seconds
    while not process.has_exited() and time.monotonic() < until:
        process.lines.clear()
        watch.wait(min(until, time.monotonic() + 0.05))
    return process.has_exited()
