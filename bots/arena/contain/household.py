"""A household: a process and everything that descends from it, found in /proc.

Processes belong to a household by descent alone. A *subreaper* (prctl) adopts what its dead descendants leave behind, so
nothing leaves the household of a living subreaper, whatever its session, group or environment.

Linux only. This module is imported by the fork server, so it imports nothing that takes long to load.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time

GIVE_UP = 5.0  # seconds after SIGKILL: a process that still exists waits for a disk, and cannot be ended
_DEATH_SIGNAL, _DUMPABLE, _SUBREAPER = 1, 4, 36  # option of prctl(2)
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGESIZE")


def shield() -> None:
    """Protect this process's memory, environment and descriptors from other processes of the same user, but not from root."""
    _prctl(_DUMPABLE, 0)


def adopt_orphans() -> None:
    """Become a subreaper: orphans among the descendants become children of this process."""
    _prctl(_SUBREAPER, 1)


def hear_of_death(number: int) -> None:
    """Request a signal for the parent's death."""
    _prctl(_DEATH_SIGNAL, number)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


_HAS_CHILDREN = os.path.exists("/proc/thread-self/children")  # not in every kernel


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
    """Return all descendants of some processes, children before grandchildren."""
    found = list(pids)
    for each in found:  # the list grows during the loop
        found += children(each)
    return found[len(pids) :]


def threads(pid: int) -> list[int]:
    """Return the threads of a process; none if it is gone."""
    try:
        return list(map(int, os.listdir(f"/proc/{pid}/task")))
    except OSError:  # it has exited
        return []


def confine(threads: list[int], cores: set[int]) -> bool:
    """Take cores that are not among these from threads; return whether one had any."""
    found = False
    for thread in threads:
        try:
            if not os.sched_getaffinity(thread) <= cores:
                found = True
                os.sched_setaffinity(thread, cores)
        except OSError:  # it has exited
            pass
    return found


def offer(pid: int) -> None:
    """Offer a process and its descendants to be ended first if the system's memory runs out."""
    try:
        with open(f"/proc/{pid}/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:  # it has exited, or is protected
        pass


def send(pids: list[int], number: int) -> None:
    """Send a signal to processes that may be gone."""
    for pid in pids:
        try:  # noqa: SIM105 (contextlib takes long to load)
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def end(roots: list[int], seconds: float = GIVE_UP) -> None:
    """Kill children of this process with all their descendants, and reap them.

    New ones may start meanwhile, so this is repeated until none is left, or the time is up.
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
    """Reap adopted children of this process as they exit, until none is left or the time is up."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and (left := set(children(os.getpid())) - known):
        for pid in left:
            try:  # noqa: SIM105 (contextlib takes long to load)
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has reaped it
                pass
        time.sleep(0.001)


def end_adopted(known: set[int], seconds: float = GIVE_UP) -> None:
    """End all adopted children of this process, with their descendants."""
    until = time.monotonic() + seconds
    while (strangers := set(children(os.getpid())) - known) and time.monotonic() < until:
        end(list(strangers), until - time.monotonic())


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process's descendants, as far as it has been counted.

    The time of dead children is counted in their parent, that of orphans in the process that has reaped them.
    """
    head = _times(pid)
    return sum(head[2:]) + sum(sum(_times(each)) for each in descendants(pid))


def _times(pid: int) -> list[float]:
    """Return a process's processor time: user and system, its own and that of its dead children."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return [int(field) / _TICKS for field in fields[11:15]]
    except (OSError, IndexError):  # it has exited
        return []


def waiting_seconds(pid: int) -> float:
    """Return the time that a process's descendants have waited for a processor, the sum over all threads."""
    total = 0
    for each in descendants(pid):
        try:
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/schedstat", "rb") as file:
                    total += int(file.read().split()[1])
        except (OSError, IndexError):  # it has exited, or the kernel does not report it
            continue
    return total / 1e9


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes, including shared memory."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):  # it has exited
        return 0
