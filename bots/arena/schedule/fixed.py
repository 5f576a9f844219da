"""Schedules that do not depend on results: round-robin, gauntlet, and tables of more than two seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations
from math import factorial
from typing import Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.schedule import AHEAD, Schedule, pick, units_for
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.war import War

CANDIDATES: Final = 500  # designs that a cycle of tables is chosen from


@dataclass(frozen=True)
class Fixed(Schedule):
    """Cycles of line-ups: every cycle has each of them once."""

    cycles: tuple[tuple[tuple[int, ...], ...], ...]  # they are repeated until there are enough
    count: int  # of cycles
    positions: tuple[str, ...] = ()
    war: War | None = None

    @property
    def size(self) -> int:
        """The number of units."""
        return self.count * len(self.cycles[0])

    def unit(self, number: int) -> Unit:
        """Return the unit of a number from 1."""
        cycle, place = divmod(number - 1, len(self.cycles[0]))
        bots = self.cycles[cycle % len(self.cycles)][place]
        if self.war is not None and cycle % 2:
            bots = bots[::-1]  # the other one begins
        return Unit(number, bots, pick(self.positions, cycle), 0, self.war)

    def units(self, results: Results) -> Iterator[Unit]:
        return map(self.unit, range(1, self.size + 1))

    def begun(self, results: Results) -> Iterator[Unit]:
        width = self.unit(1).width
        return map(self.unit, sorted({(id - 1) // width + 1 for id in results if id <= self.size * width}))

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        if self.war is not None:
            return super().next(results, limit)
        seats = len(self.cycles[0][0])
        missing = (id for id in range(1, self.size * seats + 1) if id not in results)
        return [self.unit((id - 1) // seats + 1).game((id - 1) % seats) for id in islice(missing, limit)]


def round_robin(bots: int, games: int, positions: tuple[str, ...] = (), war: War | None = None) -> Fixed:
    """Return the schedule in which everybody meets everybody else, in rounds by the circle method."""
    pairings = tuple(pairing for one in circle(bots) for pairing in one)
    return Fixed((pairings,), units_for(games, 2, war is not None), positions, war)


def circle(bots: int) -> list[list[tuple[int, int]]]:
    """Return rounds in which everybody plays once (but one, if they are odd) and meets everybody in the end."""
    ring: list[int] = list(range(bots + bots % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(min(pair), max(pair)) for pair in pairs if max(pair) < bots])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def gauntlet(bots: int, games: int, positions: tuple[str, ...] = (), war: War | None = None) -> Fixed:
    """Return the schedule in which the first bot meets all others."""
    pairings = tuple((0, other) for other in range(1, bots))
    return Fixed((pairings,), units_for(games, 2, war is not None), positions, war)


def tables(bots: int, seats: int, games: int, positions: tuple[str, ...] = ()) -> Fixed:
    """Return tables of some seats: at least ``games`` for every bot, in blocks that are balanced over seats and company.

    If there are more bots than seats, a cycle is a cyclic design: the same choice of bots moved on by one, as many times
    as there are bots. Everybody plays equally often; the choices are made so that everybody meets everybody else as
    equally as possible. The order around the table changes from cycle to cycle.
    """
    if not 2 <= seats <= bots:
        raise ValueError(f"{seats} seats for {bots} bots")
    each = seats if bots == seats else seats * seats  # games for every bot in a cycle
    count = -(-games // each)
    orders = list(permutations(range(1, seats)))
    cycles = []
    designs = _designs(bots, seats)
    for cycle in range(min(count, factorial(seats - 1) * len(designs))):
        order = (0, *orders[cycle // len(designs) % len(orders)])
        design = designs[cycle % len(designs)]
        shifts = range(1 if bots == seats else bots)
        cycles.append(tuple(tuple((design[seat] + shift) % bots for seat in order) for shift in shifts))
    return Fixed(tuple(cycles), count, positions)


def _designs(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Choices of bots that, moved on around the circle, bring everybody together equally often, as far as possible."""
    if bots == seats:
        return [tuple(range(bots))]
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for others in combinations(range(1, bots), seats - 1):
        found.setdefault(_company((0, *others), bots), (0, *others))
        if len(found) == CANDIDATES:
            break
    totals = [0] * (bots // 2)
    chosen = []
    for _ in range(bots):  # after so many cycles they are as equal as they get, and begin again
        company = min(found, key=lambda each: _uneven(totals, each))
        totals = [total + more for total, more in zip(totals, company, strict=True)]
        chosen.append(found[company])
        if len(set(totals)) == 1:
            break
    return chosen


def _company(design: Sequence[int], bots: int) -> tuple[int, ...]:
    """How often two bots meet in a cycle, by their distance around the circle from 1."""
    met = [0] * (bots // 2)
    for a, b in combinations(design, 2):
        distance = min((b - a) % bots, (a - b) % bots)
        met[distance - 1] += 2 if distance * 2 == bots else 1
    return tuple(met)


def _uneven(totals: list[int], more: Sequence[int]) -> tuple[int, int]:
    sums = [total + each for total, each in zip(totals, more, strict=True)]
    return max(sums) - min(sums), sum(each * each for each in sums)
