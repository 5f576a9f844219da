"""What happens at a table: its game, those who sit at it, what goes by itself, and what is told of it all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.autopilot import Autopilot
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.course import end_of, go_steps, moments_since, step_number
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.record import Find, Kept, found_record, read_record, whole_record
from beachhead.protocol.repl.scene import Scene, scene_of
from beachhead.protocol.repl.seating import HUMAN, Seating, told_fault
from beachhead.protocol.repl.talk import answered, paragraphs, told
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import DEFAULT_GAME, Table

_NEWS: Final = 12  # sentences that are kept for beside the board


@dataclass
class Setting:
    """How somebody wants to play."""

    find: Find
    adviser: Adviser | None = None
    who: dict[str, str] = field(default_factory=dict)  # by seat: HUMAN, or a bot's name
    opponent: str = HUMAN  # who sits where nothing was said, the first seat apart
    is_auto_end: bool = False
    hang: float = 60.0  # seconds that a bot may think
    record: str | None = None  # the file that a game is written to


class Party:
    """A table, with a game on it where one was left, and those who sit at it."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        self.setting = setting
        self.session = Session(table or Table(setting.find), setting.adviser)
        self.seating = Seating(setting.who, setting.opponent, setting.hang)
        self.autopilot = Autopilot(setting.adviser, setting.is_auto_end)
        self.tutorial: Tutorial | None = None
        self.news: deque[Line] = deque(maxlen=_NEWS)
        self._sees_all = False
        self._opened: Moment[Any] | None = None  # the end of the record that was opened last
        self._set_aside: Kept | None = None  # the game that it was opened in the midst of
        self._scene: Scene | None = None
        if table is not None:
            self.seating.sit(self._seats())

    @property
    def table(self) -> Table:
        """The table that is looked at: that of the lesson, or of the game."""
        return self.session.table if self.tutorial is None else self.tutorial.table

    @property
    def game(self) -> Game[Any]:
        """The game that is played, or would be."""
        return self.table.game or self.table.find(DEFAULT_GAME)

    def _seats(self) -> tuple[str, ...]:
        table = self.session.table
        return () if table.game is None else table.game.seats(table.timeline.state)

    @property
    def is_unfinished(self) -> bool:
        """Whether a game is under way."""
        table = self.session.table
        return table.game is not None and table.game.actor(table.timeline.state) is not None

    @property
    def is_only_opened(self) -> bool:
        """Whether the table holds a record that was opened, and nothing was played on from it."""
        table = self.session.table
        return table.game is not None and end_of(table.timeline) is self._opened

    @property
    def would_be_missed(self) -> bool:
        """Whether a game is under way that is kept nowhere."""
        return self.kept() is not None

    @property
    def waiting(self) -> Opponent | None:
        """The bot whose decision is waited for."""
        return None if self.tutorial is not None else self.seating.waiting(self.scene.actor)

    @property
    def scene(self) -> Scene:
        """The moment that the person looks at; the same object as long as nothing changes."""
        table = self.table
        game = table.game
        state = None if game is None else table.timeline.state
        is_mine = game is None or self.tutorial is not None or self.seating.is_for_people(game.actor(state))
        scene = self._scene
        if scene is None or scene.state is not state or scene.is_mine is not is_mine or scene.game is not self.game:
            self._scene = scene = scene_of(table, is_mine)
        return scene

    # What comes of what is done

    def _act(self, text: str) -> list[Line]:
        waiting = self.waiting
        if waiting is not None:
            raise Refusal("turn", f"it is {waiting.seat}'s turn: {waiting.title} is thinking, Ctrl-C stops it")
        return self._run(lambda: self.session.answer(text))

    def _run(self, do: Callable[[], list[str]], is_new: bool = False) -> list[Line]:
        """Does something at the table, and says what came of it, to the bots too."""
        table = self.session.table
        before = None if table.game is None else table.timeline
        lines = answered(do(), self.game)
        if table.game is None or (before is not None and table.timeline.now is before.now):
            return lines
        return lines + (self._begin() if is_new or before is None else self._follow(before))

    def _begin(self) -> list[Line]:
        self._sees_all, self._set_aside = False, None
        self.autopilot.stop()
        self.news.clear()
        self.seating.sit(self._seats())
        table = self.session.table
        seats = ", ".join(f"{seat}: {clean(self.seating.who(seat))}" for seat in self.seating.seats)
        dice = f"Seed {table.seed}." if table.is_auto else "You throw the dice."
        mode = self.game.mode(table.timeline.state)
        return [[("due", self.game.title), ("", f", {mode}. {seats}. "), ("dim", dice)]]

    def _follow(self, before: Timeline[Any]) -> list[Line]:
        """What has happened since, told to all; where the game has jumped elsewhere, the bots begin anew."""
        moments = moments_since(self.session.table.timeline.now, before.now)
        if moments is None:
            self.news.clear()
            self.seating.take_back()
            return []
        self.seating.tell([f"event {event}" for moment in moments for event in moment.lines()])
        return self._tell(moments)

    def _tell(self, moments: list[Moment[Any]]) -> list[Line]:
        lines = told(self.game, moments)
        self.news.extend(lines)
        if self.is_unfinished or self.is_only_opened:
            return lines
        self.seating.rest()
        return lines + self.write_record(self.session.table)

    def write_record(self, table: Table) -> list[Line]:
        """Writes the record of a table's game where one is wanted."""
        name = self.setting.record
        if name is None or table.game is None:
            return []
        is_looked_back_on = table.game.actor(end_of(table.timeline).state) is None
        lines = whole_record(table) if is_looked_back_on else table.record()
        try:
            Path(name).write_text("\n".join([*lines, ""]), encoding="utf-8")
        except OSError as problem:
            return [[("error", f"{clean(name)} cannot be written: {problem.strerror}")]]
        return [[("dim", f"The record is in {clean(name)}.")]]

    # What happens by itself

    def advance(self) -> list[Line]:
        """Does what needs nobody's decision; gives what there is to say about it."""
        lines: list[Line] = []
        table = self.session.table
        if self.tutorial is not None or table.game is None:
            return lines
        while (text := self._decided(table)) is not None:
            lines += self._act(text)
        full, short = self.autopilot.report(self.scene)
        self.news.extend(short)
        return lines + full

    def _decided(self, table: Table) -> str | None:
        return self.autopilot.decide(self.scene, self.seating.humans, is_past=bool(table.timeline.future))

    # Back and forth

    def _go_steps(self, steps: int) -> list[Line]:
        def go() -> list[str]:
            self.autopilot.stop()
            go_steps(self.session.table, steps)
            return []

        return self._run(go)

    def _step(self, count: int) -> list[Line]:
        number, of = step_number(self.session.table.timeline)
        if not 0 <= number + count <= of:
            raise Refusal("nothing", f"this is step {number} of {of}")
        lines = self._go_steps(count)
        return [*lines, [("dim", f"Step {number + count} of {of}.")], *self.seating.stop()]

    def _load(self, file: str) -> list[Line]:
        table = read_record(found_record(file), self.setting.find)
        aside = self.kept()
        self.session = Session(table, self.setting.adviser)
        self.seating.put_people(self._seats())
        self._set_aside = aside
        self._sees_all = True
        self._opened = end_of(table.timeline)
        self.news.clear()
        headers: list[Line] = [[("dim", f"{key}: "), ("", value)] for key, value in table.headers.items()]
        number, of = step_number(table.timeline)
        text = f"Step {number} of {of}: `goto 0`, `next` and `back` step through it. All seats are yours, and so are the dice."
        return [*headers, paragraphs(text)]

    # The bots

    def hear(self, opponent: Opponent) -> list[Line]:
        """Hears a bot that has said something, or died, or been silent; gives what there is to say about it."""
        if self.seating.opponents.get(opponent.seat) is not opponent or opponent.fault:
            return []
        before = self.session.table.timeline
        heard = opponent.hear()
        lines: list[Line] = []
        if heard is not None:
            self.seating.tell(heard.events, but=opponent)
            lines = self._tell(self.session.table.timeline.since(before.now))
        return lines + self.fault(opponent) + self.advance()

    def fault(self, opponent: Opponent) -> list[Line]:
        """What went wrong with a bot, if anything did."""
        if not opponent.fault:
            return []
        lines = told_fault(opponent)
        self.news.extend(lines)
        return lines

    def stop(self) -> list[Line]:
        """Stops the bots where one is thinking."""
        return [] if self.waiting is None else self.seating.stop(is_asked=True)

    def kept(self) -> Kept | None:
        """What is to be kept of an unfinished game, when the person leaves."""
        if not self.is_unfinished or self.is_only_opened:
            return self._set_aside
        who = {seat: self.seating.who(seat) for seat in self.seating.seats}
        return Kept(self.session.table, who, self.autopilot.ends_turns)
