"""Replay stored records by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from beachhead.bots.arena.game import open_table
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.result import GameResult
from beachhead.engine.record import printable
from beachhead.engine.values import BadOption, BadPosition, IllegalAction
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.table import Table


class Unplayable(Exception):
    """A record does not replay; the message says why."""


_NO_MOVES: Final = ("newgame ", "position ", "header ", "expect ", "#")


def steps(plan: Plan, result: GameResult, record: Sequence[str]) -> Iterator[tuple[Table, str]]:
    """Replay a record; yield the table before each line with the line, and at the end with an empty line.

    Raise Unplayable.
    """
    try:
        table, _ = open_table(plan.terms, result.spec, plan.find, "manual")
    except (BadOption, BadPosition) as problem:
        raise Unplayable(str(problem)) from None
    for line in record:
        if not line or line.startswith(_NO_MOVES):
            continue
        yield table, line
        try:
            if line.startswith("forfeit "):
                _, seat, reason = line.split()
                table.forfeit(seat, reason)
            else:
                timeline = table.timeline
                table.act(timeline.game.action(timeline.state, line))
        except (Refusal, IllegalAction, BadOption, BadPosition, ValueError) as problem:
            raise Unplayable(printable(f"`{line[:80]}`: {problem}")) from None
    yield table, ""
