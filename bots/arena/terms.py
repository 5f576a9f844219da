"""The terms of play: what all games of a match or tournament have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beachhead.bots.arena.clock import UNTIMED, Clock
from beachhead.protocol.seated import START

HANG: Final = 60.0
MAX_GAMES: Final = 256  # maximum number of concurrent games: each has pipes and processes


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of all games. A bot's own clock, if it has one, is in its `Bot`."""

    game: str
    mode: str = "standard"
    clock: Clock = UNTIMED
    hang: float = HANG  # seconds for a decision without a clock
    start: float = START  # seconds for a bot's hello
    illegal: int = 0  # mistakes in a game that are forgiven
    reuse: bool = False  # whether one process plays many games
    deck: str = ""  # the text of another deck of cards, for a game that has one
