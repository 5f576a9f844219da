"""One game between two or more seats, from the first `game` line to the result.

A bot that commits a fault is out; the others play on.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from beachhead.bots.arena.clock import Clock
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.terms import Terms
from beachhead.bots.arena.transcript import Log
from beachhead.bots.arena.umpire import Umpire
from beachhead.engine.game import Game
from beachhead.engine.games import find_game
from beachhead.engine.values import CHANCE, BadOption, Event, Forfeit
from beachhead.protocol.dice import commitment
from beachhead.protocol.reply import event_lines
from beachhead.protocol.table import Table

# Finds a game by its name and the text of a deck, empty for the default deck. (Any: states differ.)
FindGame = Callable[[str, str], Game[Any]]


def usual_game(name: str, deck: str) -> Game[Any]:
    """Return the game of that name with its default deck; raise BadOption if another deck is given."""
    if deck:
        raise BadOption("decks of cards cannot be given here")
    return find_game(name)


def judge_deck(name: str, deck: str, find: FindGame) -> None:
    """Raise BadOption if no game has that name, or it has no deck."""
    if deck and find(name, "").with_deck is None:
        raise BadOption(f"{name} has no deck of cards")


def open_table(
    terms: Terms, spec: GameSpec, find: FindGame = usual_game, dice: str = "auto"
) -> tuple[Table, list[Event]]:
    """Return a table with the new game, and its first events; raise BadOption or BadPosition."""
    table = Table(lambda name: find(name, terms.deck))
    options = [("seed", spec.seed), ("dice", dice)]
    if "players" in table.find(terms.game).options:
        options.append(("players", str(len(spec.bots))))
    events = table.new_game(terms.game, terms.mode, options)
    if spec.position:
        events = table.set_position(terms.game, spec.position)
    return table, events


class RunningGame:
    """A game in progress: the table, and the faults up to now."""

    def __init__(self, table: Table, opening: list[Event]) -> None:
        self.table = table
        self.opening = opening  # the events before the players are seated
        self.faults: list[Fault] = []
        self.positions: list[str] = []  # the steps at which the faults happened
        self.records: list[list[str]] = []  # for each fault: the record up to it, and including it
        self.times: list[tuple[float, float | None]] = []  # by decision: seconds spent, and left

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        timeline = self.table.timeline
        return timeline.game.result(timeline.state) is not None

    def forfeit(self, fault: Fault) -> list[Event]:
        """Take a seat out of the game for its fault; return the events."""
        timeline = self.table.timeline
        self.faults.append(fault)
        self.positions.append(timeline.game.write(timeline.state))
        events = self.table.forfeit(fault.seat, fault.reason)
        self.records.append(self.table.record())
        return events

    def forfeit_at_start(self, fault: Fault) -> None:
        """Take out a seat without a bot."""
        self.opening = self.opening + self.forfeit(fault)

    def play(self, players: Mapping[str, Player], terms: Terms, seed: str, log: Log | None = None) -> None:
        """Play the game to its end; ``players`` are those with a bot, by seat."""
        for _ in self.steps(players, terms, seed, log):
            pass

    def steps(
        self, players: Mapping[str, Player], terms: Terms, seed: str, log: Log | None = None
    ) -> Iterator[tuple[str, float]]:
        """Play the game to its end; yield every decision: the seat, and the seconds that it took."""
        table = self.table
        game = table.timeline.game
        everybody = list(players.values())
        commit = commitment(seed)
        for seat, player in players.items():
            clock = clock_of(player.bot, terms)
            player.open_game(table, seat, clock, log)
            player.sit(table, seat, str(clock), commit, self.opening)
        seats = game.seats(table.timeline.state)
        umpire = Umpire([players.get(seat) for seat in seats], terms.hang, terms.illegal)
        while (actor := game.actor(table.timeline.now.state)) is not None:
            assert actor != CHANCE
            player = players[actor]
            outcome = umpire.decide(player)
            if isinstance(outcome, Fault):
                self._expel(outcome, players, umpire)
                if game.actor(table.timeline.state) != actor:
                    player.seat.dismiss()
                continue
            told, spent = outcome
            for each in everybody:
                if each is not player:
                    each.owed += told
            player.spend(spent)
            self.times.append((spent, player.left))
            yield actor, spent
        for each in everybody:
            each.seat.dismiss()
            each.tell([])

    def _expel(self, fault: Fault, players: Mapping[str, Player], umpire: Umpire) -> None:
        """Take out a player who has committed a fault, and tell the others."""
        lines = event_lines(self.forfeit(fault))
        for each in players.values():
            each.owed += lines
        umpire.drop(players[fault.seat])
        if not self.is_over:  # the others play on, and do not wait for its exit
            players[fault.seat].process.send_signal(signal.SIGTERM)


def clock_of(bot: Bot, terms: Terms) -> Clock:
    """Return the clock of a bot: its own, or the common one."""
    return terms.clock if bot.clock is None else bot.clock


def annotate(table: Table, times: Sequence[tuple[float, float | None]]) -> None:
    """Add the time of every decision to the record, as a comment."""
    timeline = table.timeline
    moments = enumerate(timeline.moments())
    steps = [each for each in moments if each[1].is_step and not isinstance(each[1].action, Forfeit)]
    notes = {}
    for (number, moment), (spent, left) in zip(steps, times, strict=False):
        rest = "" if left is None else f", {left:.3f} s left"
        notes[number] = f"{moment.actor} {spent:.3f} s{rest}"
    table.annotate(notes)
