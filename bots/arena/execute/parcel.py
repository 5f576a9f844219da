"""A parcel: what a worker on another machine needs to know of a tournament, once; and what it tells of itself."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from beachhead import VERSION
from beachhead.bots.arena.contain.notices import cores
from beachhead.bots.arena.contain.sandbox import boxed
from beachhead.bots.arena.launch import Bot, is_builtin
from beachhead.bots.arena.lock import NAME as LOCK
from beachhead.bots.arena.plan import Plan, plan_of, read_settings
from beachhead.engine.games import find_game

PACKAGE: Final = Path(__file__).resolve().parents[3]
SOURCE: Final = ("engine", "grammar", "protocol", "bots")
KINDS: Final = (".py", ".lark", ".json", ".toml")
MISSING: Final = "missing"
FOUND: Final = "a program of the system"  # which may be another build of it
_SYSTEM: Final = ("/usr/", "/bin/", "/opt/", "/nix/", "/gnu/")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A tournament as it is sent: no seed is in it."""

    run: str  # a name for this run of the driver
    settings: str  # as in the store
    is_boxed: bool
    has_log: bool = False
    has_records: bool = True
    place: str = ""  # where its results are stored: a later run of the same place replaces this one

    def to_text(self) -> str:
        """Return the parcel as one line of text."""
        return json.dumps(asdict(self))

    def open(self, hidden: Sequence[str] = ()) -> Plan:
        """Return the plan, with the bots as they are found from the working folder here. Raise NoSandbox or BadPlan."""
        plan = plan_of(read_settings(self.settings), (), find_game)
        return replace(plan, bots=boxed(plan.bots, hidden)) if self.is_boxed else plan


def read_parcel(text: str) -> Parcel:
    """Return the parcel that `to_text` wrote."""
    return Parcel(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Kit:
    """What a machine plays with: the version and source of this program, and the bots' files, by their names."""

    version: str
    source: str
    files: tuple[tuple[str, str, str], ...]  # bot, word of its command, digest
    cores: int

    def difference(self, other: Kit) -> str:
        """Return in words what is different on another machine; an empty string if nothing is."""
        if (other.version, other.source) != (self.version, self.source):
            is_older = "another source of" if other.version == self.version else "another version of"
            return (
                f"it has {is_older} beachhead: {other.version} ({other.source[:8]}) there, "
                f"{self.version} ({self.source[:8]}) here"
            )
        theirs = {(bot, word): digest for bot, word, digest in other.files}
        for bot, word, digest in self.files:
            found = theirs.get((bot, word), MISSING)
            if found == MISSING != digest:
                return f"'{word}' of {bot} is not there: start it in a copy of the tournament's folder"
            if found != digest:
                return f"'{word}' of {bot} is another file there"
        return ""

    def as_value(self) -> tuple[str, str, tuple[tuple[str, str, str], ...], int]:
        """Return the kit as plain values, which any version can read."""
        return (self.version, self.source, self.files, self.cores)


def kit_of(plan: Plan) -> Kit:
    """Return what this machine plays with; the names in commands are found from the working folder."""
    files = []
    for bot in plan.bots:
        files += [(bot.name, word, _digest_of(path)) for word, path in _paths(bot)]
    return Kit(VERSION, source_digest(), tuple(files), cores())


@cache
def source_digest() -> str:
    """Return a digest of this program's source, which is the same for the pure and the compiled build."""
    found = sha256()
    for folder in SOURCE:
        for path in _files(PACKAGE / folder):
            if path.suffix in KINDS:
                found.update(f"{path.relative_to(PACKAGE)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:32]


def _paths(bot: Bot) -> Iterator[tuple[str, str]]:
    """Yield the words of a bot's command that name something, with the paths that they name here."""
    if is_builtin(bot.words):
        return
    words = shlex.split(bot.words)
    for word, path in zip(words, bot.command, strict=True):
        if word is words[0]:
            yield word, path
        elif path != word or os.path.isabs(path):
            yield word, path.partition("=")[2] if path.startswith("-") else path
        elif "." in word and not word.startswith("-"):
            yield word, word  # the name of a file that may be missing here only
    if bot.folder:
        yield "folder", bot.folder


def _digest_of(path: str) -> str:
    """Return a digest of a file or of a folder's files; a word for a program of the system, and for what is missing."""
    if os.path.isdir(path):
        found = sha256()
        for each in _files(Path(path)):
            found.update(f"{each.relative_to(path)}\n".encode() + each.read_bytes())
        return found.hexdigest()
    if os.path.isfile(path) and not path.startswith(_SYSTEM):
        return sha256(Path(path).read_bytes()).hexdigest()
    return FOUND if shutil.which(path) or os.path.exists(path) else MISSING


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder in order, without caches, hidden ones, and what tournaments and workers write."""
    for name in sorted(os.listdir(folder)):
        path = folder / name
        if name.startswith(".") or name in ("__pycache__", "dask-scratch-space", "dask-worker-space"):
            continue
        if path.is_dir():
            if not (path / LOCK).exists():
                yield from _files(path)
        elif path.is_file():
            yield path
