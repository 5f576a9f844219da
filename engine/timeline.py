"""The past and the future of one game: what was done, undo and redo.

A timeline is a value. ``play`` and its like give a new one and leave the old one as it is, so whoever holds a timeline
can try something and forget it. Moments are linked backwards and shared by all timelines that went through them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from beachhead.engine.game import Action, Event, Forfeit, Game

S = TypeVar("S")


class Moment(Generic[S]):
    """A state, and how it came about: what was done before it, by whom, and what followed."""

    __slots__ = ("action", "actor", "before", "events", "is_step", "notes", "state")

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
        self.is_step = is_step  # whether a client sent the action: undo goes back to before such a moment
        self.notes = notes  # comments on the action, for the record

    def then(
        self, game: Game[S], actor: str, action: Action, is_step: bool = False, notes: tuple[str, ...] = ()
    ) -> Moment[S]:
        """The moment after an action that is known to be legal."""
        state, events = game.apply(self.state, action)
        return Moment(state, self, actor, action, events, is_step, notes)

    def past(self) -> Iterator[tuple[S, Action]]:
        """States and what was done in them, the newest first."""
        moment = self
        while moment.before is not None:
            assert moment.action is not None
            yield moment.before.state, moment.action
            moment = moment.before

    def lines(self, word: str = "") -> list[str]:
        """The event lines of this moment, without the word `event` or with another before each."""
        action = self.action
        told = [f"{word}{event.text}" for event in self.events] if self.events else []
        if action is None:
            return told
        return [f"{word}{action.text}" if isinstance(action, Forfeit) else f"{word}{self.actor} {action.text}", *told]


class Timeline(Generic[S]):
    """One game from where it began to where it stands, and what has been taken back."""

    __slots__ = ("future", "game", "now")

    def __init__(self, game: Game[S], now: Moment[S], future: tuple[Moment[S], ...] = ()) -> None:
        self.game = game
        self.now = now
        self.future = future  # the ends of the steps that were undone, the next one first

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self.now.state

    def play(self, action: Action, is_step: bool = True, notes: tuple[str, ...] = ()) -> Timeline[S]:
        """The timeline after a legal action; raises IllegalAction."""
        state = self.now.state
        refusal = self.game.why_not(state, action)
        if refusal is not None:
            raise refusal
        return self.then(action, is_step, notes)

    def then(self, action: Action, is_step: bool, notes: tuple[str, ...] = ()) -> Timeline[S]:
        """The timeline after an action that is known to be legal."""
        actor = self.game.actor(self.now.state)
        assert actor is not None
        return Timeline(self.game, self.now.then(self.game, actor, action, is_step, notes))

    def forfeit(self, seat: str, reason: str) -> Timeline[S]:
        """The timeline after a seat has been taken out; raises BadOption."""
        state, events = self.game.forfeit(self.now.state, seat, reason)
        return Timeline(self.game, Moment(state, self.now, seat, Forfeit(seat, reason), events, True))

    def past(self) -> Iterator[tuple[S, Action]]:
        """States and what was done in them, the newest first."""
        return self.now.past()

    def moments(self) -> list[Moment[S]]:
        """All moments from the beginning, which has no action, to now."""
        found = []
        moment: Moment[S] | None = self.now
        while moment is not None:
            found.append(moment)
            moment = moment.before
        found.reverse()
        return found

    def since(self, earlier: Moment[S]) -> list[Moment[S]]:
        """The moments after an earlier one, oldest first."""
        found = []
        moment = self.now
        while moment is not earlier:
            found.append(moment)
            assert moment.before is not None
            moment = moment.before
        found.reverse()
        return found

    def undo(self, count: int = 1) -> Timeline[S] | None:
        """The timeline some steps ago; None where there are fewer."""
        now, future = self.now, list(self.future)
        for _ in range(count):
            moment = now
            while not moment.is_step:
                if moment.before is None:
                    return None
                moment = moment.before
            assert moment.before is not None
            future.insert(0, now)
            now = moment.before
        return Timeline(self.game, now, tuple(future))

    def redo(self, count: int = 1) -> Timeline[S] | None:
        """The timeline some undone steps later; None where there are fewer."""
        if count > len(self.future):
            return None
        return Timeline(self.game, self.future[count - 1], self.future[count:]) if count else self
