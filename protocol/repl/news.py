"""News: the lines beside the board. The game describes its moments; other lines are shown unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment
from beachhead.protocol.repl.clean import Line

Entry = Line | Moment[Any]


def lines_of(entries: Iterable[Entry], game: Game[Any], short: bool = False) -> list[Line]:
    """Return the news as lines, the oldest first; ``short`` if there is little room."""
    lines: list[Line] = []
    run: list[Moment[Any]] = []
    for entry in [*entries, []]:
        if isinstance(entry, Moment):
            run.append(entry)
            continue
        if run:
            lines += game.show.story(run, short=short)
            run = []
        lines += [entry] if entry else []
    return lines


def since_own(entries: Sequence[Entry], seat: str | None) -> Sequence[Entry]:
    """Return the entries from the last action of a seat on; all if it has done nothing."""
    for number in range(len(entries) - 1, -1, -1):
        entry = entries[number]
        if isinstance(entry, Moment) and entry.actor == seat:
            return entries[number:]
    return entries
