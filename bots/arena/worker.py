"""A worker: one process that plays one game at a time, and tells its result.

It starts the bots of a game, plays, ends them, and reports. With `reuse` it keeps the processes for the next game, except
one that has committed a fault or has gone away.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from beachhead.bots.arena.fault import Fault, withdrawn
from beachhead.bots.arena.game import Course, Pairing, Report, Terms, open_table, play
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player, start
from beachhead.bots.arena.report import lost_by_all, report_on
from beachhead.bots.arena.transcript import Log
from beachhead.protocol.process import PATIENCE, end_all
from beachhead.protocol.seat import BYE


class Stage:
    """Plays games, one after the other, and ends what it started."""

    def __init__(self, bots: Sequence[Bot], terms: Terms, has_log: bool = False, has_records: bool = False) -> None:
        self._bots = tuple(bots)
        self._terms = terms
        self._has_log = has_log
        self._has_records = has_records
        self._players: dict[int, Player] = {}  # those that live, by the bot's number

    def play(self, pairing: Pairing, gone: Collection[int] = ()) -> Report:
        """Plays a game without the bots that are gone; whatever the others do, there is a report."""
        bots = [self._bots[number] for number in pairing.bots]
        log = Log() if self._has_log else None
        faults = self._start(pairing, gone, log)
        table, opening = open_table(self._terms, pairing)
        seats = table.timeline.game.seats(table.timeline.state)
        here = [self._players.get(number) for number in pairing.bots]
        failed = [
            Fault(fault.bot, seat, fault.reason, fault.detail)
            for seat, fault in zip(seats, faults, strict=True)
            if fault is not None
        ]
        if len(failed) == len(bots):
            report = lost_by_all(pairing, self._terms, bots, failed)
            self._end(pairing)
        else:
            course, begun = Course(table), time.monotonic()
            for fault in failed:
                opening = opening + course.forfeit(fault)
            if table.timeline.game.result(table.timeline.state) is None:
                out = {fault.seat for fault in failed}
                there = {seat: player for seat, player in zip(seats, here, strict=True) if player and seat not in out}
                play(course, opening, there, self._terms, pairing.seed, log)
            seconds = time.monotonic() - begun
            self._end(pairing)
            report = report_on(course, pairing, self._terms, bots, here, seconds, self._has_records)
        if log is not None:
            report.log = log.text()
        return report

    def end(self) -> None:
        """Ends all bots that are left."""
        players, self._players = list(self._players.values()), {}
        for player in players:
            player.tell([BYE])
        end_all([player.process for player in players])

    def kill(self) -> None:
        """Ends all bots that are left at once."""
        players, self._players = list(self._players.values()), {}
        for player in players:
            player.process.kill()

    def _start(self, pairing: Pairing, gone: Collection[int], log: Log | None) -> list[Fault | None]:
        """Starts the bots of a game that do not run yet; gives the faults in seat order."""
        for number, player in tuple(self._players.items()):
            if player.process.has_ended:  # between two games, which harms nobody
                player.process.end(0)
                del self._players[number]
        missing = [number for number in pairing.bots if number not in self._players and number not in gone]
        started, faults = start([self._bots[number] for number in missing], self._terms.start, log)
        for number, fresh in zip(missing, started, strict=True):
            if fresh is not None:
                self._players[number] = fresh
        found = dict(zip(missing, faults, strict=True)) | {n: withdrawn(self._bots[n].name, "") for n in gone}
        return [found.get(number) for number in pairing.bots]

    def _end(self, pairing: Pairing) -> None:
        """Ends those who leave after a game: a bot that has committed a fault at once, the others with `bye`."""
        leaving = [n for n in pairing.bots if n in self._players and not (self._terms.reuse and self._is_well(n))]
        players = [self._players.pop(number) for number in leaving]
        for player in players:
            player.tell([BYE])
        end_all([player.process for player in players if player.is_broken], 0)
        end_all([player.process for player in players if not player.is_broken], PATIENCE)

    def _is_well(self, number: int) -> bool:
        player = self._players[number]
        return not player.is_broken and not player.process.has_ended and not player.process.is_deaf
