"""Hidden information: whether a seat may not see something that another seat sees."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.protocol.refusal import Refusal

# Commands whose answers reveal what the deciding seat could do, by the names of their grammar rules.
TELLING: Final = ("legal", "explain", "hint", "perft")


def is_hidden(game: Game[Any], state: Any, seat: str, other: str | None) -> bool:  # Any: the game's own class of states
    """Return whether ``other`` (None: who sees everything) sees cards that ``seat`` does not see."""
    show, seats = game.show, game.seats(state)
    if seat not in seats or (other is not None and other not in seats):
        return False
    own, others = show.scene(state, seat=seat), show.scene(state, seat=other)
    return (own.cells, own.trays) != (others.cells, others.trays)


def is_secret(game: Game[Any], state: Any, people: Collection[str], actor: str | None) -> bool:
    """Return whether a bot has to decide whose cards the people at the prompt may not see."""
    return actor is not None and actor not in people and any(is_hidden(game, state, seat, actor) for seat in people)


def secret(actor: str) -> Refusal:
    """Return the refusal to reveal or play a bot's actions."""
    return Refusal(
        "forbidden", f"{actor} holds cards that you may not see: `go` lets it play, `seat {actor} human` takes its seat"
    )
