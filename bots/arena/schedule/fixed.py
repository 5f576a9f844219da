"""Schedules that do not depend on results: round-robin, gauntlet, and tables of more than two seats."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations, islice, pairwise, permutations
from math import factorial
from typing import Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.schedule import AHEAD, Memory, Schedule, pick, units_for
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.war import War

CANDIDATES: Final = 500  # designs that a cycle of tables is chosen from


@dataclass(frozen=True, slots=True)
class Run:
    """Cycles of line-ups, repeated some times; the first cycle has a number from 0."""

    cycles: tuple[tuple[tuple[int, ...], ...], ...]
    first: int
    count: int

    @property
    def size(self) -> int:
        """The number of units."""
        return self.count * len(self.cycles[0])


@dataclass
class Prefix(Memory):
    """How many units, from the first on, are over."""

    units: int = 0


@dataclass(frozen=True)
class Fixed(Schedule):
    """Runs of cycles, one after the other: games added to a tournament later are another run at the end."""

    runs: tuple[Run, ...]
    positions: tuple[str, ...] = ()
    war: War | None = None
    _prefix: list[Prefix] = field(default_factory=lambda: [Prefix()], compare=False, kw_only=True)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(run.size for run in self.runs))

    @property
    def size(self) -> int:
        """The number of units."""
        return self._ends[-1]

    def unit(self, number: int) -> Unit:
        """Return the unit of a number from 1."""
        at = bisect_left(self._ends, number)
        run = self.runs[at]
        cycle, place = divmod(number - 1 - (self._ends[at] - run.size), len(run.cycles[0]))
        bots = run.cycles[cycle % len(run.cycles)][place]
        cycle += run.first
        if self.war is not None and cycle % 2:
            bots = bots[::-1]  # the other one begins
        return Unit(number, bots, pick(self.positions, cycle), 0, self.war)

    def units(self, results: Results) -> Iterator[Unit]:
        return map(self.unit, range(1, self.size + 1))

    def begun(self, results: Results) -> Iterator[Unit]:
        width = self.unit(1).width
        return map(self.unit, sorted({(id - 1) // width + 1 for id in results if id <= self.size * width}))

    def _first_open(self, results: Results) -> int:
        """Return the number of the first unit that is not over; asking again does not begin at the first one."""
        prefix = self._prefix[0]
        if not prefix.holds_for(results):
            prefix = self._prefix[0] = Prefix(results)
        while prefix.units < self.size and self.unit(prefix.units + 1).scores(results) is not None:
            prefix.units += 1
            prefix.size = len(results)
        return prefix.units + 1

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        if self.war is not None:
            first = self._first_open(results)
            games = (spec for unit in range(first, self.size + 1) for spec in self.unit(unit).games(results))
            return list(islice((spec for spec in games if spec.id not in results), limit))
        seats = len(self.runs[0].cycles[0][0])
        missing = (id for id in range(1, self.size * seats + 1) if id not in results)
        return [self.unit((id - 1) // seats + 1).game((id - 1) % seats) for id in islice(missing, limit)]


Size = tuple[int, int]
"""The numbers of bots, and of games in a meeting (of tables: for every bot), before the file was extended."""


def round_robin(
    bots: int, games: int, positions: tuple[str, ...] = (), war: War | None = None, stages: Sequence[Size] = ()
) -> Fixed:
    """Return the schedule in which all bots meet, in rounds by the circle method."""
    found = [
        ([pairing for one in circle(size) for pairing in one], length) for size, length in (*stages, (bots, games))
    ]
    return Fixed(_runs(found, war is not None), positions, war)


def gauntlet(
    bots: int, games: int, positions: tuple[str, ...] = (), war: War | None = None, stages: Sequence[Size] = ()
) -> Fixed:
    """Return the schedule in which the first bot meets all others."""
    found = [([(0, other) for other in range(1, size)], length) for size, length in (*stages, (bots, games))]
    return Fixed(_runs(found, war is not None), positions, war)


def _runs(stages: Sequence[tuple[Sequence[tuple[int, int]], int]], is_war: bool) -> tuple[Run, ...]:
    """Return the runs of stages of pairings and games: each stage plays the games that earlier stages lack."""
    done: dict[tuple[int, int], int] = {}
    runs = []
    for pairings, games in stages:
        count = units_for(games, 2, is_war)
        marks = sorted({done.get(pairing, 0) for pairing in pairings if done.get(pairing, 0) < count})
        for first, end in pairwise([*marks, count]):
            runs.append(Run((tuple(each for each in pairings if done.get(each, 0) <= first),), first, end - first))
        done.update({pairing: max(count, done.get(pairing, 0)) for pairing in pairings})
    return tuple(runs)


def circle(bots: int) -> list[list[tuple[int, int]]]:
    """Return rounds in which every bot plays once (but one pauses if their number is odd), so that all bots meet."""
    ring: list[int] = list(range(bots + bots % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(min(pair), max(pair)) for pair in pairs if max(pair) < bots])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def tables(bots: int, seats: int, games: int, positions: tuple[str, ...] = (), stages: Sequence[Size] = ()) -> Fixed:
    """Return tables of some seats: at least ``games`` for every bot, in blocks that are balanced over seats and company.

    If there are more bots than seats, a cycle is a cyclic design: the same choice of bots moved on by one, as many times
    as there are bots. Everybody plays equally often; the choices are made so that everybody meets everybody else as
    equally as possible. The order around the table changes from cycle to cycle. After a stage with fewer bots all of them
    play on together, until the new ones have their games.
    """
    if not 2 <= seats <= bots:
        raise ValueError(f"{seats} seats for {bots} bots")
    runs: list[Run] = []
    before = 0
    for size, length in (*stages, (bots, games)):
        first = sum(run.count for run in runs)
        if size == before:
            first -= runs.pop().count  # the stages before
        before = size
        count = units_for(length, seats if size == seats else seats * seats, False)
        runs.append(Run(_cycles(size, seats, count), first, count))
    return Fixed(tuple(runs), positions)


def _cycles(bots: int, seats: int, count: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the first cycles of tables, until they repeat."""
    orders = list(permutations(range(1, seats)))
    cycles = []
    designs = _designs(bots, seats)
    for cycle in range(min(count, factorial(seats - 1) * len(designs))):
        order = (0, *orders[cycle // len(designs) % len(orders)])
        design = designs[cycle % len(designs)]
        shifts = range(1 if bots == seats else bots)
        cycles.append(tuple(tuple((design[seat] + shift) % bots for seat in order) for shift in shifts))
    return tuple(cycles)


def _designs(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Return choices of bots that, rotated around the circle, let all bots meet equally often, as far as possible."""
    if bots == seats:
        return [tuple(range(bots))]
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for others in combinations(range(1, bots), seats - 1):
        found.setdefault(_company((0, *others), bots), (0, *others))
        if len(found) == CANDIDATES:
            break
    totals = [0] * (bots // 2)
    chosen = []
    for _ in range(bots):  # more cycles do not become more equal; they are repeated
        company = min(found, key=lambda each: _uneven(totals, each))
        totals = [total + more for total, more in zip(totals, company, strict=True)]
        chosen.append(found[company])
        if len(set(totals)) == 1:
            break
    return chosen


def _company(design: Sequence[int], bots: int) -> tuple[int, ...]:
    """Return how often two bots meet in a cycle, by their distance around the circle from 1."""
    met = [0] * (bots // 2)
    for a, b in combinations(design, 2):
        distance = min((b - a) % bots, (a - b) % bots)
        met[distance - 1] += 2 if distance * 2 == bots else 1
    return tuple(met)


def _uneven(totals: list[int], more: Sequence[int]) -> tuple[int, int]:
    sums = [total + each for total, each in zip(totals, more, strict=True)]
    return max(sums) - min(sums), sum(each * each for each in sums)
