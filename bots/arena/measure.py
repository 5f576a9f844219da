"""Measures the luck of stored games, on all cores, and stores it beside them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from beachhead.bots.arena.contain.notices import cores
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.replayed import Unplayable, steps
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.store import BadStore, Store
from beachhead.engine.timeline import Timeline

LuckOf = Callable[[Timeline[Any]], tuple[float, ...]]  # Any: states of any game
"""Returns the luck of every seat in a game."""

CHUNK: Final = 4  # games that a process is given at a time
SAVED: Final = 64  # games that are stored at a time

_given: list[tuple[Plan, LuckOf]] = []  # inherited by forked processes: one entry, while luck is measured


def measure(
    plan: Plan, store: Store, luck_of: LuckOf, say: Callable[[str], None], games: Collection[int] | None = None
) -> int:
    """Measure the luck of games that have a record and were not measured before; return their number.

    ``games`` are the ids of those that are wanted; None means all. Raise BadStore if a record does not replay.
    """
    import multiprocessing

    known = store.luck()
    wanted = sorted(store.ids() if games is None else games)
    missing = [id for id in wanted if id not in known]
    count = 0
    _given[:] = [(plan, luck_of)]
    try:
        with multiprocessing.get_context("fork").Pool(cores()) as pool:
            for first in range(0, len(missing), SAVED):
                work = [
                    (result, record)
                    for id in missing[first : first + SAVED]
                    if (result := store.result(id)) is not None and (record := store.record(id))
                ]
                found = pool.map(_measured, work, CHUNK)
                store.add_luck(found)
                count += len(found)
                say(f"luck of {count} of {len(missing)} games")
    finally:
        _given.clear()
    return count


def _measured(work: tuple[GameResult, Sequence[str]]) -> tuple[int, tuple[float, ...]]:
    result, record = work
    plan, luck_of = _given[0]
    try:
        *_, (table, _) = steps(plan, result, record)
    except Unplayable as problem:
        raise BadStore(f"the record of game {result.id} does not replay: {problem}") from None
    return result.id, luck_of(table.timeline)
