"""The keeper: one small process for each bot, its parent, which ends with it and leaves nothing of it behind.

It makes the bot's private folder, sets limits, and starts the bot in a session of its own. It is a subreaper, so that
everything that the bot starts descends from it, whatever session or environment that has. It ends them all

- when the bot exits,
- when the bot has more processes or memory than it may (looked at ten times a second, and kept by the kernel too if the
  bot has a control group: cgroup.py),
- a second after the byte `T` on its line to the arena,
- at once when that line is closed, by the arena or by its death.

Then it removes the folder, reports how the bot ended, and exits. The bot can neither trace it nor read its memory, though it
has the same user, but can stop or kill it: then the fork server adopts the bot's processes and ends them (server.py).
"""

from __future__ import annotations

import errno
import os
import resource
import select
import signal
import time

from beachhead.bots.arena.contain import cgroup, devices, household, syscalls
from beachhead.bots.arena.contain import folder as private

GRACE = 1.0  # seconds between SIGTERM and SIGKILL
LOOK = 0.1  # seconds between checks of the limits
MAX_FILES = 512
THREADS = 512  # of all processes of a bot; an interpreter starts some for every core
TRESPASSES = 3  # checks at which a bot has given itself other cores than those of its game
BOX = 2  # processes of bubblewrap itself
CANNOT_START = 127
TERMINATE = b"T"  # from the arena: end within a second
_MEGABYTE = 1 << 20


class Order:
    """An order to start a bot, which is sent between processes as bytes."""

    def __init__(
        self,
        folder: str,
        group: str,
        memory: int,
        processes: int,
        is_boxed: bool,
        cores: set[int],
        command: list[str],
        env: dict[str, str],
    ) -> None:
        self.folder = folder  # the private folder; empty in a sandbox, which has its own
        self.group = group  # the path of its control group, which is created for it; empty without groups
        self.memory = memory  # bytes for each process; 0: no limit
        self.processes = processes  # processes at the same time; 0: no limit
        self.is_boxed = is_boxed  # whether the command is bubblewrap's
        self.cores = cores  # those of its game
        self.command = command
        self.env = env

    def write(self) -> bytes:
        """Return the order as bytes. Raise ValueError if a word has a NUL in it, which no command line can have."""
        numbers = (self.memory, self.processes, int(self.is_boxed), len(self.command))
        fields = [self.folder, self.group, " ".join(map(str, self.cores)), *map(str, numbers), *self.command]
        fields += [f"{key}={value}" for key, value in self.env.items()]
        if any("\0" in field for field in fields):
            raise ValueError("a command line cannot have a NUL in it")
        return b"\0".join(map(os.fsencode, fields))


def read_order(data: bytes) -> Order:
    """Read an order from its bytes."""
    folder, group, cores, memory, processes, is_boxed, count, *words = map(os.fsdecode, data.split(b"\0"))
    command, settings = words[: int(count)], words[int(count) :]
    pairs = (setting.partition("=") for setting in settings)
    env = {key: value for key, _, value in pairs}
    own = set(map(int, cores.split()))
    return Order(folder, group, int(memory), int(processes), is_boxed == "1", own, command, env)


def keep(order: Order, line: int, streams: list[int]) -> None:
    """Start a bot, watch it to its end, report on the line to the arena, and exit. ``streams`` are the bot's three."""
    alarm = Alarm()
    household.confine([0], order.cores)
    household.adopt_orphans()
    household.hear_of_death(signal.SIGCONT)  # so that a keeper that was stopped notices that the arena is gone
    if order.folder:
        private.make(order.folder)
    if order.group:
        try:
            cgroup.make(order.group, THREADS + BOX * order.is_boxed, order.memory)
        except OSError:  # it cannot be created any more: the limits by counting remain
            order.group = ""
    bot, problem = _start(order, streams)
    family = _Family(bot, order)
    note = f"cannot start {order.command[0]}: {problem}" if problem else _watch(family, line, alarm)
    family.end()
    if order.folder:
        private.remove(order.folder)
    try:  # noqa: SIM105 (contextlib takes long to load)
        os.write(line, f"{family.code()} {note}".encode("utf-8", "replace"))
    except OSError:  # the arena has gone
        pass
    os._exit(0)


class Alarm:
    """Makes a descriptor readable when a child dies, and ignores signals that would end the keeper."""

    def __init__(self) -> None:
        self.descriptor, write = os.pipe()
        os.set_blocking(self.descriptor, False)
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    def clear(self) -> None:
        """Empty the descriptor."""
        try:
            os.read(self.descriptor, 4096)
        except BlockingIOError:
            return


def _start(order: Order, streams: list[int]) -> tuple[int, str]:
    """Start the bot; return its process id, and the reason if it cannot be executed."""
    problem, report = os.pipe()
    keeper = os.getpid()
    bot = os.fork()
    if bot == 0:
        try:
            os.setsid()
            if order.group:
                cgroup.enter(order.group)
            command = order.command
            if order.is_boxed:
                devices.protect()
                household.offer(os.getpid())
                command = [command[0], *syscalls.option()[0], *command[1:]]
            household.hear_of_death(signal.SIGKILL)
            if os.getppid() != keeper:
                os._exit(CANNOT_START)
            for descriptor, stream in enumerate(streams):
                os.dup2(stream, descriptor)
            _limit(resource.RLIMIT_CORE, 0)
            _limit(resource.RLIMIT_NOFILE, MAX_FILES)
            if order.memory:
                _limit(resource.RLIMIT_DATA, order.memory)  # not the address space: Java and Node reserve gigabytes
            os.chdir(order.folder or "/")
            for number in (
                signal.SIGPIPE,
                signal.SIGXFSZ,
                signal.SIGTERM,
                signal.SIGINT,
                signal.SIGHUP,
                signal.SIGCHLD,
            ):
                signal.signal(number, signal.SIG_DFL)  # ignored signals would stay ignored in the program
            os.execvpe(command[0], command, order.env)  # noqa: S606 (the user named it; no shell)
        except OSError as error:
            os.write(report, explain(order.command[0], error).encode())
        finally:
            os._exit(CANNOT_START)
    os.close(report)
    for stream in streams:  # only the bot holds the pipes, so that their ends are its own
        os.close(stream)
    said = os.read(problem, 4096).decode("utf-8", "replace")  # ends when the bot's program is executed
    os.close(problem)
    if not order.is_boxed:  # who is not root may not do that to bubblewrap, nor to this process before
        household.offer(bot)
    return bot, said


