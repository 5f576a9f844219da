"""What happens by itself: the rest of a set-up, where it was asked for, and the end of a turn that nothing can follow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from beachhead.engine.game import CHANCE
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.scene import Scene
from beachhead.protocol.session import Adviser

_END: Final = "end"  # the kind of action that ends a turn


class Autopilot:
    """Decides for people what they do not want to decide."""

    def __init__(self, adviser: Adviser | None, ends_turns: bool) -> None:
        self.ends_turns = ends_turns
        self._adviser = adviser
        self._seats: set[str] = set()  # whose set-up goes by itself
        self._placed: list[str] = []

    def set_up(self, scene: Scene, people: Collection[str]) -> None:
        """Takes over what is left of the set-up of people; raises Refusal."""
        if scene.state is None or not scene.game.is_setup(scene.state) or not people:
            raise Refusal("turn", "auto is for the set-up, and there is nothing of yours to place: hint advises")
        if self._adviser is None:
            raise Refusal("limit", "there is no adviser at this table")
        self._seats, self._placed = set(people), []

    def stop(self) -> None:
        """Leaves the set-up to people again."""
        self._seats, self._placed = set(), []

    def decide(self, scene: Scene, people: Collection[str], is_past: bool = False) -> str | None:
        """The action that is played without a question, where people would be asked.

        No turn is ended in the past, which is looked at, or was taken back to play on from there.
        """
        seat = scene.actor
        if seat is None or seat == CHANCE or seat not in people:
            return None
        if seat in self._seats and scene.game.is_setup(scene.state):
            assert self._adviser is not None
            text, _ = self._adviser(scene.game, scene.state, seat, None)
            self._placed.append(text)
            return text
        return _END if not is_past and self.is_ended(scene) else None

    def is_ended(self, scene: Scene) -> bool:
        """Whether a turn ends by itself here."""
        return self.ends_turns and scene.forced is not None and scene.forced.kind == _END

    def report(self, scene: Scene) -> tuple[list[Line], list[Line]]:
        """What was placed, once the set-up is done: in full, and in short."""
        if not self._placed or (scene.actor is not None and scene.game.is_setup(scene.state)):
            return [], []
        count, placed = len(self._placed), "; ".join(self._placed)
        self.stop()
        full: Line = [("", f"auto has placed {count}: "), ("typed", placed)]
        return [full], [[("", f"auto has placed {count}; undo takes back.")]]
