"""Requests and answers of a client, matched by tags. Pure: lines out, lines in.

Answers to forgotten requests are dropped, so that a late answer is never taken for the answer to the next request.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from beachhead import PROTOCOL
from beachhead.engine.game import Game
from beachhead.engine.games import NAMES, find_game
from beachhead.protocol.failures import EngineError, EngineFailure
from beachhead.protocol.reply import Data, Refused
from beachhead.protocol.requests import Request

_TAGS: Final = 1_000_000_000  # a tag has at most 9 digits
MAX_DATA: Final = 100_000  # limit of the data lines of one answer


@dataclass(slots=True)
class _Asked:
    """A pending request, and the data lines received so far."""

    request: Request[Any]  # Any: requests of all types are kept together
    data: list[str] = field(default_factory=list)


class Exchange:
    """The pending requests of a client, and the current game as far as the client knows it."""

    def __init__(self) -> None:
        self._tag = 0
        self._waiting: dict[str, _Asked] = {}  # by tag
        self._game: Game[Any] | None = None

    def ask(self, request: Request[Any]) -> tuple[str, str]:
        """Return the tag of a new request, and the line to send."""
        self._tag = (self._tag + 1) % _TAGS
        tag = f"@{self._tag}"
        self._waiting[tag] = _Asked(request)
        return tag, f"{tag} {request.line}"

    def is_newest(self, tag: str) -> bool:
        """Return whether no request was made after this one."""
        return tag == f"@{self._tag}"

    def forget(self, tag: str) -> None:
        """Stop waiting for the answer with a tag."""
        asked = self._waiting.pop(tag, None)
        if asked is not None and asked.request.game:
            self._game = None  # the current game is unknown now

    def hear(self, line: bytes) -> tuple[str, Data | EngineError] | None:
        """Return the tag and the answer that a line completes, if any; raise EngineFailure if an answer is too long."""
        tag, _, text = line.decode("utf-8", "replace").partition(" ")
        asked = self._waiting.get(tag)
        if asked is None:
            return None
        word, _, rest = text.partition(" ")
        if word not in ("ok", "error"):
            if len(asked.data) >= MAX_DATA:
                raise EngineFailure(f"the answer to '{asked.request.line[:80]}' has no end")
            asked.data.append(text)
            return None
        del self._waiting[tag]
        if word == "error":
            return tag, EngineError(asked.request.line, Refused.read(rest))
        if asked.request.game:
            self._game = find_game(asked.request.game) if asked.request.game in NAMES else None
        return tag, Data(tuple(asked.data), rest, self._game)


def read_greeting(line: bytes) -> tuple[str, str]:
    """Return the name and version in a greeting; raise EngineFailure if it is not of this protocol."""
    words = line.decode("utf-8", "replace").split()
    if len(words) != 5 or (words[0], words[3]) != ("ready", "protocol"):
        raise EngineFailure(f"not an engine of this protocol: it begins with {line[:80]!r}")
    if words[4] != str(PROTOCOL):
        raise EngineFailure(f"the engine speaks protocol {words[4][:20]}, and this is {PROTOCOL}")
    return words[1], words[2]
