"""Show an analysis as a table and a curve, as JSON, and as comments in a record."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from beachhead.bots.analysis import Analysis, Step
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE
from beachhead.protocol.page.curve import Judged, Verdict

_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 60  # columns of the curve at most
_SHOWN: Final = 10  # costly decisions, and lucky moments


def as_text(analysis: Analysis) -> list[str]:
    """Return the summary, the curve of the first seat, the costliest decisions, and the luckiest moments."""
    lines = [f"{'seat':<8}{'result':>8}{'luck':>8}{'skill':>8}{'costs':>8}"]
    lines += [
        f"{seat:<8}{_percent(share, '')}{_percent(luck)}{_percent(skill)}{_percent(-analysis.costs(seat))}"
        for seat, share, luck, skill in zip(analysis.seats, analysis.result, analysis.luck, analysis.skill, strict=True)
    ]
    lines += ["", f"chances of {analysis.seats[0]}, turn by turn:", curve(analysis)]
    mistakes = analysis.mistakes(_SHOWN)
    if mistakes:
        lines += ["", "decisions that cost most:"]
        lines += [
            f"  turn {step.turn:<4}{step.actor:<7}{step.action:<22} {_percent(-step.cost)}  better: {step.best}"
            for step in mistakes
        ]
    rolls = sorted((step for step in analysis.steps if step.luck), key=lambda step: -max(step.luck))[:_SHOWN]
    if rolls:
        lines += ["", "luck that mattered most:"]
        for step in rolls:
            gain, seat = max(zip(step.luck, analysis.seats, strict=True))
            lines.append(f"  turn {step.turn:<4}{seat:<7}{step.action:<22} {_percent(gain)}")
    return lines


def curve(analysis: Analysis) -> str:
    """Return the chances of the first seat as a row of bars, one for a turn or for a few."""
    by_turn: dict[int, float] = {}
    for step in analysis.steps:
        by_turn[step.turn] = step.values[0]
    values = [*by_turn.values(), analysis.result[0]]
    pace = -(-len(values) // _WIDTH)
    bars = [values[i : i + pace] for i in range(0, len(values), pace)]
    return "".join(_BARS[min(int(sum(bar) / len(bar) * len(_BARS)), len(_BARS) - 1)] for bar in bars)


# Any: a game that was found by its name has states of any class.
def for_page(analysis: Analysis, timeline: Timeline[Any]) -> Verdict:
    """Return what a page shows of an analysis. It leaves out the set-up, in which all chances are equal."""
    fair = tuple(1.0 / len(analysis.seats) for _ in analysis.seats)
    steps = numbered(analysis, timeline)
    chances = [steps[number].values if number in steps else fair for number in range(1, len(timeline.moments()))]
    judged = {number: Judged(step.luck, step.cost, step.best) for number, step in steps.items()}
    return Verdict([*chances, analysis.result], judged)


def numbered(analysis: Analysis, timeline: Timeline[Any]) -> dict[int, Step]:
    """Return the steps of an analysis by the number of the moment that each led to; the set-up has none."""
    game, steps = timeline.game, iter(analysis.steps)
    return {
        number: next(steps)
        for number, (before, _) in enumerate(pairwise(timeline.moments()), 1)
        if game.turn(before.state) > 0 and game.actor(before.state) is not None
    }


def remarks(analysis: Analysis, timeline: Timeline[Any]) -> dict[int, str]:
    """Return the comments on a game's record, by the number of the moment: luck and costs that matter."""
    found = {number: remark(step, analysis.seats) for number, step in numbered(analysis, timeline).items()}
    return {number: words for number, words in found.items() if words}


def as_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as values for JSON; shares of the win are rounded to six places."""
    return {
        "seats": [
            {
                "seat": seat, "result": _round(share), "luck": _round(luck), "skill": _round(skill),
                "costs": _round(analysis.costs(seat)),
            }
            for seat, share, luck, skill in zip(
                analysis.seats, analysis.result, analysis.luck, analysis.skill, strict=True
            )
        ],
        "steps": [
            {
                "turn": step.turn, "actor": step.actor, "action": step.action,
                "values": [_round(value) for value in step.values],
                **({"luck": [_round(luck) for luck in step.luck]} if step.luck else {}),
                **({"cost": _round(step.cost), "best": step.best} if step.best else {}),
            }
            for step in analysis.steps
        ],
    }  # fmt: skip


def remark(step: Step, seats: tuple[str, ...]) -> str:
    """Return the comment on a step for a record; empty if neither luck nor cost matters."""
    if step.actor == CHANCE:
        gain, seat = max(zip(step.luck, seats, strict=True))
        return f"luck {seat} {gain:+.3f}" if gain >= 0.0005 else ""
    return f"cost {step.actor} {step.cost:.3f} better {step.best}" if step.cost >= 0.0005 else ""


def _percent(share: float, sign: str = "+") -> str:
    return f"{share * 100:{sign}.1f} %".rjust(8)


def _round(value: float) -> float:
    return round(value, 6)
