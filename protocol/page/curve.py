"""An analysis of a game on a page: the chances of the seats and their luck as curves, and costly decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

COSTLY: Final = 0.03  # share of the win: decisions that cost at least this are marked
LUCKY: Final = 0.05
_HEIGHT: Final = 100
_LEAST: Final = 0.1  # the luck that a curve of luck has room for at least


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

    @property
    def luck(self) -> list[tuple[float, ...]]:
        """The luck of every seat from the beginning up to each frame."""
        so_far = [0.0 for _ in self.chances[0]]
        found = []
        for frame, _ in enumerate(self.chances):
            judged = self.judged.get(frame)
            if judged is not None and judged.luck:
                so_far = [before + luck for before, luck in zip(so_far, judged.luck, strict=True)]
            found.append(tuple(so_far))
        return found


def remark(judged: Judged, seats: Sequence[str]) -> str:
    """Return a short remark on an action; empty if the effect is small."""
    if judged.cost >= COSTLY:
        return f"Costs {100 * judged.cost:.0f}\N{NO-BREAK SPACE}% of the win; better: {judged.best}"
    if judged.luck and max(judged.luck) >= LUCKY:
        gain, seat = max(zip(judged.luck, seats, strict=True))
        return f"Luck for {seat.title()}: {100 * gain:+.0f}\N{NO-BREAK SPACE}%"
    return ""


def curve(verdict: Verdict, seats: Sequence[str]) -> str:
    """Return the chances and the luck of the seats as SVG charts; for two seats, only those of the first are drawn."""
    shown = seats[:1] if len(seats) == 2 else seats
    named = [seat.title() for seat in shown]
    whose = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    luck = verdict.luck
    most = max(_LEAST, *[abs(share) for shares in luck for share in shares])
    share = f"{100 * most:.0f}\N{NO-BREAK SPACE}%"
    ticks = "".join([f'<path class="costly" d="M{frame} 92v8"/>' for frame in verdict.costly])
    chances = _chart(
        "chances-curve",
        f"Chances of {whose}, from 0 to 100\N{NO-BREAK SPACE}%",
        verdict.chances,
        0.0,
        1.0,
        shown,
        ticks,
    )
    lucky = _chart("luck-curve", f"Luck of {whose} so far, from −{share} to +{share}", luck, -most, most, shown)
    legend = "".join([f"<span>{_sample(number)} {escape(name)}</span>" for number, name in enumerate(named, 1)])
    return (
        f'<div id="curves">{chances}{lucky}</div><p class="legend">{legend}'
        '<span><svg class="bh curve sample" viewBox="0 0 24 8" aria-hidden="true"><path class="costly" d="M12 0v8"/></svg>'
        ' a costly decision</span></p><div class="controls" role="group" aria-label="Costly decision">Costly decision:'
        '<button id="costly-before" title="The costly decision before this move (p)">before</button>'
        '<button id="costly" title="The next costly decision (n)">next</button></div>'
    )


def _chart(
    id: str,
    words: str,
    values: Sequence[tuple[float, ...]],
    low: float,
    high: float,
    shown: Sequence[str],
    ticks: str = "",
) -> str:
    """Return a figure with a line for each of the seats that are shown."""
    width = max(1, len(values) - 1)
    lines = []
    for number, _ in enumerate(shown):
        heights = [f"{_HEIGHT * (high - each[number]) / (high - low):.1f}" for each in values]
        lines.append(f'<polyline class="chance s{number + 1}" points="{_points(heights)}"/>')
    return (
        f"<figure><figcaption>{escape(words)}</figcaption>"
        f'<svg id="{id}" class="bh curve" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(words)}"><path class="middle" d="M0 50h{width}"/>{"".join(lines)}{ticks}'
        f'<path class="cursor" d="M0 0v{_HEIGHT}"/></svg></figure>'
    )


def _points(heights: Sequence[str]) -> str:
    """Return the points of a line, without those inside its level parts."""
    last = len(heights) - 1
    return " ".join(
        [f"{x},{y}" for x, y in enumerate(heights) if x in (0, last) or not heights[x - 1] == y == heights[x + 1]]
    )


def _sample(number: int) -> str:
    line = f'<path class="chance s{number}" d="M0 4h24"/>'
    return f'<svg class="bh curve sample" viewBox="0 0 24 8" aria-hidden="true">{line}</svg>'
