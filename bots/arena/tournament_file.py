"""The tournament file: TOML, checked before the first game; every message names the file, the line and the key.

Other files (positions, a deck) are not opened here, and bots and modes are not looked up.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from beachhead.bots.arena.clock import UNTIMED, BadTime, Clock, read_clock
from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.schedule.war import War, read_war
from beachhead.bots.arena.toml_lines import Lines

FORMATS: Final = ("round-robin", "gauntlet", "swiss", "knockout", "sprt")
GAMES: Final = 100  # for every pairing, if the file does not say
SPRT_GAMES: Final = 100_000  # pairs after which a sequential test ends without an answer, if the file does not say
SEATS: Final = 6
MOST_GAMES: Final = 1_000_000
MOST_BOTS: Final = 256
HANG: Final = 60.0

_SEED: Final = re.compile(r"[a-z0-9]{1,32}")
_SIZE: Final = re.compile(r"([0-9]{1,9})([KMG]?)B?", re.IGNORECASE)
_FREE: Final = frozenset({"name", "concurrency"})  # settings that may change when a tournament continues
_OPEN: Final = ("round-robin", "gauntlet")  # formats that other bots can join
_MORE: Final = frozenset({"games", "rounds"})  # settings that may grow


class BadFile(Exception):
    """A tournament file is invalid: the message has the file's name, the line and the key."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament, as in its file."""

    name: str
    command: str
    folder: str = ""  # the folder that a sandboxed bot may read; empty: that of its program
    env: Mapping[str, str] = field(default_factory=dict)
    memory: int = 0  # bytes for each of its processes; 0: no limit
    clock: Clock | None = None  # its own clock; None: that of the tournament


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, as in its file."""

    name: str
    bots: tuple[Entrant, ...]
    game: str
    mode: str = "standard"
    format: str = "round-robin"
    games: int = GAMES
    clock: Clock = UNTIMED
    hang: float = HANG
    illegal: int = 0
    concurrency: int = 1
    seed: str = ""  # empty: a secret seed
    reuse: bool = False
    sandbox: bool = False
    positions: str = ""
    deck: str = ""
    seats: int = 2
    rounds: int = 0  # rounds of a swiss tournament; 0: as many as a winner needs
    sprt: Hypotheses | None = None
    war: War | None = None

    def is_extension_of(self, earlier: Tournament) -> str:
        """Return an empty string if this file only extends an earlier one; else the first key that changed.

        The numbers of games never change, so only games after those of the earlier file may be added: more
        games of a fixed schedule or of a sequential test, bots after the others of a fixed schedule, and more rounds of a
        swiss tournament.
        """
        for key in (each.name for each in fields(self)):
            mine, before = getattr(self, key), getattr(earlier, key)
            if mine == before or key in _FREE:
                continue
            if key in _MORE and mine > before > 0 and self._may_grow(key):
                continue
            if key == "bots" and mine[: len(before)] == before:
                if self.format in _OPEN:
                    continue
                return f"the list of bots (none can join a {self.format})"
            return {"bots": "bot", "clock": "time"}.get(key, key)
        return ""

    def _may_grow(self, key: str) -> bool:
        return (
            self.format == "swiss" if key == "rounds" else self.format in ("match", "round-robin", "gauntlet", "sprt")
        )


class _Refused(Exception):
    """A value is invalid; the message says what was expected."""


Check = Callable[[Any], Any]  # Any: a value of TOML


def read_tournament(text: str, file: str) -> Tournament:
    """Return the tournament of a file's text; raise BadFile. ``file`` is its name for messages."""
    return _Reader(text, file).read()


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._lines = Lines(text)
        try:
            self._data = tomllib.loads(text)
        except RecursionError:
            raise BadFile(f"{file}: not valid TOML: it nests too deeply") from None
        except ValueError as bad:  # also a number of too many digits
            message = str(bad)
            found = re.search(r" \(at line (\d+), column (\d+)\)", message)
            line = int(found[1]) if found else self._lines.count
            what = (
                message.replace(found[0], f", column {found[2]}")
                if found
                else message.replace("(at end of document)", "at the end of the file")
            )
            raise BadFile(f"{file}:{line}: not valid TOML: {what}") from None

    def read(self) -> Tournament:
        checked = self._table(self._data, _TOP, (), ("name", "game"))
        entries = self._data.get("bot")
        if entries is None:
            raise BadFile(f"{self._file}:{self._lines.count}: bot: no bots; expected a [[bot]] table for each of them")
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise self._bad("bot", "expected a [[bot]] table for each bot")
        bots = tuple(
            Entrant(**self._table(entry, _BOT, ("bot", number), ("name", "command")))
            for number, entry in enumerate(entries)
        )
        names: dict[str, int] = {}
        for number, bot in enumerate(bots):
            if bot.name in names:
                line = self._lines.find(("bot", names[bot.name]), "name")
                raise self._bad("name", f"'{bot.name}' is the name of the bot of line {line} too", ("bot", number))
            names[bot.name] = number
        if not 2 <= len(bots) <= MOST_BOTS:
            raise self._bad("bot", f"{len(bots)} bot{'s' * (len(bots) != 1)}; expected 2 to {MOST_BOTS}")
        found = Tournament(bots=bots, **checked)
        self._judge(found)
        if found.format == "sprt":
            found = replace(found, sprt=found.sprt or Hypotheses())
            if "games" not in checked:
                found = replace(found, games=SPRT_GAMES)
        return found

    def _table(
        self,
        data: Mapping[str, Any],
        keys: Mapping[str, tuple[str, Check]],
        place: tuple[Any, ...],
        needed: tuple[str, ...],
    ) -> dict[str, Any]:
        """The checked values of a table, by the names of the fields they go into."""
        found = {}
        for key, value in data.items():
            if key == "bot" and not place:
                continue
            if key not in keys:
                known = [*keys] if place else [*keys, "bot"]
                close = get_close_matches(key, known, 1)
                hint = f"did you mean '{close[0]}'?" if close else f"expected one of {', '.join(known)}"
                raise self._bad(key, f"unknown key; {hint}", place)
            name, check = keys[key]
            try:
                found[name] = check(value)
            except _Refused as bad:
                raise self._bad(key, str(bad), place) from None
        for key in needed:
            if key not in data:
                where = "the [[bot]] table" if place else "the file"
                raise self._bad(key, f"missing; {where} needs it", place)
        return found

    def _judge(self, found: Tournament) -> None:
        """Raise _Refused if keys contradict each other."""
        for key, form in (("rounds", "swiss"), ("sprt", "sprt")):
            if key in self._data and found.format != form:
                raise self._bad(key, f'only for format = "{form}"; this one is "{found.format}"')
        if found.format == "sprt" and found.war is not None:
            raise self._bad("war", "a sequential test is about mirrored pairs of games; leave out war or sprt")
        if found.seats > 2:
            if found.format != "round-robin":
                raise self._bad("seats", f'more than two seats need format = "round-robin", not "{found.format}"')
            if found.war is not None:
                raise self._bad("war", "a war is for two bots; leave out war or seats")
        if found.seats > len(found.bots):
            raise self._bad("seats", f"{found.seats} seats, but only {len(found.bots)} bots")

    def _bad(self, key: str, message: str, place: tuple[Any, ...] = ()) -> BadFile:
        return BadFile(f"{self._file}:{self._lines.find(place, key)}: {key}: {message}")


