"""Strengths by maximum likelihood: Plackett-Luce over places, which is Bradley-Terry if two play.

A bot of strength s takes the first place among some bots with the probability exp(s) / sum of exp over all of them, the
second among the rest, and so on. A tie counts as the mean of the log-likelihoods of all orders of those that tie: a draw
is half a win for each.

The likelihood has a maximum only among bots that are connected in both directions: from each one to each other leads a
chain of games not lost. `connected` finds the largest such group; games inside it are all that bears on its strengths.
The variance is that of the score per block ("sandwich"), so that shared dice and draws count as what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from beachhead.bots.arena.rating.sample import Block, Ranking, only

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def connected(blocks: Iterable[Block], bots: int) -> tuple[int, ...]:
    """Return the largest group of bots whose strengths the games determine; fewer than two: no strengths at all."""
    games: Counter[int] = Counter()
    reach = [1 << bot for bot in range(bots)]  # by bot: the set of bots that a chain leads to, as bits
    for ranking in {game for block in blocks for game in block.games}:
        for bot, place in ranking:
            games[bot] += 1
            for other, behind in ranking:
                if place <= behind:
                    reach[bot] |= 1 << other
    for between in range(bots):
        for bot in range(bots):
            if reach[bot] >> between & 1:
                reach[bot] |= reach[between]
    groups = {
        tuple(other for other in range(bots) if reach[bot] >> other & 1 and reach[other] >> bot & 1)
        for bot in range(bots)
    }
    return max(groups, key=lambda group: (len(group), sum(games[bot] for bot in group), -group[0]), default=())


@dataclass(frozen=True)
class Fit:
    """Strengths of a group of bots (natural logarithms of odds, mean 0), and what is needed for their errors."""

    group: tuple[int, ...]
    strengths: Array
    inverse: Array  # of the information: the covariance if all games were independent and nobody drew
    scores: Array  # the gradient of every distinct block
    counts: Array  # how often each distinct block occurred
    plays: Array  # whether a bot has a part in a distinct block

    @cached_property
    def place(self) -> dict[int, int]:
        """Return the index of a bot in the arrays."""
        return {bot: place for place, bot in enumerate(self.group)}

    def contrast(self, bot: int) -> Array:
        """Return the weights that take the mean of the other bots from a bot."""
        import numpy as np

        size = len(self.group)
        weights = np.full(size, -1 / (size - 1))
        weights[self.place[bot]] = 1.0
        return weights

    def edge(self, bot: int) -> float:
        """Return by how much a bot is stronger than the mean of the others."""
        return float(self.contrast(bot) @ self.strengths)

    def variance(self, bot: int) -> tuple[float, float, int]:
        """Return the variance of a bot's edge by the model, by the blocks, and the number of its blocks."""
        weights = self.contrast(bot) @ self.inverse
        units = int(self.counts @ self.plays[:, self.place[bot]])
        model = float(weights @ self.contrast(bot))
        return model, float(self.counts @ (self.scores @ weights) ** 2), units


def fit(blocks: Sequence[Block], group: Sequence[int]) -> Fit:
    """Return the strengths of a connected group of at least two bots."""
    import numpy as np
    from scipy.optimize import minimize

    members = frozenset(group)
    place = {bot: column for column, bot in enumerate(group)}
    units: Counter[tuple[Ranking, ...]] = Counter()
    for block in blocks:
        games = tuple(sorted(game for game in (only(game, members) for game in block.games) if len(game) > 1))
        if games:
            units[games] += 1
    columns: dict[frozenset[int], int] = {}  # the sets of bots that a choice was made from
    rows: list[tuple[int, int, float]] = []
    points = np.zeros((len(units), len(group)))
    plays = np.zeros((len(units), len(group)))
    for row, games in enumerate(units):
        for game in games:
            for bot, gained in _points(game):
                points[row, place[bot]] += gained
                plays[row, place[bot]] = 1.0
            for bots, weight in _choices(game):
                rows.append((row, columns.setdefault(bots, len(columns)), weight))
    masks = np.zeros((len(columns), len(group)))
    for bots, column in columns.items():
        masks[column, [place[bot] for bot in bots]] = 1.0
    which, choice = (np.array([row[part] for row in rows], dtype=np.intp) for part in (0, 1))
    weights: Array = np.array([weight for _, _, weight in rows])
    counts: Array = np.fromiter(units.values(), dtype=np.float64)
    total = np.zeros(len(columns))
    np.add.at(total, choice, weights * counts[which])
    chosen: Array = counts @ points
    scale = float(total.sum())

    def shares(strengths: Array) -> Array:
        odds = masks * np.exp(strengths)
        share: Array = odds / odds.sum(axis=1, keepdims=True)
        return share

    def loss(free: Array) -> float:
        strengths = np.append(0.0, free)
        return float(total @ np.log(masks @ np.exp(strengths)) - chosen @ strengths) / scale

    def slope(free: Array) -> Array:
        down: Array = (total @ shares(np.append(0.0, free)) - chosen)[1:] / scale
        return down

    def information(strengths: Array) -> Array:
        share = shares(strengths)
        bend: Array = np.diag(total @ share) - share.T @ (share * total[:, None])
        return bend

    def curve(free: Array) -> Array:
        inner: Array = information(np.append(0.0, free))[1:, 1:] / scale
        return inner

    found = minimize(
        loss, np.zeros(len(group) - 1), jac=slope, hess=curve, method="trust-exact", options={"gtol": 1e-10}
    )
    strengths: Array = np.append(0.0, found.x)
    scores: Array = points
    np.subtract.at(scores, which, weights[:, None] * shares(strengths)[choice])
    bend = information(strengths)  # whose rows have the sum 0: a constant in every cell changes no contrast
    inverse = np.asarray(np.linalg.inv(bend + np.trace(bend) / len(group) ** 2), dtype=np.float64)
    return Fit(tuple(group), strengths - strengths.mean(), inverse, scores, counts, plays)


def _groups(game: Ranking) -> list[list[int]]:
    """The bots of a game from the first place on, those that tie together."""
    places: dict[int, list[int]] = {}
    for bot, place in game:
        places.setdefault(place, []).append(bot)
    return [places[place] for place in sorted(places)]


def _points(game: Ranking) -> Iterable[tuple[int, float]]:
    """How often a bot was chosen: once ahead of others, and among those that tie for the last place not always."""
    *ahead, last = _groups(game)
    for group in ahead:
        yield from ((bot, 1.0) for bot in group)
    yield from ((bot, 1 - 1 / len(last)) for bot in last)


def _choices(game: Ranking) -> Iterable[tuple[frozenset[int], float]]:
    """The sets of bots that the next place was given to one of, with their weights over the orders of ties."""
    left = [bot for bot, _ in game]
    for group in _groups(game):
        rest = [bot for bot in left if bot not in group]
        for size in range(len(group), 0, -1):
            subsets = list(combinations(group, size))
            for subset in subsets:
                if len(subset) + len(rest) > 1:
                    yield frozenset((*subset, *rest)), 1 / len(subsets)
        left = rest
