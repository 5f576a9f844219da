"""Plays games one after the other in this process: starts the bots of a game, plays it, and ends them.

With `reuse` it keeps processes for the next game, unless they have committed a fault or exited.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from beachhead.bots.arena.execute.played import PlayedGame, finished, lost_by_all
from beachhead.bots.arena.execute.spectator import Spectator
from beachhead.bots.arena.fault import withdrawn
from beachhead.bots.arena.game import FindGame, RunningGame, open_table, usual_game
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player, start
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.terms import Terms
from beachhead.bots.arena.transcript import Log
from beachhead.protocol.process import PATIENCE, Life, end_all


class Runner:
    """Plays games, and ends all processes that it started."""

    def __init__(
        self,
        bots: Sequence[Bot],
        terms: Terms,
        find: FindGame = usual_game,
        has_log: bool = False,
        has_records: bool = False,
        spectator: Spectator | None = None,
    ) -> None:
        self._bots = tuple(bots)
        self._terms = terms
        self._find = find
        self._has_log = has_log
        self._has_records = has_records
        self._spectator = spectator
        self._players: dict[int, Player] = {}  # running players, by the bot's place

    def play(self, spec: GameSpec, gone: Collection[int] = ()) -> PlayedGame:
        """Play a game without the withdrawn bots; it has a result whatever the others do."""
        bots = [self._bots[number] for number in spec.bots]
        log = Log() if self._has_log else None
        faults = self._start(spec, gone, log)
        table, opening = open_table(self._terms, spec, self._find)
        seats = table.timeline.game.seats(table.timeline.state)
        here = [self._players.get(number) for number in spec.bots]
        for player in here:
            if player is not None:
                player.thought = []
        failed = [replace(fault, seat=seat) for seat, fault in zip(seats, faults, strict=True) if fault is not None]
        if len(failed) == len(bots):
            self._end(spec)
            return lost_by_all(spec, self._terms, bots, failed, self._find)
        running, begun = RunningGame(table, opening), time.monotonic()
        for fault in failed:
            running.forfeit_at_start(fault)
        if not running.is_over:
            out = {fault.seat for fault in failed}
            there = {seat: player for seat, player in zip(seats, here, strict=True) if player and seat not in out}
            for _ in running.steps(there, self._terms, spec.seed, log):
                if self._spectator is not None:
                    self._spectator.look(spec, table.timeline)
            if self._spectator is not None:
                self._spectator.leave(spec)
        seconds = time.monotonic() - begun
        self._end(spec)
        text = "" if log is None else log.text()
        return finished(running, spec, self._terms, bots, here, seconds, self._has_records, text)

    def end(self) -> None:
        """End all bots that are left."""
        players, self._players = list(self._players.values()), {}
        for player in players:
            player.say_goodbye()
        end_all([player.process for player in players])

    def kill(self) -> None:
        """End all bots that are left at once."""
        players, self._players = list(self._players.values()), {}
        for player in players:
            player.process.kill()

    def _start(self, spec: GameSpec, gone: Collection[int], log: Log | None) -> list[Fault | None]:
        """Start the bots of a game that do not run yet; return the faults in seat order."""
        for number, player in tuple(self._players.items()):
            if player.process.has_ended:  # between two games that is not a fault
                player.process.end(0)
                del self._players[number]
        missing = [number for number in spec.bots if number not in self._players and number not in gone]
        started, faults = start([self._bots[number] for number in missing], self._terms.start, log)
        for number, fresh in zip(missing, started, strict=True):
            if fresh is not None:
                self._players[number] = fresh
        found = dict(zip(missing, faults, strict=True)) | {n: withdrawn(self._bots[n].name, "") for n in gone}
        return [found.get(number) for number in spec.bots]

    def _end(self, spec: GameSpec) -> None:
        """End the players that leave after a game: at once after a fault, else with `bye`."""
        leaving = [n for n in spec.bots if n in self._players and not (self._terms.reuse and self._is_well(n))]
        players = [self._players.pop(number) for number in leaving]
        for player in players:
            player.say_goodbye()
        end_all([player.process for player in players if player.is_broken], 0)
        end_all([player.process for player in players if not player.is_broken], PATIENCE)

    def _is_well(self, number: int) -> bool:
        player = self._players[number]
        return not player.is_broken and player.process.life is Life.WELL
