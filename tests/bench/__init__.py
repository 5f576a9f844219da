"""Speed in figures. A file here is a part: its `figures()` yields them one after the other, measured as they are asked for."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figure:
    """One measured value: a name, the value, its unit; a ratio to a peer has the unit `x`; a bar is what must be reached."""

    name: str
    value: float | str
    unit: str
    bar: float | None = None
    is_ceiling: bool = False  # whether the bar is not to be passed, as for times and sizes

    @property
    def holds(self) -> bool:
        """Whether the bar is reached; a figure without one always holds."""
        if self.bar is None or isinstance(self.value, str):
            return True
        return self.value <= self.bar if self.is_ceiling else self.value >= self.bar

    def __str__(self) -> str:
        bar = "" if self.bar is None else f" (bar {self.bar:g})"
        return f"{self.name}: {self.shown} {self.unit}".rstrip() + bar + ("" if self.holds else " MISSED")

    @property
    def shown(self) -> str:
        """The value with as many digits as mean something."""
        if isinstance(self.value, str):
            return self.value
        return f"{self.value:.0f}" if abs(self.value) >= 100 else f"{self.value:.2f}"

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "at_most": self.is_ceiling,
            "holds": self.holds,
        }


class Missing(Exception):
    """A figure cannot be measured here; says what would help."""


def rate(work: Callable[[], int], repeats: int = 5) -> float:
    """The median of what some work does a second; ``work`` says how much it did."""
    found = []
    for _ in range(repeats):
        begun = time.perf_counter()
        count = work()
        found.append(count / (time.perf_counter() - begun))
    return median(found)
