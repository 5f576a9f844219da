"""Bot processes: pipes, deadlines and exits.

A bot is started without a shell, in its own process group. Its three streams are non-blocking pipes. Its output is split
into lines of limited length; input that it does not read is buffered up to a limit; the beginning and the end of its
stderr are kept. Its exit and the end of its output are watched separately, because either can come without the other.
POSIX only: Windows cannot wait for pipes.
"""

import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from typing import Final

from beachhead.engine.native import mypyc_attr
from beachhead.protocol.framing import Framing

_CHUNK: Final = 65_536
MAX_PENDING: Final = 65_536  # limit of the bytes buffered for a bot that does not read
KEPT: Final = 32_768  # bytes of stderr that are kept, from its beginning and from its end
LAST_WORDS: Final = 0.1  # seconds to wait between the end of the output and the exit, in either order
PATIENCE: Final = 1.0  # seconds to wait between `bye`, SIGTERM and SIGKILL
_GLANCE: Final = 0.05  # seconds between checks for an exit on systems that cannot wait for one
_FOREVER: Final = 3600.0
IS_LINUX: Final = sys.platform == "linux"
_UNIT: Final = 1 if IS_LINUX else 1000  # epoll (no limit on the number of streams) takes seconds, poll milliseconds
_READY: Final = (8,) if IS_LINUX else ()  # streams that epoll reports at a time; by default it makes room for 1023


def command_of(name: str) -> list[str]:
    """Return the command of a bot, from a command line (split like in a shell) or `builtin:NAME`; raise ValueError."""
    words = shlex.split(name)
    if words and words[0].startswith("builtin:"):
        return [sys.executable, "-m", "beachhead", "bot", words[0].removeprefix("builtin:"), *words[1:]]
    if not words:
        raise ValueError("a bot is named by a command line or by builtin:NAME")
    return words


class Life(IntEnum):
    """The condition of a bot. Higher values replace lower ones: a bot that has exited is GONE."""

    WELL = 0
    DEAF = 1  # it has left too much unread: nothing more is sent to it
    CUT = 2  # it has closed its input
    SILENT = 3  # it has closed its output
    GONE = 4  # it has exited


_WELL: Final = Life.WELL  # looked up once, for speed
_SILENT: Final = Life.SILENT


class Stderr:
    """The beginning and the end of a bot's stderr, and the number of bytes left out in between."""

    __slots__ = ("_first", "_last", "_size")

    def __init__(self) -> None:
        self._first = b""
        self._last = b""
        self._size = 0

    def add(self, piece: bytes) -> None:
        """Add a piece that was read."""
        self._size += len(piece)
        room = KEPT - len(self._first)
        if room > 0:
            self._first += piece[:room]
            piece = piece[room:]
        self._last = (self._last + piece)[-KEPT:]

    def text(self) -> str:
        """Return the kept text, with a note if bytes were left out."""
        left_out = self._size - len(self._first) - len(self._last)
        middle = f"\n[… {left_out} bytes left out …]\n".encode() if left_out else b""
        return (self._first + middle + self._last).decode("utf-8", "replace")


