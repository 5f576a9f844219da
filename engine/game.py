"""The contract of a game: its rules, as functions of its states.

A game has no mutable state, throws no dice and reads no clock: chance is an actor like any seat, and the caller picks its
tickets. The protocol, the timeline, perft, the prompt and the arena use games only through this file and `show.py`, so a
new game is a new folder, not a new ``if``.

If you write a game:

* A *state* is an immutable value of the game's own class. Two states are equal if their texts are equal.
* An *action* prints as the line that plays it. ``legal`` lists canonical actions; each has exactly one text.
* An *event* is a consequence of an action. The action itself needs no event: the timeline records who did what.
* *Chance* has an urn of equally likely tickets (an outcome of weight three is in it three times), at most 216.

A game is a value: ``ISLAND = Game(name="island", legal=flow.legal, …)``. The fields are plain functions, so a call of
``game.legal(state)`` costs no more than a call of the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from beachhead.engine.fields import Value
from beachhead.engine.values import Action, Event, IllegalAction, Result

if TYPE_CHECKING:
    from beachhead.engine.show import Show

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
K = TypeVar("K")
Past = Iterable[tuple[S, Action]]
Hash = Callable[[str], int]
Draw = Callable[[int], int]


class Setting(Value):
    """The mode word and the options of a game: pass them to ``start`` to make another game like it."""

    mode: str
    options: Mapping[str, str]


class Start(Protocol[S_co]):
    """A function that returns the first state of a new game."""

    def __call__(
        self, mode: str = "standard", options: Mapping[str, str] | None = None
    ) -> tuple[S_co, Sequence[Event]]: ...


class Worlds(Protocol[S_co]):
    """A function that returns a complete state that is consistent with a seat's view."""

    def __call__(self, view: str, known: object | None, draw: Draw) -> S_co: ...


class Game(Value, Generic[S]):
    """The rules of one game. ``S`` is its class of states."""

    name: str

    # Return the first state of a new game and its first events; raise BadOption.
    start: Start[S]
    # The options that ``start`` knows, with examples of their values.
    options: Mapping[str, tuple[str, ...]]
    # Return the mode and options of a state.
    setting: Callable[[S], Setting]

    # Return all seats in order, including those that are out of the game.
    seats: Callable[[S], tuple[str, ...]]
    # Return the number of the current turn; 0 before play.
    turn: Callable[[S], int]
    # Return who has to act: a seat, CHANCE, or None if the game is over.
    actor: Callable[[S], str | None]
    # Return the canonical actions of the actor in no particular order, without `resign`; for chance its outcomes.
    legal: Callable[[S], list[Action]]
    # Return the equally likely tickets that chance draws from; called only if chance is the actor.
    urn: Callable[[S], Sequence[Action]]
    # Return the ticket that keyed dice draw: ``Hash`` hashes a key text; ``Past`` yields the newest action first.
    draw: Callable[[S, Past[S], Hash], Action]
    # Return the rule that forbids an action now, or None if it is legal; raise BadOption if it names a seat not in play.
    why_not: Callable[[S, Action], IllegalAction | None]
    # Return the state after a legal action, and the events. Legality is not checked: call ``why_not`` first.
    apply: Callable[[S, Action], tuple[S, Sequence[Event]]]
    # Return the state after a seat has been taken out, at any time before the end; raise BadOption.
    forfeit: Callable[[S, str, str], tuple[S, Sequence[Event]]]
    # Return the result, or None if the game is not over.
    result: Callable[[S], Result | None]

    # Return the complete position as text, and the state of such a text (raise BadPosition if it is invalid).
    write: Callable[[S], str]
    read: Callable[[str], S]
    # Return the position as one seat sees it: the same text for every state that the seat cannot tell apart.
    view: Callable[[S, str], str]
    # Return a complete state consistent with a view, drawn uniformly over what the seat cannot know. ``known`` is what its
    # events have proved (None: nothing), built by ``remember``; ``Draw`` returns a random number below its argument.
    worlds: Worlds[S]
    # Return a seat's knowledge after an event, given its knowledge before (None: nothing yet).
    remember: Callable[[object | None, Event], object | None]

    # Return the action with this canonical text, or None if it is not in the table.
    canonical: Callable[[str], Action | None]
    # Return the action of a well-formed text, with omitted parts filled in from the state; raise IllegalAction, BadOption.
    action: Callable[[S, str], Action]
    # By kind: build one of the game's own events from the words after its kind; raise ValueError if they are invalid.
    events: Mapping[str, Callable[[Sequence[str]], Event]]

    # Import and return the presentation of the game for people.
    load_show: Callable[[], Show[S]]

    # Return the same game with the cards of another deck, from its text; raise ValueError. None if the game has no deck.
    with_deck: Callable[[str], Game[S]] | None = None

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def show(self) -> Show[S]:
        """The presentation of the game for people; imported on first use."""
        return self.load_show()
