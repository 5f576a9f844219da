"""A household: a process and everything that descends from it, found in /proc.

Processes belong to a household by descent alone. A *subreaper* (prctl) adopts what its dead descendants leave behind, so
nothing leaves the household of a subreaper that lives, whatever session, group or environment it has.

Linux only. This module is imported by the fork server, so it imports nothing that takes long to load.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time

GIVE_UP = 5.0  # seconds after SIGKILL: a process that is still there waits for a disk, and cannot be ended
_DEATH_SIGNAL, _DUMPABLE, _SUBREAPER = 1, 4, 36  # of prctl(2)
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGESIZE")


def shield() -> None:
    """Keep this process's memory, environment and descriptors from others of the same user, but not from root."""
    _prctl(_DUMPABLE, 0)


def adopt_orphans() -> None:
    """Become a subreaper: what descends from this process falls to it when the parent in between dies."""
    _prctl(_SUBREAPER, 1)


def hear_of_death(number: int) -> None:
    """Get a signal when the parent dies."""
    _prctl(_DEATH_SIGNAL, number)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


_HAS_CHILDREN = os.path.exists("/proc/thread-self/children")  # a kernel may be built without


def children(pid: int) -> list[int]:
    """Return the children of a process; none if it is gone."""
    if not _HAS_CHILDREN:
        return [each for each in map(int, filter(str.isdigit, os.listdir("/proc"))) if _parent(each) == pid]
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    except OSError:  # it has exited
        pass
    return found


def _parent(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):  # it has exited
        return 0


def is_stopped(pid: int) -> bool:
    """Return whether a process is held by a signal or a tracer."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"T", b"t")
    except (OSError, IndexError):  # it has exited
        return False


def descendants(*pids: int) -> list[int]:
    """Return everything that descends from some processes, children before grandchildren, without these themselves."""
    found = list(pids)
    for each in found:  # the list grows while we go through it
        found += children(each)
    return found[len(pids) :]


def send(pids: list[int], number: int) -> None:
    """Send a signal to processes that may be gone."""
    for pid in pids:
        try:  # noqa: SIM105 (contextlib takes long to load)
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def end(roots: list[int], seconds: float = GIVE_UP) -> None:
    """Kill children of this process with all their descendants, and reap them.

    Some may be born while others die, so this is repeated until none is left, or the time is up.
    """
    until = time.monotonic() + seconds
    left = set(roots)
    while left:
        send([*left, *descendants(*left)], signal.SIGKILL)
        for pid in tuple(left):
            try:
                if os.waitpid(pid, os.WNOHANG)[0]:
                    left.discard(pid)
            except ChildProcessError:  # somebody else has reaped it
                left.discard(pid)
        if time.monotonic() >= until:
            return
        if left:
            time.sleep(0.001)


def await_children(seconds: float, known: frozenset[int] = frozenset()) -> None:
    """Reap the children of this process that are not known to it as they exit, until none is left or the time is up."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and (left := set(children(os.getpid())) - known):
        for pid in left:
            try:  # noqa: SIM105 (contextlib takes long to load)
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has reaped it
                pass
        time.sleep(0.001)


def end_adopted(known: set[int], seconds: float = GIVE_UP) -> None:
    """End all children of this process that are not known to it, with what they leave to it in turn."""
    until = time.monotonic() + seconds
    while (strangers := set(children(os.getpid())) - known) and time.monotonic() < until:
        end(list(strangers), until - time.monotonic())


def processor_seconds(pid: int) -> float:
    """Return the processor time of all that descends from a process, as far as it has been counted.

    A process counts for its dead children, and the one at the head for the orphans that it has reaped.
    """
    head = _times(pid)
    return sum(head[2:]) + sum(sum(_times(each)) for each in descendants(pid))


def _times(pid: int) -> list[float]:
    """Return a process's processor time: user, system, and the same of its dead children."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return [int(field) / _TICKS for field in fields[11:15]]
    except (OSError, IndexError):  # it has exited
        return []


def waiting_seconds(pid: int) -> float:
    """Return for how long all that descends from a process has waited for a processor, all threads together."""
    total = 0
    for each in descendants(pid):
        try:
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/schedstat", "rb") as file:
                    total += int(file.read().split()[1])
        except (OSError, IndexError):  # it has exited, or the kernel does not tell
            continue
    return total / 1e9


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds, shared memory included."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):  # it has exited
        return 0
