"""The mode: `standard`, or with another turn limit, as in ``standard+turns:120``."""

import re
from functools import lru_cache
from typing import Final

from beachhead.engine.values import BadOption

TURN_LIMIT: Final = 200
_WORD: Final = re.compile(r"standard(?:\+turns:([0-9]{1,9}))?")


class Mode:
    """The rules that apply to one game."""

    __slots__ = ("limit", "text")

    def __init__(self, limit: int) -> None:
        self.limit = limit  # turns of all players together; 0 means no limit
        self.text = "standard" + f"+turns:{limit}" * (limit != TURN_LIMIT)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mode) and self.limit == other.limit

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(1000)
def read_mode(word: str) -> Mode:
    """Return the mode of that name, the same object for the same word; raise BadOption."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise BadOption(f"mode '{word[:40]}': expected standard, or standard+turns:N")
    return Mode(TURN_LIMIT if match[1] is None else int(match[1]))
