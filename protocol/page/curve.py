"""An analysis of a game on a page: the chances of the seats as a curve, luck and costly decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

COSTLY: Final = 0.03  # share of the win: decisions that cost at least this are marked
LUCKY: Final = 0.05
_HEIGHT: Final = 100


class Judged(NamedTuple):
    """The analysis of one action: the luck of every seat if chance acted, or the cost of the decision."""

    luck: tuple[float, ...] = ()
    cost: float = 0.0
    best: str = ""  # the best action, if it was another one


class Verdict(NamedTuple):
    """The analysis of a game."""

    chances: Sequence[tuple[float, ...]]  # by frame: the share of the win that each seat can expect
    judged: Mapping[int, Judged]  # by frame: the analysis of the action that led to it

    @property
    def costly(self) -> list[int]:
        """The frames after costly decisions."""
        return sorted([frame for frame, judged in self.judged.items() if judged.cost >= COSTLY])


def remark(judged: Judged, seats: Sequence[str]) -> str:
    """Return a short remark on an action; empty if the effect is small."""
    if judged.cost >= COSTLY:
        return f"Costs {judged.cost:.0%} of the win; better: {judged.best}"
    if judged.luck and max(judged.luck) >= LUCKY:
        gain, seat = max(zip(judged.luck, seats, strict=True))
        return f"Luck for {seat.title()}: {gain:+.0%}"
    return ""


def curve(verdict: Verdict, seats: Sequence[str]) -> str:
    """Return the chances of the seats as an SVG chart; for two seats, only those of the first are drawn."""
    width = max(1, len(verdict.chances) - 1)
    shown = seats[:1] if len(seats) == 2 else seats
    lines = []
    for number, _ in enumerate(shown):
        points = " ".join([f"{x},{_HEIGHT - chances[number] * 100:.1f}" for x, chances in enumerate(verdict.chances)])
        lines.append(f'<polyline class="chance s{number + 1}" points="{points}"/>')
    ticks = "".join([f'<path class="costly" d="M{frame} 92v8"/>' for frame in verdict.costly])
    words = f"Chances of {' and '.join([seat.title() for seat in shown])}, from 0 % below to 100 % above"
    return (
        f"<figure><figcaption>{escape(words)}; ticks are costly decisions</figcaption>"
        f'<svg id="curve" class="bh" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(words)}"><path class="middle" d="M0 50h{width}"/>{"".join(lines)}{ticks}'
        f'<path id="cursor" d="M0 0v{_HEIGHT}"/></svg></figure>'
        '<button id="costly" title="The next costly decision (n); the one before (p)">Next costly decision</button>'
    )
