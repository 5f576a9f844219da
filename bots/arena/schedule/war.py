"""Wars: several battles between the same two bots, with alternating seats, decided by battles or by points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

MOST: Final = 100  # battles of a war that is fought for points, so that it ends even if no points are made

_WORDS: Final = re.compile(r"(best of|first to|most points of) ([1-9][0-9]{0,5})( points)?")


@dataclass(frozen=True, slots=True)
class War:
    """The rule of a war: best of N battles, first to N points, or most points of N battles."""

    kind: Literal["best", "first", "most"]
    number: int

    @property
    def battles(self) -> int:
        """The maximum number of battles."""
        return MOST if self.kind == "first" else self.number

    def certain(self, scores: Sequence[float], points: Sequence[int], done: int) -> int:
        """Return how many battles are certain to be fought, after ``done`` with these totals; ``done`` if the war is over."""
        left = self.battles - done
        if left <= 0:
            return done
        if self.kind == "most":
            return self.battles
        if self.kind == "first":
            return done if max(points) >= self.number else done + 1
        ahead = max(scores) - min(scores)
        if ahead > left:
            return done
        # The war is decided as soon as the lead exceeds the number of remaining battles.
        return done + int((left - ahead) // 2) + 1 if left > 0 else done

    def outcome(self, scores: Sequence[float], points: Sequence[int]) -> tuple[float, ...]:
        """Return the score of the war for both: 1 and 0, or one half each; nothing if nobody started in any battle."""
        if not any(scores):
            return (0.0, 0.0)
        totals = scores if self.kind == "best" else points
        if totals[0] == totals[1]:
            return (0.5, 0.5)
        return (1.0, 0.0) if totals[0] > totals[1] else (0.0, 1.0)

    def __str__(self) -> str:
        if self.kind == "first":
            return f"first to {self.number} points"
        return f"best of {self.number}" if self.kind == "best" else f"most points of {self.number}"


def read_war(text: str) -> War:
    """Return the war of `best of 3`, `first to 50 points` or `most points of 10`; raise ValueError."""
    found = _WORDS.fullmatch(text.strip())
    expected = "expected 'best of 3', 'first to 50 points' or 'most points of 10'"
    if found is None or bool(found[3]) != (found[1] == "first to"):
        raise ValueError(f"'{text[:40]}' is not a war: {expected}")
    kind: Literal["best", "first", "most"]
    kind = "best" if found[1] == "best of" else "first" if found[1] == "first to" else "most"
    number = int(found[2])
    if kind != "first" and number > MOST:
        raise ValueError(f"'{text[:40]}': a war has at most {MOST} battles")
    return War(kind, number)
