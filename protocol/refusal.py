"""Refusals of the protocol: the code and the sentence of an `error` line."""

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
