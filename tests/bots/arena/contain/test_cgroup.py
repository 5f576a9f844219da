"""Control groups: the kernel's own limits for a bot, if this user may make groups; and the steps of it on a folder of files."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from beachhead.bots.arena.contain import cgroup, guard
from beachhead.bots.arena.contain.cgroup import NoGroups, Place
from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.launch import read_bot
from tests.bots.arena.ring import Ring

MOUNTS = "34 25 0:30 {root} {point} rw,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"


def hierarchy(folder: Path, controllers: str, is_root: bool = False) -> tuple[str, str]:
    """A folder that stands for a hierarchy, in which this process is in the group `/user/ours`; its two files of /proc."""
    group = folder / "tree" / "ours"
    group.mkdir(parents=True)
    (group / "cgroup.controllers").write_text(controllers)
    (group / "cgroup.subtree_control").write_text("")
    (group / "cgroup.procs").write_text("")
    if not is_root:
        (group / "cgroup.type").write_text("domain")
    mounts, own = folder / "mountinfo", folder / "cgroup"
    mounts.write_text("33 25 0:29 / /proc rw - proc proc rw\n" + MOUNTS.format(root="/user", point=folder / "tree"))
    own.write_text("8:pids:/elsewhere\n0::/user/ours\n")
    return str(mounts), str(own)


def test_our_group(tmp_path: Path) -> None:
    """The group of a process is found through the mount, also if that shows only a part of the hierarchy."""
    mounts, own = hierarchy(tmp_path, "cpu io memory pids", is_root=True)
    place = cgroup.open_place(mounts, own)
    assert place.folder == str(tmp_path / "tree" / "ours")
    assert place.group().startswith(f"{place.folder}/beachhead-")


def test_no_hierarchy(tmp_path: Path) -> None:
    """Without a mounted hierarchy, or without control of processes in it, groups are refused with the reason."""
    mounts, own = hierarchy(tmp_path, "hugetlb")
    with pytest.raises(NoGroups, match="no control of processes"):
        cgroup.open_place(mounts, own)
    Path(mounts).write_text("33 25 0:29 / /proc rw - proc proc rw\n")
    with pytest.raises(NoGroups, match="this system has no cgroup v2"):
        cgroup.open_place(mounts, own)


def test_others_in_our_group(tmp_path: Path) -> None:
    """If the kernel does not let us hand controllers on, nothing of ours stays, and the message says what would help."""
    mounts, own = hierarchy(tmp_path, "pids")
    group = tmp_path / "tree" / "ours"
    (group / "cgroup.subtree_control").unlink()
    (group / "cgroup.subtree_control").mkdir()
    with pytest.raises(NoGroups, match="systemd-run --user --scope -p Delegate=yes"):
        cgroup.open_place(mounts, own)
    assert not list(group.glob("beachhead*"))


def test_limits(tmp_path: Path) -> None:
    """A group gets its limits, as far as the kernel has files for them; what has been met is told."""
    group = tmp_path / "bot"
    cgroup.make(str(group), 514, 1000)
    assert not list(group.iterdir())  # a file that the kernel does not have is not made
    assert cgroup.excess(str(group), 512) == ""
    (group / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert cgroup.excess(str(group), 512) == "over the memory limit of all its processes together"
    (group / "pids.events").write_text("max 3\n")
    assert cgroup.excess(str(group), 512) == "over the limit of 512 threads"


@pytest.fixture
def place() -> Iterator[Place]:
    """A place for groups of bots; skips if this user may not make them here."""
    try:
        found = cgroup.open_place()
    except NoGroups as problem:
        pytest.skip(str(problem))
    guard.close_guard()  # the fork server is to be born into the arena's own group
    guard._places[:] = [found]
    yield found
    guard.close_guard()
    guard._places.clear()
    found.close()


def test_a_bot_in_a_group(ring: Ring, place: Place) -> None:
    """A bot and everything that it starts are in a group of limits, which is gone with the bot."""
    program = "import os,time; os.fork() or os.setsid(); print(1, flush=True); time.sleep(1000)"
    process = Contained(read_bot(f"{sys.executable} -c '{program}'", memory=100 << 20))
    group = Path(process._group)
    until = time.monotonic() + 10
    while not group.exists() or len((group / "cgroup.procs").read_text().split()) < 2:
        assert time.monotonic() < until
    assert (group / "pids.max").read_text() == "512\n"
    if "memory" in place.controllers:
        assert (group / "memory.max").read_text() == f"{400 << 20}\n"
    process.kill()
    assert not group.exists()


def test_the_kernel_counts(ring: Ring, place: Place) -> None:
    """The kernel lets no bot have more threads than it may, and one that tries is ended."""
    bomb = "import threading,time\nfor _ in range(600):\n    threading.Thread(target=time.sleep, args=(1000,)).start()"
    process = Contained(read_bot(f"{sys.executable} -c '{bomb}'"))
    most = 0
    until = time.monotonic() + 10
    while not process.has_exited() and time.monotonic() < until:
        most = max(most, len(cgroup._words(process._group, "cgroup.threads")))
    process.exit_code(5)
    assert process.note == "over the limit of 512 threads"
    assert most <= 512
    process.close()


def test_a_group_is_killed_as_a_whole(tmp_path: Path) -> None:
    """What is in a group, and in groups that it has made itself, is gone when the group is removed."""
    try:
        parent = cgroup._our_group("/proc/self/mountinfo", "/proc/self/cgroup")
        group = f"{parent}/beachhead-test-{os.getpid()}"
        cgroup.make(group, 0, 0)
    except (NoGroups, OSError) as problem:
        pytest.skip(f"no group can be made here: {problem}")
    inner = f"{group}/inner"
    os.mkdir(inner)
    sleeper = subprocess.Popen(["sleep", "1000"])
    Path(inner, "cgroup.procs").write_text(str(sleeper.pid))
    cgroup.remove(group)
    assert sleeper.wait(10) == -signal.SIGKILL
    assert not os.path.exists(group)
