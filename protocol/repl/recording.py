"""The records that `--record` asks for: a new file for every game, replaced whole when the game has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from beachhead.protocol.files import replace_file

_MOST: Final = 1000  # files of one name


class Recording:
    """The file of the current game's record."""

    def __init__(self) -> None:
        self._file: Path | None = None  # None before it is first written

    @property
    def is_written(self) -> bool:
        """Whether the current game has a file."""
        return self._file is not None

    def leave(self) -> None:
        """Leave the file as it is: the next game gets a new one."""
        self._file = None

    def write(self, name: str, lines: list[str]) -> Path:
        """Write the current game, to a file of this name if there is none yet; raise OSError."""
        if self._file is None:
            self._file = _new_file(Path(name))
        replace_file(self._file, "\n".join([*lines, ""]).encode())
        return self._file


def _new_file(file: Path) -> Path:
    """Create an empty file of this name, or with a number if there is one already: `game-2.bhr`."""
    number, found = 1, file
    while True:
        try:
            with found.open("x"):
                return found
        except FileExistsError:
            number += 1
            if number > _MOST:
                raise
            found = file.with_name(f"{file.stem}-{number}{file.suffix}")
