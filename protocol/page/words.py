"""Headers of records in words for people."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(r"base ([0-9]{1,12}) ([0-9]{1,12})|move ([0-9]{1,12})")


def clock_in_words(clock: str) -> str:
    """Return a clock, which headers and events write in milliseconds, in words; any other text unchanged."""
    found = _CLOCK.fullmatch(clock)
    if found is None:
        return clock
    base, increment, move = [None if text is None else f"{int(text) / 1000:g} s" for text in found.groups()]
    if move is not None:
        return f"{move} for a decision"
    return f"{base}" if increment == "0 s" else f"{base} + {increment} for a decision"
