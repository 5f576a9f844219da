"""The store: the results of a tournament in one SQLite database, a game's result and its record in one transaction.

A game counts as soon as its transaction is on the disk, and not before; its id is the primary key, so it cannot count
twice. Everything else about a tournament is computed from the store. Without a folder the database is one that
SQLite keeps in a temporary file.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.lock import Lock
from beachhead.bots.arena.numbers import Numbers
from beachhead.bots.arena.result import GameResult, read_result
from beachhead.protocol.files import LARGEST

FILE: Final = "results.sqlite"
VERSION: Final = 2  # version of the tables below
LEVEL: Final = 2  # of compression: twice as fast as the usual one, and a fifth larger
CACHE: Final = 4_000  # number of results cached in memory

_TABLES: Final = """
CREATE TABLE tournament (settings TEXT NOT NULL, begun REAL NOT NULL, is_finished INTEGER NOT NULL DEFAULT 0);
CREATE TABLE key (first_pair INTEGER PRIMARY KEY, key TEXT NOT NULL, is_public INTEGER NOT NULL);
CREATE TABLE game (id INTEGER PRIMARY KEY, pair INTEGER NOT NULL, result TEXT NOT NULL, record BLOB NOT NULL);
CREATE TABLE evidence (game INTEGER NOT NULL REFERENCES game(id), bot TEXT NOT NULL, text BLOB NOT NULL,
                       PRIMARY KEY (game, bot)) WITHOUT ROWID;
CREATE TABLE luck (game INTEGER PRIMARY KEY REFERENCES game(id), luck TEXT NOT NULL);
"""

Crash = Callable[[str], object]
"""Called at each point at which a run may be killed, with the name of the point; a test dies there. `len` does nothing."""


class BadStore(Exception):
    """Raised if a database is invalid or missing; the message says why."""


@dataclass(frozen=True, slots=True)
class Key:
    """The key of the dice of the pairs from a number on, and whether it is public."""

    first_pair: int
    key: str
    is_public: bool


class Store:
    """An open database. With a folder it holds the folder's lock until it is closed."""

    def __init__(self, folder: Path | None = None, is_read_only: bool = False, at: Crash = len) -> None:
        """Open the database of a folder, which is created if necessary. Raise BadStore, Locked, OSError or sqlite3.Error."""
        self.folder = folder
        self._at = at
        self._lock: Lock | None = None
        self._names: list[str] = []
        if folder is None:
            self._database = sqlite3.connect("", isolation_level=None)
            self._database.executescript(_TABLES)
            return
        path = folder / FILE
        if is_read_only:
            if not path.is_file():
                raise BadStore(f"there are no results in {folder}")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(folder)
        try:
            self._open(path, is_read_only)
        except BaseException:
            self.close()
            raise

    def _open(self, path: Path, is_read_only: bool) -> None:
        try:
            self._database = sqlite3.connect(path, isolation_level=None, timeout=30.0)
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise BadStore(f"{path} has version {version} of the tables; this program knows version {VERSION}")
            if is_read_only:
                if version == 0:
                    raise BadStore(f"{path}: the run was ended before it had begun")
                self._database.execute("PRAGMA query_only = ON")
                return
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            self._at("opened")
            if version == 0:
                with self._transaction():
                    for statement in _TABLES.split(";"):
                        self._database.execute(statement)
                    self._at("tables")
                    self._database.execute(f"PRAGMA user_version = {VERSION}")
        except sqlite3.OperationalError as problem:  # a full disk
            raise BadStore(f"{path} cannot be opened: {problem}") from None
        except sqlite3.DatabaseError as problem:
            raise BadStore(f"{path} is damaged: {problem}") from None

    def close(self) -> None:
        """Close the database and release the folder."""
        database = getattr(self, "_database", None)
        if database is not None:
            database.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._at("before commit")
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        self._at("after commit")

    # The tournament

    @property
    def settings(self) -> str | None:
        """The settings, as first stored or last extended; None before the run has begun."""
        found = self._database.execute("SELECT settings FROM tournament").fetchone()
        return None if found is None else str(found[0])

    @property
    def begun(self) -> float:
        """The start time, in seconds since 1970."""
        return float(self._database.execute("SELECT begun FROM tournament").fetchone()[0])

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played."""
        return bool(self._database.execute("SELECT is_finished FROM tournament").fetchone()[0])

    def begin(self, settings: str, begun: float, key: str, is_public: bool) -> None:
        """Store the settings and the key of the dice."""
        with self._transaction():
            self._database.execute("INSERT INTO tournament VALUES (?, ?, 0)", (settings, begun))
            self._at("half begun")
            self._database.execute("INSERT INTO key VALUES (1, ?, ?)", (key, is_public))

    def extend(self, settings: str, key: str) -> None:
        """Store extended settings. Later pairs get the new key if the old one is public."""
        with self._transaction():
            self._database.execute("UPDATE tournament SET settings = ?, is_finished = 0", (settings,))
            if key:
                last = self._database.execute("SELECT coalesce(max(pair), 0) FROM game").fetchone()[0]
                self._database.execute("INSERT OR REPLACE INTO key VALUES (?, ?, 0)", (last + 1, key))

    def finish(self) -> None:
        """Mark the tournament as finished and all keys as public."""
        with self._transaction():
            self._database.execute("UPDATE tournament SET is_finished = 1")
            self._at("half finished")
            self._database.execute("UPDATE key SET is_public = 1")

    @property
    def keys(self) -> list[Key]:
        """The keys of the dice, in the order of the pairs."""
        found = self._database.execute("SELECT first_pair, key, is_public FROM key ORDER BY first_pair").fetchall()
        return [Key(first, key, bool(is_public)) for first, key, is_public in found]

    # Games

    def name_bots(self, names: Sequence[str]) -> None:
        """Set the names of the bots, in their order, for results."""
        self._names = list(names)

    def add(self, played: PlayedGame) -> None:
        """Store a game that has ended; raise sqlite3.IntegrityError if it is stored already."""
        result = played.result
        with self._transaction():
            self._database.execute(
                "INSERT INTO game VALUES (?, ?, ?, ?)",
                (result.id, result.pair, json.dumps(result.as_json()), _packed(played.record)),
            )
            self._at("half stored")
            for bot, lines in played.evidence.items():
                self._database.execute("INSERT INTO evidence VALUES (?, ?, ?)", (result.id, bot, _packed(lines)))

    def forget(self, ids: Sequence[int]) -> None:
        """Remove games that have to be played again."""
        with self._transaction():
            for id in ids:
                for table in ("evidence", "luck"):
                    self._database.execute(f"DELETE FROM {table} WHERE game = ?", (id,))  # noqa: S608 (our own words)
                self._database.execute("DELETE FROM game WHERE id = ?", (id,))

    def add_luck(self, found: Sequence[tuple[int, tuple[float, ...]]]) -> None:
        """Store the luck of every seat in some games."""
        with self._transaction():
            for id, luck in found:
                self._database.execute("INSERT OR REPLACE INTO luck VALUES (?, ?)", (id, json.dumps(luck)))

    def luck(self) -> dict[int, tuple[float, ...]]:
        """Return the luck of every seat in the games in which it has been measured."""
        return {id: tuple(json.loads(text)) for id, text in self._database.execute("SELECT game, luck FROM luck")}

    def ids(self) -> Numbers:
        """Return the ids of all games."""
        return Numbers(id for (id,) in self._database.execute("SELECT id FROM game"))

    def result(self, id: int) -> GameResult | None:
        """Return the result of a game, or None."""
        found = self._database.execute("SELECT result FROM game WHERE id = ?", (id,)).fetchone()
        return None if found is None else self._read(id, found[0])

    def results(self) -> Iterator[GameResult]:
        """Return all results in the order of the games."""
        for id, text in self._database.execute("SELECT id, result FROM game ORDER BY id"):
            yield self._read(id, text)

    def _read(self, id: int, text: str) -> GameResult:
        """Return the result that a text holds. Raise BadStore."""
        try:
            return read_result(json.loads(text), self._names)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise BadStore(f"the result of game {id} is damaged") from None

    def row(self, id: int) -> tuple[int, dict[str, Any]]:
        """Return what is stored of a game beside its record: the number of its pair, and the result as JSON."""
        pair, text = self._database.execute("SELECT pair, result FROM game WHERE id = ?", (id,)).fetchone()
        return pair, json.loads(text)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Return the records of all games that have one, in their order."""
        for id, packed in self._database.execute("SELECT id, record FROM game ORDER BY id"):
            lines = _unpacked(packed, f"the record of game {id}")
            if lines:
                yield id, lines

    def record(self, id: int) -> list[str]:
        """Return the record of a game."""
        packed = self._database.execute("SELECT record FROM game WHERE id = ?", (id,)).fetchone()[0]
        return _unpacked(packed, f"the record of game {id}")

    def evidence(self, game: int | None = None) -> Iterator[tuple[int, str, list[str]]]:
        """Return the counter-examples, of one game or of all: the game, the bot, the lines."""
        which = "" if game is None else "WHERE game = ?"
        found = self._database.execute(
            f"SELECT game, bot, text FROM evidence {which} ORDER BY game, bot",  # noqa: S608 (our own words)
            () if game is None else (game,),
        )
        for id, bot, packed in found.fetchall():
            yield id, bot, _unpacked(packed, f"the counter-example of game {id}")


