"""The tutorial: the lessons of a game at a separate table, where the engine checks every action."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.lesson import Lesson, Task
from beachhead.engine.values import BadOption, IllegalAction
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.talk import paragraphs
from beachhead.protocol.table import Table

_ANSWER: Final = 6  # maximum number of lines of an answer beside the board


class Tutorial:
    """The progress through the lessons; over when the last task is done."""

    def __init__(self, game: Game[Any], first: int) -> None:
        """``first`` counts from 1; raise `argument` if there is no such lesson."""
        self.game = game
        self.table = Table(lambda _: game)
        self.is_over = False
        self.said: list[Line] = []  # the lines beside the board: the task, and the result of the last try
        self.praise: list[Line] = []  # what the last task has taught, as long as nothing else was said
        if not game.show.lessons:
            raise Refusal("argument", f"there are no lessons of {game.show.title} yet: help and rules teach it")
        if not 1 <= first <= len(game.show.lessons):
            raise Refusal(
                "argument", f"there are {len(game.show.lessons)} lessons: tutorial 1 to {len(game.show.lessons)}"
            )
        self._lesson, self._task = first - 1, 0
        self._set_up()

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self.game.show.lessons[self._lesson]

    @property
    def task(self) -> Task:
        """The current task."""
        return self.lesson.tasks[self._task]

    def _set_up(self) -> None:
        self.table.set_position(self.game.name, self.lesson.position)

    def say(self) -> list[Line]:
        """Return the text for the player: the lesson and the task."""
        if self.is_over:
            return [paragraphs("That was the tutorial. `tutorial 3` goes back to a lesson; now play.", "strong")]
        title: Line = [("strong", f"Lesson {self._lesson + 1} of {len(self.game.show.lessons)}: {self.lesson.title}")]
        self.said = [title, paragraphs(self.task.text)]
        return [[], *self.said]

    def wanted(self) -> str:
        """Return an action that the task accepts."""
        state = self.table.timeline.state
        return next(action.text for action in self.game.legal(state) if self.task.accepts(action.text))

    def show(self, lines: list[Line]) -> None:
        """Show an answer below the task, beside the board, unless it repeats the task."""
        if not lines or self.is_over or any(line in self.said for line in lines):
            return
        self.praise = []
        answer = lines if len(lines) <= _ANSWER else [paragraphs("The answer stands above.", "dim")]
        self.said = [paragraphs(self.task.text), *answer]

    def put_aside(self) -> None:
        """Show the task alone again: there is no room for an answer below it."""
        self.said = [paragraphs(self.task.text)]

    def hint(self) -> list[Line]:
        """Return the task again, with an action that it accepts."""
        return self._again(paragraphs(f"Try `{self.wanted()}`."))

    def play(self, text: str) -> list[Line]:
        """Play an action; return why it is illegal or not the task, or else what it did and the next task."""
        before = self.table.timeline
        try:
            action = self.game.action(before.state, text)
            self.table.act(action)
        except BadOption as bad:  # the action names a seat that does not play
            return self._again([("error", str(bad))])
        except IllegalAction as illegal:
            return self._again([("error", f"rule {illegal.rule}: {illegal.reason}")])
        if not self.task.accepts(action.text):
            self.table.undo(1)
            return self._again(paragraphs(f"`{action}` may be done, but the task is another: it is taken back."))
        for following in self.task.then:
            self.table.act(self.game.action(self.table.timeline.state, following))
        lines = self.game.show.story(self.table.timeline.now.since(before.now))
        praise = paragraphs(self.task.praise, "dim")
        task = self._next()
        self.praise = [praise]
        return [*lines, praise, *task]

    def _again(self, why: Line) -> list[Line]:
        """Return the same task again, with the reason."""
        self.said, self.praise = [paragraphs(self.task.text), why], []
        return [why]

    def skip(self) -> list[Line]:
        """Skip a task by doing it for the player."""
        return self.play(self.wanted())

    def _next(self) -> list[Line]:
        self._task += 1
        if self._task == len(self.lesson.tasks):
            self._lesson, self._task = self._lesson + 1, 0
            if self._lesson == len(self.game.show.lessons):
                self._lesson, self.is_over = self._lesson - 1, True
            else:
                self._set_up()
        return self.say()
