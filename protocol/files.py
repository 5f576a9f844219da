"""Files named by users: only regular files are read, up to a limit, and nothing waits for a pipe.

A file from a stranger may be a pipe that nobody writes to, or an endless device. Commands read pipes only as standard
input.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from beachhead.engine.record import printable

LARGEST: Final = 16_000_000  # bytes; more than any record or list of positions needs
_SETTINGS: Final = 1_000_000  # bytes of a file of settings (TOML)
_LINE: Final = 10_000  # characters of a line in it, because parsing may take quadratic time

_LOST: Final = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class NoFile(OSError):
    """Raised if a file cannot be read or written; the message is the file's name and the reason, which begins with a verb."""

    def __init__(self, path: str | Path, reason: str) -> None:
        super().__init__(f"{printable(str(path))} {reason}")
        self.reason = reason


def is_lost(problem: BaseException) -> bool:
    """Return whether this error means that the output of a command could not be written, as on a full disk.

    The command line turns it into a message and an exit code.
    """
    return isinstance(problem, OSError) and problem.errno in _LOST and problem.filename is None


def replace_file(file: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file, whole or not at all; raise OSError. ``mode`` is that of a new file, less the umask."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, mode), "wb") as output:
            output.write(content)
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def open_regular(path: str | Path) -> BinaryIO:
    """Open a regular file for reading. Raise NoFile."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as problem:
        raise NoFile(path, f"cannot be read: {getattr(problem, 'strerror', problem)}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NoFile(path, "is not a regular file")
    return os.fdopen(descriptor, "rb")


def read_file(path: str | Path, largest: int = LARGEST) -> bytes:
    """Return the content of a regular file of bounded size. Raise NoFile."""
    with open_regular(path) as file:
        try:
            content = file.read(largest + 1)
        except OSError as problem:
            raise NoFile(path, f"cannot be read: {problem.strerror}") from None
    if len(content) > largest:
        raise NoFile(path, f"is larger than {largest:,} bytes")
    return content


def read_text(path: str | Path, largest: int = LARGEST) -> str:
    """Return the text of a regular file of bounded size. Raise NoFile."""
    try:
        return read_file(path, largest).decode()
    except UnicodeDecodeError:
        raise NoFile(path, "is not text in UTF-8") from None


def read_settings(path: str | Path) -> str:
    """Return the text of a file of settings that can be parsed in bounded time. Raise NoFile."""
    text = read_text(path, _SETTINGS)
    if len(max(text.split("\n"), key=len)) > _LINE:
        raise NoFile(path, f"has a line of more than {_LINE:,} characters")
    return text


def open_output(path: str | Path, is_new: bool = True, buffering: int = -1) -> BinaryIO:
    """Open a file for writing, from its start or at its end. Raise NoFile, also for a pipe."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | (0 if is_new else os.O_APPEND)
    try:
        descriptor = os.open(path, flags, 0o666)
    except (OSError, ValueError) as problem:
        raise NoFile(path, f"cannot be written: {getattr(problem, 'strerror', problem)}") from None
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISFIFO(mode):
        os.close(descriptor)
        raise NoFile(path, "cannot be written: it is a pipe, whose reader could stop everything")
    if is_new and stat.S_ISREG(mode):
        os.truncate(descriptor, 0)
    os.set_blocking(descriptor, True)
    return os.fdopen(descriptor, "wb", buffering)
