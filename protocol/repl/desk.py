"""The person's side of the table: what a line does, what happens by itself, what there is to see.

No terminal here: lines come in, lines of text go out. The bots' processes are read by whoever holds a desk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Action, Game
from beachhead.engine.picture import Picture
from beachhead.engine.timeline import Moment, Timeline
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl import line as typed
from beachhead.protocol.repl.autopilot import Autopilot
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.commands import help_lines
from beachhead.protocol.repl.course import go_steps, moments_since, step_number, steps_back, steps_forth
from beachhead.protocol.repl.draw import draw
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.record import Find, Kept, read_record, save_record
from beachhead.protocol.repl.scene import Scene, scene_of
from beachhead.protocol.repl.seating import HUMAN, Seating, told_fault
from beachhead.protocol.repl.talk import answered, explained, hinted, listed, paragraphs, ruled, told
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import DEFAULT_GAME, Table

LOW: Final = 34  # rows of a screen on which what is written above the board is soon out of sight
_NEWS: Final = 12  # sentences that are kept for beside the board
_SHORT: Final = 3  # lines of an answer that stand there too
_IN_LESSONS: Final = ("legal", "state", "board", "explain", "help", "result", "history", "ping")
_FOR_THE_GAME: Final = "that is for the game: quit leaves the tutorial, next passes over a task"


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


class Desk:
    """A table with the person at it, and with a game on it where one was left."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        self.setting = setting
        self.session = Session(table or Table(setting.find), setting.adviser)
        self.seating = Seating(setting.who, setting.opponent, setting.hang)
        self.autopilot = Autopilot(setting.adviser, setting.is_auto_end)
        self.is_over = False  # whether the person has left
        self.tutorial: Tutorial | None = None
        self.news: deque[Line] = deque(maxlen=_NEWS)
        self._sees_all = False
        self._viewer: str | None = None
        self._scene: Scene | None = None
        if table is not None:
            self.seating.sit(self._seats())

    # What there is to see

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
        """Whether a game is under way that would be missed."""
        table = self.session.table
        return table.game is not None and table.game.actor(table.timeline.state) is not None

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

    @property
    def viewer(self) -> str | None:
        """Through whose eyes the board is seen; None sees all."""
        humans = self.seating.humans
        if self.tutorial is not None or self._sees_all or not humans:
            return None
        actor = self.scene.actor
        if actor in humans or self._viewer not in humans:
            self._viewer = actor if actor in humans else humans[0]
        return self._viewer

    def picture(self, size: tuple[int, int], preview: Action | None = None, ascii: bool = False) -> Picture:
        """The board in so many columns and rows, with the news beside it where they have scrolled out of sight."""
        if self.table.game is None:
            return []
        news = list(self.news) if size[1] < LOW else []
        task = [] if self.tutorial is None else self.tutorial.said
        return draw(self.table.timeline, self.viewer, preview, news, size, ascii, task)

    # What a line does

    def handle(self, line: str) -> list[Line]:
        """Does what a line says; gives what there is to say to it."""
        latest = self.news[-1] if self.news else None
        try:
            meant = typed.read_line(line, self.scene)
            lines = [] if meant is None else self._do(meant)
        except (BadSyntax, typed.Unclear) as bad:
            lines = [[("error", str(bad))]]
        except Refusal as refusal:
            lines = [[("error", refusal.reason)]]
        if len(lines) <= _SHORT and (not self.news or self.news[-1] is latest):
            self.news.extend(lines)  # an answer, and nothing that has been told
        return lines + self.advance()

    def _do(self, meant: typed.Typed) -> list[Line]:
        match meant:
            case typed.Rules(id):
                return ruled(self.game, id)
            case typed.WhyNot(text):
                return explained(Session(self.table).answer(f"explain {text}"))
            case typed.Tutorial(number):
                self.tutorial = Tutorial(self.game, number)
                return self.tutorial.say()
        if self.tutorial is not None:
            return self._do_in_lesson(self.tutorial, meant)
        match meant:
            case typed.Act(text):
                return self._act(text)
            case typed.Say(line, kind):
                return self._say(line, kind)
            case typed.Auto():
                _ = self.session.table.timeline
                self.autopilot.set_up(self.scene, self.seating.humans)
                return []
            case typed.AutoEnd(is_on):
                return self._end_turns(not self.autopilot.ends_turns if is_on is None else is_on)
            case typed.Save(file):
                return [[("", f"Saved as {clean(str(save_record(self.session.table, file)))}.")]]
            case typed.Load(file):
                return self._load(file)
            case typed.Step(count):
                return self._step(count)
            case typed.Goto(number):
                return self._step(number - step_number(self.session.table.timeline)[0])
            case typed.Seats():
                return self.seating.lines() or self._run(lambda: self.session.answer("result"))
            case typed.Sit(seat, who):
                self.seating.put(seat, who)
                return [[(seat, seat), ("", f": {who}")]]
            case typed.Go():
                return self.seating.go()
            case typed.Dice(is_auto):
                return self._run(lambda: self.session.table.set_dice(is_auto))
            case _:
                raise TypeError(f"no line of the prompt: {meant!r}")

    def _act(self, text: str) -> list[Line]:
        waiting = self.waiting
        if waiting is not None:
            raise Refusal("turn", f"it is {waiting.seat}'s turn: {waiting.title} is thinking, Ctrl-C stops it")
        return self._run(lambda: self.session.answer(text))

    def _say(self, line: str, kind: str) -> list[Line]:
        answer = self.session.answer
        match kind:
            case "help":
                return [paragraphs(text) for text in help_lines(_asked(self.session.read(line)), self.game)]
            case "legal":
                kept = _asked(self.session.read(line))
                return listed(self.scene, kept) + answered(answer(line)[-1:], self.game)
            case "board" if self.table.game is not None:
                return [[], *self.picture((200, 200)), []]
            case "hint":
                return hinted(answer(line), self.scene)
            case "explain":
                return explained(answer(line))
            case "undo" | "redo" if self.seating.opponents and self.seating.humans:
                return self._take_back(self.session.read(line))
            case "quit":
                self.is_over = True
                return []
            case "newgame":
                return self._run(lambda: answer(line), is_new=True)
            case "position":
                return self._run(lambda: answer(line), is_new=True) + self.seating.stop()
        return self._run(lambda: self.session.handle(line.encode()))

    def _run(self, do: Callable[[], list[str]], is_new: bool = False) -> list[Line]:
        """Does something at the table, and says what came of it, to the bots too."""
        table = self.session.table
        before = None if table.game is None else table.timeline
        lines = answered(do(), self.game)
        if table.game is None or (before is not None and table.timeline.now is before.now):
            return lines
        return lines + (self._begin() if is_new or before is None else self._follow(before))

    def _begin(self) -> list[Line]:
        self._sees_all = False
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
        if self.is_unfinished:
            return lines
        self.seating.rest()
        return lines + self.write_record()

    def write_record(self) -> list[Line]:
        """Writes the record where one is wanted."""
        name, table = self.setting.record, self.session.table
        if name is None or table.game is None:
            return []
        try:
            Path(name).write_text("\n".join([*table.record(), ""]), encoding="utf-8")
        except OSError as problem:
            return [[("error", f"{clean(name)} cannot be written: {problem.strerror}")]]
        return [[("dim", f"The record is in {clean(name)}.")]]

    # What happens by itself

    def advance(self) -> list[Line]:
        """Does what needs nobody's decision; gives what there is to say about it."""
        lines: list[Line] = []
        while self.tutorial is None and (text := self.autopilot.decide(self.scene, self.seating.humans)) is not None:
            lines += self._act(text)
        if self.tutorial is None:
            full, short = self.autopilot.report(self.scene)
            self.news.extend(short)
            lines += full
        return lines

    def _end_turns(self, is_on: bool) -> list[Line]:
        self.autopilot.ends_turns = is_on
        return [[("", "A turn ends when nothing else can be done." if is_on else "You end your turns yourself.")]]

    # Back and forth

    def _take_back(self, command: reader.Command) -> list[Line]:
        """To where the person last decided something, or will again."""
        assert isinstance(command, reader.Undo | reader.Redo)
        table, people = self.session.table, self.seating.humans
        timeline, count, is_auto = table.timeline, command.count, table.is_auto
        if isinstance(command, reader.Undo):
            return self._go_steps(-steps_back(timeline, people, count, is_auto))
        return self._go_steps(steps_forth(timeline, people, count, is_auto))

    def _go_steps(self, steps: int) -> list[Line]:
        def go() -> list[str]:
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
        table = read_record(Path(file).expanduser(), self.setting.find)
        self.session = Session(table, self.setting.adviser)
        self.seating.put_people(self._seats())
        self._sees_all = True
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
        if not self.is_unfinished:
            return None
        who = {seat: self.seating.who(seat) for seat in self.seating.seats}
        return Kept(self.session.table, who, self.autopilot.ends_turns)

    # Lessons

    def _do_in_lesson(self, tutorial: Tutorial, meant: typed.Typed) -> list[Line]:
        match meant:
            case typed.Act(text):
                lines = tutorial.play(text)
            case typed.Step(1):
                lines = tutorial.skip()
            case typed.Say(_, "hint"):
                lines = [paragraphs(f"Try `{tutorial.wanted()}`.")]
            case typed.Say(_, "quit"):
                return self.leave_lesson()
            case typed.Say(line, kind) if kind in _IN_LESSONS:
                game, self.session = self.session, Session(tutorial.table)
                try:
                    lines = self._say(line, kind)
                finally:
                    self.session = game
            case _:
                raise Refusal("turn", _FOR_THE_GAME)
        return lines + (self.leave_lesson() if tutorial.is_over else [])

    def leave_lesson(self) -> list[Line]:
        """Back from the lessons to the game."""
        self.tutorial = None
        return [paragraphs("Back to your game." if self.is_unfinished else "`newgame` begins a game.", "dim")]


def _asked(command: reader.Command) -> str | None:
    """The word behind `help` or `legal`."""
    match command:
        case reader.Help(word) | reader.Legal(word):
            return word
    raise TypeError(f"neither help nor legal: {command!r}")