def explain(program: str, error: OSError) -> str:
    """Return why a program cannot be executed."""
    if isinstance(error, FileNotFoundError) and os.path.isfile(program):
        if first_line(program).endswith(b"\r"):
            return "its lines end in CR LF, which hides the interpreter that the first one names: save it with LF"
        return "the file is there, but the interpreter that its first line names is not"
    if isinstance(error, PermissionError) and os.path.isdir(program):
        return "it is a folder"
    if isinstance(error, PermissionError) and os.path.isfile(program) and not os.access(program, os.X_OK):
        return "the file is not executable"
    if error.errno == errno.ENOEXEC:
        if first_line(program).startswith(b"\xef\xbb\xbf"):
            return "the file begins with a byte order mark, which hides its #! line: save it without one"
        return "it is not a program for this machine, and has no first line such as #!/usr/bin/env python3"
    return error.strerror or str(error)


def first_line(program: str) -> bytes:
    """Return the beginning of a file's first line; empty if it cannot be read."""
    try:
        with open(program, "rb") as file:
            return file.readline(256).rstrip(b"\n")
    except OSError:
        return b""


class _Family:
    """The bot and everything that it has started."""

    def __init__(self, bot: int, order: Order) -> None:
        self._bot = bot
        self._order = order
        self.status: int | None = None  # wait status of the bot when it has exited
        self._trespasses = 0

    def code(self) -> int:
        """Return the bot's exit code, negative for a signal."""
        if self.status is None:
            return -signal.SIGKILL
        code = os.waitstatus_to_exitcode(self.status)
        if self._order.is_boxed and 128 < code < 128 + signal.NSIG:  # bubblewrap's exit code for a signal
            return 128 - code
        return code

    def members(self) -> list[int]:
        """Return all processes, without bubblewrap's own two."""
        if not self._order.is_boxed:
            return household.descendants(os.getpid())
        inner = [init for outer in household.children(os.getpid()) for init in household.children(outer)]
        return household.descendants(*inner)

    def reap(self) -> None:
        """Reap the processes that have exited."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self._bot:
                self.status = status

    def end(self) -> None:
        """End all processes. New ones may start meanwhile, so this is repeated until none is left."""
        if self._order.group:
            cgroup.kill(self._order.group)
        until = time.monotonic() + household.GIVE_UP
        while (left := household.descendants(os.getpid())) and time.monotonic() < until:
            household.send(left, signal.SIGKILL)
            self.reap()
            if left:
                time.sleep(0.0005)
        self.reap()
        if self._order.group:
            cgroup.remove(self._order.group)

    def excess(self) -> str:
        """Return the limit that the processes exceed; empty if none."""
        if met := self.met():
            return met
        members = self.members()
        if self._order.processes and len(members) > self._order.processes:
            return f"over the limit of {self._order.processes} processes"
        threads = [thread for member in members for thread in household.threads(member)]
        if len(threads) > THREADS:
            return f"over the limit of {THREADS} threads"
        self._trespasses += household.confine(threads, self._order.cores)
        if self._trespasses >= TRESPASSES:
            return "gave itself cores of other games"
        if self._order.memory:
            most = max(
                map(household.resident, members), default=0
            )  # with shared memory, which no limit of the process stops
            if most > self._order.memory:
                return f"over the memory limit: {most // _MEGABYTE} MB of {self._order.memory // _MEGABYTE} MB"
        return ""

    def met(self) -> str:
        """Return the limit that the kernel has enforced; empty if none, or without a group."""
        return cgroup.excess(self._order.group, THREADS) if self._order.group else ""


def _watch(family: _Family, line: int, alarm: Alarm) -> str:
    """Wait until the bot has exited or has to be ended; return the reason for ending it, or an empty string."""
    poll = select.poll()
    poll.register(alarm.descriptor, select.POLLIN)
    poll.register(line, select.POLLIN)
    until: float | None = None
    while True:
        pause = LOOK if until is None else max(0.0, min(LOOK, until - time.monotonic()))
        ready = [descriptor for descriptor, _ in poll.poll(pause * 1000)]
        if alarm.descriptor in ready:
            alarm.clear()
        family.reap()
        if family.status is not None:
            return family.met()
        if line in ready:
            told = _read(line)
            if told == b"":
                return ""
            if until is None:
                until = time.monotonic() + GRACE
                members = family.members()
                household.send(members, signal.SIGTERM)
                household.send(members, signal.SIGCONT)  # a stopped process does not handle SIGTERM
        if until is not None and time.monotonic() >= until:
            return ""
        if excess := family.excess():
            return excess


def _read(line: int) -> bytes:
    try:
        return os.read(line, 64)
    except OSError:
        return b""


def _limit(what: int, most: int) -> None:
    """Set a limit, unless it is lower already."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
