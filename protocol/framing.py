"""Bytes to lines: framing with a cap, whatever comes in whatever pieces.

Pure: no pipe in sight. A line longer than the cap is dropped while it arrives and leaves a mark, so memory stays flat.
"""

import re
from typing import Final

MAX_LINE: Final = 65_536
TOO_LONG: Final = b"\n"  # begins what stands for a line that was too long: no line holds its own end
HEAD: Final = 32  # bytes of such a line that are kept behind the mark, for its tag
TAG: Final = re.compile(r"[ \t]*(@[0-9]{1,9})(?:[ \t]+|$)")
_BOM: Final = b"\xef\xbb\xbf"


class Framing:
    """The lines of one stream. Feed it what was read; it gives the lines that are complete, without their ends."""

    __slots__ = ("_is_first", "_mark", "_rest")

    def __init__(self) -> None:
        self._rest = b""
        self._is_first = True
        self._mark = b""  # stands for the line that is arriving where that is too long already

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that this piece completes; TOO_LONG and its beginning for one that was too long."""
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
        """Whether a line has begun and not ended."""
        return bool(self._rest or self._mark)

    def end(self) -> list[bytes]:
        """The last line where it has no end of its own, at the end of input."""
        if not self.is_midway:
            return []
        return self.feed(b"\n")


def _ended(line: bytes) -> bytes:
    """The line without one CR before its end."""
    if line[-1:] == b"\r":
        line = line[:-1]
    return line if len(line) <= MAX_LINE else TOO_LONG + line[:HEAD]


def untagged(line: str) -> str:
    """A line, of a client's or of an answer, without its tag."""
    tag = TAG.match(line)
    return line[tag.end() :] if tag else line
