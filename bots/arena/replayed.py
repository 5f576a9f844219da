"""Stored records, played again by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from beachhead.bots.arena.game import open_table
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.result import GameResult
from beachhead.protocol.table import Table

_NO_MOVES: Final = ("newgame ", "position ", "header ", "expect ", "#")


def steps(plan: Plan, result: GameResult, record: Sequence[str]) -> Iterator[tuple[Table, str]]:
    """Play a record line by line; yield the table before each line, with the line, and at the end with none.

    Raise IllegalAction, Refusal, BadOption or BadPosition if it does not replay.
    """
    table, _ = open_table(plan.terms, result.spec, plan.find, "manual")
    for line in record:
        if not line or line.startswith(_NO_MOVES):
            continue
        yield table, line
        if line.startswith("forfeit "):
            _, seat, reason = line.split()
            table.forfeit(seat, reason)
        else:
            timeline = table.timeline
            table.act(timeline.game.action(timeline.state, line))
    yield table, ""