@mypyc_attr(allow_interpreted_subclasses=True)
class BotProcess:
    """A running bot. Raise OSError if it cannot be started."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        group: bool = True,
        keep: Sequence[int] = (),
    ) -> None:
        """``keep`` lists descriptors that the process inherits in addition to its three streams."""
        self._popen = subprocess.Popen(  # noqa: S603 (a program named by the user; no shell)
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, env=env, cwd=cwd,
            start_new_session=group, pass_fds=tuple(keep),
        )  # fmt: skip
        self._is_group = group
        streams = []
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            assert pipe is not None
            streams.append(os.dup(pipe.fileno()))
            pipe.close()
        self.attach(command, self._popen.pid, streams, _exit_descriptor(self._popen.pid))

    def attach(self, command: Sequence[str], pid: int, streams: Sequence[int], exit: int) -> None:
        """Take over a running process, from our ends of its three pipes and a descriptor that becomes readable at its exit."""
        self.command = list(command)
        self.pid = pid  # also the id of its group
        self.stdin, self.stdout, self.stderr = streams
        for stream in streams:
            os.set_blocking(stream, False)
        self.exit = exit
        self.open = {
            stream for stream in (self.stdout, self.stderr, self.exit) if stream >= 0
        }  # streams that may still become readable
        self._framing = Framing()
        self.pending = b""  # bytes still to be written to it
        self._code: int | None = None
        self.life = Life.WELL  # as last observed
        self.lines: deque[bytes] = deque()  # lines that it wrote and that have not been taken yet
        self.arrived = 0.0  # monotonic time of its last output
        self.words = Stderr()
        self.grace = PATIENCE  # seconds between SIGTERM and SIGKILL
        self.note = ""  # why it was ended or could not be started, set by its owner

    @property
    def has_ended(self) -> bool:
        """True if no more lines can come: its output is closed and all its lines have been taken."""
        return self.life >= _SILENT and not self.lines

    @property
    def is_midway(self) -> bool:
        """True if it has written an incomplete line."""
        return self._framing.is_midway

    @property
    def is_pending(self) -> bool:
        """True if there are bytes still to be written to it."""
        return bool(self.pending)

    def send(self, lines: Iterable[str]) -> None:
        """Write lines as far as the bot reads them and buffer the rest; beyond a limit the bot counts as deaf."""
        text = "\n".join(lines)
        if text and self.life is _WELL:
            self._write(f"{text}\n".encode())

    def _write(self, data: bytes = b"") -> None:
        if self.pending:
            data = self.pending + data
        try:
            while data:
                count = os.write(self.stdin, data)
                data = data[count:]
        except BlockingIOError:
            pass
        except OSError:  # it has closed its input
            self._become(Life.CUT)
            data = b""
        if len(data) > MAX_PENDING:
            self._become(Life.DEAF)
            data = b""
        self.pending = data

    def _become(self, life: Life) -> None:
        self.life = max(self.life, life)

    def read(self, stream: int) -> bool:
        """Read from one of its streams, or write to its input. Return whether the stream is still to be waited for."""
        if stream == self.stdin:
            self._write()
            return self.is_pending
        if stream == self.exit:
            self.open.discard(stream)
            self._become(Life.GONE)
            self._hear_last_words()
            return False
        piece = _read(stream)
        if piece:
            if stream == self.stdout:
                self.arrived = time.monotonic()
                self.lines += self._framing.feed(piece)
            else:
                self.words.add(piece)
        elif piece is not None:
            self.open.discard(stream)
            if stream == self.stdout:
                self._become(Life.SILENT)
            return False
        return True

    def _hear_last_words(self) -> None:
        """Read what is left in the pipes after its exit; its children may still have the other ends open."""
        for stream in (self.stdout, self.stderr):
            while stream in self.open and (piece := _read(stream)) is not None:
                if not piece:
                    self.open.discard(stream)
                elif stream == self.stderr:
                    self.words.add(piece)
                else:
                    self.lines += self._framing.feed(piece)
                    break  # one piece is enough for an answer; its children might write for ever

    def wanted(self) -> list[tuple[int, int]]:
        """Return the streams to wait for, with their poll masks."""
        wanted = [(stream, select.POLLIN) for stream in self.open]
        if self.pending:
            wanted.append((self.stdin, select.POLLOUT))
        return wanted

    def exit_code(self, patience: float = LAST_WORDS) -> int | None:
        """Return its exit code, negative for a signal; None if it still runs after that time. Also kill its group."""
        until = time.monotonic() + patience
        while not self.has_exited() and time.monotonic() < until:
            time.sleep(0.001)
        if not self.has_exited():
            return None
        code = self._reap()
        self._hear_last_words()
        return code

    def end(self, patience: float = PATIENCE) -> int:
        """End the bot and its whole group: close its input, then SIGTERM, then SIGKILL. Return the exit code."""
        return end_all([self], patience)[0]

    def hang_up(self) -> None:
        """Close its input after writing the pending bytes."""
        if self.life is Life.WELL:
            self._write()
        if self.life is Life.WELL:
            self._write()
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1
        self._become(Life.DEAF)
        self.pending = b""

    def close(self) -> int:
        """Reap a bot that has exited and close all its streams. Return the exit code."""
        code = self._reap()
        self._hear_last_words()
        for stream in {self.stdin, self.stdout, self.stderr, self.exit} - {-1}:
            os.close(stream)
        self.stdin = self.stdout = self.stderr = self.exit = -1
        self.open.clear()
        return code

    def kill(self) -> int:
        """Kill the bot and its whole group at once. Return the exit code."""
        self.send_signal(signal.SIGKILL)
        return self.end()

    def has_exited(self) -> bool:
        """Return whether it has exited. It is not reaped, so that the id of its group is not used again."""
        if self._code is not None:
            return True
        if IS_LINUX:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self._popen.poll() is not None

    def _reap(self) -> int:
        if self._code is None:
            self.send_signal(signal.SIGKILL)  # the rest of its group
            self._code = self._popen.wait()
            self._become(Life.GONE)
        return self._code

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to it and its whole group."""
        if self._code is not None:
            return
        with suppress(ProcessLookupError, PermissionError):  # it has gone already; on macOS also while it is exiting
            if self._is_group:
                os.killpg(self.pid, number)
            else:
                os.kill(self.pid, number)


