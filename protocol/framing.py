"""Split a byte stream into lines of limited length.

Pure: no I/O. A line beyond the limit is dropped while it arrives and replaced by a mark, so memory does not grow.
"""

import re
from typing import Final

MAX_LINE: Final = 65_536
TOO_LONG: Final = b"\n"  # start of the mark for a line that was too long; no other line contains it
HEAD: Final = 32  # bytes of such a line that are kept after the mark, for the tag
TAG: Final = re.compile(r"[ \t]*(@[0-9]{1,9})(?:[ \t]+|$)")
_BOM: Final = b"\xef\xbb\xbf"


class Framing:
    """Line splitter of one stream: feed it bytes, and it returns complete lines without their line ends."""

    __slots__ = ("_is_first", "_mark", "_rest")

    def __init__(self) -> None:
        self._rest = b""
        self._is_first = True
        self._mark = b""  # the mark of the current line if it is too long already

    def feed(self, piece: bytes) -> list[bytes]:
        """Return the lines that a piece completes; for a line that was too long, TOO_LONG and its beginning."""
        if not (self._rest or self._mark or self._is_first) and piece.find(b"\n") == len(piece) - 1:  # the usual case
            return [_ended(piece[:-1])] if piece else []
        lines = (self._rest + piece).split(b"\n")
        self._rest = lines.pop()
        if lines:
            if self._is_first:
                self._is_first = False
                lines[0] = lines[0].removeprefix(_BOM)
            lines = [_ended(line) for line in lines]
            if self._mark:
                lines[0], self._mark = self._mark, b""
        if self._mark:
            self._rest = b""
        elif len(self._rest) > MAX_LINE + len(_BOM) + 1:
            start = self._rest.removeprefix(_BOM) if self._is_first else self._rest
            self._mark, self._rest = TOO_LONG + start[:HEAD], b""
        return lines

    @property
    def is_midway(self) -> bool:
        """True if a line is incomplete."""
        return bool(self._rest or self._mark)

    def end(self) -> list[bytes]:
        """Return the last line at the end of input, if it has no line end."""
        if not self.is_midway:
            return []
        return self.feed(b"\n")


def _ended(line: bytes) -> bytes:
    """Return the line without a CR at its end."""
    if line[-1:] == b"\r":
        line = line[:-1]
    return line if len(line) <= MAX_LINE else TOO_LONG + line[:HEAD]


def untagged(line: str) -> str:
    """Return a line of a client or of an answer without its tag."""
    tag = TAG.match(line)
    return line[tag.end() :] if tag else line
