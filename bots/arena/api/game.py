"""Play one game between running bots from Python, decision by decision."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from beachhead.bots.arena.api.bot import Bot, BotFault
from beachhead.bots.arena.clock import UNTIMED, Clock, read_clock
from beachhead.bots.arena.execute.played import finished
from beachhead.bots.arena.game import RunningGame, open_table
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.plan import distinct
from beachhead.bots.arena.player import Player
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.terms import HANG, Terms
from beachhead.engine.games import DEFAULT_GAME, find_game
from beachhead.engine.picture import plain
from beachhead.engine.values import Action, Event
from beachhead.protocol.dice import fresh_seed


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a game: the seat, the action, its events, and the time."""

    seat: str
    action: Action
    events: tuple[Event, ...]
    remarks: tuple[str, ...]
    seconds: float
    left: float | None  # seconds on the seat's clock; None without a clock


class Game:
    """One game between bots, in the order of their seats. Iterate over its steps, or call `play`.

    A bot that fails loses, and the game goes on to its end: faults are values, in `result`.
    """

    def __init__(
        self,
        *bots: Bot,
        game: str = DEFAULT_GAME,
        mode: str = "standard",
        clock: str | Clock = UNTIMED,
        seed: str = "",
        position: str = "",
        hang: float = HANG,
        illegal: int = 0,
        deck: str = "",
    ) -> None:
        """Begin a game. Without a ``seed`` nobody can predict the dice; ``position`` is one to start from,
        ``deck`` the text of another deck of cards.

        Raise ValueError if the bots do not fit, BadOption or BadPosition.
        """
        if len({id(bot) for bot in bots}) < len(bots):
            raise ValueError("a bot can have one seat only: start it twice")
        for bot, name in zip(bots, distinct([bot.name for bot in bots]), strict=True):
            bot.player.bot = replace(bot.player.bot, name=name)
        self.bots = bots
        control = read_clock(clock) if isinstance(clock, str) else clock
        self._terms = Terms(game, mode, control, hang, illegal=illegal, deck=deck)
        self._spec = GameSpec(1, 1, tuple(range(len(bots))), seed or fresh_seed(), position)
        table, events = open_table(self._terms, self._spec, find_game)
        timeline = table.timeline
        self.seats: tuple[str, ...] = tuple(timeline.game.seats(timeline.state))
        if len(self.seats) != len(bots):
            raise ValueError(f"{game} is a game for {len(self.seats)}: there are {len(bots)} bots")
        for bot in bots:
            if not bot.is_alive:
                raise BotFault(bot.name, "crash", "it plays no more: start it again", bot.stderr)
        self._running = RunningGame(table, events)
        self._begun = 0.0
        self._steps = self._play()
        self._result: GameResult | None = None
        self._record: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Step]:
        """Play, and yield every decision. After a break in the middle it goes on, here or with `play`."""
        if self._result is not None:
            raise ValueError("this game has been played")
        if self._begun and any(bot.player.seat.table is not self._running.table for bot in self.bots):
            raise ValueError("its bots have begun another game")
        return self._steps

    def _play(self) -> Iterator[Step]:
        self._begun = time.monotonic()
        running, players = self._running, self._players
        for seat, seconds in running.steps(players, self._terms, self._spec.seed):
            moment = running.table.timeline.now
            events = moment.told()
            while not moment.is_step:  # followed by actions of chance
                assert moment.before is not None
                moment = moment.before
                events = [*moment.told(), *events]
            assert moment.action is not None
            yield Step(seat, moment.action, tuple(events), moment.notes, seconds, players[seat].left)
        self._finish()

    @property
    def _players(self) -> dict[str, Player]:
        return {seat: bot.player for seat, bot in zip(self.seats, self.bots, strict=True)}

    def play(self) -> GameResult:
        """Play to the end; return the result."""
        for _ in self:
            pass
        return self.result

    def _finish(self) -> None:
        bots: Sequence[Bot] = self.bots
        names = [bot.player.bot for bot in bots]
        players = [bot.player for bot in bots]
        seconds = time.monotonic() - self._begun
        played = finished(self._running, self._spec, self._terms, names, players, seconds)
        self._result, self._record = played.result, played.record
        for bot in bots:
            if bot.player.is_broken:
                bot.close()

    @property
    def position(self) -> str:
        """The position now, complete."""
        timeline = self._running.table.timeline
        return timeline.game.write(timeline.state)

    def board(self) -> str:
        """Return the diagram for people."""
        show, state = self._running.table.timeline.game.show, self._running.table.timeline.state
        return "\n".join(plain(show.picture(show.scene(state))))

    @property
    def result(self) -> GameResult:
        """The result; raise ValueError before the end."""
        if self._result is None:
            raise ValueError("the game is not over")
        return self._result

    @property
    def record(self) -> tuple[str, ...]:
        """The lines of the record (.bhr), with headers, remarks and times; raise ValueError before the end."""
        if self._result is None:
            raise ValueError("the game is not over")
        return self._record
