"""The page of the ladder: the results as tables with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from tools.ladder.matches import Match

BEGIN: Final = "<!-- the ladder: written by `make ladder` -->"
END: Final = "<!-- end of the ladder -->"


class Played:
    """The results of a match: half points of the first bot in each pair (0 to 4), and the time of decisions."""

    def __init__(self, pairs: str = "", costs: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> None:
        self.pairs = pairs
        self.costs = list(costs)  # decisions and seconds of the first bot, and of its opponent

    @property
    def count(self) -> int:
        """The number of pairs played."""
        return len(self.pairs)

    def add(self, points: int, costs: Sequence[float]) -> None:
        """Add a pair."""
        self.pairs += str(points)
        self.costs = [round(cost + more, 3) for cost, more in zip(self.costs, costs, strict=True)]

    def score(self) -> tuple[float, float]:
        """Return the first bot's score, and half the width of its interval of 95 %, by pairs."""
        shares = [int(points) / 4 for points in self.pairs]
        mean = sum(shares) / len(shares)
        if len(shares) < 2:
            return mean, 0.5
        variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        return mean, 1.96 * math.sqrt(variance / len(shares))

    def as_json(self) -> dict[str, object]:
        """Return it as it is kept."""
        return {"pairs": self.pairs, "costs": self.costs}


def page(text: str, matches: Sequence[Match], played: Mapping[str, Played]) -> str:
    """Return the page with its tables made anew."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{_table(matches, played)}\n{END}{tail}"


def _table(matches: Sequence[Match], played: Mapping[str, Played]) -> str:
    lines = [
        "| bot | against | mode | games | score | should be | ms a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for match in matches:
        known = played.get(match.name)
        if known is None or not known.count:
            continue
        score, margin = known.score()
        bar = f"≥ {match.least:.0%}" if match.least else f"≤ {match.most:.0%}"
        cost = known.costs[1] / max(known.costs[0], 1) * 1000
        lines.append(
            f"| {_named(match.bot)} | {_named(match.opponent)} | {match.mode} | {2 * known.count} "
            f"| {100 * score:.1f} % ± {100 * margin:.1f} | {bar} | {cost:.2g} |"
        )
    return "\n".join(lines)


def _named(bot: str) -> str:
    name, _, level = bot.partition(":")
    return f"`{name}` level {level}" if level else f"`{name}`"