class StoredResults(Mapping[int, GameResult]):
    """The results of a store by the game's id, as a mapping for schedules; the last ones used are cached."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.ids = store.ids()
        self._kept: dict[int, GameResult] = {}

    def __contains__(self, id: object) -> bool:
        return id in self.ids

    def __getitem__(self, id: int) -> GameResult:
        found = self._kept.get(id)
        if found is None:
            read = self._store.result(id) if id in self.ids else None
            if read is None:
                raise KeyError(id)
            found = self._keep(read)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def _keep(self, result: GameResult) -> GameResult:
        if len(self._kept) >= CACHE:
            del self._kept[next(iter(self._kept))]
        self._kept[result.id] = result
        return result

    def add(self, played: PlayedGame) -> None:
        """Store a game."""
        self._store.add(played)
        self.ids.add(played.result.id)
        self._keep(played.result)

    def forget(self, ids: Sequence[int]) -> None:
        """Remove games that have to be played again."""
        self._store.forget(ids)
        for id in ids:
            self.ids.discard(id)
            self._kept.pop(id, None)


def _packed(lines: Sequence[str]) -> bytes:
    return zlib.compress("\n".join(lines).encode("utf-8", "backslashreplace"), LEVEL) if lines else b""


def _unpacked(data: bytes, what: str) -> list[str]:
    """Return the lines that were packed. Raise BadStore if they are damaged, or far larger than we write them."""
    if not data:
        return []
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data, LARGEST)
        if unpacking.eof:
            return text.decode("utf-8").split("\n")
    except (zlib.error, ValueError, TypeError):
        pass
    raise BadStore(f"{what} is damaged")
