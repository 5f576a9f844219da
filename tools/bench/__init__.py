"""Benchmarks. Each file here is a part, whose `figures()` measures and yields one figure after the other."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figure:
    """One measured value with its name and unit. A ratio has the unit `x`; a bar is the value that must be reached."""

    name: str
    value: float | str
    unit: str
    bar: float | None = None
    is_ceiling: bool = False  # whether the bar is not to be passed, as for times and sizes

    @property
    def holds(self) -> bool:
        """Whether the bar is reached; always true without one."""
        if self.bar is None or isinstance(self.value, str):
            return True
        return self.value <= self.bar if self.is_ceiling else self.value >= self.bar

    def __str__(self) -> str:
        bar = "" if self.bar is None else f" (bar {self.bar:g})"
        return f"{self.name}: {self.shown} {self.unit}".rstrip() + bar + ("" if self.holds else " MISSED")

    @property
    def shown(self) -> str:
        """The value with its significant digits."""
        if isinstance(self.value, str):
            return self.value
        return f"{self.value:.0f}" if abs(self.value) >= 100 else f"{self.value:.2f}"

    def as_json(self) -> dict[str, object]:
        """Return the figure as a value for JSON."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "at_most": self.is_ceiling,
            "holds": self.holds,
        }


class Missing(Exception):
    """A figure cannot be measured here; the message says what is needed."""


def rate(work: Callable[[], int], repeats: int = 5) -> float:
    """Return the median rate of some work a second; ``work`` returns how much it did."""
    found = []
    for _ in range(repeats):
        begun = time.perf_counter()
        count = work()
        found.append(count / (time.perf_counter() - begun))
    return median(found)
