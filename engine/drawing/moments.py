"""The scene of a moment of a game, with arrows for its action even if only earlier moments tell where that began."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from beachhead.engine.game import Game
from beachhead.engine.scene import Arrow, Scene
from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE, Action, Event, Next

S = TypeVar("S")


def scene_of(game: Game[S], moment: Moment[S], seat: str | None = None, preview: Action | None = None) -> Scene:
    """Return the scene of a moment as a seat sees it (None: everything), with a considered action if there is one."""
    events = moment.events if moment.action is not None else ()
    scene = game.show.scene(moment.state, seat=seat, last=moment.action, events=events, preview=preview)
    if any(not arrow.is_preview for arrow in scene.arrows):
        return scene
    return scene._replace(arrows=(*_began(game, moment), *scene.arrows))


def arrows_of(game: Game[S], moment: Moment[S]) -> tuple[Arrow, ...]:
    """Return the arrows for the action of a moment."""
    return scene_of(game, moment).arrows


def _began(game: Game[S], moment: Moment[S]) -> list[Arrow]:
    """Return the arrows of the decision that led to a moment; the events that chance added may explain more of it."""
    decision, events = _decision(moment)
    if decision is None or decision.action is None or decision.before is None:
        return []
    found = game.show.scene(moment.state, last=decision.action, events=events).arrows if decision is not moment else ()
    if not found:
        considered = game.show.scene(decision.before.state, preview=decision.action).arrows
        found = tuple([arrow._replace(is_preview=False) for arrow in considered if arrow.is_preview])
    return list(found)


def _decision(moment: Moment[S]) -> tuple[Moment[S] | None, Sequence[Event]]:
    """Return the moment of the decision that chance has answered, if it belongs to this turn, and the events since then."""
    events, at = list(moment.events), moment
    while at.actor == CHANCE and at.before is not None:
        at = at.before
        if any(isinstance(event, Next) for event in at.events):
            return None, ()
        events = [*at.events, *events]
    return at, events
