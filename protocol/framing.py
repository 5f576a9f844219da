"""Bytes to lines: framing with a cap, whatever comes in whatever pieces.

Pure: no pipe in sight. A line longer than the cap is dropped while it arrives and leaves one mark, so memory stays flat.
"""

from typing import Final

MAX_LINE: Final = 65_536
TOO_LONG: Final = b"\n"  # in the place of a line that was too long: no line holds its own end
_BOM: Final = b"\xef\xbb\xbf"


class Framing:
    """The lines of one stream. Feed it what was read; it gives the lines that are complete, without their ends."""

    __slots__ = ("_is_first", "_is_skipping", "_rest")

    def __init__(self) -> None:
        self._rest = b""
        self._is_first = True
        self._is_skipping = False  # within a line that is too long already

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that this piece completes; TOO_LONG for one that was too long."""
        lines = (self._rest + piece).split(b"\n")
        self._rest = lines.pop()
        if self._is_skipping and lines:
            lines[0] = TOO_LONG
            self._is_skipping = False
        elif self._is_first and lines:
            self._is_first = False
            lines[0] = lines[0].removeprefix(_BOM)
        if len(self._rest) > MAX_LINE + len(_BOM) + 1:
            self._is_skipping = True
        if self._is_skipping:
            self._rest = b""
        return [_ended(line) for line in lines]

    def end(self) -> list[bytes]:
        """The last line where it has no end of its own, at the end of input."""
        if not self._rest and not self._is_skipping:
            return []
        return self.feed(b"\n")


def _ended(line: bytes) -> bytes:
    """One CR before the end is dropped."""
    if line[-1:] == b"\r":
        line = line[:-1]
    return line if len(line) <= MAX_LINE else TOO_LONG
