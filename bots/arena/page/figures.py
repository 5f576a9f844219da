"""The figures of a report that are in no table of the standings: ratings over time, seats, lengths, time, savings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean, quantiles, variance
from typing import Final, NamedTuple

from beachhead.bots.arena.rating.elo import WIDEST, rate
from beachhead.bots.arena.rating.interval import estimate
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult

POINTS: Final = 30  # of a curve over time
LONGEST_LIST: Final = 8  # bots in a curve over time


class Rated(NamedTuple):
    """The Elo of a bot after some games of the tournament, with its 95 % interval."""

    bot: int
    games: int
    elo: float
    low: float
    high: float


class SeatScore(NamedTuple):
    """The share of the win that a seat gained, with its 95 % interval."""

    seat: str
    games: int
    share: float
    low: float
    high: float


class TimeUse(NamedTuple):
    """The time per decision of a bot in milliseconds: quantiles over its games, and the slowest decision of all."""

    bot: int
    low: float  # a twentieth of the games was faster
    quarter: float
    middle: float
    three: float
    high: float
    slowest: float


class Savings(NamedTuple):
    """The games that shared dice saved: the number of independent games that would tell as much."""

    games: int
    worth: float


def ratings(report: Report) -> list[Rated]:
    """Return the ratings after ever more blocks of games, in the order of the schedule.

    Only the best bots that have a number in the end are in it: a number among others says little.
    """
    blocks = report.standings.blocks
    numbered = [line.bot for line in report.standings.lines if line.rating.elo is not None]
    shown = numbered[:LONGEST_LIST]
    if len(report.plan.bots) == 2:
        shown = shown[:1]  # the other one's curve is its mirror image
    found = []
    for end in sorted({round(len(blocks) * point / POINTS) for point in range(1, POINTS + 1)} - {0}):
        games = sum(len(block.games) for block in blocks[:end])
        for bot, rating in enumerate(rate(blocks[:end], len(report.plan.bots))):
            if bot not in shown or rating.error is None or rating.error > WIDEST:
                continue
            if rating.elo is not None and rating.low is not None and rating.high is not None:
                found.append(Rated(bot, games, rating.elo, rating.low, rating.high))
    return found


def seat_scores(results: Sequence[GameResult]) -> list[SeatScore]:
    """Return what each seat gained, in the order of the first game that has it."""
    gained: dict[str, list[float]] = {}
    for result in results:
        for seat, score in zip(result.seats, result.scores, strict=True):
            gained.setdefault(seat, []).append(score)
    found = []
    for seat, scores in gained.items():
        share = fmean(scores)
        low, high = estimate(share, len(scores), len(scores)).interval()
        found.append(SeatScore(seat, len(scores), share, low, high))
    return found


def endings(results: Sequence[GameResult]) -> Counter[str]:
    """Return how often games ended for each reason."""
    return Counter(result.reason for result in results)


def times(results: Sequence[GameResult], bots: Sequence[int]) -> list[TimeUse]:
    """Return the time use of bots, in their order; those that never decided are left out."""
    means: dict[int, list[float]] = defaultdict(list)
    slowest: dict[int, float] = defaultdict(float)
    for result in results:
        for bot, thought in zip(result.spec.bots, result.thinking, strict=False):
            if thought.decisions:
                means[bot].append(1000 * thought.seconds / thought.decisions)
                slowest[bot] = max(slowest[bot], 1000 * thought.slowest)
    found = []
    for bot in bots:
        if own := means.get(bot):
            cuts = quantiles(own, n=20, method="inclusive") if len(own) > 1 else own * 19
            found.append(TimeUse(bot, cuts[0], cuts[4], cuts[9], cuts[14], cuts[18], slowest[bot]))
    return found


def saved_by_pairs(report: Report) -> Savings | None:
    """Return the worth of mirrored pairs and blocks; None in a war, or if the results do not vary.

    Among the blocks of the same bots, the variance of a block's mean is compared to that of as many independent games.
    """
    if report.plan.tournament.war is not None:
        return None
    groups: dict[frozenset[int], list[list[float]]] = defaultdict(list)
    games: dict[int, list[GameResult]] = defaultdict(list)
    for result in report.counted():
        games[result.pair].append(result)
    for block in games.values():
        bots = block[0].spec.bots
        if len(block) == len(bots):
            groups[frozenset(bots)].append([result.score(min(bots)) for result in block])
    single = together = 0.0
    count = 0
    for blocks in groups.values():
        if len(blocks) > 1:
            size = len(blocks[0])
            single += len(blocks) * variance([score for block in blocks for score in block]) / size
            together += len(blocks) * variance([fmean(block) for block in blocks])
            count += len(blocks) * size
    return Savings(count, count * single / together) if single and together else None
