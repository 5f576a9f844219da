"""The arena's side of containment: starts bots with their keepers through this process's fork server.

A bot gets no descriptors but its three pipes, a clean environment, and a private folder as working folder, HOME and
TMPDIR, which is created when it starts and removed when it ends.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import errno
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from beachhead.bots.arena.contain import cgroup, household
from beachhead.bots.arena.launch import Bot, bot_of
from beachhead.protocol.process import PATIENCE, BotProcess, Life, end_all

HAS_KEEPER: Final = sys.platform == "linux"
PROCESSES: Final = 64  # processes of one bot at the same time
_ANSWER: Final = 5.0  # seconds in which the fork server has to answer
_END: Final = 8.0  # seconds in which it has to exit
_SLACK: Final = 2.0  # seconds of a keeper to end everything, in addition to those of the bot
_LAST: Final = 6.0  # seconds after which a keeper that does not exit is killed
_HELD: Final = 0.5  # seconds after which it is killed if somebody holds it: it was told to go on
_RUN: Final = """\
import sys
for name in ("beachhead", "beachhead.bots", "beachhead.bots.arena", "beachhead.bots.arena.contain"):
    package = sys.modules[name] = type(sys)(name)
    package.__path__ = [sys.argv[1]] if name.endswith("contain") else []
from beachhead.bots.arena.contain.server import main
main(int(sys.argv[2]))
"""  # without the packages' __init__ and without site, which would take most of the start


class Disturbed(Exception):
    """Raised if another process has interfered with the arena's processes; no bot is known to be at fault."""


