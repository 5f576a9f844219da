"""Variations: lines tried beside the main line of a game. Stepping and trying never lose a line.

The table's timeline follows one line and keeps the ends of the others by name. The main line is the record of a
game that is over or was opened; in a running game it is what was played last, and what was taken back is a variation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from string import ascii_lowercase
from typing import Any

from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.side_line import MAIN, SideLine
from beachhead.protocol.table import Table


class Variations:
    """The lines of a table's game, and the current one."""

    def __init__(self) -> None:
        self.current = MAIN  # the name of the current line

    def forget(self) -> None:
        """Start again, for another game."""
        self.current = MAIN

    def ends(self, timeline: Timeline[Any]) -> Mapping[str, Moment[Any]]:
        """Return the ends of all lines by name, the main line first."""
        ends = {variation.name: variation.end for variation in timeline.variations}
        ends[self.current] = timeline.end
        return {MAIN: ends.pop(MAIN), **ends}

    def preserve(self, table: Table, before: Timeline[Any], is_record: bool) -> str:
        """Keep the previous line if a change has left it; return the name of the new line, or "".

        If ``is_record``, the previous line stays the main line.
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
        """Follow another line from where it branches off the current one; raise `argument` if no line has that name."""
        ends = self.ends(table.timeline)
        if name not in ends:
            known = ", ".join(ends)
            raise Refusal("argument", f"'{name[:20]}' is not a variation: expected {known}")
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
