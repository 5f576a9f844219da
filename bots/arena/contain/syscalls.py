"""A filter of system calls for boxed bots (seccomp): no sockets but those that the network namespace keeps apart.

Namespaces do not divide every kind of socket: by `vsock` a bot in a virtual machine could reach the machine's host, and
other bots. So only the kinds that every program may need are left, each of them empty in the sandbox. io_uring could
make sockets without that system call, so it is refused as well, as container engines do.

Linux only. This module is imported by the fork server, so it imports nothing that takes long to load.
"""

from __future__ import annotations

import errno
import os

FAMILIES = (1, 2, 10, 16)  # of sockets: unix, inet, inet6, netlink
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000  # with an error number added
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _MACHINE, _FIRST = 0, 4, 16  # offsets in what is filtered: the call, the machine, its first argument
_X32 = 0x40000000  # calls from here on are those of a third kind of program on x86-64
_IO_URING = 425  # io_uring_setup, everywhere
_SOCKETS = {  # by machine: its own number, that of `socket`, and calls to refuse; the second line is for 32-bit programs
    "x86_64": ((0xC000003E, 41, (_IO_URING,)), (0x40000003, 359, (_IO_URING, 102))),
    "aarch64": ((0xC00000B7, 198, (_IO_URING,)), (0x40000028, 281, (_IO_URING, 102))),
}


def program(machine: str = "") -> bytes:
    """Return the filter for a machine, by default this one; empty if its system calls are not known here."""
    steps: list[tuple[int, int, int, int]] = []  # code, steps to jump if true, and if false, value
    for number, socket, refused in _SOCKETS.get(machine or os.uname().machine, ()):
        steps += _block(number, socket, refused)
    if steps:
        steps.append((_RETURN, 0, 0, _REFUSE + errno.ENOSYS))
    return b"".join(
        code.to_bytes(2, "little") + bytes((true, false)) + value.to_bytes(4, "little")
        for code, true, false, value in steps
    )


def _block(machine: int, socket: int, refused: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Return the steps for programs of one kind, which fall through for others."""
    steps = [(_LOAD, 0, 0, _NUMBER)]
    calls, kinds = len(refused), len(FAMILIES)
    steps.append((_AT_LEAST, calls + kinds + 4, 0, _X32))
    for place, call in enumerate(refused):
        steps.append((_EQUAL, calls - place + kinds + 3, 0, call))
    steps.append((_EQUAL, 0, kinds + 2, socket))
    steps.append((_LOAD, 0, 0, _FIRST))
    for place, family in enumerate(FAMILIES):
        steps.append((_EQUAL, kinds - place, 0, family))
    steps.append((_RETURN, 0, 0, _REFUSE + errno.EAFNOSUPPORT))
    steps.append((_RETURN, 0, 0, _ALLOW))
    steps.append((_RETURN, 0, 0, _REFUSE + errno.ENOSYS))
    return [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 0, len(steps), machine), *steps]


def option() -> tuple[list[str], int]:
    """Return bubblewrap's option for the filter, with the open descriptor that it names; none and -1 if there is no filter."""
    data = program()
    if not data:
        return [], -1
    read, write = os.pipe()
    os.write(write, data)
    os.close(write)
    os.set_inheritable(read, True)
    return ["--seccomp", str(read)], read
