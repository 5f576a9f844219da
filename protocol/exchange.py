"""Questions and answers of a client, matched by tags. Pure: lines out, lines in.

An answer that nobody waits for any more is dropped, so that a late one never answers the next question.
"""

from __future__ import annotations

from typing import Final

from beachhead import PROTOCOL
from beachhead.protocol.replies import EngineError, EngineFailure, Reply

_TAGS: Final = 1_000_000_000  # a tag has at most 9 digits
MAX_DATA: Final = 100_000  # data lines of one answer


class Exchange:
    """What has been asked and not yet answered."""

    def __init__(self) -> None:
        self._tag = 0
        self._waiting: dict[str, tuple[str, list[str]]] = {}  # by tag: the command, and the data that has come

    def ask(self, command: str) -> tuple[str, str]:
        """The tag of a command, and the line that asks it."""
        self._tag = (self._tag + 1) % _TAGS
        tag = f"@{self._tag}"
        self._waiting[tag] = (command, [])
        return tag, f"{tag} {command}"

    def forget(self, tag: str) -> None:
        """Nobody waits for this answer any more."""
        self._waiting.pop(tag, None)

    def hear(self, line: bytes) -> tuple[str, Reply | EngineError] | None:
        """The answer that a line completes, with its tag; raises EngineFailure where one has no end."""
        tag, _, text = line.decode("utf-8", "replace").partition(" ")
        asked = self._waiting.get(tag)
        if asked is None:
            return None
        command, data = asked
        word, _, rest = text.partition(" ")
        if word not in ("ok", "error"):
            if len(data) >= MAX_DATA:
                raise EngineFailure(f"the answer to '{command[:80]}' has no end")
            data.append(text)
            return None
        del self._waiting[tag]
        if word == "ok":
            return tag, Reply(command, tuple(data), rest)
        code, _, reason = rest.partition(" ")
        return tag, EngineError(command, code, reason)


def read_greeting(line: bytes) -> tuple[str, str]:
    """Name and version of the engine that greets so; raises EngineFailure where it does not speak our protocol."""
    words = line.decode("utf-8", "replace").split()
    if len(words) != 5 or (words[0], words[3]) != ("ready", "protocol"):
        raise EngineFailure(f"no engine of this protocol: it begins with {line[:80]!r}")
    if words[4] != str(PROTOCOL):
        raise EngineFailure(f"the engine speaks protocol {words[4][:20]}, and this is {PROTOCOL}")
    return words[1], words[2]
