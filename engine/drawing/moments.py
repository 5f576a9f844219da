"""The scene of a moment of a game, with an arrow for its action even if only the state before tells where that began."""

from __future__ import annotations

from typing import TypeVar

from beachhead.engine.game import Game
from beachhead.engine.scene import Arrow, Scene
from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE, Action

S = TypeVar("S")


def scene_of(game: Game[S], moment: Moment[S], seat: str | None = None, preview: Action | None = None) -> Scene:
    """Return the scene of a moment as a seat sees it (None: everything), with a considered action if there is one."""
    news = moment.events if moment.action is not None else ()
    scene = game.show.scene(moment.state, seat=seat, last=moment.action, news=news, preview=preview)
    return scene._replace(arrows=(*_began(game, moment, scene), *scene.arrows))


def arrows_of(game: Game[S], moment: Moment[S]) -> tuple[Arrow, ...]:
    """Return the arrows for the action of a moment."""
    return scene_of(game, moment).arrows


def _began(game: Game[S], moment: Moment[S], scene: Scene) -> list[Arrow]:
    """Return the arrows that the action had when it was considered, if the scene has none for it."""
    action, before = moment.action, moment.before
    if (
        action is None
        or before is None
        or moment.actor == CHANCE
        or any(not arrow.is_preview for arrow in scene.arrows)
    ):
        return []
    considered = game.show.scene(before.state, preview=action).arrows
    return [arrow._replace(is_preview=False) for arrow in considered if arrow.is_preview]
