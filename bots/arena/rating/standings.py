"""The standings of a tournament: what every bot has scored, its rating, and who scored what against whom.

A war counts as one game, for its winner; its battles count only in points, faults and times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from beachhead.bots.arena.rating.elo import Rating, rate
from beachhead.bots.arena.rating.sample import Block, Ranking
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.schedule import Schedule
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.withdrawal import withdrawn


@dataclass(slots=True)
class Line:
    """One bot's results."""

    bot: int
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    is_withdrawn: bool = False
    rating: Rating = field(default_factory=Rating)


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines of all bots, the best score first, and the crosstable."""

    lines: tuple[Line, ...]
    against: Mapping[tuple[int, int], float]  # how often the first was ahead of the second, a tie half
    met: Mapping[tuple[int, int], int]  # how often they met
    incomplete: tuple[Unit, ...]  # pairs, blocks and wars that have begun and miss a game
    blocks: tuple[Block, ...]  # the sample that the ratings rest on

    def line(self, bot: int) -> Line:
        """Return the line of a bot."""
        return next(line for line in self.lines if line.bot == bot)


def standings(schedule: Schedule, results: Results, bots: int) -> Standings:
    """Return the standings after these results, as far as they count."""
    lines = [Line(bot) for bot in range(bots)]
    found = []
    for unit in schedule.begun(results):
        played = [results[spec.id] for spec in unit.games(results) if spec.id in results]
        for result in played:
            _add_game(lines, result)
            if unit.war is None:
                _add_outcome(lines, result.spec.bots, result.scores, result.places, is_draw=result.is_draw)
        if unit.war is not None and (scores := unit.scores(results)) is not None:
            places = _war_places(scores)
            _add_outcome(lines, unit.bots, tuple(scores.values()), places, is_draw=places == (1, 1))
        found += _block_of(unit, played, results)
    for bot, rating in enumerate(rate(found, bots)):
        lines[bot].rating = rating
    if any("start" in line.faults for line in lines):
        for bot in withdrawn(schedule.games_so_far(results), results):
            lines[bot].is_withdrawn = True
    against, met = _crosstable(found)
    rank = schedule.rank(results)
    lines.sort(key=lambda line: (-rank.get(line.bot, 0.0), -line.score, line.bot))
    return Standings(tuple(lines), against, met, tuple(schedule.incomplete(results)), tuple(found))


def _block_of(unit: Unit, played: Sequence[GameResult], results: Results) -> list[Block]:
    """Return the block of a unit with the games that have ended, or with a war that is over; else none."""
    if unit.war is None:
        return [Block(tuple(map(ranking, played)), unit.width)] if played else []
    scores = unit.scores(results)
    return [] if scores is None else [Block((tuple(zip(unit.bots, _war_places(scores), strict=True)),), 1)]


def _war_places(scores: Mapping[int, float]) -> tuple[int, ...]:
    """Return the places in a war; nobody is first if nobody started."""
    return tuple(1 if score >= 0.5 else 2 for score in scores.values())


def ranking(result: GameResult) -> Ranking:
    """Return the ranking of a game's bots by their places."""
    return tuple(zip(result.spec.bots, result.places, strict=True))


def _add_game(lines: list[Line], result: GameResult) -> None:
    for seat, bot in enumerate(result.spec.bots):
        line = lines[bot]
        line.points += result.points[seat]
        line.faults.update(fault.reason for fault in result.faults if fault.seat == result.seats[seat])
        if result.thinking:
            thought = result.thinking[seat]
            line.decisions += thought.decisions
            line.seconds += thought.seconds
            line.slowest = max(line.slowest, thought.slowest)


def _add_outcome(
    lines: list[Line], bots: Sequence[int], scores: Sequence[float], places: Sequence[int], is_draw: bool
) -> None:
    for bot, score, place in zip(bots, scores, places, strict=True):
        line = lines[bot]
        line.games += 1
        line.score += score
        line.draws += is_draw
        line.wins += place == 1 and not is_draw
        line.losses += place > 1


def _crosstable(blocks: Iterable[Block]) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], int]]:
    ahead: Counter[tuple[int, int]] = Counter()  # in halves
    met: Counter[tuple[int, int]] = Counter()
    for block in blocks:
        for game in block.games:
            half = any(place == 1 for _, place in game)  # of a tie; if nobody started, all lost
            for bot, place in game:
                for other, behind in game:
                    if bot != other:
                        met[bot, other] += 1
                        ahead[bot, other] += 2 if place < behind else half and place == behind
    return {pair: count / 2 for pair, count in ahead.items()}, dict(met)
