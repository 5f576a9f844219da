"""A table: one game with its timeline, its dice and the headers of its record.

The table is the only mutable object of a game. Every method either changes it in one assignment at the end, or raises and
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn

from beachhead.engine.fields import Value
from beachhead.engine.game import Game, Hash
from beachhead.engine.games import DEFAULT_GAME, find_game
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, FORFEITS, Action, BadOption, Event, Seeded
from beachhead.protocol.dice import SEED, fresh_seed, keyed
from beachhead.protocol.refusal import Refusal, instead

MAX_HEADERS: Final = 100
_DICE: Final = ("auto", "manual")
_OWN_OPTIONS: Final = ("seed", "dice")  # options of every game, checked here
_NO_DICE: Final = keyed("")
_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})


class Opening(Value):
    """The beginning of a game, which never changes: the options of its `newgame` or its first position, and its dice."""

    options: Mapping[str, str] = _NO_OPTIONS
    position: str | None = None
    seed: str = ""
    is_auto: bool = False
    dice: Hash = _NO_DICE  # made from the seed


class Snapshot(Value):
    """The complete mutable state of a table."""

    timeline: Timeline[Any] | None  # Any: a table is independent of the game
    opening: Opening
    headers: Mapping[str, str]


class Table:
    """A table with one game, or none yet."""

    def __init__(self, find: Callable[[str], Game[Any]] = find_game) -> None:
        self.find = find
        self._timeline: Timeline[Any] | None = None
        self._opening = Opening()
        self.headers: Mapping[str, str] = {}

    @property
    def game(self) -> Game[Any] | None:
        """The current game, or None."""
        return None if self._timeline is None else self._timeline.game

    @property
    def timeline(self) -> Timeline[Any]:
        """The timeline of the game; raise the refusal `nogame` if there is none."""
        if self._timeline is None:
            raise Refusal("nogame", "there is no game yet: newgame begins one, position sets one up")
        return self._timeline

    @property
    def seed(self) -> str:
        """The seed of the dice."""
        return self._opening.seed

    @property
    def is_auto(self) -> bool:
        """True if the engine draws the outcomes of chance itself."""
        return self._opening.is_auto

    def snapshot(self) -> Snapshot:
        """Return the complete state of the table, for `restore`."""
        return Snapshot(self._timeline, self._opening, self.headers)

    def restore(self, snapshot: Snapshot) -> None:
        """Return the table to an earlier state."""
        self._timeline, self._opening, self.headers = snapshot.timeline, snapshot.opening, snapshot.headers

    def new_game(self, name: str | None, mode: str | None, options: Iterable[tuple[str, str]]) -> list[Event]:
        """Begin a game and return its first events."""
        game = self.find(name or DEFAULT_GAME)
        chosen: dict[str, str] = {}
        for key, value in options:
            if key not in _OWN_OPTIONS and key not in game.options:
                known = instead(key, (*game.options, *_OWN_OPTIONS))
                raise BadOption(f"'{key[:20]}' is not an option of {game.name}{known}")
            if key in chosen:
                raise BadOption(f"{key} is given twice")
            chosen[key] = value
        seed, dice = chosen.pop("seed", None), chosen.pop("dice", "auto")
        if seed is not None and SEED.fullmatch(seed) is None:
            raise BadOption(f"seed={seed[:40]}: expected 1 to 32 of a-z and 0-9")
        if dice not in _DICE:
            raise BadOption(f"dice={dice[:20]}: expected auto or manual")
        state, events = game.start(mode or "standard", chosen)
        named = seed or fresh_seed()
        opening = Opening({**game.setting(state).options, **chosen}, None, named, dice == "auto", keyed(named))
        told: list[Event] = [] if seed is not None else [Seeded(named)]
        return told + self._begin(game, Moment(state, events=events), opening)

    def set_position(self, name: str | None, text: str) -> list[Event]:
        """Begin a game from a position; return the events of its actions, and of chance drawn after them."""
        game = self.find(name) if name else self.game or self.find(DEFAULT_GAME)
        reached = read_position(game, text)
        told = [event for moment in reached.since() for event in moment.told()]
        options = dict(game.setting(reached.state).options)
        return self._begin(
            game, Moment(reached.state, events=told), self._opening.changed(options=options, position=text)
        )

    def _begin(self, game: Game[Any], first: Moment[Any], opening: Opening) -> list[Event]:
        now = _drawn(game, first, opening)
        self._timeline, self._opening, self.headers = Timeline(game, now), opening, {}
        return _told(now, None)

    def set_dice(self, is_auto: bool, seed: str | None = None) -> list[Event]:
        """Set who throws the dice from now on, and perhaps a new seed; return the events of chance drawn at once."""
        before = self.timeline
        named = seed or self._opening.seed
        opening = self._opening.changed(seed=named, is_auto=is_auto, dice=keyed(named))
        now = _drawn(before.game, before.now, opening)
        self._timeline, self._opening = before if now is before.now else before.at(now), opening
        return _told(now, before.now)

    def join_chance(self) -> None:
        """Make each action of chance part of the step before it, as if the engine had drawn it."""
        self._timeline = self.timeline.with_chance_joined()

    def annotate(self, notes: Mapping[int, str]) -> None:
        """Add a comment to each of these moments, by number from the first, 0."""
        self._timeline = self.timeline.with_notes(notes)

    def act(self, action: Action, notes: tuple[str, ...] = ()) -> list[Event]:
        """Play an action and the chance that follows; return their events. Raise the refusal `over`, and IllegalAction."""
        before = self._timeline or self.timeline
        game, now = before.game, before.now
        actor = game.actor(now.state) or self._over()
        refusal = game.why_not(now.state, action)
        if refusal is not None:
            raise refusal
        moment = now.then(game, actor, action, True, notes)
        last = _drawn(game, moment, self._opening)
        self._timeline = before.at(last)
        return moment.told() if last is moment else _told(last, now)

    def forfeit(self, seat: str, reason: str, notes: tuple[str, ...] = ()) -> list[Event]:
        """Take a seat out of the game; return the events."""
        before = self.running()
        if reason not in FORFEITS:
            raise Refusal("argument", f"'{reason[:20]}' is not a reason{instead(reason, FORFEITS)}")
        last = _drawn(before.game, before.forfeit(seat, reason).now, self._opening)
        self._timeline = before.at(last)
        return _told(last, before.now)

    def running(self) -> Timeline[Any]:
        """Return the timeline of a game that is not over; raise the refusals `nogame` and `over`."""
        timeline = self.timeline
        if timeline.game.actor(timeline.now.state) is None:
            self._over()
        return timeline

    def _over(self) -> NoReturn:
        timeline = self.timeline
        raise Refusal("over", f"the game is over: {timeline.game.result(timeline.state)}")

    def undo(self, count: int) -> None:
        """Undo steps; raise the refusal `nothing` if there are fewer."""
        self._follow(self.timeline.undo(count), count, "undo")

    def redo(self, count: int) -> None:
        """Redo undone steps; raise the refusal `nothing` if there are fewer."""
        self._follow(self.timeline.redo(count), count, "redo")

    def _follow(self, timeline: Timeline[Any] | None, count: int, verb: str) -> None:
        if timeline is None:
            raise Refusal(
                "nothing", f"there are not {count} steps to {verb}" if count > 1 else f"there is no step to {verb}"
            )
        self._timeline = timeline

    def keep(self, name: str, end: Moment[Any]) -> None:
        """Save the line to this moment as a variation."""
        self._timeline = self.timeline.with_line(name, end)

    def follow(self, end: Moment[Any]) -> None:
        """Switch to the line that ends here, standing at the last moment that it shares with the current line."""
        self._timeline = self.timeline.follow(end)

    def set_header(self, key: str, value: str) -> None:
        """Set a header of the record; raise the refusal `limit` if there are too many."""
        _ = self.timeline
        if len(self.headers) >= MAX_HEADERS and key not in self.headers:
            raise Refusal("limit", f"a record has at most {MAX_HEADERS} headers")
        self.headers = {**self.headers, key: value}

    def record(self, timeline: Timeline[Any] | None = None, headers: Mapping[str, str] | None = None) -> list[str]:
        """Return the lines of the record so far, or of another timeline, optionally with other headers."""
        opening = self._opening
        headers = self.headers if headers is None else headers
        return write_record(timeline or self.timeline, opening.options, opening.position, headers)

    @property
    def options(self) -> Mapping[str, str]:
        """The options of the game's `newgame`."""
        return self._opening.options

    def record_for(self, seat: str) -> list[str]:
        """Return the record that a seat may see: no remarks, no headers, the first position as the seat saw it."""
        opening, timeline = self._opening, self.timeline
        position = opening.position and timeline.game.view(timeline.moments()[0].state, seat)
        return write_record(timeline, opening.options, position, with_notes=False)

    def last_events(self) -> list[Event]:
        """Return the events of the last step; before the first step, those of the beginning."""
        events: list[Event] = []
        moment: Moment[Any] | None = self.timeline.now
        while moment is not None:
            events = moment.told() + events
            if moment.is_step:
                break
            moment = moment.before
        return events


def _drawn(game: Game[Any], now: Moment[Any], opening: Opening) -> Moment[Any]:
    """Return the moment after chance has acted as often as it has to, if the dice are automatic."""
    if opening.is_auto:
        while game.actor(now.state) == CHANCE:
            now = now.then(game, CHANCE, game.draw(now.state, now.past(), opening.dice))
    return now


def _told(now: Moment[Any], before: Moment[Any] | None) -> list[Event]:
    """Return the events of the moments after an earlier one (None: all moments)."""
    told: list[Event] = []  # the latest first
    moment: Moment[Any] | None = now
    while moment is not before:
        assert moment is not None
        told += reversed(moment.told())
        moment = moment.before
    told.reverse()
    return told
