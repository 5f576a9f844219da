"""The contract that a game fulfils.

A game is a rulebook that answers questions about states. It keeps nothing, throws no dice, reads no clock: chance is an
actor like any seat, and whoever drives the game picks its tickets. The protocol, the timeline, perft, the REPL and the
arena know games by this page alone, so a second game is a folder and not an ``if``.

How the pieces fit, for the author of a game:

* A *state* is a value of the game's own class, never changed once made, equal to another when their texts are equal.
* An *action* prints as the line that plays it. What ``legal`` lists are canonical actions; there is one text for each.
* An *event* says what followed from an action. The action itself needs none: ``event SEAT ACTION`` is said by the table.
* *Chance* has an urn of equally likely tickets (an outcome of weight three lies in it three times), 216 at the most.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from beachhead.engine.lesson import Lesson
    from beachhead.engine.picture import Picture

CHANCE: Final = "chance"
FORFEITS: Final = ("time", "illegal", "crash", "hang", "start")


class Action:
    """What a seat or chance does; prints as the line that plays it."""

    __slots__ = ("text",)
    text: str

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
        """The first word of its text."""
        return self.text.partition(" ")[0]


class Resign(Action):
    """The seat to act gives up; legal at every decision, listed at none."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "resign"


RESIGN: Final = Resign()


class Forfeit(Action):
    """A seat is taken out by whoever runs the game: a step of its history, but no action of anybody's."""

    __slots__ = ("reason", "seat")

    def __init__(self, seat: str, reason: str) -> None:
        self.text = f"forfeit {seat} {reason}"
        self.seat = seat
        self.reason = reason


class Event:
    """What followed from an action; prints as it stands behind ``event``."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Result:
    """How a game ended: who won (all who share it; nobody in a draw), why, and the points of every seat.

    ``places`` ranks all seats from 1, equal ones alike; it is empty where the winners say it all.
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
        return f"{'+'.join(self.winners) or 'draw'} {self.reason} {' '.join(map(str, self.points))}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Rule:
    """An entry of a rulebook: its id, a name for it, and what it says in our words."""

    __slots__ = ("id", "name", "text")

    def __init__(self, id: str, name: str, text: str) -> None:
        self.id = id
        self.name = name
        self.text = text


def read_rules(text: str) -> dict[str, Rule]:
    """A rulebook from its text: a line `ID | NAME` for each rule, what it says in the indented lines below."""
    rules: dict[str, Rule] = {}
    for entry in text.strip().replace("\n    ", "\t").splitlines():
        title, *said = entry.split("\t")
        id, _, name = title.partition(" | ")
        rules[id] = Rule(id, name, " ".join(said))
    return rules


class IllegalAction(Exception):
    """An action may not be done now: the id of the rule that forbids it, and the reason in the player's words."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule} {reason}")
        self.rule = rule
        self.reason = reason


class BadPosition(Exception):
    """A text is no position of the game; says which field, and why."""


class BadOption(Exception):
    """A mode, a seat or an option of a new game is not one that there is."""


S = TypeVar("S")
Past = Iterable[tuple[S, Action]]
Hash = Callable[[str], int]


class Game(ABC, Generic[S]):
    """The rules of one game. ``S`` is its class of states."""

    name: str
    title: str
    modes: tuple[str, ...]  # examples of mode words, for completion; ``start`` judges
    options: Mapping[str, tuple[str, ...]]  # keys of a new game with examples of values, likewise
    kinds: tuple[str, ...]  # the first words of its actions
    verbs: Mapping[str, tuple[str, ...]]  # by kind: how its actions are written, and what they do
    rules: Mapping[str, Rule]
    bare: tuple[str, ...] = ()  # the kinds that a place alone may stand for at the prompt, the first one that fits
    lessons: Sequence[Lesson] = ()  # a tutorial, where there is one

    @abstractmethod
    def start(self, mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[S, Sequence[Event]]:
        """The first state of a new game, and what there is to say about it; raises BadOption."""

    @abstractmethod
    def mode(self, state: S) -> str:
        """The mode word that this game is played in."""

    @abstractmethod
    def setting(self, state: S) -> Mapping[str, str]:
        """The options with which ``start`` makes a game of as many seats."""

    @abstractmethod
    def seats(self, state: S) -> tuple[str, ...]:
        """All seats in their order, also those that are out."""

    @abstractmethod
    def actor(self, state: S) -> str | None:
        """Whose action is due: a seat, CHANCE, or nobody when the game is over."""

    @abstractmethod
    def legal(self, state: S) -> list[Action]:
        """The canonical actions of the actor, in no particular order, without resigning; of chance its outcomes."""

    @abstractmethod
    def urn(self, state: S) -> Sequence[Action]:
        """The equally likely tickets from which chance draws where chance is the actor."""

    @abstractmethod
    def draw(self, state: S, past: Past[S], h: Hash) -> Action:
        """The ticket that the keyed dice draw: ``h`` hashes a key text; ``past`` goes back from the newest action."""

    @abstractmethod
    def why_not(self, state: S, action: Action) -> IllegalAction | None:
        """The rule that forbids an action, or None exactly when it is legal now."""

    @abstractmethod
    def apply(self, state: S, action: Action) -> tuple[S, Sequence[Event]]:
        """The state after a legal action and what followed from it. It trusts its caller: ask ``why_not`` before."""

    @abstractmethod
    def forfeit(self, state: S, seat: str, reason: str) -> tuple[S, Sequence[Event]]:
        """The state after a seat has been taken out, at any moment before the end; raises BadOption."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the running turn; 0 before play."""

    @abstractmethod
    def is_setup(self, state: S) -> bool:
        """Whether the players are still setting up."""

    @abstractmethod
    def write(self, state: S) -> str:
        """The whole position as text."""

    @abstractmethod
    def view(self, state: S, seat: str) -> str:
        """The position as one seat may see it; the same text for every state that looks the same to it."""

    @abstractmethod
    def read(self, text: str) -> S:
        """The state that a whole position's text describes; raises BadPosition."""

    @abstractmethod
    def action(self, state: S, text: str) -> Action:
        """The action of a well-formed text, a square that was left out filled in from the state."""

    @abstractmethod
    def canonical(self, text: str) -> Action | None:
        """The action whose canonical text this is, from a table; None where there is none."""

    @abstractmethod
    def describe(self, state: S, action: Action) -> str:
        """What a legal action would do, in a few words."""

    @abstractmethod
    def tell(self, actor: str, action: Action, events: Sequence[Event]) -> list[str]:
        """What has been done and what followed, in sentences for people."""

    @abstractmethod
    def picture(
        self,
        state: S,
        *,
        seat: str | None = None,
        last: Action | None = None,
        news: Sequence[Event] = (),
        preview: Action | None = None,
        ascii: bool = False,
        width: int = 80,
    ) -> Picture:
        """The diagram for people, as ``seat`` may see it, with the last action and a considered one marked.

        ``news`` is what followed from the last action.
        """
