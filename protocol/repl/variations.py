"""Variations: lines that were tried beside the main line of a game. Stepping and trying never lose a line.

The table's timeline follows one line and keeps the ends of the others by their names. The main line is the record of a
game that is over or was opened; in a running game it is what was played last, and what was taken back is a variation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, BadOption, IllegalAction
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.table import Table

MAIN: Final = "main"
NOTE: Final = "#: variation "  # what begins such a line of a record
_SEPARATOR: Final = "; "


class SideLine(NamedTuple):
    """A variation as a record holds it: its name, the number of actions before it, and its own actions."""

    name: str
    step: int
    actions: tuple[str, ...]

    def line(self) -> str:
        """Return the line of a record."""
        return f"{NOTE}{self.name} {self.step} {_SEPARATOR.join(self.actions)}"


class Variations:
    """Which line of a table's game is followed."""

    def __init__(self) -> None:
        self.current = MAIN  # the name of the line that is followed

    def forget(self) -> None:
        """Start afresh, for another game."""
        self.current = MAIN

    def ends(self, timeline: Timeline[Any]) -> Mapping[str, Moment[Any]]:
        """Return the ends of all lines by their names, the main line first."""
        ends = {variation.name: variation.end for variation in timeline.variations}
        ends[self.current] = timeline.end
        return {MAIN: ends.pop(MAIN), **ends}

    def preserve(self, table: Table, before: Timeline[Any], is_record: bool) -> str:
        """Keep the line that was followed before if a change has left it; return the name of the line that is new, or "".

        ``is_record`` says that the line before stays the main line.
        """
        if before.future is None or before.end in _line(table.timeline.end):
            return ""
        name = self._free_name(table.timeline)
        if self.current != MAIN or is_record:
            table.keep(self.current, before.end)
            self.current = name
        else:
            table.keep(name, before.end)
        return name

    def follow(self, table: Table, name: str) -> None:
        """Follow another line from where it leaves the present one; raise `argument` if there is none of that name."""
        ends = self.ends(table.timeline)
        if name not in ends:
            known = ", ".join(ends)
            raise Refusal("argument", f"'{name[:20]}' is no variation: expected {known}")
        if name != self.current:
            table.keep(self.current, table.timeline.end)
            table.follow(ends[name])
            self.current = name

    def kept(self, timeline: Timeline[Any]) -> Iterator[SideLine]:
        """Yield all variations of the main line."""
        ends = self.ends(timeline)
        main = _line(ends[MAIN])
        for name, end in ends.items():
            if name != MAIN:
                moments = end.since()
                shared = sum(1 for moment in moments if moment in main)
                actions = [str(moment.action) for moment in moments[shared:]]
                yield SideLine(name, shared - 1, tuple(actions))

    def main(self, timeline: Timeline[Any]) -> Timeline[Any]:
        """Return the timeline at the end of the main line."""
        followed = timeline.follow(self.ends(timeline)[MAIN])
        return followed.redo(followed.ahead) or followed

    def _free_name(self, timeline: Timeline[Any]) -> str:
        taken = self.ends(timeline)
        return next(name for name in map(_name, count()) if name not in taken)


def _name(number: int) -> str:
    """Return a name for a variation: a, b, … z, aa, ab …"""
    high, low = divmod(number, len(ascii_lowercase))
    return (_name(high - 1) if high else "") + ascii_lowercase[low]


def _line(end: Moment[Any]) -> set[Moment[Any]]:
    """Return the moments of a line. (Moments are compared by identity.)"""
    return set(end.since())


def read_variation(text: str) -> SideLine:
    """Return the variation in a line of a record; raise ValueError if it is malformed."""
    name, step, actions = text.removeprefix(NOTE).split(" ", 2)
    if not name.isalnum() or name == MAIN or not step.isdecimal():
        raise ValueError(f"'{name[:20]}' is no name of a variation, or '{step[:20]}' no step")
    return SideLine(name, int(step), tuple(action.strip() for action in actions.split(";")))


def grow(timeline: Timeline[Any], kept: SideLine, is_auto: bool) -> Moment[Any]:
    """Return the end of a variation that leaves a main line; raise ValueError if it cannot be played.

    ``is_auto`` says that chance is no step of its own.
    """
    game = timeline.game
    moments = timeline.end.since()
    if kept.step >= len(moments):
        raise ValueError(f"variation {kept.name} begins behind the end of the game")
    now = moments[kept.step]
    for text in kept.actions:
        actor = game.actor(now.state)
        if actor is None:
            raise ValueError(f"variation {kept.name}: {text[:40]}: the game is over by then")
        try:
            action = game.action(now.state, text)
            refusal = game.why_not(now.state, action)
        except (BadOption, IllegalAction) as problem:
            raise ValueError(f"variation {kept.name}: {text[:40]}: {problem}") from None
        if refusal is not None:
            raise ValueError(f"variation {kept.name}: {text[:40]}: {refusal}")
        now = now.then(game, actor, action, is_step=not (is_auto and actor == CHANCE))
    return now
