"""One game between seats, from the first `game` line to the report.

It is general over the seats: two on the island, up to six in a battle royale, where a bot that commits a fault is out and
the others go on.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from beachhead.bots.arena.clock import UNTIMED, Clock
from beachhead.bots.arena.decision import Round
from beachhead.bots.arena.fault import Fault
from beachhead.bots.arena.player import START, Player
from beachhead.bots.arena.transcript import Log
from beachhead.engine.game import CHANCE, Forfeit
from beachhead.engine.timeline import Timeline
from beachhead.protocol.dice import commitment
from beachhead.protocol.table import Table

HANG: Final = 60.0


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of a match have in common."""

    game: str = "island"
    mode: str = "standard"
    clock: Clock = UNTIMED
    hang: float = HANG  # seconds for a decision where there is no clock
    start: float = START  # seconds for a bot's hello
    illegal: int = 0  # mistakes in a game that a bot gets away with
    reuse: bool = False  # whether a process plays many games


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game that is to be played: its number, its pair's, the seed, the bots by seat, and where it begins."""

    id: int
    pair: int
    seed: str
    bots: tuple[int, ...]
    position: str = ""


@dataclass(slots=True)
class Report:
    """How a game went: what the results say of it, its record, and what shows its faults."""

    game: dict[str, Any]  # as it stands in the JSON
    scores: list[float]  # of the bots in seat order
    record: list[str] = field(default_factory=list)
    evidence: dict[str, list[str]] = field(default_factory=dict)  # counter-examples by bot
    log: str = ""


def open_table(terms: Terms, pairing: Pairing) -> tuple[Table, list[str]]:
    """A table at which the game has begun, and its first events; raises BadOption and BadPosition."""
    table = Table()
    options = [("seed", pairing.seed)]
    if "players" in table.find(terms.game).options:
        options.append(("players", str(len(pairing.bots))))
    events = table.new_game(terms.game, terms.mode, options)
    if pairing.position:
        events = table.set_position(terms.game, pairing.position)
    return table, events


@dataclass(slots=True)
class Course:
    """A game while it is played."""

    table: Table
    faults: list[Fault] = field(default_factory=list)
    places: list[str] = field(default_factory=list)  # the positions at which the faults happened
    records: list[list[str]] = field(default_factory=list)  # the record up to each fault, and with it
    times: list[tuple[float, float | None]] = field(default_factory=list)  # of every decision: seconds spent, and left

    def forfeit(self, fault: Fault) -> list[str]:
        """Takes a seat out for its fault; gives the events."""
        timeline = self.table.timeline
        self.faults.append(fault)
        self.places.append(timeline.game.write(timeline.state))
        events = self.table.forfeit(fault.seat, fault.reason)
        self.records.append(self.table.record())
        return events


def play(
    course: Course, opening: list[str], seats: Mapping[str, Player], terms: Terms, seed: str, log: Log | None = None
) -> None:
    """Plays a game that has begun to its end, with those who are in it by their seats."""
    table = course.table
    game = table.timeline.game
    players = list(seats.values())
    commit, clock = commitment(seed), terms.clock
    for name, player in seats.items():
        player.begin(table, name, clock.start(), log)
        player.owed += [*player.seat.sit(table, name, str(clock), commit), *opening]
    order = game.seats(table.timeline.state)
    floor = Round([seats.get(name) for name in order], terms.hang, terms.illegal)
    times = course.times
    while (actor := game.actor(table.timeline.now.state)) is not None:
        assert actor != CHANCE
        player = seats[actor]
        outcome = floor.decide(player)
        if isinstance(outcome, Fault):
            events = course.forfeit(outcome)
            for each in players:
                each.owed += events
            if game.actor(table.timeline.state) != actor:
                player.seat.dismiss()
            floor.drop(seats[outcome.seat])
            if game.actor(table.timeline.state) is not None:  # the others play on, and it does not take their time
                seats[outcome.seat].process.send_signal(signal.SIGTERM)
            continue
        events, spent = outcome
        for each in players:
            if each is not player:
                each.owed += events
        if player.left is not None:
            player.left = clock.after(player.left, spent)
        times.append((spent, player.left))
    for each in players:
        each.seat.dismiss()
        each.tell([])


def annotate(timeline: Timeline[Any], times: Sequence[tuple[float, float | None]]) -> None:
    """Writes the time of every decision beside it, as a comment of the record."""
    steps = [moment for moment in timeline.moments() if moment.is_step and not isinstance(moment.action, Forfeit)]
    for moment, (spent, left) in zip(steps, times, strict=False):
        rest = "" if left is None else f", {left:.3f} s left"
        moment.notes = (*moment.notes, f"{moment.actor} {spent:.3f} s{rest}")
