"""The values that the rules share with the rest of the program: actions, events, results and refusals.

Actions and events are small classes with fields. An action stores its text, because it is made once and written often;
the text of an event is built on demand, so that search does not format strings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from beachhead.engine.native import mypyc_attr

CHANCE: Final = "chance"
FORFEITS: Final[tuple[str, ...]] = ("time", "illegal", "crash", "hang", "start")


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """An action of a seat or of chance; prints as the line that plays it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def kind(self) -> str:
        """The first word of the text."""
        return self.text.partition(" ")[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the text, as people type them one by one."""
        return tuple(self.text.split(" "))


class Resign(Action):
    """The seat to act gives up. Legal at every decision, but never listed by ``legal``."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("resign")


RESIGN: Final = Resign()


class Forfeit(Action):
    """A seat is taken out of the game from outside: a step of the history, but not an action of any seat."""

    __slots__ = ("reason", "seat")

    def __init__(self, seat: str, reason: str) -> None:
        super().__init__(f"forfeit {seat} {reason}")
        self.seat = seat
        self.reason = reason


class Result:
    """The result of a game: the winners (several if they share the win, none in a draw), the reason, and all points.

    ``places`` ranks all seats from 1, ties sharing a place; it is empty if the winners alone determine the ranking.
    """

    __slots__ = ("places", "points", "reason", "winners")

    def __init__(
        self, winners: tuple[str, ...], reason: str, points: tuple[int, ...], places: tuple[int, ...] = ()
    ) -> None:
        self.winners = winners
        self.reason = reason
        self.points = points
        self.places = places

    def __str__(self) -> str:
        return f"{'+'.join(self.winners) or 'draw'} {self.reason} {' '.join([str(point) for point in self.points])}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """A consequence of an action. ``kind`` is its first word, ``text`` everything after the word `event`."""

    __slots__ = ()
    kind: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The text of the event in the protocol."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Acted(Event):
    """A seat or chance has acted."""

    __slots__ = ("action", "actor")

    def __init__(self, actor: str, action: Action) -> None:
        self.actor = actor
        self.action = action

    @property
    def text(self) -> str:
        return f"{self.actor} {self.action.text}"


class Forfeited(Event):
    """A seat has been taken out of the game from outside."""

    __slots__ = ("reason", "seat")
    kind: ClassVar[str] = "forfeit"

    def __init__(self, seat: str, reason: str) -> None:
        self.seat = seat
        self.reason = reason

    @property
    def text(self) -> str:
        return f"forfeit {self.seat} {self.reason}"


class Seeded(Event):
    """The engine has chosen a seed for the dice."""

    __slots__ = ("seed",)
    kind: ClassVar[str] = "seed"

    def __init__(self, seed: str) -> None:
        self.seed = seed

    @property
    def text(self) -> str:
        return f"seed {self.seed}"


class First(Event):
    """A seat has the first turn."""

    __slots__ = ("seat",)
    kind: ClassVar[str] = "first"

    def __init__(self, seat: str) -> None:
        self.seat = seat

    @property
    def text(self) -> str:
        return f"first {self.seat}"


class Next(Event):
    """A turn begins."""

    __slots__ = ("seat", "turn")
    kind: ClassVar[str] = "next"

    def __init__(self, seat: str, turn: int) -> None:
        self.seat = seat
        self.turn = turn

    @property
    def text(self) -> str:
        return f"next {self.seat} {self.turn}"


class Over(Event):
    """The game has ended."""

    __slots__ = ("result",)
    kind: ClassVar[str] = "over"

    def __init__(self, result: Result) -> None:
        self.result = result

    @property
    def text(self) -> str:
        return f"over {self.result}"


class UnknownEvent(Event):
    """An event of a newer version, or of an unknown game."""

    __slots__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words = words

    @property
    def text(self) -> str:
        return self.words


Events = Sequence[Event]


class Rule:
    """An entry of a rulebook: its id, its name, and its text."""

    __slots__ = ("id", "name", "text")

    def __init__(self, id: str, name: str, text: str) -> None:
        self.id = id
        self.name = name
        self.text = text


class IllegalAction(Exception):
    """Raised if an action is illegal now; holds the id of the rule that forbids it and the reason."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule} {reason}")
        self.rule = rule
        self.reason = reason


class BadPosition(Exception):
    """Raised if a text is not a valid position of the game; the message says which field is wrong, and why."""


class BadOption(Exception):
    """Raised if a mode, a seat or an option of a new game does not exist."""
