"""The sample that ratings are computed from: blocks of games, each game a ranking of its bots.

The games of a block (a mirrored pair, or a rotation of seats) share their dice, so only blocks are independent of each
other. A block with missing games still counts with the games it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Ranking = tuple[tuple[int, int], ...]  # (bot, place) of everybody in a game; equal places are a tie


@dataclass(frozen=True, slots=True)
class Block:
    """Games with the same dice: those that have ended, and how many there will be."""

    games: tuple[Ranking, ...]
    size: int

    @property
    def is_complete(self) -> bool:
        """Whether all games of the block have ended."""
        return len(self.games) == self.size

    def score(self, bot: int) -> float:
        """Return the bot's mean score in the block: the share of its opponents that it was ahead of, ties half."""
        return sum(share(game, bot) for game in self.games) / len(self.games)


def share(game: Ranking, bot: int) -> float:
    """Return the share of its opponents that a bot was ahead of in a game; a tie is half."""
    place = dict(game)[bot]
    others = [other for name, other in game if name != bot]
    return sum(1.0 if place < other else 0.5 if place == other else 0.0 for other in others) / len(others)


def duel(first: int, second: int, score: float) -> Ranking:
    """Return the ranking of a game of two: the score of the first is 1, 0.5 or 0."""
    return ((first, 1 if score >= 0.5 else 2), (second, 1 if score <= 0.5 else 2))


def only(game: Ranking, bots: frozenset[int]) -> Ranking:
    """Return the ranking of some bots among themselves."""
    return tuple((bot, place) for bot, place in game if bot in bots)


def opponents(blocks: Iterable[Block], bot: int) -> list[tuple[int, float]]:
    """Return every opponent that a bot has met, once a game, with the bot's score against it: 1, 0.5 or 0."""
    met = []
    for block in blocks:
        for game in block.games:
            places = dict(game)
            if bot in places:
                own = places[bot]
                met += [(other, _score(own, place)) for other, place in game if other != bot]
    return met


def _score(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0
