"""Headers of records in words for people."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(r"base ([0-9]{1,12}) ([0-9]{1,12})|move ([0-9]{1,12})")


def clock_in_words(clock: str) -> str:
    """Return a clock, which records write in milliseconds, in words; any other text unchanged."""
    if clock == "none":
        return "without a limit"
    found = _CLOCK.fullmatch(clock)
    if found is None:
        return clock
    return in_words(*[int(text or 0) for text in found.groups()])


def in_words(base: int, increment: int, move: int) -> str:
    """Return a clock in words, from its milliseconds."""
    if move:
        return f"{move / 1000:g} s for a decision"
    return f"{base / 1000:g} s" + (f" + {increment / 1000:g} s for a decision" if increment else "")
