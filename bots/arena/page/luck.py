"""The scores of a tournament without luck, beside those as played, and the games that this saves.

To measure the luck of a game takes a part of a second, so a report has it for a sample: whole pairs, spread evenly over the
tournament, and whatever was measured before.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from beachhead.bots.arena.rating.adjusted import Adjusted
from beachhead.bots.arena.rating.beta import student
from beachhead.bots.arena.rating.interval import LEVEL
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult


class Scored(NamedTuple):
    """The score of a bot over the measured games as played, with half of its 95 % interval, and without luck."""

    bot: int
    games: int
    raw: float
    error: float | None
    adjusted: Adjusted


class Luck(NamedTuple):
    """What is known of the luck of a tournament."""

    lines: tuple[Scored, ...]  # in the order of the standings
    games: int
    left: float | None  # the variance of the scores without luck, as a share of that of the scores as played

    @property
    def worth(self) -> float | None:
        """The number of games whose luck is not measured that would tell as much as the measured ones."""
        return self.games / self.left if self.left else None


def choose(report: Report, most: int) -> list[GameResult]:
    """Return the games of whole pairs and blocks, at most that many.

    All pairings of bots have about as many, each spread evenly over the tournament.
    """
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in report.counted():
        blocks[result.pair].append(result)
    groups: dict[frozenset[int], list[list[GameResult]]] = defaultdict(list)
    for block in blocks.values():
        if len(block) == len(block[0].spec.bots):
            groups[frozenset(block[0].spec.bots)].append(block)
    if not groups or most <= 0:
        return []
    left = max(1, most // len(next(iter(groups.values()))[0]))
    found = []
    for number, group in enumerate(sorted(groups.values(), key=len)):  # what a small group leaves is for the others
        size = min(len(group), -(-left // (len(groups) - number)))
        left -= size
        found += [group[place * len(group) // size] for place in range(size)]
    return sorted([result for block in found for result in block], key=lambda result: result.id)


def luck_of(report: Report) -> Luck:
    """Return the scores over the games whose luck was measured, with and without it."""
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in report.counted():
        if result.id in report.luck:
            blocks[result.pair].append(result)
    raw: dict[int, list[float]] = defaultdict(list)  # by bot: the mean score of every block
    games: dict[int, int] = defaultdict(int)
    for block in blocks.values():
        for bot in block[0].spec.bots:
            raw[bot].append(fmean([result.score(bot) for result in block]))
            games[bot] += len(block)
    lines = []
    for line in report.standings.lines:
        adjusted = report.adjusted[line.bot]
        if adjusted is not None:
            lines.append(Scored(line.bot, games[line.bot], fmean(raw[line.bot]), _error(raw[line.bot]), adjusted))
    return Luck(tuple(lines), sum(map(len, blocks.values())), _left(blocks, report.luck))


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


def _error(values: Sequence[float]) -> float | None:
    """Return half of the 95 % interval of a mean; None if there are too few values."""
    if len(values) < 2:
        return None
    return student(len(values) - 1, 1 - (1 - LEVEL) / 2) * math.sqrt(variance(values) / len(values))
