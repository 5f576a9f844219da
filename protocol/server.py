"""The engine on stdin and stdout: bytes in, bytes out.

It reads what there is, answers every complete line, and writes the answers before it waits again: not more often, so that
ten thousand commands written at once cost a handful of system calls, and never later, so that nobody waits for a flush.
"""

import os
import signal
import sys
import time
from typing import BinaryIO, Final

from beachhead.protocol.framing import Framing
from beachhead.protocol.session import GREETING, Session

_CHUNK: Final = 65_536
_HELD: Final = 65_536  # characters of answers that are held back at the most


class Log:
    """Every line both ways with a time, for `--log`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, arrow: str, lines: list[bytes]) -> None:
        """Adds lines that went in one direction."""
        now = time.time()
        stamp = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03d} {arrow} ".encode()
        self._file.write(b"".join([stamp + line + b"\n" for line in lines]))
        self._file.flush()


def serve(session: Session, source: int = 0, sink: int = 1, log: Log | None = None) -> int:
    """Serves one client until it quits, its input ends, or nobody reads the answers; gives the exit code."""
    framing, out = Framing(), _Out(sink, log)
    try:
        out.say([GREETING])
        while not session.is_over:
            out.flush()
            piece = os.read(source, _CHUNK)
            for line in framing.feed(piece) if piece else framing.end():
                if log is not None:
                    log.write("<", [line])
                out.say(session.handle(line))
                if session.is_over:
                    break
            if not piece:
                break
        out.flush()
    except BrokenPipeError:
        _leave_quietly(sink)
        return 128 + signal.SIGPIPE
    return 0


class _Out:
    """What has been said and not yet written."""

    def __init__(self, sink: int, log: Log | None) -> None:
        self._sink = sink
        self._log = log
        self._lines: list[str] = []
        self._size = 0

    def say(self, lines: list[str]) -> None:
        self._lines += lines
        for line in lines:
            self._size += len(line)
        if self._size > _HELD:
            self.flush()

    def flush(self) -> None:
        if not self._lines:
            return
        if self._log is not None:
            self._log.write(">", [line.encode() for line in self._lines])
        self._lines.append("")
        data = memoryview("\n".join(self._lines).encode())
        self._lines.clear()
        self._size = 0
        while data:
            data = data[os.write(self._sink, data) :]


def _leave_quietly(sink: int) -> None:
    """Points a sink that nobody reads at nothing, so that the interpreter has nothing to complain about at its end."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sink)
    os.close(nothing)


def end_on_signals() -> None:
    """SIGTERM and SIGINT end the process as shells expect it, by the signal itself and without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
