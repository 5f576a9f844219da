"""The history of one game: its actions, undo and redo, and variations.

A timeline is immutable: ``play`` and the other methods return a new one, so a caller can try something and drop it.
Moments are linked backwards and shared by all timelines that contain them, so the moments of a timeline and its
variations form a tree. Each branch is identified by its last moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Generic, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.values import CHANCE, Acted, Action, Event, Forfeit, Forfeited

S = TypeVar("S")


class Moment(Generic[S]):
    """A state, with the action that led to it, who did it, and the events that followed."""

    __slots__ = ("action", "actor", "before", "events", "is_step", "notes", "state", "step")

    def __init__(
        self,
        state: S,
        before: Moment[S] | None = None,
        actor: str = "",
        action: Action | None = None,
        events: Sequence[Event] = (),
        is_step: bool = False,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.state = state
        self.before = before
        self.actor = actor
        self.action = action
        self.events = events
        self.is_step = is_step  # whether a client sent the action; undo goes back to before such a moment
        self.notes = notes  # comments on the action, for the record
        self.step: int = (0 if before is None else before.step) + is_step  # the number of steps up to here

    def then(
        self, game: Game[S], actor: str, action: Action, is_step: bool = False, notes: tuple[str, ...] = ()
    ) -> Moment[S]:
        """Return the moment after a legal action; legality is not checked."""
        state, events = game.apply(self.state, action)
        return Moment(state, self, actor, action, events, is_step, notes)

    def past(self) -> Iterator[tuple[S, Action]]:
        """Yield states and the actions done in them, newest first."""
        moment = self
        while moment.before is not None:
            assert moment.action is not None
            yield moment.before.state, moment.action
            moment = moment.before

    def since(self, earlier: Moment[S] | None = None) -> list[Moment[S]]:
        """Return the moments after an earlier one, oldest first (None: all, including the beginning)."""
        found = []
        moment: Moment[S] | None = self
        while moment is not earlier:
            assert moment is not None
            found.append(moment)
            moment = moment.before
        found.reverse()
        return found

    def told(self) -> list[Event]:
        """Return the action and its consequences, as events."""
        action = self.action
        if action is None:
            return list(self.events)
        done = Forfeited(action.seat, action.reason) if isinstance(action, Forfeit) else Acted(self.actor, action)
        return [done, *self.events]


class Undone(Generic[S]):
    """A stack of undone steps: the moment that the next redo leads to, the last one of all, and the rest of the stack."""

    __slots__ = ("end", "later", "now")

    def __init__(self, now: Moment[S], end: Moment[S], later: Undone[S] | None) -> None:
        self.now = now
        self.end = end
        self.later = later


class Variation(Generic[S]):
    """A variation: its name and its last moment."""

    __slots__ = ("end", "name")

    def __init__(self, name: str, end: Moment[S]) -> None:
        self.name = name
        self.end = end


class Timeline(Generic[S]):
    """One game from its beginning to now, with its undone steps and its variations."""

    __slots__ = ("future", "game", "now", "variations")

    def __init__(
        self,
        game: Game[S],
        now: Moment[S],
        future: Undone[S] | None = None,
        variations: tuple[Variation[S], ...] = (),
    ) -> None:
        self.game = game
        self.now = now
        self.future = future
        self.variations = variations

    @property
    def state(self) -> S:
        """The current state."""
        return self.now.state

    @property
    def ahead(self) -> int:
        """The number of steps that can be redone."""
        return self.end.step - self.now.step

    @property
    def end(self) -> Moment[S]:
        """The last moment of the current line, including undone steps."""
        return self.now if self.future is None else self.future.end

    def play(self, action: Action, is_step: bool = True, notes: tuple[str, ...] = ()) -> Timeline[S]:
        """Return the timeline after an action; raise IllegalAction. Undone steps are dropped."""
        refusal = self.game.why_not(self.now.state, action)
        if refusal is not None:
            raise refusal
        return self.then(action, is_step, notes)

    def then(self, action: Action, is_step: bool, notes: tuple[str, ...] = ()) -> Timeline[S]:
        """Return the timeline after a legal action; legality is not checked."""
        actor = self.game.actor(self.now.state)
        assert actor is not None
        return self.at(self.now.then(self.game, actor, action, is_step, notes))

    def forfeit(self, seat: str, reason: str) -> Timeline[S]:
        """Return the timeline after a seat has been taken out; raise BadOption."""
        state, events = self.game.forfeit(self.now.state, seat, reason)
        return self.at(Moment(state, self.now, seat, Forfeit(seat, reason), events, True))

    def at(self, now: Moment[S]) -> Timeline[S]:
        """Return the timeline moved to a later moment, without undone steps."""
        return Timeline(self.game, now, None, self.variations)

    def past(self) -> Iterator[tuple[S, Action]]:
        """Yield states and the actions done in them, newest first."""
        return self.now.past()

    def moments(self) -> list[Moment[S]]:
        """Return all moments from the beginning (which has no action) to now."""
        return self.now.since()

    def since(self, earlier: Moment[S]) -> list[Moment[S]]:
        """Return the moments after an earlier one, oldest first."""
        return self.now.since(earlier)

    def undo(self, count: int = 1) -> Timeline[S] | None:
        """Return the timeline with some steps undone, or None if there are fewer."""
        if count > self.now.step:
            return None
        now, future, end = self.now, self.future, self.end
        for _ in range(count):
            moment = now
            while not moment.is_step:
                assert moment.before is not None
                moment = moment.before
            assert moment.before is not None
            future = Undone(now, end, future)
            now = moment.before
        return Timeline(self.game, now, future, self.variations)

    def redo(self, count: int = 1) -> Timeline[S] | None:
        """Return the timeline with some steps redone, or None if there are fewer."""
        if count > self.ahead:
            return None
        now, future = self.now, self.future
        for _ in range(count):
            assert future is not None
            now, future = future.now, future.later
        return Timeline(self.game, now, future, self.variations)

    def with_chance_joined(self) -> Timeline[S]:
        """Return the same line, up to now, with each action of chance made part of the step before it."""
        return self._remade(lambda moment: (moment.is_step and moment.actor != CHANCE, moment.notes))

    def with_notes(self, notes: Mapping[int, str]) -> Timeline[S]:
        """Return the same line, up to now, with one more comment on each of these moments, by number from the first, 0."""
        numbers = count()

        def more(moment: Moment[S]) -> tuple[bool, tuple[str, ...]]:
            note = notes.get(next(numbers))
            return moment.is_step, moment.notes if note is None else (*moment.notes, note)

        return self._remade(more)

    def _remade(self, change: Callable[[Moment[S]], tuple[bool, tuple[str, ...]]]) -> Timeline[S]:
        """Return the same line, up to now, with steps and comments changed by a function."""
        now: Moment[S] | None = None
        for moment in self.moments():
            is_step, notes = change(moment)
            now = Moment(moment.state, now, moment.actor, moment.action, moment.events, is_step, notes)
        assert now is not None
        return Timeline(self.game, now)

    def keep(self, name: str) -> Timeline[S]:
        """Return the timeline with the current line saved as a variation, replacing one of that name."""
        return self.with_line(name, self.end)

    def with_line(self, name: str, end: Moment[S]) -> Timeline[S]:
        """Return the timeline with the line to this moment saved as a variation, replacing one of that name."""
        others = tuple(variation for variation in self.variations if variation.name != name)
        return Timeline(self.game, self.now, self.future, (*others, Variation(name, end)))

    def follow(self, end: Moment[S]) -> Timeline[S]:
        """Return the timeline switched to the line that ends here, standing at the last moment that both lines share."""
        line = {id(moment): moment for moment in end.since()}
        now = self.now
        while id(now) not in line:
            assert now.before is not None, "the two lines have no moment in common"
            now = now.before
        later = Timeline(self.game, end, None, self.variations)
        back = later.undo(end.step - now.step)
        assert back is not None
        return back
