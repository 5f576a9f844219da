"""What each player lost in a moment of a game, for the summary at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beachhead.engine.royale.events import Died, Taken
from beachhead.engine.royale.state import DUEL, State

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment


def losses(moment: Moment[State]) -> Sequence[tuple[str, str]]:
    """Return the seat and the cause of every death, and of every card that was taken away."""
    is_duel = moment.before is not None and moment.before.state.phase == DUEL
    found = []
    for event in moment.events:
        if isinstance(event, Died):
            found.append((event.seat, "lives in duels" if is_duel else "lives at cards"))
        elif isinstance(event, Taken):
            found.append((event.loser, "cards"))
    return found
