"""Stepping through a game: by steps, or by decisions of people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.table import Table


def steps_back(timeline: Timeline[Any], count: int, is_decision: Callable[[Timeline[Any]], bool]) -> int:
    """Return the number of steps back to the count-th last decision of people; raise `nothing`."""
    steps = 0
    found: Timeline[Any] | None = timeline
    while count:
        steps += 1
        found = found and found.undo()
        if found is None:
            raise Refusal("nothing", "there is nothing of yours to take back")
        count -= is_decision(found)
    return steps


def steps_forward(timeline: Timeline[Any], count: int, is_decision: Callable[[Timeline[Any]], bool]) -> int:
    """Return the number of undone steps up to the count-th decision of people, or to the last one; raise `nothing`."""
    if timeline.future is None:
        raise Refusal("nothing", "nothing was undone")
    found: Timeline[Any] | None = timeline
    for steps in range(1, timeline.ahead + 1):
        found = found and found.redo()
        assert found is not None
        count -= is_decision(found)
        if not count:
            return steps
    return timeline.ahead


def first_of(timeline: Timeline[Any]) -> Moment[Any]:
    """Return the first moment of the next undone step."""
    assert timeline.future is not None
    moment = timeline.future.now
    while moment.before is not timeline.now:
        assert moment.before is not None
        moment = moment.before
    return moment


def go_steps(table: Table, steps: int) -> None:
    """Go this number of steps forward, or back if it is negative; raise `nothing`."""
    if steps < 0:
        table.undo(-steps)
    elif steps:
        table.redo(steps)


def moments_since(now: Moment[Any], earlier: Moment[Any]) -> list[Moment[Any]] | None:
    """Return the moments after an earlier one, oldest first; None if that one is not in the past."""
    found: list[Moment[Any]] = []
    moment: Moment[Any] | None = now
    while moment is not earlier:
        if moment is None:
            return None
        found.append(moment)
        moment = moment.before
    found.reverse()
    return found