def _shown(value: Any) -> str:  # Any: a value of TOML
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value[:40]}'" if value.isprintable() else ascii(value[:40])
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else str(value)[:40]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _Refused(f"expected a text in quotes, got {_shown(value)}")
    if not value.strip() or not value.isprintable():
        raise _Refused(f"expected a text of printable characters, got {_shown(value)}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Refused(f"expected true or false, got {_shown(value)}")
    return value


def _number(least: int, most: int) -> Check:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _Refused(f"expected a whole number from {least} to {most:,}, got {_shown(value)}")
        return value

    return check


def _real(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        raise _Refused(f"expected a number, got {_shown(value)}")
    return float(value)


def _format(value: Any) -> str:
    if value not in FORMATS:
        raise _Refused(f"expected one of {', '.join(FORMATS)}, got {_shown(value)}")
    return str(value)


def _clock(value: Any) -> Clock:
    try:
        return read_clock(_text(value))
    except BadTime as bad:
        raise _Refused(str(bad)) from None


def _seconds(value: Any) -> float:
    seconds = _real(value)
    if seconds <= 0:
        raise _Refused(f"expected seconds, more than 0, got {_shown(value)}")
    return seconds


def _seed(value: Any) -> str:
    if not isinstance(value, str) or _SEED.fullmatch(value) is None:
        raise _Refused(f"expected 1 to 32 of a-z and 0-9 in quotes, got {_shown(value)}")
    return value


def _illegal(value: Any) -> int:
    if value == "forfeit":
        return 0
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    raise _Refused(f'expected "forfeit" or a number in quotes such as "3", got {_shown(value)}')


def _memory(value: Any) -> int:
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or int(found[1]) == 0:
        raise _Refused(f'expected a size such as "512M", got {_shown(value)}')
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2].upper()]


