"""The files of the prompt: the history of typed lines, and unfinished games. Only their owner may read them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from beachhead.protocol.files import open_regular, replace_file

_PRIVATE_FOLDER: Final = 0o700
_PRIVATE_FILE: Final = 0o600
_LONGEST_HISTORY: Final = 1_000_000  # bytes; a larger file loses its older half


def folder() -> Path:
    """Return the folder, which may not exist yet."""
    try:
        from platformdirs import user_state_path
    except ImportError:  # an extra; the home folder is used without it
        return Path.home() / ".beachhead"
    return user_state_path("beachhead", appauthor=False)


def history_file() -> Path | None:
    """Return the history file, made private; None if it cannot be written, or is no regular file."""
    try:
        file = make_folder(folder()) / "history"
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE_FILE))
        with open_regular(file) as lines:
            size = os.fstat(lines.fileno()).st_size
            if size > _LONGEST_HISTORY:
                lines.seek(size - _LONGEST_HISTORY // 2)
                text = lines.read(_LONGEST_HISTORY // 2)
                write_private(file, text[text.find(b"\n\n") + 1 :])
    except (OSError, RuntimeError):
        return None
    return file if os.access(file, os.W_OK) else None


def games_folder() -> Path:
    """Return the folder of unfinished games."""
    return folder() / "games"


def write_private(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, readable only by its owner."""
    make_folder(file.parent)
    replace_file(file, content, _PRIVATE_FILE)


def make_folder(place: Path) -> Path:
    """Return a folder, created for its owner alone if it does not exist; raise OSError."""
    place.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    return place
