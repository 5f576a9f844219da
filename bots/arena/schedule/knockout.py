"""Knockout: the loser of a meeting is out; the bots are seeded by their order in the file.

The first bot meets the last one, so that the first two can meet only in the final; if their number is not a power
of two, the first ones pause in the first round. After a tie another mirrored pair (or war) is played, up to
`REPLAYS` times; if the tie remains, the bot that comes earlier in the file advances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.schedule import AHEAD, Memory, Round, Schedule, pick, units_for
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.war import War
from beachhead.bots.arena.schedule.withdrawal import Attendance

REPLAYS: Final = 8


@dataclass
class Tree(Memory):
    """The rounds that are complete, and what follows from them."""

    rounds: list[tuple[list[Unit], list[int | None]]] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)  # who is in the next round, from the top down
    used: int = 0  # numbers of units
    attendance: Attendance = field(default_factory=Attendance)


@dataclass(frozen=True)
class Knockout(Schedule):
    """A knockout tournament with ``length`` games (or wars) in a meeting, and more after a tie.

    It remembers complete rounds, so that asking for games does not begin at the first one again.
    """

    bots: int
    length: int
    positions: tuple[str, ...] = ()
    war: War | None = None
    _tree: list[Tree] = field(default_factory=lambda: [Tree()], compare=False)

    def units(self, results: Results) -> Iterator[Unit]:
        for units, _ in self.rounds_so_far(results):
            yield from units

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        *_, (units, _) = self.rounds_so_far(results)
        games = (spec for unit in units for spec in unit.games(results))
        return list(islice((spec for spec in games if spec.id not in results), limit))

    def rounds_so_far(self, results: Results) -> Iterator[tuple[list[Unit], list[int | None]]]:
        """Return the units of every known round, and the winner of each meeting (None: it is not over)."""
        tree = self._tree[0]
        if not tree.holds_for(results):
            places = [bot if bot < self.bots else None for bot in bracket(self.bots)]
            tree = self._tree[0] = Tree(results, places=places)
        number = 0
        while number < len(tree.rounds) or len(tree.places) > 1:
            number += 1
            if number > len(tree.rounds):
                units, winners = self._round(number, tree, results)
                if None not in winners:
                    tree.places = winners
                    tree.used += len(winners) * (units_for(self.length, 2, self.war is not None) + REPLAYS)
                    tree.attendance.judge((spec for unit in units for spec in unit.games(results)), results)
                    tree.rounds.append((units, winners))
                    tree.size = len(results)
                yield units, winners
                if None in winners:
                    return
            else:
                yield tree.rounds[number - 1]

    def _round(self, number: int, tree: Tree, results: Results) -> tuple[list[Unit], list[int | None]]:
        """Return the units of the next round as far as it is known, and who won each meeting."""
        units: list[Unit] = []
        winners: list[int | None] = []
        slots = len(tree.places) // 2
        for slot in range(slots):
            bots = [bot for bot in tree.places[2 * slot : 2 * slot + 2] if bot is not None]
            able = [bot for bot in bots if bot not in tree.attendance.gone] or bots[:1]
            if len(able) == 1:
                winners.append(able[0])
                continue
            meeting, winner = self._meet((min(able), max(able)), tree.used + slot, slots, number, results)
            units += meeting
            winners.append(winner)
        units.sort(key=lambda unit: unit.number)
        return units, winners

    def meetings(self, results: Results) -> list[Round]:
        found = []
        places: list[int | None] = [bot if bot < self.bots else None for bot in bracket(self.bots)]
        for number, (_, winners) in enumerate(self.rounds_so_far(results), 1):
            slots = [[bot for bot in places[at : at + 2] if bot is not None] for at in range(0, len(places), 2)]
            meetings = [(min(bots), max(bots)) for bots in slots if len(bots) == 2]
            won = [winner for bots, winner in zip(slots, winners, strict=True) if len(bots) == 2]
            paused = [bots[0] for bots in slots if len(bots) == 1]
            found.append(Round(number, tuple(meetings), tuple(won), tuple(paused)))
            places = winners
        return found

    def rank(self, results: Results) -> dict[int, float]:
        """Return the number of rounds that each bot has survived."""
        found: dict[int, float] = {}
        for each in self.meetings(results):
            for bot in (*each.paused, *each.winners):
                if bot is not None:
                    found[bot] = each.number
        return found

    def _meet(
        self, bots: tuple[int, int], first: int, slots: int, number: int, results: Results
    ) -> tuple[list[Unit], int | None]:
        """Return the known units of a meeting, and its winner."""
        planned = units_for(self.length, 2, self.war is not None)
        units: list[Unit] = []
        lead = 0.0  # of the first bot
        is_open = False
        for turn in range(planned + REPLAYS):
            if turn >= planned and (is_open or lead):
                break
            order = bots if turn % 2 == 0 else bots[::-1]
            unit = Unit(first + turn * slots + 1, order, pick(self.positions, turn), number, self.war)
            units.append(unit)
            scores = unit.scores(results)
            if scores is None:
                is_open = True
            else:
                lead += scores[bots[0]] - scores[bots[1]]
        if is_open:
            return units, None
        return units, bots[0] if lead >= 0 else bots[1]


def bracket(bots: int) -> list[int]:
    """Return the places of a bracket from the top down, as numbers of bots; numbers beyond the last bot are free places."""
    places = [0]
    while len(places) < bots:
        size = 2 * len(places)
        places = [each for place in places for each in (place, size - 1 - place)]
    return places
