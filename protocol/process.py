"""Bot processes: pipes, deadlines, death.

A bot is spawned without a shell, in a process group of its own, with its three streams as pipes that never block us. What
it writes is framed here with a cap; what it does not read waits here up to a cap; what it says on stderr is kept, the
first and the last of it. Its exit and the end of its output are both watched, as either may come without the other.
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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from beachhead.protocol.framing import Framing

_CHUNK: Final = 65_536
MAX_PENDING: Final = 65_536  # bytes that wait for a bot that does not read
KEPT: Final = 32_768  # bytes of stderr that are kept, of its beginning and of its end
LAST_WORDS: Final = 0.1  # seconds in which the exit code follows the end of the output, and the other way round
PATIENCE: Final = 1.0  # seconds between `bye`, SIGTERM and SIGKILL
_GLANCE: Final = 0.05  # seconds between looks at whether a process is gone, where that cannot be waited for
_FOREVER: Final = 3600.0
IS_LINUX: Final = sys.platform == "linux"
_UNIT: Final = (
    1 if IS_LINUX else 1000
)  # of the times of epoll, which does not mind how many streams there are, and of poll


def command_of(name: str) -> list[str]:
    """The command of a bot's name: a command line split as a shell would, or `builtin:NAME`. Raises ValueError."""
    words = shlex.split(name)
    if words and words[0].startswith("builtin:"):
        return [sys.executable, "-m", "beachhead", "bot", words[0].removeprefix("builtin:"), *words[1:]]
    if not words:
        raise ValueError("a bot is named by a command line or by builtin:NAME")
    return words


class Stderr:
    """What a bot said on stderr: the first and the last of it, and how much there was in between."""

    __slots__ = ("_first", "_last", "_size")

    def __init__(self) -> None:
        self._first = b""
        self._last = b""
        self._size = 0

    def add(self, piece: bytes) -> None:
        """Takes note of what has been read."""
        self._size += len(piece)
        room = KEPT - len(self._first)
        if room > 0:
            self._first += piece[:room]
            piece = piece[room:]
        self._last = (self._last + piece)[-KEPT:]

    def text(self) -> str:
        """All that was kept."""
        left_out = self._size - len(self._first) - len(self._last)
        middle = f"\n[… {left_out} bytes left out …]\n".encode() if left_out else b""
        return (self._first + middle + self._last).decode("utf-8", "replace")


