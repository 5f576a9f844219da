"""Keeping: every game at a prompt has its own file, which is written before each step is shown.

A lock on the file prevents another prompt from resuming the same game.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from beachhead.protocol.repl.places import games_folder, make_folder, write_private


class Keeper:
    """The file of the game at this prompt, from its first step to its end."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` is that of a resumed game; raise OSError if another prompt plays it."""
        self._file = file
        self._lock = None if file is None else _locked(file)
        self._count = 0

    @property
    def file(self) -> Path | None:
        """The file, or None before the first step."""
        return self._file

    def write(self, lines: list[str]) -> Path:
        """Write the current game; raise OSError."""
        if self._file is None:
            self._count += 1
            name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}-{self._count}.bhr"
            file = games_folder() / name
            make_folder(file.parent)
            self._lock = _locked(file)
            self._file = file
        write_private(self._file, "\n".join([*lines, ""]).encode())
        return self._file

    def leave(self) -> None:
        """Leave the file as it is; the next game gets a new one."""
        if self._lock is not None and self._file is not None:
            with suppress(OSError):
                os.unlink(_lock_of(self._file))
            os.close(self._lock)
        self._file = self._lock = None

    def forget(self) -> None:
        """Remove the file: the game is over."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()
        self.leave()


def _lock_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _locked(file: Path) -> int:
    """Return the descriptor of a game's lock, which must stay open; raise OSError if another process holds it."""
    lock = os.open(_lock_of(file), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        import fcntl
    except ImportError:  # this system has no locks
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def is_played(file: Path) -> bool:
    """Return whether a prompt is playing the game of a file now."""
    if not _lock_of(file).exists():
        return False
    try:
        os.close(_locked(file))
    except OSError:
        return True
    return False


def kept_games() -> list[Path]:
    """Return the files of all unfinished games that no prompt plays, newest first."""
    with suppress(OSError):
        files = [file for file in games_folder().glob("*.bhr") if not file.name.startswith(".")]
        return sorted((file for file in files if not is_played(file)), key=lambda file: file.name, reverse=True)
    return []


def unwritable() -> str:
    """Return why games cannot be kept; empty if they can."""
    place = games_folder()
    try:
        probe = place / f".probe-{os.getpid()}"
        write_private(probe, b"")
        probe.unlink()
    except (OSError, RuntimeError) as problem:
        return f"{place}: {getattr(problem, 'strerror', None) or problem}"
    return ""
