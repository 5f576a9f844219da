"""A table: one game with its timeline, its dice and the headers of its record.

The one mutable object of a game. Whatever is asked of it either changes it in one assignment at the end, or raises and
leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from beachhead.engine.game import CHANCE, FORFEITS, Action, BadOption, Game, Hash
from beachhead.engine.games import find_game
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.dice import SEED, fresh_seed, keyed
from beachhead.protocol.refusal import Refusal, instead

DEFAULT_GAME: Final = "island"
MAX_HEADERS: Final = 100
_DICE: Final = ("auto", "manual")


class Setting:
    """How a game began, which stays as it is: the options of its `newgame`, or the position it began from, and its dice."""

    __slots__ = ("dice", "is_auto", "opening", "options", "position", "seed")

    def __init__(
        self, options: dict[str, str], position: str | None, seed: str, is_auto: bool, opening: tuple[str, ...] = ()
    ) -> None:
        self.options = options
        self.position = position
        self.seed = seed
        self.is_auto = is_auto
        self.opening = opening  # what the actions behind the position said, without the word `event`
        self.dice: Hash = keyed(seed)


Snapshot = tuple[Timeline[Any] | None, Setting, dict[str, str]]


class Table:
    """One game, or none yet. (Any: a table does not care what the states of its game are.)"""

    def __init__(self, find: Callable[[str], Game[Any]] = find_game) -> None:
        self.find = find
        self._timeline: Timeline[Any] | None = None
        self._setting = Setting({}, None, "", False)
        self.headers: dict[str, str] = {}

    @property
    def game(self) -> Game[Any] | None:
        """The game that is played, if one is."""
        return None if self._timeline is None else self._timeline.game

    @property
    def timeline(self) -> Timeline[Any]:
        """Past and future of the game; raises `nogame`."""
        if self._timeline is None:
            raise Refusal("nogame", "there is no game yet: newgame begins one, position sets one up")
        return self._timeline

    @property
    def seed(self) -> str:
        """The seed of the dice."""
        return self._setting.seed

    @property
    def is_auto(self) -> bool:
        """Whether the engine draws chance by itself."""
        return self._setting.is_auto

    def snapshot(self) -> Snapshot:
        """Everything that can change, for `restore`."""
        return self._timeline, self._setting, self.headers

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the table as it was."""
        self._timeline, self._setting, self.headers = snapshot

    def new_game(self, name: str | None, mode: str | None, options: Iterable[tuple[str, str]]) -> list[str]:
        """Begins a game; gives its first events."""
        game = self.find(name or DEFAULT_GAME)
        chosen: dict[str, str] = {}
        for key, value in options:
            if key not in ("seed", "dice") and key not in game.options:
                raise BadOption(
                    f"'{key[:20]}' is no option of {game.name}{instead(key, (*game.options, 'seed', 'dice'))}"
                )
            if key in chosen:
                raise BadOption(f"{key} is given twice")
            chosen[key] = value
        seed, dice = chosen.pop("seed", None), chosen.pop("dice", "auto")
        if seed is not None and SEED.fullmatch(seed) is None:
            raise BadOption(f"seed={seed[:40]}: expected 1 to 32 of a-z and 0-9")
        if dice not in _DICE:
            raise BadOption(f"dice={dice[:20]}: expected auto or manual")
        state, events = game.start(mode or "standard", chosen)
        setting = Setting({**game.setting(state), **chosen}, None, seed or fresh_seed(), dice == "auto")
        moments = _drawn(game, Moment(state, events=events), setting)
        told = [] if seed is not None else [f"event seed {setting.seed}"]
        self._timeline, self._setting, self.headers = Timeline(game, moments[-1]), setting, {}
        return told + _told(moments)

    def set_position(self, name: str | None, text: str) -> list[str]:
        """Begins a game from a position; gives the events of the actions behind it, and of what is drawn after them."""
        game = self.find(name) if name else self.game or self.find(DEFAULT_GAME)
        state, done = read_position(game, text)
        before = self._setting
        opening = tuple(str(line) for actor, action, events in done for line in (f"{actor} {action}", *events))
        setting = Setting(dict(game.setting(state)), text, before.seed, before.is_auto, opening)
        moments = _drawn(game, Moment(state), setting)
        self._timeline, self._setting, self.headers = Timeline(game, moments[-1]), setting, {}
        return [f"event {line}" for line in opening] + _told(moments)

    def set_dice(self, is_auto: bool, seed: str | None = None) -> list[str]:
        """Changes who throws the dice from here on, and perhaps the seed; gives the events of what is drawn at once."""
        before, old = self.timeline, self._setting
        setting = Setting(old.options, old.position, seed or old.seed, is_auto, old.opening)
        moments = _drawn(before.game, before.now, setting)
        self._timeline = before if len(moments) == 1 else Timeline(before.game, moments[-1])
        self._setting = setting
        return _told(moments[1:])

    def act(self, action: Action, notes: tuple[str, ...] = ()) -> list[str]:
        """Plays an action and all chance that follows; gives their events. Raises `over`, and IllegalAction."""
        before = self._timeline or self.timeline
        game, now = before.game, before.now
        actor = game.actor(now.state) or self._over()
        refusal = game.why_not(now.state, action)
        if refusal is not None:
            raise refusal
        moments = _drawn(game, now.then(game, actor, action, True, notes), self._setting)
        self._timeline = Timeline(game, moments[-1])
        return _told(moments)

    def forfeit(self, seat: str, reason: str) -> list[str]:
        """Takes a seat out of the game; gives the events."""
        before = self.running()
        if reason not in FORFEITS:
            raise Refusal("argument", f"'{reason[:20]}' is no reason{instead(reason, FORFEITS)}")
        moments = _drawn(before.game, before.forfeit(seat, reason).now, self._setting)
        self._timeline = Timeline(before.game, moments[-1])
        return _told(moments)

    def running(self) -> Timeline[Any]:
        """The timeline of a game that is not over; raises `nogame` and `over`."""
        timeline = self.timeline
        if timeline.game.actor(timeline.now.state) is None:
            self._over()
        return timeline

    def _over(self) -> NoReturn:
        timeline = self.timeline
        raise Refusal("over", f"the game is over: {timeline.game.result(timeline.state)}")

    def undo(self, count: int) -> None:
        """Takes steps back; raises `nothing`."""
        timeline = self.timeline.undo(count)
        if timeline is None:
            raise Refusal(
                "nothing", f"there are not {count} steps to undo" if count > 1 else "there is no step to undo"
            )
        self._timeline = timeline

    def redo(self, count: int) -> None:
        """Takes undone steps again; raises `nothing`."""
        timeline = self.timeline.redo(count)
        if timeline is None:
            raise Refusal(
                "nothing", f"there are not {count} steps to redo" if count > 1 else "there is no step to redo"
            )
        self._timeline = timeline

    def set_header(self, key: str, value: str) -> None:
        """Sets a header of the record; raises `limit`."""
        _ = self.timeline
        if len(self.headers) >= MAX_HEADERS and key not in self.headers:
            raise Refusal("limit", f"a record has at most {MAX_HEADERS} headers")
        self.headers = {**self.headers, key: value}

    def record(self) -> list[str]:
        """The lines of the game's record so far."""
        setting = self._setting
        return write_record(self.timeline, setting.options, setting.position, self.headers)

    def record_for(self, seat: str) -> list[str]:
        """The record as far as a seat may know it: no remarks, no headers, and the first position as that seat saw it."""
        setting, timeline = self._setting, self.timeline
        position = setting.position and timeline.game.view(timeline.moments()[0].state, seat)
        return write_record(timeline, setting.options, position, with_notes=False)

    def last_events(self) -> list[str]:
        """What the last step said, without the word `event`; before the first step, what the beginning said."""
        lines: list[str] = []
        moment: Moment[Any] | None = self.timeline.now
        while moment is not None:
            lines = moment.lines() + lines
            if moment.is_step:
                return lines
            moment = moment.before
        return [*self._setting.opening, *lines]


def _drawn(game: Game[Any], now: Moment[Any], setting: Setting) -> list[Moment[Any]]:
    """This moment, and those after all chance that is due, where the dice are automatic."""
    moments = [now]
    if setting.is_auto:
        while game.actor(now.state) == CHANCE:
            now = now.then(game, CHANCE, game.draw(now.state, now.past(), setting.dice))
            moments.append(now)
    return moments


def _told(moments: list[Moment[Any]]) -> list[str]:
    if len(moments) == 1:
        return moments[0].lines("event ")
    return [line for moment in moments for line in moment.lines("event ")]
