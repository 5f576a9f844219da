"""Refusals of the protocol as exceptions: the code and the text of an `error` line."""

from collections.abc import Iterable
from typing import Final

from beachhead.protocol.reply import Refused

CODES: Final = (
    "syntax", "argument", "toolong", "encoding", "illegal", "nogame", "over", "turn", "stale", "forbidden", "position",
    "version", "nothing", "limit", "expect", "internal",
)  # fmt: skip


class Refusal(Exception):
    """Raised if a command cannot be done; nothing has changed. The session turns it into the reply."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.reply = Refused(code, reason)

    @property
    def code(self) -> str:
        """The error code, one of CODES."""
        return self.reply.code

    @property
    def reason(self) -> str:
        """The reason: the error, and what is expected."""
        return self.reply.reason


def instead(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a hint for a wrong word: the nearest known word, or the list of all."""
    from difflib import get_close_matches

    known = list(words)
    near = get_close_matches(word[:40].lower(), known, 1, cutoff)
    if near:
        return f": did you mean '{near[0]}'?"
    return f": expected {', '.join(known[:-1])} or {known[-1]}" if len(known) > 1 else f": expected {known[0]}"
