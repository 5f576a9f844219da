"""A game to play, as a value: planned by a schedule and played by an executor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game of a match or tournament.

    A schedule leaves ``seed`` empty, because seeds are a secret of the driver, which adds the seed of the pair when it hands
    the game out. Everything else follows from the place in the schedule.
    """

    id: int  # from 1, in the order of the schedule
    pair: int  # from 1: games of one pair (or block of seat rotations) have the same dice
    bots: tuple[int, ...]  # the bots by their place in the tournament, in the order of the seats
    seed: str = ""
    position: str = ""  # the position to start from; empty for a new game
    round: int = 0  # of a swiss or a knockout tournament, from 1; else 0
    war: int = 0  # the war that this battle belongs to, from 1; 0 if wars are not played
