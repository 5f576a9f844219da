"""Files beside the results: records, counter-examples and a log, each only if requested.

They are written when a pair is over, because its dice are secret before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.plan import BadPlan
from beachhead.protocol.files import NoFile, open_output, read_settings, read_text

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of the files; empty for files that are not requested."""

    log: str = ""
    records: str = ""
    faults: str = ""

    def write_log(self, played: PlayedGame) -> None:
        """Add a game to the log; raise OSError."""
        if self.log:
            result = played.result
            seats = ", ".join(f"{seat} {name}" for seat, name in zip(result.seats, result.names, strict=True))
            with open_output(self.log, is_new=False) as file:
                text = f"# game {result.id}: {seats}; seed {result.spec.seed}\n{played.log}"
                file.write(text.encode("utf-8", "backslashreplace"))

    def write_record(self, played: PlayedGame) -> None:
        """Write the record of a game; raise OSError."""
        if self.records and played.record:
            write_lines(Path(self.records) / record_name(played.result.id), played.record)

    def write_evidence(self, played: PlayedGame) -> None:
        """Write the counter-examples of a game; raise OSError."""
        if self.faults:
            for bot, lines in played.evidence.items():
                write_lines(Path(self.fault_file(played.result.id, bot)), lines)

    def fault_file(self, id: int, bot: str) -> str:
        """Return the name of the file with the counter-example of a bot's fault."""
        return str(Path(self.faults) / f"{id}-{_ODD.sub('_', bot)}.txt")


def record_name(id: int) -> str:
    """Return the name of a game's record: its number."""
    return f"{id}.bhr"


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write a new file, and its folder if it is not there: whole or not at all. Raise FileExistsError and OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join([f"{line}\n" for line in lines]).encode("utf-8", "backslashreplace")
    try:
        descriptor = os.open(
            path.parent, os.O_WRONLY | os.O_TMPFILE, 0o666
        )  # without a name, so that a kill leaves nothing
    except (AttributeError, OSError):  # not on this system, or not in this folder
        _write_draft(path, text)
        return
    with os.fdopen(descriptor, "wb") as file:
        _put(file, text)
        os.link(f"/proc/self/fd/{descriptor}", path, src_dir_fd=descriptor, follow_symlinks=True)


def _write_draft(path: Path, text: bytes) -> None:
    """Write a new file under another name, and give it its own when it is whole."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(draft, "xb") as file:
            _put(file, text)
        os.link(draft, path)  # fails if the name is taken, by whatever it may be
    finally:
        with suppress(OSError):
            draft.unlink()


def _put(file: BinaryIO, text: bytes) -> None:
    """Write to a file and to the disk."""
    file.write(text)
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def told_of(option: str, path: str) -> Iterator[None]:
    """Raise BadPlan with the option if its file or folder cannot be written."""
    try:
        yield
    except FileExistsError:
        raise BadPlan(f"{option}: {path} exists, and is not a folder") from None
    except OSError as problem:
        raise BadPlan(f"{option}: {path} cannot be written: {problem.strerror}") from None


def expect_none(folder: Path) -> None:
    """Raise BadPlan if there are records in a folder for records."""
    there = next(folder.glob("*.bhr"), None)
    if there is not None:
        raise BadPlan(f"{there} is there already, and nothing is overwritten: name a folder without records")


def in_words(problem: Exception) -> str:
    """Return what is wrong, for people: an error of the system without its number."""
    if not isinstance(problem, OSError) or not problem.strerror:
        return str(problem)
    name = problem.filename2 or problem.filename  # the latter of two is what was wanted
    return problem.strerror if name is None else f"{name}: {problem.strerror}"


def read_position_file(path: str | Path) -> str:
    """Return the text of a file of positions. Raise NoFile, also if there is nothing in it."""
    text = read_text(path)
    if not text.strip():
        raise NoFile(path, "is empty: there is no position in it")
    return text


def read_deck(path: str | Path) -> str:
    """Return the text of a deck of cards. Raise NoFile, also if there is nothing in it."""
    text = read_settings(path)
    if not text.strip():
        raise NoFile(path, "is empty")
    return text
