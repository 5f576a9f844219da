"""A running tally of results for the progress display, of constant size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from beachhead.bots.arena.result import GameResult


@dataclass(slots=True)
class Count:
    """The counts of one bot so far."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)


class Tally:
    """The counts of all bots."""

    def __init__(self, bots: int) -> None:
        self.games = 0
        self.counts = [Count() for _ in range(bots)]

    def add(self, result: GameResult, sign: int = 1) -> None:
        """Count a game, or undo that if ``sign`` is -1."""
        self.games += sign
        for bot, score, place, seat in zip(result.spec.bots, result.scores, result.places, result.seats, strict=True):
            count = self.counts[bot]
            count.games += sign
            count.score += sign * score
            count.draws += sign * (result.is_draw and place == 1)
            count.wins += sign * (not result.is_draw and place == 1)
            count.losses += sign * (place > 1)
            for fault in result.faults:
                if fault.seat == seat:
                    count.faults[fault.reason] += sign
