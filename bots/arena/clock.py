"""Clocks: the time that a bot has, and its notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from beachhead.protocol.page.words import in_words

GRACE: Final = 0.05  # seconds of a delay of the arena that it does not notice
PARDON: Final = (
    0.2  # seconds by which a bot may exceed its clock in a game, all decisions together: pipes take time too
)
MAX_SECONDS: Final = 999_999  # in milliseconds it still fits into a number of the protocol

_BASE: Final = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
_MOVE: Final = re.compile(r"move[ \t]+(\d+(?:\.\d+)?)")


class BadTime(ValueError):
    """Raised if a text is not a time control; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control in seconds: for the whole game with an increment after every decision, or for each decision."""

    base: float = 0.0
    increment: float = 0.0
    move: float = 0.0

    @property
    def is_timed(self) -> bool:
        """Whether there is a limit."""
        return self.base > 0 or self.move > 0

    def start(self) -> float | None:
        """Return the seconds on a bot's clock at the beginning of a game; None without a clock."""
        return (self.move or self.base) if self.is_timed else None

    def after(self, left: float | None, spent: float) -> float | None:
        """Return the seconds left for the next decision."""
        if left is None or self.move:
            return left
        return max(0.0, left - max(0.0, spent)) + self.increment

    def in_words(self) -> str:
        """Return the clock in words for people."""
        if not self.is_timed:
            return "none"
        return in_words(*[round(seconds * 1000) for seconds in (self.base, self.increment, self.move)])

    def __str__(self) -> str:
        """Return the clock in the notation of the protocol."""
        if self.move:
            return f"move {round(self.move * 1000)}"
        return f"base {round(self.base * 1000)} {round(self.increment * 1000)}" if self.base else "none"


UNTIMED: Final = Clock()


def read_clock(text: str) -> Clock:
    """Read a time control: `10+0.1`, `60`, `move 0.5` or `none`. Raise BadTime."""
    text = text.strip()
    if text == "none":
        return UNTIMED
    if found := _MOVE.fullmatch(text):
        return Clock(move=_seconds(found[1], text))
    if found := _BASE.fullmatch(text):
        return Clock(_seconds(found[1], text), _seconds(found[2], text, 0.0) if found[2] else 0.0)
    raise BadTime(f"'{text[:40]}' is not a time: expected '10+0.1' (seconds and increment), 'move 0.5', or none")


def _seconds(word: str, text: str, least: float = 0.001) -> float:
    seconds = float(word)
    if not least <= seconds <= MAX_SECONDS:
        raise BadTime(f"'{text[:40]}': expected from {least:g} to {MAX_SECONDS} seconds")
    return seconds
