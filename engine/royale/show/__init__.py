"""The presentation of Battle Royale for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beachhead.engine.picture import Picture
from beachhead.engine.royale.actions import SEATS, Roll
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.flow import no_seat
from beachhead.engine.royale.show.codes import codes
from beachhead.engine.royale.show.dangers import dangers
from beachhead.engine.royale.show.diagram import draw, is_wide
from beachhead.engine.royale.show.guide import guide
from beachhead.engine.royale.show.lessons import LESSONS
from beachhead.engine.royale.show.lookup import topics
from beachhead.engine.royale.show.losses import losses
from beachhead.engine.royale.show.rulebook import RULES
from beachhead.engine.royale.show.scene import scene
from beachhead.engine.royale.show.small import draw_narrow, draw_short
from beachhead.engine.royale.show.story import story, thrown
from beachhead.engine.royale.show.words import VERBS, describe, tell
from beachhead.engine.royale.state import DUEL, NOBODY, PICK, ROLLOFF, STRIKE, State
from beachhead.engine.scene import Danger, Scene
from beachhead.engine.show import Show
from beachhead.engine.values import Action, Event

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment


class RoyaleShow(Show[State]):
    """The presentation of Battle Royale with the cards of a box, implemented by the other files of this folder."""

    title = "Battle Royale"
    modes = ("standard", "standard+turns:100", "standard+turns:0")
    verbs = VERBS
    rules = RULES
    lessons = LESSONS
    place_verbs = ("move", "retreat", "setup", "attack", "power")

    def __init__(self, box: Box) -> None:
        self._longest = max([len(id) for id in box.ids])  # the width of the longest card name
        self._codes = codes(box.ids)
        self.guide = guide(box, self._codes)
        self.topics = topics(box, self._codes)

    def describe(self, state: State, action: Action) -> str:
        return thrown(state, action) if isinstance(action, Roll) and state.phase == DUEL else describe(state, action)

    def tell(self, event: Event) -> str:
        return tell(event)

    def story(self, moments: Sequence[Moment[State]], *, short: bool = False) -> Picture:
        return story(moments, short)

    def scene(
        self,
        state: State,
        *,
        seat: str | None = None,
        last: Action | None = None,
        events: Sequence[Event] = (),
        preview: Action | None = None,
    ) -> Scene:
        viewer = NOBODY
        if seat is not None:
            if seat not in SEATS[: len(state.spots)]:
                raise no_seat(state, seat)
            viewer = SEATS.index(seat)
        return scene(state, viewer, last, events, preview)

    def thrower(self, state: State) -> str | None:
        return SEATS[state.side] if state.phase in (ROLLOFF, STRIKE, DUEL, PICK) else None

    def dangers(self, state: State, seat: str | None = None) -> Sequence[Danger]:
        return dangers(state)

    def losses(self, moment: Moment[State]) -> Sequence[tuple[str, str]]:
        return losses(moment)

    def picture(self, scene: Scene, *, ascii: bool = False, width: int = 80, height: int | None = None) -> Picture:
        if is_wide(scene, width):
            drawn = draw(scene, self._longest, ascii, width)
        else:
            drawn = draw_narrow(scene, self._codes, ascii, width)
        if height is not None and len(drawn) > height:
            return draw_short(scene, self._codes, ascii, width, height)
        return drawn
