"""The checklist of `beachhead check`: test a bot through the protocol, and report each finding with its evidence.

The bot plays whole games of every mode against random opponents, all in one process. Then come the clock, an action that
is refused on purpose, `bye`, and the end of input.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

from beachhead.bots.arena.clock import UNTIMED, Clock
from beachhead.bots.arena.fault import cut, exit_words
from beachhead.bots.arena.finding import FAIL, OK, WARN, Finding, advice_on, head_and_tail
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player, start
from beachhead.bots.arena.result import UNFLUSHED, Fault
from beachhead.bots.arena.transcript import Log, Transcript
from beachhead.bots.arena.umpire import Umpire
from beachhead.engine.game import Game
from beachhead.engine.values import Action, IllegalAction
from beachhead.protocol.dice import commitment, keyed
from beachhead.protocol.process import BotProcess, Watch
from beachhead.protocol.reply import Reply, event_lines
from beachhead.protocol.seat import BYE, Seat
from beachhead.protocol.table import Table

SECOND: Final = 1.0  # seconds in which a bot has to end after `bye`, or at the end of input
_GAMES: Final = 2  # games of every mode, one at each seat
_PATIENCE: Final = 2.0  # seconds for a second answer after a refusal; more for a slow bot
_SLOWER: Final = 5  # times its slowest decision so far
_MAX_FAULTS: Final = 2  # faults after which no more games are tried


class _Ear(Transcript):
    """Counts the answers of a bot, in place of a transcript."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.answers = 0  # answers with the ID of the decision

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
    """The check of one bot."""

    def __init__(
        self,
        bot: Bot,
        find: Callable[[str], Game[Any]],  # Any: states of any game
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
        self._tell = tell  # is told what is being tried
        self.findings: list[Finding] = []
        self._players: list[Player] = []  # players with a running process
        self.name = ""  # the bot's own name
        self._decisions = 0
        self._answers = 0
        self._slowest = 0.0
        self._cut_short = 0  # games that took too long
        self._completed = 0  # games without a fault
        self._is_deaf = False  # whether it did not end when asked to: nobody waits for it again
        self._stderr = ""
        self._strays = 0
        self._wrong = ""

    @property
    def has_passed(self) -> bool:
        """Whether no check failed."""
        return all(finding.verdict != FAIL for finding in self.findings)

    def end(self) -> None:
        """End the bot if the check was interrupted."""
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
            stderr = "" if player is None else player.process.words.text()
            self._add(
                "flush" if fault.cause == UNFLUSHED else "hello",
                FAIL,
                fault.detail,
                advice_on(fault, self._bot, stderr),
            )
        if player is None:
            return None
        self._players.append(player)
        if fault is not None:
            self._part(player, 0)
            self._add_stderr()
            return None
        if player.strays:  # before its hello
            self._strays += player.strays
            self._wrong = player.wrong
        if is_first:
            self.name = player.seat.bot
            self._add("hello", OK, cut(f"'{self.name}' after {time.monotonic() - begun:.2f} s"))
        player.transcript = _Ear(self._bot.name)
        return player

    def _play_all(self, player: Player) -> Generator[None, None, bool]:
        """Play games of every mode in one process; return whether the bot can play at all."""
        modes = self._find(self._game).show.modes
        share = self._longest / len(modes) / _GAMES
        faults = games = left = 0
        for mode in modes:
            for place in range(_GAMES):
                self._tell(f"game {games + 1} of {len(modes) * _GAMES}, {mode}")
                fault = self._play(player, mode, place, UNTIMED, until=time.monotonic() + share)
                games += 1
                if fault is not None and self._has_left(player, fault):
                    left += 1
                    self._part(player, SECOND)
                    fresh = self._sit_down()
                    if fresh is None:
                        return False
                    player = fresh
                    fault = self._play(player, mode, place, UNTIMED, until=time.monotonic() + share)
                if fault is None:
                    self._completed += 1
                    continue
                faults += 1
                self._add_fault(fault, mode, player)
                self._part(player, 0)
                if faults >= _MAX_FAULTS:
                    self._add("games", FAIL, f"{faults} faults in {games} games: given up")
                    self._add_stderr()
                    return False
                fresh = self._sit_down()
                if fresh is None:
                    return False
                player = fresh
            yield
        if not faults:
            short = f", {self._cut_short} of them cut short (--seconds gives them longer)" if self._cut_short else ""
            processes = f"{left + 1} processes" if left else "one process"
            kinds = "one mode" if len(modes) == 1 else f"{len(modes)} modes"
            played = f"{games} games in {processes}, {kinds}, {self._decisions} legal decisions"
            self._add("games", OK, played + short)
        if left:
            self._add(
                "reuse", WARN, f"exits after a game, {left} times",
                "after `event over` wait for the next `game`, or for `bye`; matters only with --reuse",
            )  # fmt: skip
        self._try_bye(player)
        return True

    def _has_left(self, player: Player, fault: Fault) -> bool:
        """Return whether a bot ended in order after a game, so that it missed the next one."""
        return (
            fault.reason == "crash" and not player.thought and self._completed > 0 and player.process.exit_code() == 0
        )

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
        hang = patience(self._hang, self._slowest) if is_stubborn else self._hang
        umpire = Umpire(order, hang, int(is_stubborn))
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
                actions = sorted(game.legal(table.timeline.state), key=lambda action: action.text)
                player.tell(event_lines(table.act(actions[pick(str(number)) % len(actions)])))
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
        advice = advice_on(fault, self._bot, player.process.words.text())
        what = "flush" if fault.cause == UNFLUSHED else fault.reason
        self._add(what, FAIL, f"{mode}, as {fault.seat}: {fault.detail}", advice)

    def _add_stderr(self) -> None:
        """Show the stderr of a bot that is given up."""
        for line in head_and_tail(self._stderr):
            self._add("stderr", WARN, cut(line))

    def _judge_manners(self) -> None:
        if self._strays:
            advice = "write all other text to stderr: on stdout, while a decision is asked for, it loses the game"
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
            self._is_deaf = True
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
            advice = advice_on(fault, self._bot, player.process.words.text())
            self._add("clock", FAIL, f"at {seconds}: lost by {fault.reason}: {fault.detail}", advice)
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
        """End a process, and keep its stderr and the numbers of its answers."""
        ear = player.transcript
        if isinstance(ear, _Ear):
            self._answers += ear.answers
        is_lost = self._is_deaf or not patience
        code = player.process.kill() if is_lost else player.process.end(patience)
        self._players.remove(player)
        if not isinstance(player.seat, _Stubborn):  # its stderr about our deliberate refusal is not reported
            self._stderr = player.process.words.text() or self._stderr
        return code


def patience(hang: float, slowest: float) -> float:
    """Return the seconds that a bot has for another answer after a refusal, from those of its slowest decision."""
    return min(hang, max(_PATIENCE, _SLOWER * slowest))


def _await_exit(process: BotProcess, seconds: float) -> bool:
    """Return whether the process exits within a time; ignore its output."""
    watch, until = Watch([process]), time.monotonic() + seconds
    while not process.has_exited() and time.monotonic() < until:
        process.lines.clear()
        watch.wait(min(until, time.monotonic() + 0.05))
    return process.has_exited()
