"""Strengths of two bots, which need no search: what `fit` finds for two, in closed form."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from beachhead.bots.arena.rating.sample import Block, only


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two bots that have both gained points against each other: their strengths, and what their errors need."""

    group: tuple[int, int]
    games: int
    share: float  # of the points that the first one gained
    squares: float  # the sum over blocks of the squared points beyond that share
    units: int

    @property
    def strengths(self) -> tuple[float, float]:
        """The strengths (natural logarithms of odds, mean 0)."""
        edge = self.edge(self.group[0])
        return edge / 2, -edge / 2

    def edge(self, bot: int) -> float:
        """Return by how much a bot is stronger than the other."""
        edge = math.log(self.share / (1 - self.share))
        return edge if bot == self.group[0] else -edge

    def variance(self, _: int) -> tuple[float, float, int]:
        """Return the variance of an edge by the model, by the blocks, and the number of blocks."""
        model = 1 / (self.games * self.share * (1 - self.share))
        return model, self.squares * model**2, self.units


def rivals(blocks: Sequence[Block], group: tuple[int, int]) -> Rivals:
    """Return the strengths of two connected bots."""
    first, second = group
    members = frozenset(group)
    units = []  # points of the first and games, by block
    for block in blocks:
        games = [dict(game) for game in (only(game, members) for game in block.games) if len(game) > 1]
        if games:
            gained = sum(
                (1 + (own < other) - (own > other)) / 2
                for own, other in ((game[first], game[second]) for game in games)
            )
            units.append((gained, len(games)))
    games_played = sum(count for _, count in units)
    share = sum(gained for gained, _ in units) / games_played
    squares = math.fsum((gained - share * count) ** 2 for gained, count in units)
    return Rivals(group, games_played, share, squares, len(units))
