"""The commands of the prompt: typed lines go in, lines of text for people come out. Nothing here needs a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl import typed
from beachhead.protocol.repl.board import Board
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.hidden import TELLING, is_hidden, secret
from beachhead.protocol.repl.history import told_history
from beachhead.protocol.repl.inquiry import Inquiry
from beachhead.protocol.repl.opening import open_record
from beachhead.protocol.repl.pages import help_lines
from beachhead.protocol.repl.question import Question, answer_in
from beachhead.protocol.repl.record import found_record, read_record
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.short_forms import Unclear
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.repl.stepping import follow, lines_of_play, step
from beachhead.protocol.repl.steps import steps_back, steps_forward
from beachhead.protocol.repl.talk import answered, explained, hinted, listed, paragraphs, refused, resulted, ruled
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.reply import Done, Ended, Refused, Reply
from beachhead.protocol.session import Session

_TALL: Final = 200  # rows of a picture that is written above the board
_BRIEF: Final = 3  # lines, and
_LETTERS: Final = 170  # characters of an answer that stand beside the board
GOODBYE: Final = 3  # lines after the last lesson: what was learned, and how to go on
_IN_LESSONS: Final = ("legal", "state", "board", "explain", "help", "result", "history", "ping")
_FOR_THE_GAME: Final = "that is for the game: quit leaves the tutorial, next skips a task"


class Commands:
    """The commands of the prompt, for the person in a room."""

    def __init__(self, room: Room, board: Board) -> None:
        self.room = room
        self.board = board
        self.inquiry = Inquiry(room, board)
        self.is_over = False  # whether the person has left

    def handle(self, line: str) -> list[Line]:
        """Execute a line; return the text for people."""
        room = self.room
        latest = room.news[-1] if room.news else None
        was_taught = room.tutorial is not None
        question, room.question = room.question, None
        if question is not None and not line.strip():
            room.question = question
            return question.text
        lines = _refused_or(lambda: self._done(line, question))
        if room.tutorial is not None:
            room.tutorial.show(lines)
        elif was_taught:
            self.board.answer(lines[-GOODBYE:])
        elif is_brief(lines) and (not room.news or room.news[-1] is latest):
            self.board.answer(lines)  # an answer that is not in the news yet
        return lines + room.advance()

    def begin(self, newgame: reader.NewGame) -> list[Line]:
        """Begin the first game, without loading the grammar; return the text for people."""
        room = self.room
        lines = _refused_or(lambda: room.run(lambda: room.session.reply_to(newgame), is_new=True))
        return lines + room.advance()

    def _done(self, line: str, question: Question | None) -> list[Line]:
        """Execute a line, which may be the answer to a question."""
        said = None if question is None else answer_in(line)
        if question is not None and said is True:
            return question.yes()
        declined: list[Line] = [] if question is None else [[("dim", question.no)]]
        if said is not None:
            return declined
        meant = typed.read_line(line, self.room.situation)
        return declined + ([] if meant is None else self._do(meant))

    def _do(self, meant: typed.Typed) -> list[Line]:
        match meant:
            case typed.Rules(id):
                return ruled(self.room.game, id)
            case typed.WhyNot() | typed.Eval() | typed.Best() if self.room.is_secret:
                raise secret(self.room.situation.actor or "")
            case typed.WhyNot(text):
                return explained(Session(self.room.table).reply_to(reader.Explain(text)))
            case typed.Tutorial(number):
                self.room.tutorial = Tutorial(self.room.game, number)
                return self.room.tutorial.say()
        if self.room.tutorial is not None:
            return self._do_in_lesson(self.room.tutorial, meant)
        match meant:
            case typed.Act(text):
                return self.room.decide(text)
            case typed.Say(line, kind):
                return self._say(line, kind)
            case typed.Analyse():
                return self.inquiry.analyse()
            case typed.Auto():
                _ = self.room.session.table.timeline
                self.room.autopilot.set_up(self.room.situation, self.room.seating.humans)
                return []
            case typed.AutoEnd(is_on):
                return self._end_turns(not self.room.autopilot.ends_turns if is_on is None else is_on)
            case typed.Save(file):
                _ = self.room.session.table.timeline
                return [[("", f"Saved as {clean(str(self.room.save(file)))}.")]]
            case typed.Load(file):
                kept = read_record(found_record(file), self.room.setting.find)
                return self._leaving(lambda: open_record(self.room, kept))
            case typed.Step(count):
                return step(self.room, count)
            case typed.Goto(number):
                return step(self.room, number - self.room.session.table.timeline.now.step)
            case typed.Rematch():
                return self._rematch()
            case typed.Variations():
                return lines_of_play(self.room)
            case typed.Follow(name):
                return follow(self.room, name)
            case typed.Seats():
                return self.room.seating.lines() or self.room.run(lambda: self.room.session.reply_to(reader.Result()))
            case typed.Sit(seat, who):
                who = f"builtin:{who}" if who in self.room.setting.bots else who
                self.room.seating.put(seat, who)
                return [[(seat, seat), ("", f": {who}")]]
            case typed.Threats(is_on):
                return self.inquiry.threats(is_on)
            case typed.Eval():
                return self.inquiry.chances()
            case typed.Best(count):
                return self.inquiry.best(count)
            case typed.Go():
                return self.room.seating.go()
            case typed.Dice(is_auto):
                return self.room.run(lambda: Done(self.room.session.table.set_dice(is_auto)))
            case _:
                raise TypeError(f"no line of the prompt: {meant!r}")

    def _say(self, line: str, kind: str) -> list[Line]:
        if not kind:  # tags are handled by the session
            return self._tagged(line)
        if kind.startswith("expect"):
            self._need_openness("an expectation")
        if kind in TELLING and self.room.is_secret:
            raise secret(self.room.situation.actor or "")
        command = reader.read(line, self.room.session.table.game)
        assert command is not None
        if isinstance(command, reader.State):
            command = self._seen(command)

        def reply() -> Reply | None:
            return self.room.session.reply_to(command)

        match kind:
            case "help":
                return [paragraphs(text) for text in help_lines(_asked(command), self.room.game)]
            case "legal":
                replied = reply()
                refusal = answered(replied, self.room.game) if isinstance(replied, Refused) else []
                return refusal or listed(self.room.situation, _asked(command))
            case "board" if self.room.table.game is not None:
                return [[], *self.board.picture((self.board.columns, _TALL)), []]
            case "result":
                replied = reply()
                return (
                    resulted(replied, self.room.game)
                    if isinstance(replied, Ended)
                    else answered(replied, self.room.game)
                )
            case "hint":
                return hinted(reply(), self.room.situation)
            case "explain":
                return explained(reply())
            case "undo" | "redo" if self.room.seating.humans:
                return self._take_back(command)
            case "quit":
                self.is_over = True
                return []
            case "newgame":
                return self._leaving(lambda: self.room.run(reply, is_new=True))
            case "history":
                return told_history(self.room.session.table.timeline)
            case "position":
                return self.room.run(reply, is_new=True) + self.room.seating.stop()
        return self.room.run(reply)

    def _seen(self, command: reader.State) -> reader.State:
        """Return a `state` command that shows only what the person at the keyboard may see; raise Refusal."""
        viewer, table = self.board.viewer, self.room.session.table
        if viewer is None or table.game is None or table.game.actor(table.timeline.state) is None:
            return command
        if command.seat not in (None, viewer) and is_hidden(table.game, table.timeline.state, viewer, command.seat):
            raise Refusal(
                "forbidden", f"{command.seat} sees cards that are hidden from you: `state` shows what you see"
            )
        return reader.State(command.seat or viewer)

    def _need_openness(self, what: str) -> None:
        """Raise Refusal if this would show cards that are hidden from the person at the keyboard."""
        viewer, table = self.board.viewer, self.room.session.table
        if viewer is not None and table.game is not None and is_hidden(table.game, table.timeline.state, viewer, None):
            raise Refusal("forbidden", f"{what} would show hidden cards")

    def _tagged(self, line: str) -> list[Line]:
        """Execute a line with a tag; return the lines of its answer as the protocol writes them."""
        self._need_openness("an answer with a tag")
        answer: list[str] = []

        def reply() -> Reply | None:
            answered = self.room.session.answer(line)
            answer.extend([] if answered is None else answered.lines())
            return None

        told = self.room.run(reply)
        return [*([("", text)] for text in answer), *told]

    def _leaving(self, do: Callable[[], list[Line]]) -> list[Line]:
        """Leave the game for another one; ask first if people have played in it."""
        room = self.room
        if not room.is_busy:
            return do()
        kept = "it is kept for `beachhead play --resume`" if room.setting.keeper is not None else "it will be lost"
        text = [paragraphs(f"A game is being played; {kept}. Leave it? yes or no", "asks")]
        room.question = Question(text, do, "The game goes on.")
        return text

    def _rematch(self) -> list[Line]:
        """Begin the same game again with other dice."""
        room = self.room
        table = room.session.table
        setting = table.timeline.game.setting(table.timeline.state)
        options = {**table.options, **({} if table.is_auto else {"dice": "manual"})}
        command = reader.NewGame(table.timeline.game.name, (setting.mode,), tuple(options.items()))
        return self._leaving(lambda: room.run(lambda: room.session.reply_to(command), is_new=True))

    def _end_turns(self, is_on: bool) -> list[Line]:
        self.room.autopilot.ends_turns = is_on
        return [[("", "A turn ends when nothing else can be done." if is_on else "You end your turns yourself.")]]

    # Stepping

    def _take_back(self, command: reader.Command) -> list[Line]:
        """Go back to the person's last decision, or forward to the next one."""
        assert isinstance(command, reader.Undo | reader.Redo)
        timeline = self.room.session.table.timeline
        if isinstance(command, reader.Undo):
            return self.room.go_steps(-steps_back(timeline, command.count, self._is_decision))
        return self.room.go_steps(steps_forward(timeline, command.count, self._is_decision))

    def _is_decision(self, timeline: Timeline[Any]) -> bool:
        """Return whether people decide there, or throw the dice; a turn that ends automatically does not count."""
        situation = Situation(timeline.game, timeline.state)
        if situation.actor == CHANCE:
            return not self.room.session.table.is_auto
        if self.room.autopilot.is_inside(timeline.now):
            return False
        return situation.actor in self.room.seating.humans and not self.room.autopilot.is_ended(situation)

    # Lessons

    def _do_in_lesson(self, tutorial: Tutorial, meant: typed.Typed) -> list[Line]:
        match meant:
            case typed.Act(text):
                lines = tutorial.play(text)
            case typed.Step(1):
                lines = tutorial.skip()
            case typed.Say(_, "hint") | typed.Best():
                lines = tutorial.hint()
            case typed.Say(_, "quit"):
                return self.leave_lesson()
            case typed.Say(line, kind) if kind in _IN_LESSONS:
                game, self.room.session = self.room.session, Session(tutorial.table)
                try:
                    lines = self._say(line, kind)
                finally:
                    self.room.session = game
            case _:
                raise Refusal("turn", _FOR_THE_GAME)
        return lines + (self.leave_lesson() if tutorial.is_over else [])

    def leave_lesson(self) -> list[Line]:
        """Go back from the lessons to the game."""
        self.room.tutorial = None
        return [paragraphs("Back to your game." if self.room.is_unfinished else "`newgame` begins a game.", "dim")]


def _asked(command: reader.Command) -> str | None:
    """Return the argument of `help` or `legal`."""
    match command:
        case reader.Help(word) | reader.Legal(word):
            return word
    raise TypeError(f"neither help nor legal: {command!r}")


def is_brief(lines: list[Line]) -> bool:
    """Return whether an answer is short enough to stand beside the board."""
    return len(lines) <= _BRIEF and sum([len(text) for line in lines for _, text in line]) <= _LETTERS


def _refused_or(do: Callable[[], list[Line]]) -> list[Line]:
    """Return the result of a function, or the refusal that it raised."""
    try:
        return do()
    except (BadSyntax, Unclear) as bad:
        return [paragraphs(str(bad), "error")]
    except Refusal as refusal:
        return [refused(refusal.reply)]
