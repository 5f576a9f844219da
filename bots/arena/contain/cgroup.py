"""Control groups (cgroup v2): the kernel limits the resources of a bot, if this user may create groups.

Each bot gets a group: at most so many processes and threads, so much memory, and no more of a contended processor than any
other bot, however many processes it has. A group is killed as a whole. It can be left only by whoever may write to the
hierarchy: a boxed bot may not, one that is not boxed has the arena's own rights. So the keeper goes on counting as well
(keeper.py).

Linux only. This module is imported by the fork server, so it imports nothing that takes long to load.
"""

from __future__ import annotations

import os
import time

KILL_TIME = 2.0  # seconds in which a killed group becomes empty
TOGETHER = 4  # the memory limit of all processes of a bot, in limits of one process
_WANTED = ("pids", "memory", "cpu")
_WEIGHT = 1000  # weight of the arena's own processes; each bot has 100
_MOUNTS, _OWN = "/proc/self/mountinfo", "/proc/self/cgroup"


class NoGroups(Exception):
    """Raised if groups cannot be created here; the message says why."""


class Place:
    """A group of ours, in which the groups of bots are created."""

    def __init__(self, folder: str, controllers: frozenset[str], own: str = "") -> None:
        self.folder = folder
        self.controllers = controllers  # the available controllers among those that we want
        self._own = own  # the group below it that this process has moved to; empty if it did not have to
        self._owner = os.getpid()

    def group(self) -> str:
        """Return the path for a new group, which the keeper makes."""
        return os.path.join(self.folder, f"beachhead-{os.urandom(8).hex()}")

    def close(self) -> None:
        """Restore the former state, if this process opened the place."""
        if self._own and self._owner == os.getpid():
            _write(self.folder, "cgroup.subtree_control", " ".join(f"-{name}" for name in self.controllers))
            _write(self.folder, "cgroup.procs", "0")
            _remove(self._own)


def open_place(mounts: str = _MOUNTS, own: str = _OWN) -> Place:
    """Return the place in which this process may create groups. Raise NoGroups.

    Only a group without processes may pass controllers on, so this process moves to a new group below, unless it
    is in the root of the hierarchy. Another process in the same group makes that impossible.
    """
    folder = _our_group(mounts, own)
    there = _words(folder, "cgroup.controllers")
    if "pids" not in there:
        raise NoGroups("cgroup v2 has no control of processes here")
    ours = ""
    try:
        if os.path.exists(os.path.join(folder, "cgroup.type")):  # not the root
            ours = os.path.join(folder, f"beachhead-arena-{os.getpid()}")
            os.mkdir(ours)
            _put(ours, "cgroup.procs", "0")
        _put(folder, "cgroup.subtree_control", "+pids")
    except OSError as problem:
        if ours:
            _write(folder, "cgroup.procs", "0")
            _remove(ours)
        raise NoGroups(
            f"cgroup v2 may not be used here ({problem.strerror}); `systemd-run --user --scope -p Delegate=yes` before the "
            "command allows it"
        ) from None
    for name in there:
        if name in _WANTED:  # missing controllers are not used
            _write(folder, "cgroup.subtree_control", f"+{name}")
    place = Place(folder, frozenset(_WANTED) & frozenset(_words(folder, "cgroup.subtree_control")), ours)
    if ours:
        _write(ours, "cpu.weight", str(_WEIGHT))
    return place


def _our_group(mounts: str, own: str) -> str:
    """Return the folder of this process's group."""
    try:
        with open(own, encoding="utf-8") as file:
            [path] = [line.rstrip("\n")[3:] for line in file if line.startswith("0::")]
        with open(mounts, encoding="utf-8") as file:
            [(root, point), *_] = [
                (fields[3], fields[4]) for fields in map(str.split, file) if fields[fields.index("-") + 1] == "cgroup2"
            ]
    except (OSError, ValueError):
        raise NoGroups("this system has no cgroup v2") from None
    return os.path.normpath(os.path.join(point, os.path.relpath(path, root)))


def make(group: str, threads: int, memory: int) -> None:
    """Make a group with limits; 0 means none. The threads are those of all its processes. Raise OSError."""
    os.mkdir(group)
    if threads:
        _write(group, "pids.max", str(threads))
    if memory:
        _write(group, "memory.max", str(TOGETHER * memory))
        _write(group, "memory.swap.max", "0")


def enter(group: str) -> None:
    """Move this process to a group. Raise OSError."""
    _put(group, "cgroup.procs", "0")


def kill(group: str) -> None:
    """Kill everything in a group."""
    _write(group, "cgroup.kill", "1")


def excess(group: str, threads: int) -> str:
    """Return the limit that a group has reached; empty if none."""
    if _count(group, "pids.events", "max"):
        return f"over the limit of {threads} threads"
    if _count(group, "memory.events", "oom_kill"):
        return "over the memory limit of all its processes together"
    return ""


def remove(group: str) -> None:
    """Kill everything in a group, and remove it."""
    kill(group)
    until = time.monotonic() + KILL_TIME
    while not _remove(group) and time.monotonic() < until:
        time.sleep(0.0005)


def _remove(group: str) -> bool:
    """Remove a group with all groups below it; return whether it is gone."""
    try:
        for entry in os.scandir(group):
            if entry.is_dir(follow_symlinks=False):
                _remove(entry.path)
        os.rmdir(group)
    except FileNotFoundError:
        return True
    except OSError:  # a process in it is still exiting
        return False
    return True


def _count(group: str, file: str, key: str) -> int:
    words = _words(group, file)
    return int(words[words.index(key) + 1]) if key in words else 0


def _words(group: str, file: str) -> list[str]:
    try:
        with open(os.path.join(group, file), encoding="ascii") as lines:
            return lines.read().split()
    except OSError:
        return []


def _put(group: str, file: str, text: str) -> None:
    """Write to a file of a group. Raise OSError."""
    descriptor = os.open(os.path.join(group, file), os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _write(group: str, file: str, text: str) -> None:
    """Write to a file of a group; ignore errors."""
    try:  # noqa: SIM105 (contextlib takes long to load)
        _put(group, file, text)
    except OSError:
        pass
