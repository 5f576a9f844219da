"""Simulated matches between two bots of known strength: how often the interval covers it, and how often SPRT errs.

Pairs are drawn from a normal copula: the two games of a pair go together as stated, and a share of the games is drawn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from beachhead.bots.arena.rating.elo import POINTS, rate
from beachhead.bots.arena.rating.sample import Block, duel
from beachhead.bots.arena.rating.sprt import Hypotheses, judge
from beachhead.bots.arena.schedule.fixed import Fixed


@dataclass(frozen=True)
class World:
    """Two bots: the first one's expected score, the share of draws, and how the games of a pair go together."""

    score: float
    draws: float = 0.0
    together: float = 0.0

    def pairs(self, matches: int, pairs: int, seed: int) -> list[list[tuple[float, float]]]:
        """Return matches of that many pairs of scores."""
        import numpy as np
        from scipy.special import ndtri

        rng = np.random.default_rng(seed)
        shared = rng.standard_normal((matches, pairs, 2))
        second = self.together * shared[..., 0] + (1 - self.together**2) ** 0.5 * shared[..., 1]
        drawn = np.stack([shared[..., 0], second], axis=-1)
        won = drawn > ndtri(1 - (self.score - self.draws / 2))
        held = drawn > ndtri(1 - (self.score + self.draws / 2))
        return [[(float(a), float(b)) for a, b in match] for match in (won + held.astype(float)) / 2]

    def coverage(self, matches: int, games: int, seed: int) -> float:
        """Return how often the 95 % interval of a match of that many games covers the truth."""
        from math import log

        truth = log(self.score / (1 - self.score)) * POINTS
        found = Counter(tuple(sorted(match)) for match in self.pairs(matches, games // 2, seed))
        covered = 0
        for match, count in found.items():
            first = rate(blocks(match), 2)[0]
            covered += count * (
                (first.low is None or first.low <= truth) and (first.high is None or truth <= first.high)
            )
        return covered / matches

    def answers(self, test: Hypotheses, matches: int, pairs: int, seed: int) -> Counter[str]:
        """Return how often a sequential test gave each answer."""
        played = self.pairs(matches, pairs, seed)
        return Counter(judge(test, [(a + b) / 2 for a, b in match]).answer for match in played)

    def normalised(self) -> float:
        """Return the normalised Elo of the first bot, from a large sample."""
        from beachhead.bots.arena.rating.pentanomial import count

        found = count(blocks(self.pairs(1, 50_000, 1)[0]), 0).normalised()
        assert found is not None
        return found[0]


@dataclass(frozen=True)
class Field:
    """Several bots of known strengths (natural logarithms of odds) in a fixed schedule."""

    strengths: tuple[float, ...]
    schedule: Fixed

    def coverage(self, tournaments: int, seed: int) -> float:
        """Return how often the intervals of all bots cover the truth; no interval at all covers it too."""
        import numpy as np

        rng = np.random.default_rng(seed)
        bots, total = len(self.strengths), sum(self.strengths)
        covered = 0
        for _ in range(tournaments):
            played = []
            for unit in self.schedule.units({}):
                games = []
                for spec in unit.games({}):
                    luck = rng.gumbel(size=len(spec.bots))
                    order = sorted(
                        zip(spec.bots, luck, strict=True), key=lambda each: -self.strengths[each[0]] - each[1]
                    )
                    games.append(tuple((bot, place) for place, (bot, _) in enumerate(order, 1)))
                played.append(Block(tuple(games), unit.width))
            for bot, found in enumerate(rate(played, bots)):
                own = self.strengths[bot]
                truth = (own - (total - own) / (bots - 1)) * POINTS
                covered += (found.low is None or found.low <= truth) and (found.high is None or truth <= found.high)
        return covered / tournaments / bots


def blocks(
    scores: list[tuple[float, float]] | tuple[tuple[float, float], ...], bots: tuple[int, int] = (0, 1)
) -> list[Block]:
    """Return mirrored pairs from the scores of the first bot."""
    return [Block(tuple(duel(*bots, score) for score in pair), 2) for pair in scores]
