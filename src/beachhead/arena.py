"""Bots, games, matches and tournaments from Python, for people who write harnesses: docs/harness.md shows how."""

from __future__ import annotations

from beachhead.bots.arena.api.bot import Bot, BotFault, Choice
from beachhead.bots.arena.api.game import Game, Step
from beachhead.bots.arena.api.run import (
    Match,
    Results,
    RunFailure,
    Standing,
    Tournament,
    open_record,
    open_results,
)
from beachhead.bots.arena.clock import BadTime, Clock
from beachhead.bots.arena.contain.sandbox import NoSandbox
from beachhead.bots.arena.plan import BadPlan
from beachhead.bots.arena.result import Fault, GameResult, Thinking
from beachhead.bots.arena.store import BadStore
from beachhead.bots.arena.tournament_file import Entrant
from beachhead.engine.values import BadOption, BadPosition

__all__ = [
    "BadOption",
    "BadPlan",
    "BadPosition",
    "BadStore",
    "BadTime",
    "Bot",
    "BotFault",
    "Choice",
    "Clock",
    "Entrant",
    "Fault",
    "Game",
    "GameResult",
    "Match",
    "NoSandbox",
    "Results",
    "RunFailure",
    "Standing",
    "Step",
    "Thinking",
    "Tournament",
    "open_record",
    "open_results",
]


def _aside() -> int:
    """Play a match or tournament for another process (bots/arena/api/aside.py)."""
    from beachhead.bots.arena.api.aside import main
    from beachhead.bots.roster import NAMES
    from beachhead.engine.games import find_game

    return main(NAMES, find_game)


if __name__ == "__main__":
    raise SystemExit(_aside())