Spawn = Callable[[Sequence[str]], BotProcess]
"""Starts the command of a bot: as a plain process, or contained (bots/arena/contain)."""


def end_all(bots: Sequence[BotProcess], patience: float = PATIENCE) -> list[int]:
    """End several bots and their groups at the same time. Return the exit codes."""
    for bot in bots:
        bot.hang_up()
    left = _let_go(bots, patience)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for bot in left:
            bot.send_signal(number)
        left = _let_go(left, max((bot.grace for bot in left), default=0.0))
    return [bot.close() for bot in bots]


def _let_go(bots: Sequence[BotProcess], seconds: float) -> list[BotProcess]:
    """Wait for bots to exit and return those that are still running. Their output is read so that they can exit."""
    until = time.monotonic() + seconds
    while left := [bot for bot in bots if not bot.has_exited()]:
        seconds = until - time.monotonic()
        if seconds <= 0:
            break
        poll = select.poll()
        owners = {}
        for bot in left:
            for stream, mask in bot.wanted():
                poll.register(stream, mask)
                owners[stream] = bot
        for stream, _ in poll.poll(min(seconds, _GLANCE) * 1000):
            owners[stream].read(stream)
            owners[stream].lines.clear()  # not needed any more
    return left


class Watch:
    """Waits for several bots at once, up to an absolute deadline."""

    def __init__(self, bots: Sequence[BotProcess]) -> None:
        self._bots = list(bots)
        self._poll = select.epoll() if IS_LINUX else select.poll()
        self._owners: dict[int, BotProcess] = {}
        self._held: list[BotProcess] = []  # bots whose output is not read at the moment
        self._longest = _FOREVER if all(bot.exit >= 0 for bot in bots) else _GLANCE
        for bot in self._bots:
            self._register(bot)

    def wait(self, deadline: float | None) -> bool:
        """Read one piece from each bot that has output before the deadline. Return whether there was any.

        A bot whose lines have not been taken yet is not read, so that excess output stays in the pipe.
        """
        if self._held:
            self._release()
        for bot in self._bots:
            if bot.lines or bot.pending:
                self._arrange(bot)
        left = self._longest if deadline is None else deadline - time.monotonic()
        longest = self._longest
        ready = self._poll.poll(_UNIT * (left if left < longest else longest) if left > 0 else 0, *_READY)
        for stream, _ in ready:
            if not self._owners[stream].read(stream):
                self._poll.unregister(stream)
                del self._owners[stream]
        return bool(ready)

    def _arrange(self, bot: BotProcess) -> None:
        """Stop reading a bot whose lines have not been taken; wait for its input if something is pending."""
        if bot.lines:
            self._hold(bot)
        if bot.is_pending:
            self._register(bot)

    def _hold(self, bot: BotProcess) -> None:
        if self._owners.pop(bot.stdout, None) is not None:
            self._poll.unregister(bot.stdout)
            self._held.append(bot)

    def _release(self) -> None:
        ready = [bot for bot in self._held if not bot.lines]
        self._held = [bot for bot in self._held if bot.lines]
        for bot in ready:
            self._register(bot)

    def _register(self, bot: BotProcess) -> None:
        for stream, mask in bot.wanted():
            if stream not in self._owners and not (stream == bot.stdout and bot in self._held):
                self._poll.register(stream, mask)
                self._owners[stream] = bot


def _read(stream: int) -> bytes | None:
    """Return the available bytes of a stream: empty at its end, None if there are none yet."""
    try:
        return os.read(stream, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _exit_descriptor(pid: int) -> int:
    """Return a descriptor that becomes readable when the process exits; -1 if the system does not support it."""
    if sys.platform != "linux":
        return -1
    try:
        return os.pidfd_open(pid)
    except OSError:
        return -1
