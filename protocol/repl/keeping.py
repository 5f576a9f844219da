"""Keeping: every game at a prompt has a file of its own, which holds every step as soon as it is shown.

A lock says that a game is being played, so that nobody takes it up a second time.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from beachhead.protocol.repl.places import games_folder, make_folder, write_private


class Keeper:
    """The file of the game that is played at this prompt, from its first step to its end."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` is that of a game that is taken up; raise OSError if it is being played elsewhere."""
        self._file = file
        self._lock = None if file is None else _locked(file)
        self._count = 0

    @property
    def file(self) -> Path | None:
        """The file, if there is one yet."""
        return self._file

    def write(self, lines: list[str]) -> Path:
        """Write the game as it stands; raise OSError."""
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
        """Leave the file as it is; another game gets another one."""
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
    """Return the descriptor of a game's lock, to be held open; raise OSError if somebody else holds it."""
    lock = os.open(_lock_of(file), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        import fcntl
    except ImportError:  # a system without it: nobody is locked out
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def is_played(file: Path) -> bool:
    """Whether a prompt is playing the game in a file now."""
    if not _lock_of(file).exists():
        return False
    try:
        os.close(_locked(file))
    except OSError:
        return True
    return False


def kept_games() -> list[Path]:
    """Return the files of all games that were left unfinished and are not being played, the newest first."""
    with suppress(OSError):
        files = [file for file in games_folder().glob("*.bhr") if not file.name.startswith(".")]
        return sorted((file for file in files if not is_played(file)), key=lambda file: file.name, reverse=True)
    return []


def unwritable() -> str:
    """Return why games cannot be kept, or nothing if they can."""
    place = games_folder()
    try:
        probe = place / f".probe-{os.getpid()}"
        write_private(probe, b"")
        probe.unlink()
    except (OSError, RuntimeError) as problem:
        return f"{place}: {getattr(problem, 'strerror', None) or problem}"
    return ""