class Guard:
    """The owner's side of a fork server, which is started on first use, and again if it has been killed."""

    def __init__(self, line: socket.socket | None = None) -> None:
        self.owner = os.getpid()
        self._server: subprocess.Popen[bytes] | None = None
        self._line = line
        if line is not None:
            line.settimeout(_ANSWER)

    @property
    def pid(self) -> int:
        """The process id of the fork server; 0 if it does not run, or is a fork of another one."""
        return 0 if self._server is None else self._server.pid

    def branch(self) -> socket.socket:
        """Fork the server for another process, which makes its own Guard of the returned line."""
        theirs, ours = socket.socketpair()
        with ours:
            line = self._start() if self._line is None else self._line
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [ours.fileno()]))]
            with contextlib.suppress(ConnectionError):  # it has been killed: the other process starts its own
                line.sendmsg([b"%8d" % 0], rights)
        return theirs

    def order(self, order: bytes, descriptors: Sequence[int]) -> tuple[int, int]:
        """Start a bot; return its keeper's process id and a descriptor of it. Raise OSError if that fails."""
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        head = b"%8d" % len(order)
        line = self._start() if self._line is None else self._line
        try:
            line.sendmsg([head], rights)
        except ConnectionError:  # the server has been killed since the last order
            self.close()
            line = self._start()
            line.sendmsg([head], rights)
        try:
            line.sendall(order)
            answer, extra, _, _ = line.recvmsg(8, socket.CMSG_SPACE(4), socket.MSG_CMSG_CLOEXEC)
        except (ConnectionError, TimeoutError):
            answer = b""
        if not answer:  # the bot may run or not, so this game is void
            self.close()
            raise Disturbed("the fork server was stopped or killed while it started a bot")
        if int(answer) < 0:
            raise OSError(-int(answer), os.strerror(-int(answer)))
        numbers = array.array("i")
        numbers.frombytes(extra[0][2])
        return int(answer), numbers[0]

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            here = str(Path(__file__).resolve().parent)
            self._server = subprocess.Popen(  # noqa: S603 (our own interpreter, our own program)
                [sys.executable, "-I", "-S", "-c", _RUN, here, str(theirs.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=(theirs.fileno(),), start_new_session=True,
            )  # fmt: skip
        ours.settimeout(_ANSWER)
        self._line = ours
        return ours

    def forget(self) -> None:
        """Close our copy of a line that belongs to a parent process."""
        if self._line is not None:
            self._line.close()
        self._line = self._server = None

    def close(self) -> None:
        """End the fork server with everything below it."""
        if self._line is not None:
            self._line.close()
            self._line = None
        server, self._server = self._server, None
        if server is not None:
            try:
                server.wait(_END)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


_ordering: Final = threading.Lock()  # one order at a time: a program may start bots from several threads
_guards: Final[list[Guard]] = []  # one at most: this process's own


def guard() -> Guard:
    """Return the guard of this process, not that of a parent."""
    if not _guards or _guards[0].owner != os.getpid():
        use(Guard())
        atexit.register(close_guard)
    return _guards[0]


def use(own: Guard) -> None:
    """Use a guard in this process."""
    for other in _guards:  # a parent's
        other.forget()
    _guards[:] = [own]


def close_guard() -> None:
    """End the fork server of this process, if there is one, and everything below it."""
    if _guards and _guards[0].owner == os.getpid():
        _guards.pop().close()


_places: Final[list[cgroup.Place | cgroup.NoGroups]] = []  # one at most, the same in forks of this process


def place() -> cgroup.Place | cgroup.NoGroups:
    """Return the place for groups of bots, or why there is none. Determined once, before any bot runs."""
    if not _places:
        try:
            _places.append(cgroup.open_place())
        except cgroup.NoGroups as problem:
            _places.append(problem)
        else:
            atexit.register(_leave)
    return _places[0]


def _leave() -> None:
    """Leave the place for groups."""
    found = _places.pop()
    if isinstance(found, cgroup.Place):
        found.close()


class Contained(BotProcess):
    """A contained process of a bot: everything that it starts and writes is limited. Raise OSError if it cannot be started."""

    def __init__(self, bot: Bot) -> None:
        self._group = ""
        self.folder = os.path.join(tempfile.gettempdir(), f"beachhead-{os.urandom(16).hex()}")
        if HAS_KEEPER:
            self._start(bot)
            return
        os.mkdir(self.folder, 0o700)
        try:
            super().__init__(bot.command, environment(self.folder, bot.env), self.folder)
        except OSError:
            os.rmdir(self.folder)
            raise

    def _start(self, bot: Bot) -> None:
        from beachhead.bots.arena.contain.keeper import Order

        home = self.folder
        if bot.box:
            from beachhead.bots.arena.contain import sandbox

            sandbox.find_program(bot)
            self.folder, home = "", sandbox.HOME
        command = [*bot.box, *bot.command]
        if _places and isinstance(_places[0], cgroup.Place):
            self._group = _places[0].group()
        cores = os.sched_getaffinity(0)
        order = Order(
            self.folder, self._group, bot.memory, PROCESSES, bool(bot.box), cores, command, environment(home, bot.env)
        )
        with contextlib.ExitStack() as theirs:
            self._line, line = socket.socketpair()
            theirs.callback(line.close)
            pipes = [os.pipe() for _ in range(3)]
            inner = [pipes[0][0], pipes[1][1], pipes[2][1]]
            ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
            for descriptor in inner:
                theirs.callback(os.close, descriptor)
            try:
                with _ordering:
                    keeper, exit = guard().order(order.write(), [*inner, line.fileno()])
            except BaseException:
                self._line.close()
                for descriptor in ours:
                    os.close(descriptor)
                raise
        self.attach(bot.command, keeper, ours, exit)
        self.grace = PATIENCE + _SLACK

    def has_exited(self) -> bool:
        if not HAS_KEEPER:
            return super().has_exited()
        return self._code is not None or _await(self.exit, 0.0)

    def send_signal(self, number: signal.Signals) -> None:
        """End the bot: SIGTERM gives it a second, SIGKILL none. A keeper that the bot has stopped continues."""
        if not HAS_KEEPER:
            super().send_signal(number)
        elif self._code is None:
            with contextlib.suppress(OSError):
                if number == signal.SIGKILL:
                    self._line.shutdown(socket.SHUT_WR)
                elif number == signal.SIGTERM:
                    self._line.send(b"T", socket.MSG_DONTWAIT)
            self._signal_keeper(signal.SIGCONT)

    def _signal_keeper(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            signal.pidfd_send_signal(self.exit, number)

    def kill(self) -> int:
        """End the bot and everything that it has started, at once."""
        self.send_signal(signal.SIGKILL)
        return end_all([self], _SLACK)[0]

    def _reap(self) -> int:
        if not HAS_KEEPER:
            return super()._reap()
        if self._code is None:
            self.send_signal(signal.SIGKILL)
            if not _await(self.exit, _HELD) and (household.is_stopped(self.pid) or not _await(self.exit, _LAST)):
                self._signal_keeper(signal.SIGKILL)  # the fork server ends what it leaves
                _await(self.exit, _SLACK)
            self._code, self.note = self._report()
            self.life = Life.GONE
            self._line.close()
        return self._code

    def _report(self) -> tuple[int, str]:
        """Return the bot's exit code and the keeper's note; a killed keeper has reported nothing."""
        report = b""
        with contextlib.suppress(OSError):
            self._line.setblocking(False)
            report = self._line.recv(4096)
        code, _, note = report.decode("utf-8", "replace").partition(" ")
        return (int(code) if code else -signal.SIGKILL), note

    def close(self) -> int:
        """Reap a bot that has exited, and remove everything of it. Return the exit code."""
        code = super().close()
        if os.path.lexists(self.folder):
            from beachhead.bots.arena.contain.folder import remove

            remove(self.folder)
        if self._group and os.path.lexists(self._group):
            cgroup.remove(self._group)
        return code


def contained(command: Sequence[str]) -> BotProcess:
    """Start a bot from a command as in a match; used by the prompt. Raise OSError."""
    try:
        return Contained(bot_of(command))
    except Disturbed as problem:
        raise OSError(errno.EINTR, str(problem)) from None


def _await(descriptor: int, seconds: float) -> bool:
    """Wait until a process has exited, or the time is up; return whether it has."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def environment(home: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a bot."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": home,
        "TMPDIR": home,
        "PYTHONUNBUFFERED": "1",
        **given,
    }
