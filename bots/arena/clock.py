"""Clocks: how much time a bot has, and the words for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

GRACE: Final = 0.05  # seconds for the pipe, beyond what the clock says
MAX_SECONDS: Final = 999_999  # in milliseconds this is still a number of the protocol

_BASE: Final = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
_MOVE: Final = re.compile(r"move[ \t]+(\d+(?:\.\d+)?)")


class BadTime(ValueError):
    """A text is no time control; says what would be."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control in seconds: for the whole game with an increment after every decision, or for each decision."""

    base: float = 0.0
    increment: float = 0.0
    move: float = 0.0

    @property
    def is_timed(self) -> bool:
        """Whether there is a limit at all."""
        return self.base > 0 or self.move > 0

    def start(self) -> float | None:
        """The seconds on a bot's clock when a game begins."""
        return (self.move or self.base) if self.is_timed else None

    def after(self, left: float | None, spent: float) -> float | None:
        """The seconds that are left for the next decision."""
        if left is None or self.move:
            return left
        return max(0.0, left - max(0.0, spent)) + self.increment

    def __str__(self) -> str:
        """As the protocol says it."""
        if self.move:
            return f"move {round(self.move * 1000)}"
        return f"base {round(self.base * 1000)} {round(self.increment * 1000)}" if self.base else "none"


UNTIMED: Final = Clock()


def read_clock(text: str) -> Clock:
    """The time control of `10+0.1`, `60`, `move 0.5` or `none`; raises BadTime."""
    text = text.strip()
    if text == "none":
        return UNTIMED
    if found := _MOVE.fullmatch(text):
        return Clock(move=_seconds(found[1], text))
    if found := _BASE.fullmatch(text):
        return Clock(_seconds(found[1], text), _seconds(found[2], text, 0.0) if found[2] else 0.0)
    raise BadTime(f"'{text[:40]}' is no time: expected '10+0.1' (seconds and increment), 'move 0.5', or none")


def _seconds(word: str, text: str, least: float = 0.001) -> float:
    seconds = float(word)
    if not least <= seconds <= MAX_SECONDS:
        raise BadTime(f"'{text[:40]}': expected from {least:g} to {MAX_SECONDS} seconds")
    return seconds
