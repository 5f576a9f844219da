"""The engine on stdin and stdout: bytes in, bytes out.

It reads the available input, answers every complete line, and writes the answers before it waits again: not more often, so
that ten thousand commands sent at once take few system calls, and not later, so that no client waits. During a long
command it checks regularly whether `stop` is the next line.
"""

import os
import signal
import sys
import time
from collections import deque
from typing import BinaryIO, Final

from beachhead.protocol.framing import TOO_LONG, Framing
from beachhead.protocol.session import GREETING, Session

_CHUNK: Final = 65_536
_HELD: Final = 65_536  # limit of the buffered answers, in characters


class Log:
    """A log of every line in both directions with a time, for `--log`. The file is unbuffered, so a kill loses nothing.

    If the log cannot be written any more, the game goes on without it.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file: BinaryIO | None = file

    def write(self, arrow: str, lines: list[bytes]) -> None:
        """Write lines of one direction, `>` from the client or `<` to it; only the beginning of a line that was too long."""
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
    """Serve one client until it quits, its input ends, or its output is closed. Return the exit code."""
    out = _Out(sink, log)
    inbox = _In(source, session)
    session.is_stopped = inbox.is_stop_next
    try:
        out.say([GREETING])
        while not session.is_over:
            if not inbox.lines:
                out.flush()
                if not inbox.read():
                    break
                continue
            line = inbox.lines.popleft()
            if log is not None:
                log.write(">", [line])
            answer = session.handle(line)
            if answer is not None:
                out.say(answer.lines())
        out.flush()
    except BrokenPipeError:
        _leave_quietly(sink)
        return 128 + signal.SIGPIPE
    except OSError as problem:  # a stream that is closed, a folder, a full disk
        _complain(f"cannot use standard input or output: {problem.strerror}")
        return 1
    return 0


class _In:
    """The input that has not been answered yet."""

    def __init__(self, source: int, session: Session) -> None:
        self._source = source
        self._session = session
        self._framing = Framing()
        self._is_at_end = False
        self.lines: deque[bytes] = deque()

    def read(self) -> bool:
        """Wait for more input and read it; return False at the end of the input."""
        if self._is_at_end:
            return False
        piece = _read(self._source)
        if piece:
            self.lines += self._framing.feed(piece)
        else:
            self.lines += self._framing.end()
            self._is_at_end = True
        return True

    def is_stop_next(self) -> bool:
        """Return whether `stop` is the next line; called during a long command, so it does not wait."""
        try:
            while not self.lines:
                if self._is_at_end or not _is_ready(self._source):
                    return False
                self.read()
        except (OSError, ValueError):  # the next read will report the error, or this system can only wait for sockets
            return False
        return self._session.is_stop(self.lines[0])


class _Out:
    """The answers that have not been written yet."""

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
            self._log.write("<", [line.encode() for line in self._lines])
        self._lines.append("")
        data = memoryview("\n".join(self._lines).encode())
        self._lines.clear()
        self._size = 0
        while data:
            try:
                count = os.write(self._sink, data)  # apart: inside the slice, compiled code would do it twice
                data = data[count:]
            except BlockingIOError:  # our parent made the stream non-blocking
                _wait(self._sink, is_input=False)


def _read(source: int) -> bytes:
    while True:
        try:
            return os.read(source, _CHUNK)
        except BlockingIOError:
            _wait(source, is_input=True)


def _is_ready(source: int) -> bool:
    """Return whether there is input, or the end of it."""
    from select import select

    return bool(select([source], [], [], 0)[0])


def _wait(stream: int, is_input: bool) -> None:
    """Wait for a non-blocking stream."""
    from select import select

    select([stream] if is_input else [], [] if is_input else [stream], [])


def _shown(line: bytes) -> bytes:
    """Return a line for the log; what is no printable text is escaped, so that a log can be shown on a terminal."""
    text = line.removeprefix(TOO_LONG).decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = "".join(
            [letter if letter.isprintable() or letter == "\t" else f"\\x{ord(letter):02x}" for letter in text]
        )
    return (text + " [too long]" * line.startswith(TOO_LONG)).encode()


def _complain(text: str) -> None:
    print(f"beachhead engine: {text}", file=sys.stderr)  # noqa: T201


def _leave_quietly(sink: int) -> None:
    """Replace a closed sink with the null device, so that the interpreter does not fail when it flushes at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sink)
    os.close(nothing)


def end_on_signals() -> None:
    """Make SIGTERM, SIGINT and SIGHUP end the process as shells expect: by the signal itself, without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
