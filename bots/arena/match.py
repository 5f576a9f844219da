"""A match: games handed to workers, results counted, files written, and Ctrl-C understood."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from beachhead.bots.arena.fault import MAX_STARTS, WITHDRAWN, withdrawn
from beachhead.bots.arena.game import Course, Pairing, Report, open_table
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.pool import Job, Pool
from beachhead.bots.arena.progress import Progress
from beachhead.bots.arena.report import lost_by_all, report_on
from beachhead.bots.arena.standing import Standing

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Files:
    """What is written beside the results, each only where it is asked for."""

    log: str = ""
    records: str = ""
    faults: str = ""


class Interrupts:
    """Ctrl-C: once lets the running games finish, twice stops now; SIGTERM and SIGHUP stop now."""

    def __init__(self) -> None:
        self.count = 0
        self.signal = 0
        self.descriptor, self._write = os.pipe()
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        os.set_blocking(self.descriptor, False)
        os.set_blocking(self._write, False)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self.descriptor)
        os.close(self._write)

    def _hear(self, number: int, _: object) -> None:
        self.signal = number
        self.count += 1 if number == signal.SIGINT else 2

    def clear(self) -> None:
        """Takes note that the descriptor has been heard."""
        try:
            os.read(self.descriptor, 4096)
        except BlockingIOError:
            return


class Match:
    """A match while it is played."""

    def __init__(
        self, plan: Plan, concurrency: int = 1, files: Files | None = None, stream: TextIO | None = None
    ) -> None:
        self._plan = plan
        self._concurrency = min(concurrency, plan.games)
        self._files = files or Files()
        self.standing = Standing(plan)
        self._starts: Counter[int] = Counter()  # failed starts in a row, by bot
        self._next = 1
        self._is_stopping = False
        self._held: dict[int, list[Report]] = {}  # by pair: what must not be written before the pair is over
        self._progress = Progress(self.standing, sys.stderr if stream is None else stream)
        self.signal = 0  # the signal that stopped it

    def run(self) -> bool:
        """Plays it; whether all games have been played."""
        files = self._files
        pool = Pool(self._plan, self._concurrency, bool(files.log), bool(files.records))
        with Interrupts() as interrupts, pool:
            told = 0
            for report in pool.play(self._games(), interrupts.descriptor):
                if report is not None:
                    self._count(report)
                else:
                    interrupts.clear()
                if interrupts.count > told:
                    told = interrupts.count
                    self._is_stopping = True
                    if told > 1:
                        self._progress.say("stopped")
                        break
                    running = len(pool.running)
                    self._progress.say(
                        f"finishing {running} running game{'s' * (running != 1)}; Ctrl-C again stops now"
                    )
                self._progress.show(report is not None)
            else:
                pool.finish()
            self.signal = interrupts.signal
        for pair in sorted(self._held):
            self._write(self._held[pair])
        self._progress.end()
        return len(self.standing.games) == self._plan.games

    def _games(self) -> Iterator[Job]:
        """The games that are to be played, asked for when a worker is free."""
        while not self._is_stopping and self._next <= self._plan.games:
            pairing = self._plan.pairing(self._next)
            self._next += 1
            gone = tuple(bot for bot in pairing.bots if self.standing.lines[bot].is_withdrawn)
            if len(pairing.bots) - len(gone) > 1:
                yield Job(pairing.id, gone)
            else:
                self._count(self._conceded(pairing, gone))

    def _conceded(self, pairing: Pairing, gone: Sequence[int]) -> Report:
        """The report on a game that withdrawn bots lose at once, to one other at the most."""
        terms = self._plan.terms
        bots = [self._plan.bots[bot] for bot in pairing.bots]
        course = Course(open_table(terms, pairing)[0])
        timeline = course.table.timeline
        seats = timeline.game.seats(timeline.state)
        faults = [
            withdrawn(bot.name, seat)
            for bot, seat, place in zip(bots, seats, pairing.bots, strict=True)
            if place in gone
        ]
        if len(faults) == len(bots):
            return lost_by_all(pairing, terms, bots, faults)
        for fault in faults:
            course.forfeit(fault)
        report = report_on(course, pairing, terms, bots, [None for _ in bots], 0.0)
        report.evidence = {}  # there is nothing to show
        return report

    def _count(self, report: Report) -> None:
        self.standing.add(report)
        game = report.game
        pairing = self._plan.pairing(game["id"])
        for number in pairing.bots:
            line = self.standing.lines[number]
            details = [
                fault["detail"] for fault in game["faults"] if fault["bot"] == line.name and fault["reason"] == "start"
            ]
            self._starts[number] = self._starts[number] + 1 if details else 0
            if self._starts[number] >= MAX_STARTS and not line.is_withdrawn:
                line.is_withdrawn = True
                self._progress.say(f"{line.name} is withdrawn after {MAX_STARTS} failed starts in a row: {details[0]}")
        for fault in game["faults"]:
            if fault["detail"] != WITHDRAWN:
                self._progress.say(f"game {game['id']}: {fault['bot']} loses by {fault['reason']}: {fault['detail']}")
        held = self._held.setdefault(pairing.pair, [])
        held.append(report)
        last = min(pairing.pair * len(pairing.bots), self._plan.games)
        if len(held) == last - (pairing.pair - 1) * len(pairing.bots):
            self._write(self._held.pop(pairing.pair))

    def _write(self, reports: list[Report]) -> None:
        """Writes what was asked for of games whose pair is over: before, their dice are a secret."""
        for report in sorted(reports, key=lambda report: int(report.game["id"])):
            for write in (self._write_log, self._write_record, self._write_evidence):
                self._try(write, report)

    def _try(self, write: Callable[[Report], None], report: Report) -> None:
        try:
            write(report)
        except OSError as problem:  # a full disk loses no result
            self._progress.say(f"game {report.game['id']} cannot be written: {problem}")

    def _write_log(self, report: Report) -> None:
        if self._files.log:
            game = report.game
            seats = ", ".join(f"{seat} {name}" for seat, name in game["seats"].items())
            title = f"# game {game['id']}: {seats}; seed {game['seed']}\n"
            with open(self._files.log, "a", encoding="utf-8") as file:
                file.write(title + report.log)

    def _write_record(self, report: Report) -> None:
        if self._files.records and report.record:
            name = f"{report.game['id']:0{len(str(self._plan.games))}}.bhr"
            _write_lines(Path(self._files.records) / name, report.record)

    def _write_evidence(self, report: Report) -> None:
        game = report.game
        for bot, lines in report.evidence.items():
            if self._files.faults:
                path = Path(self._files.faults) / f"{game['id']}-{_ODD.sub('_', bot)}.txt"
                _write_lines(path, lines)
                for fault in [game["fault"], *game["faults"]]:
                    if fault["bot"] == bot:
                        fault["file"] = str(path)
                self._progress.say(f"counter-example: {path}")


def _write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="backslashreplace")