class BotProcess:
    """A running bot. Raises OSError where it cannot be started."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        group: bool = True,
        keep: Sequence[int] = (),
    ) -> None:
        """``keep`` are descriptors that the process shall inherit, beside its three streams."""
        self.command = list(command)
        self._popen = subprocess.Popen(  # noqa: S603 (a program that the user named; no shell)
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, env=env, cwd=cwd,
            start_new_session=group, pass_fds=tuple(keep),
        )  # fmt: skip
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self.stdin = self._popen.stdin.fileno()
        self.stdout = self._popen.stdout.fileno()
        self.stderr = self._popen.stderr.fileno()
        for stream in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(stream, False)
        self.exit = _exit_descriptor(self._popen.pid)
        self.open = {stream for stream in (self.stdout, self.stderr, self.exit) if stream >= 0}  # what may still come
        self._framing = Framing()
        self.pending = b""  # what waits to be written to it
        self._is_group = group
        self._code: int | None = None
        self.lines: deque[bytes] = deque()  # what it has said and nobody has heard yet
        self.arrived = 0.0  # when the last of it came, by the monotonic clock
        self.words = Stderr()
        self.is_deaf = False  # it has closed its input, or does not read it
        self.is_cut = False  # it has closed its input
        self.grace = PATIENCE  # seconds between SIGTERM and SIGKILL

    @property
    def pid(self) -> int:
        """Its process id, which is that of its group too."""
        return self._popen.pid

    @property
    def is_silent(self) -> bool:
        """Whether its output has ended."""
        return self.stdout not in self.open

    @property
    def is_gone(self) -> bool:
        """Whether it has exited, as far as has been noticed."""
        return self._code is not None or (self.exit >= 0 and self.exit not in self.open)

    @property
    def has_ended(self) -> bool:
        """Whether nothing can come from it any more."""
        if self.stdout in self.open and (self.exit in self.open or not self.is_gone):
            return False
        return not self.lines

    @property
    def is_midway(self) -> bool:
        """Whether it has begun a line and not ended it."""
        return self._framing.is_midway

    @property
    def is_pending(self) -> bool:
        """Whether something waits to be written to it."""
        return bool(self.pending)

    def send(self, lines: Iterable[str]) -> None:
        """Writes lines as far as the bot reads them; the rest waits, up to a cap, beyond which it is deaf."""
        text = "\n".join(lines)
        if text and not self.is_deaf:
            self._write(f"{text}\n".encode())

    def _write(self, data: bytes = b"") -> None:
        if self.pending:
            data = self.pending + data
        try:
            while data:
                data = data[os.write(self.stdin, data) :]
        except BlockingIOError:
            pass
        except OSError:  # it has closed its input
            self.is_deaf = self.is_cut = True
            data = b""
        if len(data) > MAX_PENDING:
            self.is_deaf, data = True, b""
        self.pending = data

    def read(self, stream: int) -> None:
        """Reads what there is on one of its streams, or writes what waits for it."""
        if stream == self.stdout:
            piece = _read(stream)
            if piece:
                self.arrived = time.monotonic()
                self.lines.extend(self._framing.feed(piece))
        elif stream == self.stdin:
            self._write()
            return
        elif stream == self.exit:
            self.open.discard(stream)
            self._hear_last_words()
            return
        else:
            piece = _read(stream)
            if piece:
                self.words.add(piece)
        if piece == b"":
            self.open.discard(stream)

    def _hear_last_words(self) -> None:
        """It has exited; what it said before is in the pipes, whoever else may hold their other ends."""
        for stream in (self.stdout, self.stderr):
            while stream in self.open and (piece := _read(stream)) is not None:
                if not piece:
                    self.open.discard(stream)
                elif stream == self.stderr:
                    self.words.add(piece)
                else:
                    self.lines += self._framing.feed(piece)
                    break  # one piece is enough for an answer; a flood from its children is not waited for

    def wanted(self) -> list[tuple[int, int]]:
        """What is worth waiting for: streams, with poll's masks."""
        wanted = [(stream, select.POLLIN) for stream in self.open]
        if self.pending:
            wanted.append((self.stdin, select.POLLOUT))
        return wanted

    def exit_code(self, patience: float = LAST_WORDS) -> int | None:
        """Its exit code, negative for a signal; None where it lives on that long. Its group is ended before it is reaped."""
        until = time.monotonic() + patience
        while not self.has_exited() and time.monotonic() < until:
            time.sleep(0.001)
        if not self.has_exited():
            return None
        code = self._reap()
        self._hear_last_words()
        return code

    def end(self, patience: float = PATIENCE) -> int:
        """Ends the bot and its whole group: its input ends, then SIGTERM, then SIGKILL. Gives the exit code."""
        return end_all([self], patience)[0]

    def hang_up(self) -> None:
        """Ends its input, after what has been said to it."""
        if not self.is_deaf:
            self._write()
        assert self._popen.stdin is not None
        self._popen.stdin.close()
        self.is_deaf, self.pending = True, b""

    def close(self) -> int:
        """Reaps a bot that has exited, and closes all that is left of it. Gives the exit code."""
        code = self._reap()
        self._hear_last_words()
        for stream in (self._popen.stdout, self._popen.stderr):
            assert stream is not None
            stream.close()
        if self.exit >= 0:
            os.close(self.exit)
            self.exit = -1
        self.open.clear()
        return code

    def kill(self) -> int:
        """Ends the bot and its whole group at once."""
        self.send_signal(signal.SIGKILL)
        return self.end()

    def has_exited(self) -> bool:
        """Whether it has exited, without reaping it: until then its group's number is nobody else's."""
        if self._code is not None:
            return True
        if IS_LINUX:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self._popen.poll() is not None

    def _reap(self) -> int:
        if self._code is None:
            self.send_signal(signal.SIGKILL)  # whoever is left of its group
            self._code = self._popen.wait()
        return self._code

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal to it and its whole group."""
        if self._code is not None:
            return
        with suppress(ProcessLookupError, PermissionError):  # all gone; on macOS a group that is going
            if self._is_group:
                os.killpg(self.pid, number)
            else:
                os.kill(self.pid, number)


def end_all(bots: Sequence[BotProcess], patience: float = PATIENCE) -> list[int]:
    """Ends several bots at once, each with its whole group: as long as for one. Gives the exit codes."""
    for bot in bots:
        bot.hang_up()
    left = _let_go(bots, patience)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for bot in left:
            bot.send_signal(number)
        left = _let_go(left, max((bot.grace for bot in left), default=0.0))
    return [bot.close() for bot in bots]


def _let_go(bots: Sequence[BotProcess], seconds: float) -> list[BotProcess]:
    """Waits for the end of bots, and gives those that live on; what they still say is read so that they can go."""
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
            owners[stream].lines.clear()  # nobody hears it any more
    return left


class Watch:
    """Waits for several bots at once, each decision by one absolute deadline."""

    def __init__(self, bots: Sequence[BotProcess]) -> None:
        self._bots = list(bots)
        self._poll = select.epoll() if IS_LINUX else select.poll()
        self._owners: dict[int, BotProcess] = {}
        self._held: list[BotProcess] = []  # whose output is not read for now
        self._longest = _FOREVER if all(bot.exit >= 0 for bot in bots) else _GLANCE
        for bot in self._bots:
            self._register(bot)

    def wait(self, deadline: float | None) -> bool:
        """Reads what has come from any of them by then, a piece of each; whether anything has.

        Of a bot with lines that nobody has heard yet no more are read, so that a flood waits in the pipe.
        """
        if self._held:
            self._release()
        for bot in self._bots:
            if bot.lines or bot.pending:
                self._arrange(bot)
        left = self._longest if deadline is None else deadline - time.monotonic()
        ready = self._poll.poll(_UNIT * min(left, self._longest) if left > 0 else 0)
        for stream, _ in ready:
            bot = self._owners[stream]
            bot.read(stream)
            if stream not in bot.open and not (stream == bot.stdin and bot.is_pending):
                self._poll.unregister(stream)
                del self._owners[stream]
        return bool(ready)

    def _arrange(self, bot: BotProcess) -> None:
        """Holds back what a bot says while its lines have not been heard, and waits until it reads what it is told."""
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
    """What there is on a stream: nothing at its end, None where nothing has come."""
    try:
        return os.read(stream, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _exit_descriptor(pid: int) -> int:
    """A descriptor that becomes readable when the process exits; -1 where the system has none."""
    if sys.platform != "linux":
        return -1
    try:
        return os.pidfd_open(pid)
    except OSError:
        return -1
