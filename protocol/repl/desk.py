"""The person's side of the table: what a line does, and what there is to see.

No terminal here: lines come in, lines of text go out. The bots' processes are read by whoever holds a desk.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.game import CHANCE, Action
from beachhead.engine.picture import Picture
from beachhead.engine.timeline import Timeline
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl import line as typed
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.commands import help_lines
from beachhead.protocol.repl.course import step_number, steps_back, steps_forth
from beachhead.protocol.repl.draw import draw
from beachhead.protocol.repl.party import Party, Setting
from beachhead.protocol.repl.record import save_record
from beachhead.protocol.repl.scene import Scene
from beachhead.protocol.repl.talk import answered, explained, hinted, listed, paragraphs, ruled
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table

LOW: Final = 34  # rows of a screen on which what is written above the board is soon out of sight
_SHORT: Final = 3  # lines of an answer that stand there too
_IN_LESSONS: Final = ("legal", "state", "board", "explain", "help", "result", "history", "ping")
_FOR_THE_GAME: Final = "that is for the game: quit leaves the tutorial, next passes over a task"


class Desk(Party):
    """A table with the person at it."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        super().__init__(setting, table)
        self.is_over = False  # whether the person has left
        self._viewer: str | None = None

    # What there is to see

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
        if self.tutorial is None and len(lines) <= _SHORT and (not self.news or self.news[-1] is latest):
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
            case "undo" | "redo" if self.seating.humans:
                return self._take_back(self.session.read(line))
            case "quit":
                self.is_over = True
                return []
            case "newgame":
                return self._run(lambda: answer(line), is_new=True)
            case "position":
                return self._run(lambda: answer(line), is_new=True) + self.seating.stop()
        return self._run(lambda: self.session.handle(line.encode()))

    def _end_turns(self, is_on: bool) -> list[Line]:
        self.autopilot.ends_turns = is_on
        return [[("", "A turn ends when nothing else can be done." if is_on else "You end your turns yourself.")]]

    # Back and forth

    def _take_back(self, command: reader.Command) -> list[Line]:
        """To where the person last decided something, or will again."""
        assert isinstance(command, reader.Undo | reader.Redo)
        timeline = self.session.table.timeline
        if isinstance(command, reader.Undo):
            return self._go_steps(-steps_back(timeline, command.count, self._is_decision))
        return self._go_steps(steps_forth(timeline, command.count, self._is_decision))

    def _is_decision(self, timeline: Timeline[Any]) -> bool:
        """Whether people decide something there, dice included that they throw; an end that comes by itself is none."""
        scene = Scene(timeline.game, timeline.state)
        if scene.actor == CHANCE:
            return not self.session.table.is_auto
        return scene.actor in self.seating.humans and not self.autopilot.is_ended(scene)

    # Lessons

    def _do_in_lesson(self, tutorial: Tutorial, meant: typed.Typed) -> list[Line]:
        match meant:
            case typed.Act(text):
                lines = tutorial.play(text)
            case typed.Step(1):
                lines = tutorial.skip()
            case typed.Say(_, "hint"):
                lines = tutorial.hint()
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
