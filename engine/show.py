"""The contract of a game's presentation: its title, verbs, rulebook, sentences, lessons and scene.

It lives in the game's own folder, apart from its rules, and is imported on first use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from beachhead.engine.guide import Chapter
from beachhead.engine.lesson import Lesson
from beachhead.engine.picture import Picture, Span
from beachhead.engine.scene import Danger, Mark, MarkKind, Scene
from beachhead.engine.values import CHANCE, Acted, Action, Event, Rule

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment

S = TypeVar("S")


class Show(ABC, Generic[S]):
    """The presentation of one game for people. ``S`` is its class of states."""

    title: str
    modes: tuple[str, ...]  # examples of mode words, for completion; ``start`` of the game validates them
    verbs: Mapping[str, tuple[str, ...]]  # by kind of action: its usage, and what it does
    rules: Mapping[str, Rule]
    newcomers: tuple[str, str] | None = None  # the mode of a first, shorter game, and what is different in it
    topics: Mapping[str, tuple[str, ...]] = {}  # what else `help` knows, by word: a page of lines
    place_verbs: tuple[str, ...] = ()  # kinds that a place alone may stand for; the first that fits is used
    guide: Sequence[Chapter] = ()  # how to play, for players; the rules are listed by its chapters
    lessons: Sequence[Lesson] = ()  # a tutorial, if there is one
    # By kind of piece: the data of an SVG path, facing north, in a circle of radius 22. A piece without one shows its label.
    shapes: Mapping[str, str] = {}

    @abstractmethod
    def describe(self, state: S, action: Action) -> str:
        """Return a short description of the effect of a legal action."""

    @abstractmethod
    def tell(self, event: Event) -> str:
        """Return an event as a sentence for people."""

    def story(self, moments: Sequence[Moment[S]], *, short: bool = False) -> Picture:
        """Return what happened in some moments as sentences, a line each, oldest first; ``short`` if there is little room."""
        return [self._sentence(event) for moment in moments for event in moment.told()]

    def _sentence(self, event: Event) -> list[Span]:
        """Return an event as a sentence, with the actor that it begins with in its colour."""
        text = self.tell(event)
        if not isinstance(event, Acted) or event.actor == CHANCE or not text.lower().startswith(event.actor):
            return [("", text)]
        return [(event.actor, text[: len(event.actor)]), ("", text[len(event.actor) :])]

    @abstractmethod
    def scene(
        self,
        state: S,
        *,
        seat: str | None = None,
        last: Action | None = None,
        events: Sequence[Event] = (),
        preview: Action | None = None,
    ) -> Scene:
        """Return the scene as a seat sees it (None: everything), with the last action and a considered one marked.

        ``events`` are the events of the last action.
        """

    def thrower(self, state: S) -> str | None:
        """Return the seat that throws the dice or draws, if chance is due and players see different things; else None."""
        return None

    def threats(self, state: S) -> Sequence[Mark]:
        """Return marks on the pieces that could be hit now; shown on request. Unless a game says more: those in danger."""
        dangers = [danger for danger in self.dangers(state) if danger.is_likely]
        return tuple(dict.fromkeys([Mark(place, MarkKind.THREAT) for danger in dangers for place in danger.places]))

    def dangers(self, state: S, seat: str | None = None) -> Sequence[Danger]:
        """Return what every seat may lose soon, as far as a seat can see it (None: everything); for an analysis board."""
        return ()

    def losses(self, moment: Moment[S]) -> Sequence[tuple[str, str]]:
        """Return what seats lost in a moment: the seat and the cause of each loss, in a word or two."""
        return ()

    @abstractmethod
    def picture(self, scene: Scene, *, ascii: bool = False, width: int = 80, height: int | None = None) -> Picture:
        """Return the text diagram of a scene of this game.

        ``height`` is the number of lines that there is room for (None: any); a game may draw a shorter form for it.
        """


def read_rules(text: str) -> dict[str, Rule]:
    """Return a rulebook from its text: a line `ID | NAME` for each rule, followed by its text in indented lines."""
    rules: dict[str, Rule] = {}
    for entry in text.strip().replace("\n    ", "\t").splitlines():
        title, *said = entry.split("\t")
        id, _, name = title.partition(" | ")
        rules[id] = Rule(id, name, " ".join(said))
    return rules
