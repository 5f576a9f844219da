"""The history of a game for people: the actions of each turn with the dice, and the step at which it begins."""

from __future__ import annotations

from typing import Any

from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE
from beachhead.protocol.repl.clean import Line


def told_history(timeline: Timeline[Any]) -> list[Line]:
    """Return a line for every turn: the step before it, the turn, the seat, and its actions."""
    game = timeline.game
    lines: list[Line] = []
    width = max(len(seat) for seat in game.seats(timeline.state)) + 2
    last: tuple[int, str] | None = None
    for moment in timeline.moments():
        if moment.before is None or moment.action is None:
            continue
        turn = game.turn(moment.before.state)
        seat = (last[1] if last and last[0] == turn else "") if moment.actor == CHANCE else moment.actor
        if last is None or (turn, seat) != last:
            is_same = last is not None and last[0] == turn and last[1] == ""
            if not is_same:
                number = moment.before.step
                name = f"turn {turn}" if turn else "set-up"
                lines.append([("dim", f"{number:>4}  {name:<8}  "), (seat, f"{seat:<{width}}"), ("", "")])
            else:
                lines[-1][1] = (seat, f"{seat:<{width}}")
            last = (turn, seat)
        is_first = lines[-1][-1] == ("", "")
        text = f"[{moment.action}]" if moment.actor == CHANCE else str(moment.action)
        lines[-1].append(("" if moment.actor != CHANCE else "dim", f"{'' if is_first else ', '}{text}"))
    return lines