def _env(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _Refused(f'expected a table such as {{ THREADS = "1" }}, got {_shown(value)}')
    for key, word in value.items():
        if not isinstance(word, str) or "\0" in word:
            raise _Refused(f"{key}: expected a text in quotes, got {_shown(word)}")
        if not key or "=" in key or "\0" in key:
            raise _Refused(f"{_shown(key)} is not a name for a variable")
    return dict(value)


def _war(value: Any) -> War:
    try:
        return read_war(_text(value))
    except ValueError as bad:
        raise _Refused(str(bad)) from None


def _sprt(value: Any) -> Hypotheses:
    names = [each.name for each in fields(Hypotheses)]
    if not isinstance(value, dict):
        raise _Refused(f"expected a table such as {{ elo0 = 0, elo1 = 10 }}, got {_shown(value)}")
    found = {}
    for key, word in value.items():
        if key not in names:
            raise _Refused(f"unknown key '{key}'; expected {', '.join(names)}")
        try:
            found[key] = _real(word)
        except _Refused as bad:
            raise _Refused(f"{key}: {bad}") from None
    test = Hypotheses(**found)
    if test.elo0 >= test.elo1:
        raise _Refused(f"elo0 has to be less than elo1, got {test.elo0:g} and {test.elo1:g}")
    for name, risk in (("alpha", test.alpha), ("beta", test.beta)):
        if not 0 < risk < 0.5:
            raise _Refused(f"{name}: expected a probability between 0 and 0.5, got {risk:g}")
    return test


# The keys of the file: the field that each goes into, and what checks it.
_TOP: Final[Mapping[str, tuple[str, Check]]] = {
    "name": ("name", _text),
    "game": ("game", _text),
    "mode": ("mode", _text),
    "format": ("format", _format),
    "games": ("games", _number(1, MOST_GAMES)),
    "time": ("clock", _clock),
    "hang": ("hang", _seconds),
    "concurrency": ("concurrency", _number(1, 256)),
    "seed": ("seed", _seed),
    "reuse": ("reuse", _flag),
    "sandbox": ("sandbox", _flag),
    "positions": ("positions", _text),
    "illegal": ("illegal", _illegal),
    "deck": ("deck", _text),
    "rounds": ("rounds", _number(1, 1000)),
    "sprt": ("sprt", _sprt),
    "seats": ("seats", _number(2, SEATS)),
    "war": ("war", _war),
}
_BOT: Final[Mapping[str, tuple[str, Check]]] = {
    "name": ("name", _text),
    "command": ("command", _text),
    "folder": ("folder", _text),
    "env": ("env", _env),
    "memory": ("memory", _memory),
    "time": ("clock", _clock),
}
