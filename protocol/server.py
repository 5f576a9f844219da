"""The engine on stdin and stdout: bytes in, bytes out.

It reads what there is, answers every complete line, and writes the answers before it waits again: not more often, so that
ten thousand commands written at once cost a handful of system calls, and never later, so that nobody waits for a flush.
"""

import os
import signal
import sys
import time
from typing import BinaryIO, Final

from beachhead.protocol.framing import TOO_LONG, Framing
from beachhead.protocol.session import GREETING, Session

_CHUNK: Final = 65_536
_HELD: Final = 65_536  # characters of answers that are held back at the most


class Log:
    """Every line both ways with a time, for `--log`; the file is unbuffered, so that nothing is lost when we are killed.

    Where it cannot be written any more, the game goes on without.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file: BinaryIO | None = file

    def write(self, arrow: str, lines: list[bytes]) -> None:
        """Adds lines that went in one direction; of one that was too long, its beginning."""
        if self._file is None:
            return
        now = time.time()
        stamp = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03d} {arrow} ".encode()
        try:
            self._file.write(b"".join([stamp + _shown(line) + b"\n" for line in lines]))
        except OSError as problem:
            _complain(f"the log cannot be written any more: {problem.strerror}")
            self._file = None


def serve(session: Session, source: int = 0, sink: int = 1, log: Log | None = None) -> int:
    """Serves one client until it quits, its input ends, or nobody reads the answers; gives the exit code."""
    framing, out = Framing(), _Out(sink, log)
    try:
        out.say([GREETING])
        while not session.is_over:
            out.flush()
            piece = _read(source)
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
    except OSError as problem:  # a stream that is closed, a folder, a full disk
        _complain(f"standard input or output is no good: {problem.strerror}")
        return 1
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
            try:
                data = data[os.write(self._sink, data) :]
            except BlockingIOError:  # whoever started us has made it so
                _wait(self._sink, is_input=False)


def _read(source: int) -> bytes:
    while True:
        try:
            return os.read(source, _CHUNK)
        except BlockingIOError:
            _wait(source, is_input=True)


def _wait(stream: int, is_input: bool) -> None:
    """Waits for a stream that does not block by itself."""
    from select import select

    select([stream] if is_input else [], [] if is_input else [stream], [])


def _shown(line: bytes) -> bytes:
    return line.removeprefix(TOO_LONG) + b" [too long]" if line.startswith(TOO_LONG) else line


def _complain(text: str) -> None:
    print(f"beachhead engine: {text}", file=sys.stderr)  # noqa: T201


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
