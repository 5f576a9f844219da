"""What each side lost in a moment of a battle, and by what, for the summary at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beachhead.engine.island.actions import Remove, RemovePad, Shoot
from beachhead.engine.island.events import Removed
from beachhead.engine.island.state import State

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment


def losses(moment: Moment[State]) -> Sequence[tuple[str, str]]:
    """Return the seat and the cause of every loss."""
    return [(event.seat, _cause(moment, event)) for event in moment.events if isinstance(event, Removed)]


def _cause(moment: Moment[State], event: Removed) -> str:
    match moment.action:
        case Remove():
            return "rule 1a"
        case RemovePad():
            return "rule 1b"
        case Shoot() if event.seat == moment.actor:
            return "own fire"
        case Shoot(dst=target):
            return "shots" if event.square == target else "crossfire"
        case _:
            return "blocks"
