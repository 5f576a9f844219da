"""Stepping through the game in a room, by number and along its variations. The bots wait meanwhile."""

from __future__ import annotations

from typing import Final

from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.room import Room
from beachhead.protocol.reply import Done, Reply
from beachhead.protocol.side_line import MAIN

_SHOWN: Final = 4  # maximum number of listed actions of a variation


def step(room: Room, count: int) -> list[Line]:
    """Go this number of steps and report the new step; the bots wait."""
    timeline = room.session.table.timeline
    number, of = timeline.now.step, timeline.now.step + timeline.ahead
    if not 0 <= number + count <= of:
        raise Refusal("nothing", f"this is step {number} of {of}")
    lines = room.go_steps(count)
    return [*lines, [("dim", f"Step {number + count} of {of}.")], *room.seating.stop()]


def follow(room: Room, name: str) -> list[Line]:
    """Follow a variation or the main line, from where it branches off the current one; the bots wait."""
    table = room.session.table
    _ = table.timeline

    def go() -> Reply:
        room.autopilot.stop()
        room.variations.follow(table, name)
        return Done()

    lines = room.run(go)
    steps = table.timeline.now.step
    where = f"Step {steps} of {steps + table.timeline.ahead} of {'the main line' if name == MAIN else name}."
    return [*lines, [("dim", where)], *room.seating.stop()]


def lines_of_play(room: Room) -> list[Line]:
    """Return the main line and the variations, each with its first actions."""
    timeline = room.session.table.timeline
    main = room.variations.main(timeline).moments()
    told: list[Line] = [[("typed", MAIN), ("", _marked(room.variations.current == MAIN))]]
    for name, step, actions in room.variations.kept(timeline):
        some = "; ".join(actions[:_SHOWN]) + ("; …" if len(actions) > _SHOWN else "")
        is_here = room.variations.current == name
        told.append([("typed", name), ("", f"  from step {main[step].step}: {some}{_marked(is_here)}")])
    return told


def _marked(is_here: bool) -> str:
    return "  (here)" if is_here else ""
