"""Transcripts of a bot's conversation with the arena, of bounded size, written only if requested."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from beachhead.protocol.framing import TOO_LONG

KEPT: Final = 80  # number of the last exchanges that are kept of each bot
SHOWN: Final = 500  # bytes that are kept of a line
MAX_LOG: Final = 2_000_000  # characters of the log of one game

Entry = tuple[float, str, bytes | list[str]]  # time, seat, and a line from the bot or lines to it


class Log:
    """All lines of one game, for `--log`; lines beyond the bound are only counted."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._size = 0
        self._left_out = 0

    def add(self, entry: Entry) -> None:
        """Add an exchange."""
        if self._size > MAX_LOG:
            self._left_out += 1
            return
        self._entries.append(entry)
        what = entry[2]
        self._size += len(what) if isinstance(what, bytes) else sum(map(len, what))

    def text(self) -> str:
        """Return every line with its time and its arrow."""
        offset = time.time() - time.monotonic()
        lines = [
            f"{_stamp(entry[0] + offset)} {entry[1]} {line}\n" for entry in self._entries for line in shown(entry[2])
        ]
        if self._left_out:
            lines.append(f"[… {self._left_out} exchanges left out …]\n")
        return "".join(lines)


class Transcript:
    """The last lines to a bot and from it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kept: deque[bytes | list[str]] = deque(maxlen=KEPT)
        self._log: Log | None = None

    def open(self, log: Log | None) -> Callable[[bytes | list[str]], None]:
        """Return a function that notes lines to and from the bot in one game."""
        self._log = log
        return self._kept.append if log is None else self._add

    def _add(self, what: bytes | list[str]) -> None:
        self._kept.append(what)
        if self._log is not None:
            self._log.add((time.monotonic(), self._name, what))

    def lines(self) -> list[str]:
        """Return the lines that are kept."""
        return [line for what in self._kept for line in shown(what)]


def shown(what: bytes | list[str]) -> Iterator[str]:
    """Return the lines of an exchange: `>` before lines from the bot, and `<` before lines to it, as in the documentation.

    A line that is too long is cut.
    """
    if isinstance(what, list):
        for line in what:
            yield f"< {line}"
        return
    is_long = what.startswith(TOO_LONG)
    text = what.removeprefix(TOO_LONG).decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)
    yield f"> {text}{' [… too long]' if is_long or len(what) == SHOWN else ''}"


def _stamp(moment: float) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(moment))}.{int(moment * 1000) % 1000:03d}"
