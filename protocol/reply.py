"""Replies of the engine as values: written as lines by the server, read back from lines by the client.

Every command gets one reply. Each class writes its lines (`lines`) and reads them (`read`), so both ends of a pipe use the
same classes. `Refused` is the reply to a command that cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from beachhead import PROTOCOL
from beachhead.engine.fields import Value
from beachhead.engine.game import Game
from beachhead.engine.values import (
    Acted,
    Action,
    Event,
    First,
    Forfeited,
    Next,
    Over,
    Result,
    Seeded,
    UnknownEvent,
)

OK: Final = "ok"
_SEARCH: Final = "score "  # start of the remark with the numbers of a search


class Data(Value):
    """The lines of an answer as the client reads them: data lines split after the first word, and the text after `ok`."""

    lines: tuple[str, ...]
    text: str
    game: Game[Any] | None  # the current game, as far as the client knows it

    def of(self, word: str) -> tuple[str, ...]:
        """Return the rest of each line that begins with a word; unknown lines are ignored, they may be of a later version."""
        parts = [line.partition(" ") for line in self.lines]
        return tuple(rest for first, _, rest in parts if first == word)

    @property
    def events(self) -> Sequence[Event]:
        """The events in the answer."""
        return Done.read(self).events


class Done:
    """The command has been done; holds the events that followed."""

    __slots__ = ("events",)  # made for every action that is played, so kept as simple as possible
    __match_args__ = ("events",)

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.events = events

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Done) and [*other.events] == [*self.events]

    def __hash__(self) -> int:
        return hash((*self.events,))

    def __repr__(self) -> str:
        return f"Done({self.events!r})"

    def lines(self) -> list[str]:
        told = [f"event {event.text}" for event in self.events]
        told.append(OK)
        return told

    @staticmethod
    def read(data: Data) -> Done:
        """Return the reply read from its lines."""
        return Done(tuple(read_event(text, data.game) for text in data.of("event")))


class Listed(Value):
    """The legal actions, in ascending order of bytes."""

    actions: Sequence[Action]

    def lines(self) -> list[str]:
        told = [f"legal {action.text}" for action in self.actions]
        told.append(f"ok {len(told)}")
        return told

    @staticmethod
    def read(data: Data) -> Listed:
        """Return the reply read from its lines."""
        return Listed(tuple(read_action(text, data.game) for text in data.of("legal")))


class Standing(Value):
    """The position, complete or as a seat sees it."""

    position: str

    def lines(self) -> list[str]:
        return [f"state {self.position}", OK]

    @staticmethod
    def read(data: Data) -> Standing:
        """Return the reply read from its lines."""
        return Standing("".join(data.of("state")))


class Drawn(Value):
    """The diagram for people, row by row."""

    rows: tuple[str, ...]

    def lines(self) -> list[str]:
        return [*[f"board {row}".rstrip() for row in self.rows], OK]

    @staticmethod
    def read(data: Data) -> Drawn:
        """Return the reply read from its lines."""
        return Drawn(data.of("board"))


class Recorded(Value):
    """The record of the game so far, line by line."""

    record: tuple[str, ...]

    def lines(self) -> list[str]:
        return [*(f"record {line}" for line in self.record), f"ok {len(self.record)}"]

    @staticmethod
    def read(data: Data) -> Recorded:
        """Return the reply read from its lines."""
        return Recorded(data.of("record"))


class Ended(Value):
    """The result of the game, or None if it is not over."""

    result: Result | None

    def lines(self) -> list[str]:
        return [f"result {self.result or 'none'}", OK]

    @staticmethod
    def read(data: Data) -> Ended:
        """Return the reply read from its lines."""
        text = "".join(data.of("result"))
        return Ended(None if text in ("", "none") else read_result(text.split()))


class Explained(Value):
    """The verdict on an action: legal, or the rule that forbids it and why. True as a boolean if the action is legal."""

    is_legal: bool
    info: tuple[str, ...]
    rule: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.is_legal

    def lines(self) -> list[str]:
        final = "ok legal" if self.is_legal else f"ok illegal {self.rule} {self.reason}"
        return [*(f"info {line}" for line in self.info), final]

    @staticmethod
    def read(data: Data) -> Explained:
        """Return the reply read from its lines."""
        verdict, _, rest = data.text.partition(" ")
        rule, _, reason = rest.partition(" ")
        return Explained(verdict == "legal", data.of("info"), rule, reason)


class Hinted(Value):
    """An action that the engine would choose, its remarks on it, and the numbers of its search for programs."""

    action: Action
    info: tuple[str, ...]
    search: str = ""

    def lines(self) -> list[str]:
        told = [self.search, *self.info] if self.search else self.info
        return [*(f"info {line}" for line in told), f"ok {self.action}"]

    @staticmethod
    def read(data: Data) -> Hinted:
        """Return the reply read from its lines."""
        info = data.of("info")
        search = info[0] if info and info[0].startswith(_SEARCH) else ""
        return Hinted(read_action(data.text, data.game), info[1:] if search else info, search)


class Counted(Value):
    """The number of sequences of actions."""

    count: int

    def lines(self) -> list[str]:
        return [f"ok {self.count}"]

    @staticmethod
    def read(data: Data) -> Counted:
        """Return the reply read from its lines."""
        return Counted(int(data.text))


class Benched(Value):
    """The checksum of random games, the numbers of games and actions played, and which build played them."""

    signature: str
    info: tuple[str, ...]

    def lines(self) -> list[str]:
        return [*(f"info {line}" for line in self.info), f"ok {self.signature}"]

    @staticmethod
    def read(data: Data) -> Benched:
        """Return the reply read from its lines."""
        return Benched(data.text, data.of("info"))


class Helped(Value):
    """The help on a word of the protocol."""

    page: tuple[str, ...]

    def lines(self) -> list[str]:
        return [*(f"help {line}" for line in self.page), OK]

    @staticmethod
    def read(data: Data) -> Helped:
        """Return the reply read from its lines."""
        return Helped(data.of("help"))


class Identified(Value):
    """The name and version of an engine, and its games."""

    name: str
    version: str
    build: str
    games: tuple[str, ...]

    def lines(self) -> list[str]:
        told = [f"id name {self.name}", f"id version {self.version}", f"id build {self.build}"]
        return [*told, *(f"id game {game}" for game in self.games), f"ok {PROTOCOL}"]

    @staticmethod
    def read(data: Data) -> Identified:
        """Return the reply read from its lines."""
        said = [line.partition(" ") for line in data.of("id")]
        found = {key: value for key, _, value in said}
        games = tuple(value for key, _, value in said if key == "game")
        return Identified(found.get("name", ""), found.get("version", ""), found.get("build", ""), games)


class Refused(Value):
    """The command cannot be done, and nothing has changed.

    ``column`` is the place of a syntax error, counted from 1 after the tag; ``rule`` is the rule that forbids an action.
    """

    code: str
    reason: str
    column: int = 0
    rule: str = ""

    @property
    def text(self) -> str:
        """The text after the code."""
        if self.rule:
            return f"{self.rule} {self.reason}"
        return f"column {self.column}: {self.reason}" if self.column else self.reason

    def __str__(self) -> str:
        return f"{self.code} {self.text}"

    def lines(self) -> list[str]:
        return [f"error {self}"]

    @staticmethod
    def read(text: str) -> Refused:
        """Return the refusal read from the text after the word `error`."""
        code, _, reason = text.partition(" ")
        if code == "illegal":
            rule, _, reason = reason.partition(" ")
            return Refused(code, reason, rule=rule)
        word, _, rest = reason.partition(" ")
        column, found, problem = rest.partition(": ")
        if code == "syntax" and word == "column" and found and column.isdecimal():
            return Refused(code, problem, int(column))
        return Refused(code, reason)


Reply = (
    Done | Listed | Standing | Drawn | Recorded | Ended | Explained | Hinted | Counted | Benched | Helped | Identified
    | Refused
)  # fmt: skip


def event_lines(events: Sequence[Event]) -> list[str]:
    """Return the lines of events."""
    return [f"event {event.text}" for event in events]


def read_action(text: str, game: Game[Any] | None) -> Action:
    """Return the action with this text, from the game's table if it is there."""
    found = None if game is None else game.canonical(text)
    return found or Action(text)


def read_result(words: Sequence[str]) -> Result:
    """Return the result of `WINNER REASON POINTS…`; raise ValueError if the words are invalid."""
    winner, reason, *points = words
    return Result(() if winner == "draw" else tuple(winner.split("+")), reason, tuple(int(point) for point in points))


_SHARED: Final[dict[str, Callable[[Sequence[str]], Event]]] = {
    "first": lambda words: First(*words),
    "forfeit": lambda words: Forfeited(*words),
    "next": lambda words: Next(words[0], int(words[1])),
    "over": lambda words: Over(read_result(words)),
    "seed": lambda words: Seeded(*words),
}


def read_event(text: str, game: Game[Any] | None) -> Event:
    """Return the event of the text after the word `event`; UnknownEvent if it is of a later version."""
    kind, *words = text.split(" ")
    read = _SHARED.get(kind) or (None if game is None else game.events.get(kind))
    try:
        if read is not None:
            return read(words)
    except (IndexError, KeyError, TypeError, ValueError):
        return UnknownEvent(text)
    if game is not None and words and words[0] in game.show.verbs:
        return Acted(kind, read_action(text.partition(" ")[2], game))
    return UnknownEvent(text)
