"""The pages of the ladder: the results as tables with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean, stdev
from typing import Final

from tools.ladder.matches import Block, Match

BEGIN: Final = "<!-- the ladder: written by `make ladder` -->"
END: Final = "<!-- end of the ladder -->"


class Played:
    """What has been played of a match: the shares and luck of its blocks, costs of decisions, and ends of games."""

    def __init__(
        self,
        shares: Iterable[float] = (),
        luck: Iterable[float] = (),
        decisions: int = 0,
        seconds: float = 0.0,
        ends: Mapping[str, int] | None = None,
    ) -> None:
        self.shares = list(shares)
        self.luck = list(luck)
        self.decisions = decisions
        self.seconds = seconds
        self.ends = Counter(ends or {})

    @property
    def count(self) -> int:
        """The number of blocks."""
        return len(self.shares)

    def add(self, block: Block) -> None:
        """Add a block."""
        self.shares.append(block.share)
        self.luck.append(block.luck)
        self.decisions += block.decisions
        self.seconds = round(self.seconds + block.seconds, 3)
        self.ends.update(block.ends)

    def score(self, seats: int) -> tuple[float, float]:
        """Return the bot's share of the wins, and half the width of its interval of 95 %, by blocks."""
        return _interval([share / seats for share in self.shares])

    def adjusted(self, seats: int) -> tuple[float, float]:
        """Return the same of the shares less the bot's luck."""
        return _interval([(share - luck) / seats for share, luck in zip(self.shares, self.luck, strict=True)])

    def as_json(self) -> dict[str, object]:
        """Return it as it is kept."""
        return dict(vars(self))


def verdict(match: Match, known: Played) -> str:
    """Return a line that tells how a match stands."""
    return f"{match.name}: {known.count * match.seats} games, {_percent(*known.score(match.seats))}" + (
        f", less luck {_percent(*known.adjusted(match.seats))}" if match.has_luck else ""
    )


def page(text: str, matches: Iterable[Match], played: Mapping[str, Played]) -> str:
    """Return a page with its table made anew."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{_table(matches, played)}\n{END}{tail}"


def _table(matches: Iterable[Match], played: Mapping[str, Played]) -> str:
    lines = [
        "| bot | against | mode | games | score | less luck | should be | ms a decision | games ended by |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for match in matches:
        known = played.get(match.name)
        if known is None or not known.count:
            continue
        adjusted = _percent(*known.adjusted(match.seats)) if match.has_luck else ""
        bar = f"≥ {match.least:.0%}" if match.least else f"≤ {match.most:.0%}"
        cost = known.seconds / max(known.decisions, 1) * 1000
        ends = ", ".join(f"{reason} {count}" for reason, count in known.ends.most_common())
        cells = (
            _named(match.bot), _opponents(match), match.mode, str(known.count * match.seats),
            _percent(*known.score(match.seats)), adjusted, bar, f"{cost:.2g}", ends,
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _interval(values: list[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its interval of 95 %."""
    return fmean(values), 0.5 if len(values) < 2 else 1.96 * stdev(values) / math.sqrt(len(values))


def _percent(mean: float, margin: float) -> str:
    return f"{100 * mean:.1f} % ± {100 * margin:.1f}"


def _opponents(match: Match) -> str:
    count = len(match.opponents)
    return f"{count} {_named(match.opponents[0])}" if count > 1 else _named(match.opponents[0])


def _named(bot: str) -> str:
    name, _, option = bot.partition(":")
    key, _, value = option.partition("=")
    if key == "level":
        return f"`{name}` level {value}"
    return f"`{name}`, {int(value):,} {key}" if key else f"`{name}`"
