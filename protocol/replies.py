"""What an engine answers, as values: replies and events, refusals, and the ways in which an engine can fail.

For programs that drive an engine; `client` and `async_client` speak in these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from beachhead.engine.game import Result

_ACTOR: Final = re.compile(r"south|north|p[1-9]|chance")  # who acts; anything else at the head of an event is its kind
_TAIL: Final = 2000  # characters of stderr that a message shows


@dataclass(frozen=True, slots=True)
class Event:
    """What has happened. Of an action it has the actor and the action's text, otherwise both are empty."""

    text: str
    actor: str = ""
    action: str = ""

    @property
    def kind(self) -> str:
        """The first word of the action, or of the event: `move`, `removed`, `over`."""
        return (self.action or self.text).partition(" ")[0]

    @property
    def words(self) -> tuple[str, ...]:
        """All words of it."""
        return tuple(self.text.split())

    @property
    def result(self) -> Result | None:
        """How the game ended, where this event says so."""
        return read_result(self.text.removeprefix("over ")) if self.kind == "over" else None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command that was done: its data lines, and what stands behind the `ok`."""

    command: str
    data: tuple[str, ...]
    text: str

    def lines(self, word: str) -> list[str]:
        """What stands behind a word on the data lines that begin with it; other lines may be of a later version."""
        return [line.partition(" ")[2] for line in self.data if line.partition(" ")[0] == word]

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return [read_event(text) for text in self.lines("event")]


@dataclass(frozen=True, slots=True)
class Identity:
    """What an engine says about itself."""

    name: str
    version: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether an action is legal now; if not, the id of the rule that forbids it. Truth value: whether it is legal."""

    is_legal: bool
    rule: str
    reason: str
    info: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.is_legal


@dataclass(frozen=True, slots=True)
class Hint:
    """An action that the engine would choose, and what it has to say about it."""

    action: str
    info: tuple[str, ...]


class EngineError(Exception):
    """The engine refuses a command; nothing has changed."""

    def __init__(self, command: str, code: str, text: str) -> None:
        super().__init__(f"{command}: {code} {text}")
        self.command = command
        self.code = code
        self.text = text

    @property
    def rule(self) -> str:
        """The id of the rule that forbids an action, where that is the reason."""
        return self.text.partition(" ")[0] if self.code == "illegal" else ""


class EngineFailure(Exception):
    """There is no speaking with this engine."""


class EngineDied(EngineFailure):
    """The engine has ended: its exit code (negative for a signal, None while it lingers) and what it said on stderr."""

    def __init__(self, code: int | None, stderr: str) -> None:
        how = "closed its output" if code is None else f"ended by signal {-code}" if code < 0 else f"exited with {code}"
        super().__init__(f"the engine {how}{': ' + stderr[-_TAIL:].strip() if stderr.strip() else ''}")
        self.code = code
        self.stderr = stderr


class EngineTimeout(EngineFailure, TimeoutError):
    """The engine did not answer in time. It may be asked again: an answer that comes late is dropped."""

    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(f"no answer to '{command[:80]}' within {seconds:g} s")
        self.command = command


def read_event(text: str) -> Event:
    """The event of what stands behind the word `event`."""
    actor, _, action = text.partition(" ")
    return Event(text, actor, action) if action and _ACTOR.fullmatch(actor) else Event(text)


def read_result(text: str) -> Result | None:
    """The result of `WINNER REASON POINTS…`; None where the game goes on."""
    words = text.split()
    if words[:1] == ["none"] or len(words) < 2:
        return None
    winners = () if words[0] == "draw" else tuple(words[0].split("+"))
    return Result(winners, words[1], tuple(int(word) for word in words[2:] if word.isdecimal()))
