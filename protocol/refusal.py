"""Refusals of the protocol: the code and the sentence of an `error` line."""

from collections.abc import Iterable
from typing import Final

CODES: Final = (
    "syntax", "argument", "toolong", "encoding", "illegal", "nogame", "over", "turn", "stale", "forbidden", "position",
    "version", "nothing", "limit", "expect", "internal",
)  # fmt: skip


class Refusal(Exception):
    """A command cannot be done; nothing has changed. Raised where the fact is known, made a line by the session."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


def instead(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """What would have done in the place of a word: the nearest one, or all of them."""
    from difflib import get_close_matches

    known = list(words)
    near = get_close_matches(word[:40].lower(), known, 1, cutoff)
    if near:
        return f": did you mean '{near[0]}'?"
    return f": expected {', '.join(known[:-1])} or {known[-1]}" if len(known) > 1 else f": expected {known[0]}"
