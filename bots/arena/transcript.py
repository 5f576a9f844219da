"""Transcripts: what a bot and the arena said to each other, kept within bounds and written out only when asked for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Final

from beachhead.protocol.framing import TOO_LONG

KEPT: Final = 80  # exchanges that are kept of each bot, the last ones
SHOWN: Final = 500  # bytes of a line that are kept
MAX_LOG: Final = 2_000_000  # characters of the log of one game

Entry = tuple[float, str, str, "bytes | list[str]"]  # when, who, the arrow, what


class Log:
    """All that was said in one game, for `--log`: what is beyond the bound is counted."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._size = 0
        self._left_out = 0

    def add(self, entry: Entry) -> None:
        """Takes note of an exchange."""
        if self._size > MAX_LOG:
            self._left_out += 1
            return
        self._entries.append(entry)
        what = entry[3]
        self._size += len(what) if isinstance(what, bytes) else sum(map(len, what))

    def text(self) -> str:
        """Every line with its time and its arrow."""
        offset = time.time() - time.monotonic()
        lines = [f"{_stamp(entry[0] + offset)} {entry[1]} {line}\n" for entry in self._entries for line in shown(entry)]
        if self._left_out:
            lines.append(f"[… {self._left_out} exchanges left out …]\n")
        return "".join(lines)


class Transcript:
    """The last that was said to a bot and by it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._entries: deque[Entry] = deque(maxlen=KEPT)
        self.log: Log | None = None

    def said(self, line: bytes) -> None:
        """Takes note of a line of the bot."""
        self._add((time.monotonic(), self._name, "<", line if len(line) <= SHOWN else line[:SHOWN]))

    def told(self, lines: list[str]) -> None:
        """Takes note of what it was told."""
        self._add((time.monotonic(), self._name, ">", lines))

    def _add(self, entry: Entry) -> None:
        self._entries.append(entry)
        if self.log is not None:
            self.log.add(entry)

    def lines(self) -> list[str]:
        """What is kept, a line each."""
        return [line for entry in self._entries for line in shown(entry)]


def shown(entry: Entry) -> Iterator[str]:
    """The lines of an exchange with their arrow; of a line that was too long, its beginning."""
    _, _, arrow, what = entry
    if isinstance(what, list):
        for line in what:
            yield f"{arrow} {line}"
        return
    is_long = what.startswith(TOO_LONG)
    text = what.removeprefix(TOO_LONG).decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)
    yield f"{arrow} {text}{' [… too long]' if is_long or len(what) == SHOWN else ''}"


def _stamp(moment: float) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(moment))}.{int(moment * 1000) % 1000:03d}"
