"""The presentation of the island for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from beachhead.engine.island.mode import BASES
from beachhead.engine.island.show.dangers import dangers
from beachhead.engine.island.show.diagram import draw
from beachhead.engine.island.show.guide import GUIDE
from beachhead.engine.island.show.lessons import LESSONS
from beachhead.engine.island.show.losses import losses
from beachhead.engine.island.show.rulebook import RULES
from beachhead.engine.island.show.scene import scene, threats
from beachhead.engine.island.show.shapes import SHAPES
from beachhead.engine.island.show.words import VERBS, describe, tell
from beachhead.engine.island.state import State
from beachhead.engine.picture import Picture
from beachhead.engine.scene import Danger, Mark, Scene
from beachhead.engine.show import Show
from beachhead.engine.values import Action, Event

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment


class IslandShow(Show[State]):
    """The presentation of the island, implemented by the other files of this folder."""

    title = "Battle for the Island"
    modes = (*BASES, *(f"{base}+live" for base in BASES), *(f"{base}+chain" for base in BASES))
    verbs = VERBS
    rules = RULES
    place_verbs = ("move", "setup", "reinforce", "remove", "shoot", "turn")
    lessons = LESSONS
    guide = GUIDE
    newcomers = ("short", "whoever has lost five characters has lost")
    shapes = SHAPES

    def describe(self, state: State, action: Action) -> str:
        return describe(state, action)

    def tell(self, event: Event) -> str:
        return tell(event)

    def scene(
        self,
        state: State,
        *,
        seat: str | None = None,
        last: Action | None = None,
        events: Sequence[Event] = (),
        preview: Action | None = None,
    ) -> Scene:
        return scene(state, last, events, preview)

    def threats(self, state: State) -> Sequence[Mark]:
        return threats(state)

    def dangers(self, state: State, seat: str | None = None) -> Sequence[Danger]:
        return dangers(state)

    def losses(self, moment: Moment[State]) -> Sequence[tuple[str, str]]:
        return losses(moment)

    def picture(self, scene: Scene, *, ascii: bool = False, width: int = 80, height: int | None = None) -> Picture:
        return draw(scene, ascii, width)


SHOW: Final = IslandShow()
