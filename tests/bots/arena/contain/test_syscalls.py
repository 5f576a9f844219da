"""The filter of system calls: what it lets through, worked out step by step as the kernel does."""

import errno

import pytest

from beachhead.bots.arena.contain import syscalls

ALLOW = 0x7FFF0000
NO_CALL = 0x00050000 + errno.ENOSYS
NO_FAMILY = 0x00050000 + errno.EAFNOSUPPORT
X86, I386, ARM, ARM32 = 0xC000003E, 0x40000003, 0xC00000B7, 0x40000028
UNIX, INET, ALG, VSOCK = 1, 2, 38, 40


def verdict(program: bytes, machine: int, number: int, first: int) -> int:
    """What the kernel does with a system call."""
    data = {0: number, 4: machine, 16: first}
    place = loaded = 0
    while True:
        code, true, false = int.from_bytes(program[place : place + 2], "little"), program[place + 2], program[place + 3]
        value = int.from_bytes(program[place + 4 : place + 8], "little")
        place += 8
        if code == 0x06:
            return value
        if code == 0x20:
            loaded = data[value]
        else:
            place += 8 * (true if {0x15: loaded == value, 0x35: loaded >= value}[code] else false)


@pytest.mark.parametrize(
    ("machine", "kind", "number", "first", "expected"),
    [
        ("x86_64", X86, 0, 0, ALLOW),  # read
        ("x86_64", X86, 41, UNIX, ALLOW),  # socket
        ("x86_64", X86, 41, INET, ALLOW),
        ("x86_64", X86, 41, VSOCK, NO_FAMILY),
        ("x86_64", X86, 41, ALG, NO_FAMILY),
        ("x86_64", X86, 53, VSOCK, ALLOW),  # socketpair makes nothing but pairs
        ("x86_64", X86, 425, 0, NO_CALL),  # io_uring_setup
        ("x86_64", X86, 0x40000000 + 41, VSOCK, NO_CALL),  # the same program as x32
        ("x86_64", I386, 359, UNIX, ALLOW),
        ("x86_64", I386, 359, VSOCK, NO_FAMILY),
        ("x86_64", I386, 102, 1, NO_CALL),  # socketcall
        ("x86_64", I386, 41, VSOCK, ALLOW),  # dup
        ("x86_64", ARM, 0, 0, NO_CALL),
        ("aarch64", ARM, 198, UNIX, ALLOW),
        ("aarch64", ARM, 198, VSOCK, NO_FAMILY),
        ("aarch64", ARM, 425, 0, NO_CALL),
        ("aarch64", ARM32, 281, VSOCK, NO_FAMILY),
        ("aarch64", ARM32, 3, 0, ALLOW),
    ],
)
def test_verdicts(machine: str, kind: int, number: int, first: int, expected: int) -> None:
    """Sockets of kinds that no namespace keeps apart are refused, and all ways around; everything else is allowed."""
    assert verdict(syscalls.program(machine), kind, number, first) == expected


def test_other_machines() -> None:
    """If the numbers of the system calls are unknown, there is no filter."""
    assert syscalls.program("s390x") == b""
