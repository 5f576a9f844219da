"""The small process between the arena and a bot, on Linux: nothing of a bot outlives it, and it does not outlive the arena.

It makes the bot's private folder, sets limits, and starts the bot in a session of its own. Whatever the bot starts falls
to this process when its parent dies, also what has left the bot's session, since it is a *subreaper*. It ends them all
when the bot exits, when it is told to (SIGTERM: the bot has a second), and when the arena is gone (the kernel's signal at
the death of a parent, and a pipe whose other end only the arena holds). Then it removes the folder and ends as the bot did,
by the same exit code or signal.

It imports nothing of ours and runs as `python -I -S`, so that it starts in ten milliseconds.
"""

import ctypes
import os
import resource
import select
import signal
import time

GRACE = 1.0  # seconds between SIGTERM and SIGKILL
CANNOT_START = 127  # the exit code of a bot that is missing or cannot be executed
MAX_FILES = 512
_LOOK = 0.25  # seconds between looks at the memory
_GIVE_UP = 5.0  # seconds after SIGKILL: what is still there waits for its disk, and we for nobody
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of prctl(2)


def main(words: list[str]) -> None:
    """Runs `PARENT LIFELINE FOLDER MEMORY COMMAND…`: a process, a descriptor, a path, bytes (0: no limit), the bot."""
    parent, lifeline, folder, memory, command = int(words[0]), int(words[1]), words[2], int(words[3]), words[4:]
    os.set_inheritable(lifeline, False)
    alarm = _Alarm()
    prctl(_SET_SUBREAPER, 1)
    prctl(_SET_DEATH_SIGNAL, signal.SIGHUP)
    status = CANNOT_START << 8
    if os.getppid() == parent:  # else it died before we asked to be told
        os.makedirs(folder, 0o700, exist_ok=True)
        bot, problem = _start(command, folder, memory)
        household = _Household(bot)
        if problem:
            _say(f"cannot start {command[0]}: {problem}")
        else:
            _watch(household, lifeline, alarm, memory)
        household.end()
        remove(folder)
        status = signal.SIGKILL if household.status is None else household.status
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) != signal.SIGKILL:
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


class _Alarm:
    """Which signals have come, as a descriptor that can be waited for."""

    def __init__(self) -> None:
        self.descriptor, write = os.pipe()
        os.set_blocking(self.descriptor, False)
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: None)

    def heard(self) -> bytes:
        """The numbers of the signals since the last time."""
        try:
            return os.read(self.descriptor, 4096)
        except BlockingIOError:
            return b""


def _start(command: list[str], folder: str, memory: int) -> tuple[int, str]:
    """Starts the bot; gives its process, and what was in the way where it cannot be executed."""
    problem, report = os.pipe()
    launcher = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != launcher:
                os._exit(CANNOT_START)
            _limit(resource.RLIMIT_CORE, 0)
            _limit(resource.RLIMIT_NOFILE, MAX_FILES)
            if memory:
                _limit(resource.RLIMIT_DATA, memory)  # not the address space, of which Java and Node reserve gigabytes
            os.chdir(folder)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores, and a process inherits that
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)  # noqa: S606 (a program that the user named; no shell)
        except OSError as error:
            os.write(report, _explain(command[0], error).encode())
        finally:
            os._exit(CANNOT_START)
    os.close(report)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # the pipes are the bot's alone, so that their ends mean something
    os.dup2(nothing, 1)
    os.close(nothing)
    said = os.read(problem, 4096).decode("utf-8", "replace")  # ends when the bot's program has taken over
    os.close(problem)
    return child, said


