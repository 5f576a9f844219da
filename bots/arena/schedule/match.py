"""The schedule of a match: all bots at one table, with the requested number of games, even if the last block is incomplete."""

from __future__ import annotations

from dataclasses import dataclass

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.fixed import Fixed, round_robin, tables
from beachhead.bots.arena.schedule.schedule import AHEAD
from beachhead.bots.arena.schedule.unit import Results


@dataclass(frozen=True)
class Match(Fixed):
    """Blocks in which every bot has every seat once with the same dice, up to a number of games."""

    most: int = 0

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        return [spec for spec in super().next(results, limit) if spec.id <= self.most]


def match(bots: int, games: int, positions: tuple[str, ...] = ()) -> Match:
    """Return the schedule of a match between some bots."""
    fixed = round_robin(2, games, positions) if bots == 2 else tables(bots, bots, games, positions)
    return Match(fixed.runs, fixed.positions, None, games)
