"""A lock on a folder that ends with its holder, so that two runs never write to one tournament."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Final

NAME: Final = "lock"


class Locked(Exception):
    """Raised if another run holds the folder; the message names it."""


class Lock:
    """Holds a folder until it is released or this process ends, however it ends.

    It is a record lock of the file `lock`: the system drops it with the process, and a forked worker does not inherit it.
    """

    def __init__(self, folder: Path) -> None:
        import fcntl  # not on Windows, where no bots can be played

        self._descriptor = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            holder = os.read(self._descriptor, 300).decode("utf-8", "replace").strip()
            os.close(self._descriptor)
            if isinstance(problem, BlockingIOError | PermissionError):
                raise Locked(f"{folder} is in use by {holder or 'another run'}") from None
            raise
        os.ftruncate(self._descriptor, 0)
        try:
            os.write(self._descriptor, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        except OSError as problem:  # a full disk
            os.close(self._descriptor)
            raise OSError(problem.errno, problem.strerror, str(folder / NAME)) from None

    def release(self) -> None:
        """Give the folder up."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
