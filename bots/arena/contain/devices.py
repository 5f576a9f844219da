"""The device files of a sandbox, which are the system's own: nothing can be changed at them.

Bubblewrap shows them writable, so that a bot could leave a note for its next game at them (when `/dev/null` was last
touched), and root's bots could take them from everybody (`chmod`). Its options for read-only files close devices altogether.
So they are made read-only before, in a mount namespace around the sandbox. One writes *to* such a device all the same.

Linux only. This module is imported by the fork server, so it imports nothing that takes long to load.
"""

from __future__ import annotations

import ctypes
import os

DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_NEW_MOUNTS, _NEW_USER = 0x00020000, 0x10000000
_READ_ONLY, _REMOUNT, _BIND, _DOWN, _RELATIVE = 1, 1 << 5, 1 << 12, (1 << 14) | (1 << 19), 1 << 21
_KEPT = 0b1111 | 1 << 10 | 1 << 11  # options of a mount with the same bit here and in statvfs: nosuid, noatime …
_IS_RELATIVE = 1 << 12  # in statvfs
_DUMPABLE = 4


def protect() -> None:
    """Make the device files read-only for this process and its descendants, where the system lets us."""
    libc = ctypes.CDLL(None)
    user, group = os.geteuid(), os.getegid()
    if user:  # who is not root may mount only in a user namespace, and a protected process makes none
        libc.prctl(_DUMPABLE, 1, 0, 0, 0)
    if libc.unshare(_NEW_MOUNTS | (_NEW_USER if user else 0)):
        return
    try:
        if user:
            for name, words in (
                ("setgroups", "deny"),
                ("uid_map", f"{user} {user} 1"),
                ("gid_map", f"{group} {group} 1"),
            ):
                with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                    file.write(words)
        libc.mount(b"none", b"/", None, _DOWN, None)  # what is mounted here is not mounted outside
        for name in DEVICES:
            path = f"/dev/{name}"
            flags = os.statvfs(path).f_flag
            options = flags & _KEPT | (_RELATIVE if flags & _IS_RELATIVE else 0) | _READ_ONLY
            place = path.encode()
            libc.mount(place, place, None, _BIND, None)
            libc.mount(None, place, None, _REMOUNT | _BIND | options, None)
    except OSError:
        return
