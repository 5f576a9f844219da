"""The luck of the games of a tournament, and the bots' scores without it.

The luck of a seat is what the dice gave it, as a share of the win (`beachhead analyse`). Its expectation is zero, so a score
minus the luck estimates the same as the score alone, and varies less. To analyse a game takes a part of a second. So a
sample of whole pairs is analysed, spread evenly over the tournament, and what was found is kept in the folder.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, variance
from typing import Final, NamedTuple

from beachhead.bots.arena.page.pool import spread
from beachhead.bots.arena.rating.beta import student
from beachhead.bots.arena.rating.interval import LEVEL
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult

FILE: Final = "luck.sqlite"
_TABLE: Final = "CREATE TABLE IF NOT EXISTS luck (game INTEGER, analyst TEXT, luck TEXT, PRIMARY KEY (game, analyst))"


@dataclass(frozen=True)
class LuckOf:
    """Computes the luck of every seat from the lines of a record; None if the game cannot be analysed."""

    analyst: str  # its name and version: what was computed by another one is computed again
    measure: Callable[[Sequence[str]], tuple[float, ...] | None]


class Mean(NamedTuple):
    """A mean with half of its 95 % interval; the interval is None if there are too few values."""

    mean: float
    error: float | None


class Adjusted(NamedTuple):
    """The score of a bot over the analysed games, as played and without luck, per game."""

    bot: int
    games: int
    raw: Mean
    adjusted: Mean


class Luck(NamedTuple):
    """What the analysis of a sample of games has found."""

    lines: tuple[Adjusted, ...]  # in the order of the standings
    games: int
    left: float | None  # the variance of the adjusted scores, as a share of that of the raw ones

    @property
    def worth(self) -> float | None:
        """The number of games without analysis that would tell as much as the analysed ones."""
        return self.games / self.left if self.left else None


def choose(report: Report, most: int) -> list[GameResult]:
    """Return the games of whole pairs and blocks, at most that many, spread evenly over the tournament."""
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in report.counted():
        blocks[result.pair].append(result)
    whole = [block for block in blocks.values() if len(block) == len(block[0].spec.bots)]
    if not whole:
        return []
    count = min(len(whole), max(1, most // len(whole[0]))) if most > 0 else 0
    return [result for number in range(count) for result in whole[number * len(whole) // count]]


def measure(report: Report, luck_of: LuckOf, games: Sequence[GameResult]) -> dict[int, tuple[float, ...]]:
    """Return the luck of these games by their ids. What is not known yet is computed, and kept."""
    wanted = {result.id for result in games}
    known = {id: luck for id, luck in _kept(report.store.folder, luck_of.analyst) if id in wanted}
    missing = [result.id for result in games if result.id not in known]
    records = [report.store.record(id) for id in missing]
    found = zip(missing, spread(luck_of.measure, records), strict=True)
    fresh = {id: luck for id, luck in found if luck is not None}
    _keep(report.store.folder, luck_of.analyst, fresh)
    return known | fresh


def _kept(folder: Path | None, analyst: str) -> Iterator[tuple[int, tuple[float, ...]]]:
    if folder is None or not (folder / FILE).is_file():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / FILE)) as database:
        for id, text in database.execute("SELECT game, luck FROM luck WHERE analyst = ?", (analyst,)):
            yield id, tuple(json.loads(text))


def _keep(folder: Path | None, analyst: str, found: Mapping[int, tuple[float, ...]]) -> None:
    if folder is None or not found:
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / FILE)) as database, database:  # a cache, no more
        database.execute(_TABLE)
        rows = [(id, analyst, json.dumps([round(each, 6) for each in luck])) for id, luck in found.items()]
        database.executemany("INSERT OR REPLACE INTO luck VALUES (?, ?, ?)", rows)


def adjusted(report: Report, luck: Mapping[int, tuple[float, ...]]) -> Luck:
    """Return the scores over the games whose luck is known, with and without it."""
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in report.counted():
        if result.id in luck:
            blocks[result.pair].append(result)
    raw: dict[int, list[float]] = defaultdict(list)  # by bot: the mean score of every block
    without: dict[int, list[float]] = defaultdict(list)
    games: dict[int, int] = defaultdict(int)
    for block in blocks.values():
        for bot in block[0].spec.bots:
            raw[bot].append(fmean([result.score(bot) for result in block]))
            without[bot].append(
                fmean([result.score(bot) - luck[result.id][result.spec.bots.index(bot)] for result in block])
            )
            games[bot] += len(block)
    lines = [
        Adjusted(bot, games[bot], _mean(raw[bot]), _mean(without[bot]))
        for bot in (line.bot for line in report.standings.lines)
        if bot in raw
    ]
    return Luck(tuple(lines), sum(len(block) for block in blocks.values()), _left(blocks, luck))


def _left(blocks: Mapping[int, Sequence[GameResult]], luck: Mapping[int, tuple[float, ...]]) -> float | None:
    """Return the share of the variance that is left, between blocks of the same bots."""
    groups: dict[frozenset[int], list[tuple[float, float]]] = defaultdict(list)
    for block in blocks.values():
        bots = block[0].spec.bots
        bot = min(bots)
        score = fmean([result.score(bot) for result in block])
        given = fmean([luck[result.id][result.spec.bots.index(bot)] for result in block])
        groups[frozenset(bots)].append((score, score - given))
    before = after = 0.0
    for pairs in groups.values():
        if len(pairs) > 1:
            before += len(pairs) * variance([raw for raw, _ in pairs])
            after += len(pairs) * variance([rest for _, rest in pairs])
    return after / before if before else None


def _mean(values: Sequence[float]) -> Mean:
    if len(values) < 2:
        return Mean(fmean(values), None)
    reach = student(len(values) - 1, 1 - (1 - LEVEL) / 2)
    return Mean(fmean(values), reach * math.sqrt(variance(values) / len(values)))