def _explain(program: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and os.path.isfile(program):
        return "the file is there, but the interpreter that its first line names is not"
    if isinstance(error, PermissionError) and os.path.isfile(program) and not os.access(program, os.X_OK):
        return "the file is not executable"
    return error.strerror or str(error)


class _Household:
    """The bot and all that it has started."""

    def __init__(self, bot: int) -> None:
        self._bot = bot
        self.status: int | None = None  # of the bot, once it has exited

    def reap(self) -> bool:
        """Takes leave of those that have exited; whether any are left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self._bot:
                self.status = status

    def send(self, number: int) -> None:
        """Sends a signal to all of them."""
        for pid in _descendants(os.getpid()):
            _kill(pid, number)
        if self.status is None:  # where the kernel does not tell of children
            _kill(-self._bot, number)

    def end(self) -> None:
        """Ends them all. More may be born while some die, so this goes on until nobody is left."""
        until = time.monotonic() + _GIVE_UP
        while self.reap() and time.monotonic() < until:
            self.send(signal.SIGKILL)
            time.sleep(0.001)


def _watch(household: _Household, lifeline: int, alarm: _Alarm, memory: int) -> None:
    """Waits until the bot has exited, and ends it where that is asked for."""
    poll = select.poll()
    poll.register(alarm.descriptor, select.POLLIN)
    poll.register(lifeline, select.POLLIN)
    until: float | None = None
    while True:
        pause = None if until is None else max(0.0, until - time.monotonic())
        if memory:
            pause = _LOOK if pause is None else min(pause, _LOOK)
        ready = [descriptor for descriptor, _ in poll.poll(None if pause is None else pause * 1000)]
        heard = alarm.heard() if alarm.descriptor in ready else b""
        household.reap()
        is_late = until is not None and time.monotonic() >= until
        is_gone = lifeline in ready or signal.SIGHUP in heard  # the arena, or it is in a hurry
        if household.status is not None or is_late or is_gone or (memory and _is_over(memory)):
            return
        if until is None and (signal.SIGTERM in heard or signal.SIGINT in heard):
            until = time.monotonic() + GRACE
            household.send(signal.SIGTERM)
            household.send(signal.SIGCONT)  # one that has stopped itself hears nothing


def _descendants(pid: int) -> list[int]:
    """All that come from a process, children before grandchildren, however long the line of them is."""
    found = [pid]
    for each in found:  # which grows meanwhile
        try:
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/children", encoding="ascii") as file:
                    found += map(int, file.read().split())
        except OSError:  # it has exited
            continue
    return found[1:]


def _is_over(memory: int) -> bool:
    """Whether a process of the bot's holds more memory than it may: shared memory counts too, which no limit stops."""
    for pid in _descendants(os.getpid()):
        try:
            with open(f"/proc/{pid}/statm", encoding="ascii") as file:
                resident = int(file.read().split()[1]) * resource.getpagesize()
        except (OSError, IndexError):
            continue
        if resident > memory:
            _say(f"over the memory limit: {resident >> 20} MB of {memory >> 20} MB")
            return True
    return False


def _kill(pid: int, number: int) -> None:
    """Sends a signal to a process, or to a group where that is negative, if it is still there."""
    try:  # noqa: SIM105 (contextlib takes as long to load as all the rest)
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def remove(folder: str) -> None:
    """Removes a bot's private folder and all that it left there, as far as that can be done.

    What is in a folder moves up before the folder goes, so that no path becomes too long, however deep they are.
    """
    try:
        if os.path.islink(folder):  # the bot has put it in the place of its folder
            os.unlink(folder)
            return
        os.chmod(folder, 0o700)
        prefix, count = os.urandom(16).hex(), 0  # names that the bot has not taken
        while names := os.listdir(folder):
            for name in names:
                path = os.path.join(folder, name)
                if not _is_folder(path):
                    os.unlink(path)
                    continue
                os.chmod(path, 0o700)
                for inner in os.listdir(path):
                    count += 1
                    below = os.path.join(path, inner)
                    if _is_folder(below):
                        os.chmod(below, 0o700)  # a folder that may not be written to cannot be moved
                        os.rename(below, os.path.join(folder, f"{prefix}{count}"))
                    else:
                        os.unlink(below)
                os.rmdir(path)
        os.rmdir(folder)
    except OSError:  # it is gone already, or the bot was of another mind and another user
        return


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)


def _limit(what: int, most: int) -> None:
    """Sets a limit, or leaves a lower one as it is."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def _say(text: str) -> None:
    try:  # noqa: SIM105 (contextlib takes as long to load as all the rest)
        os.write(2, f"beachhead: {text}\n".encode("utf-8", "replace"))
    except OSError:  # nobody is there to hear it
        pass


def prctl(option: int, value: int) -> None:
    """Asks the kernel for something about this process."""
    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)
