"""The autopilot: places the rest of a set-up on request, and ends turns in which nothing else can be done."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE, Action
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.session import Adviser

_END: Final = "end"  # the kind of action that ends a turn


class Autopilot:
    """Makes the decisions that people leave to it."""

    def __init__(self, adviser: Adviser | None, ends_turns: bool) -> None:
        self.ends_turns = ends_turns
        self._adviser = adviser
        self._seats: set[str] = set()  # whose set-up it places
        self._is_asked = False  # whether it also places that of the person who decides next
        self._placed: list[str] = []
        self._inside: set[Moment[Any]] = set()  # the moments that the automatic set-up passed through

    def set_up(self, situation: Situation, people: Collection[str]) -> None:
        """Take over the rest of the set-up of the person who decides next; raise Refusal."""
        if not situation.is_setup or not people:
            raise Refusal("turn", "auto is for the set-up, and there is nothing of yours to place: hint advises")
        if self._adviser is None:
            raise Refusal("limit", "there is no adviser at this table")
        self._is_asked = True

    def stop(self) -> None:
        """Give the set-up back to people."""
        self._seats, self._is_asked, self._placed = set(), False, []

    def decide(
        self, situation: Situation, now: Moment[Any], people: Collection[str], is_past: bool = False
    ) -> Action | str | None:
        """Return the action to play without asking people, or None.

        In the past no turn ends automatically: people look at it, or play on from it.
        """
        seat = situation.actor
        if seat is None or seat == CHANCE or seat not in people:
            return None
        if self._is_asked and situation.is_setup:
            self._seats.add(seat)
        self._is_asked = False
        if seat in self._seats and situation.is_setup:
            assert self._adviser is not None
            if self._placed:
                self._inside.add(now)
            action = self._adviser(situation.game, situation.state, seat, None).action
            self._placed.append(action.text)
            return action
        return _END if not is_past and self.is_ended(situation) else None

    def is_inside(self, now: Moment[Any]) -> bool:
        """Return whether the automatic set-up passed through this moment, so that `undo` does not stop there."""
        return now in self._inside

    def is_ended(self, situation: Situation) -> bool:
        """Return whether this turn ends automatically."""
        return self.ends_turns and situation.forced is not None and situation.forced.kind == _END

    def report(self, situation: Situation) -> tuple[list[Line], list[Line]]:
        """Return what was placed when it is complete: in full, and in short."""
        if not self._placed or situation.is_setup:
            return [], []
        count, placed = len(self._placed), "; ".join(self._placed)
        self.stop()
        full: Line = [("", f"auto has placed {count}: "), ("typed", placed)]
        return [full], [[("", f"auto has placed {count}; undo takes back.")]]
