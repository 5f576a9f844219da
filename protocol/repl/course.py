"""Back and forth in a game: by its steps, or to where people decided something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.table import Table


def step_number(timeline: Timeline[Any]) -> tuple[int, int]:
    """The step at which a game stands, and how many there are."""
    number = sum(moment.is_step for moment in timeline.moments())
    return number, number + len(timeline.future)


def end_of(timeline: Timeline[Any]) -> Moment[Any]:
    """The last moment of a game, what was taken back included."""
    return timeline.future[-1] if timeline.future else timeline.now


def steps_back(timeline: Timeline[Any], count: int, is_decision: Callable[[Timeline[Any]], bool]) -> int:
    """How many steps lead back to the count-th last decision of people; raises `nothing`."""
    steps = 0
    while count:
        steps += 1
        found = timeline.undo(steps)
        if found is None:
            raise Refusal("nothing", "there is nothing of yours to take back")
        count -= is_decision(found)
    return steps


def steps_forth(timeline: Timeline[Any], count: int, is_decision: Callable[[Timeline[Any]], bool]) -> int:
    """How many undone steps lead forth to the count-th decision of people, or to the last of them; raises `nothing`."""
    if not timeline.future:
        raise Refusal("nothing", "nothing was undone")
    for steps in range(1, len(timeline.future) + 1):
        found = timeline.redo(steps)
        assert found is not None
        count -= is_decision(found)
        if not count:
            return steps
    return len(timeline.future)


def go_steps(table: Table, steps: int) -> None:
    """Goes so many steps forth, or back where the number is negative; raises `nothing`."""
    if steps < 0:
        table.undo(-steps)
    elif steps:
        table.redo(steps)


def moments_since(now: Moment[Any], earlier: Moment[Any]) -> list[Moment[Any]] | None:
    """The moments after an earlier one, oldest first; None where that one does not lie before."""
    found: list[Moment[Any]] = []
    moment: Moment[Any] | None = now
    while moment is not earlier:
        if moment is None:
            return None
        found.append(moment)
        moment = moment.before
    found.reverse()
    return found
