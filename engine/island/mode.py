"""Modes: a base, and suffixes that each change one thing, as in ``blitz+live+turns:200``."""

import re
from functools import lru_cache
from typing import Final

from beachhead.engine.island.pieces import CHARACTERS
from beachhead.engine.values import BadOption

BASES: Final = ("standard", "short", "allout", "blitz")
TURN_LIMIT: Final = 500
BLOCK_COUNT: Final = 10
SHORT_LOSSES: Final = 5  # that lose a short battle
_WORD: Final = re.compile(r"(standard|short|allout|blitz)(\+live)?(\+chain)?(?:\+turns:([0-9]{1,9}))?")


class Mode:
    """The rules that apply to one battle."""

    __slots__ = ("base", "has_chain", "has_pads", "is_short", "limit", "live", "on_island", "safe", "strength", "text")

    def __init__(self, base: str, is_live: bool, has_chain: bool, limit: int) -> None:
        self.base = base
        self.has_chain = has_chain
        self.has_pads = base in ("standard", "short")
        self.is_short = base == "short"
        self.limit = limit
        self.live = BLOCK_COUNT if is_live else 6
        self.safe = BLOCK_COUNT - self.live
        self.on_island = 10 if base == "allout" else 5  # characters that each side places on its rows
        self.strength = 5 if base == "blitz" else CHARACTERS  # characters that each side has after the set-up
        self.text = base + "+live" * is_live + "+chain" * has_chain + f"+turns:{limit}" * (limit != TURN_LIMIT)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mode) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(1000)
def read_mode(word: str) -> Mode:
    """Return the mode of that name, the same object for the same word; raise BadOption."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise BadOption(
            f"mode '{word[:40]}': expected standard, short, allout or blitz, then +live, +chain, +turns:N in this order"
        )
    base, live, chain, limit = match.groups()
    return Mode(base, live is not None, chain is not None, TURN_LIMIT if limit is None else int(limit))
