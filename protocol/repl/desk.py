"""The person's side of the table: who sits where, what a line does, what the bots do in between.

No terminal here: lines come in, lines of text go out. The bots' processes are read by whoever holds a desk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import CHANCE, Action, Game
from beachhead.engine.picture import Picture
from beachhead.engine.timeline import Moment, Timeline
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl import line as typed
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.commands import help_lines
from beachhead.protocol.repl.draw import draw
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.record import Find, Kept, read_record, save_record
from beachhead.protocol.repl.scene import Scene, scene_of
from beachhead.protocol.repl.talk import answered, listed, paragraphs, refused, told
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import DEFAULT_GAME, Table

HUMAN: Final = "human"
END: Final = "end"  # the kind of action that `auto end` plays by itself
_NEWS: Final = 12  # sentences that are kept for beside the board
_IN_LESSONS: Final = ("act", "legal", "state", "board", "explain", "help", "hint", "result", "history", "ping")


@dataclass
class Setting:
    """How somebody wants to play."""

    find: Find
    adviser: Adviser | None = None
    who: dict[str, str] = field(default_factory=dict)  # by seat: HUMAN, or a bot's name
    opponent: str = HUMAN  # who sits where nothing was said, the first seat apart
    is_auto_end: bool = False
    hang: float = 60.0  # seconds that a bot may think
    record: str | None = None  # the file that a game is written to when it is over


class Desk:
    """A table with the person at it."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        self.setting = setting
        self.session = Session(table or Table(setting.find), setting.adviser)
        self.opponents: dict[str, Opponent] = {}
        self.is_stopped = False  # whether the bots wait for `go`
        self.is_over = False  # whether the person has left
        self.tutorial: Tutorial | None = None
        self.news: deque[Line] = deque(maxlen=_NEWS)
        self._sees_all = False
        self._viewer: str | None = None
        self._auto: set[str] = set()  # seats whose set-up goes by itself
        self._placed: list[str] = []
        self._scene: Scene | None = None
        if table is not None:
            self._seat_all()

    # What there is to see

    @property
    def table(self) -> Table:
        """The table that is looked at: that of the lesson, or of the game."""
        return self.session.table if self.tutorial is None else self.tutorial.table

    @property
    def game(self) -> Game[Any]:
        """The game that is played, or would be."""
        return self.table.game or self.table.find(DEFAULT_GAME)

    def seats(self) -> tuple[str, ...]:
        """The seats of the game at the table."""
        table = self.session.table
        return () if table.game is None else table.game.seats(table.timeline.state)

    def who(self, seat: str) -> str:
        """Who sits there: HUMAN, or a bot's name."""
        default = HUMAN if self.seats()[:1] == (seat,) else self.setting.opponent
        return self.setting.who.get(seat, default)

    @property
    def humans(self) -> list[str]:
        """The seats that people sit at."""
        return [seat for seat in self.seats() if self.who(seat) == HUMAN]

    @property
    def is_unfinished(self) -> bool:
        """Whether a game is under way that would be missed."""
        table = self.session.table
        return table.game is not None and table.game.actor(table.timeline.state) is not None

    @property
    def waiting(self) -> Opponent | None:
        """The bot whose decision is due, unless bots are stopped."""
        actor = self.scene.actor
        opponent = None if actor is None or self.tutorial else self.opponents.get(actor)
        return None if opponent is None or self.is_stopped or opponent.fault else opponent

    @property
    def scene(self) -> Scene:
        """The moment that the person looks at; the same object as long as nothing changes."""
        table = self.table
        state = None if table.game is None else table.timeline.state
        is_mine = self._is_mine()
        scene = self._scene
        if scene is None or scene.state is not state or scene.is_mine is not is_mine or scene.game is not self.game:
            self._scene = scene = scene_of(table, is_mine)
        return scene

    def _is_mine(self) -> bool:
        if self.tutorial is not None or self.table.game is None:
            return True
        actor = self.table.game.actor(self.table.timeline.state)
        opponent = self.opponents.get(actor or "")
        return opponent is None or self.is_stopped or bool(opponent.fault)

    @property
    def viewer(self) -> str | None:
        """Through whose eyes the board is seen; None sees all."""
        if self.tutorial is not None or self._sees_all or not self.humans:
            return None
        actor = self.scene.actor
        if actor in self.humans or self._viewer not in self.humans:
            self._viewer = actor if actor in self.humans else self.humans[0]
        return self._viewer

    def picture(self, size: tuple[int, int], preview: Action | None = None, ascii: bool = False) -> Picture:
        """The board in so many columns and rows, with the news beside it where they have scrolled out of sight."""
        if self.table.game is None:
            return []
        is_low = size[1] < 2 * _NEWS + 8
        news = [] if self.tutorial is not None or not is_low else list(self.news)
        return draw(self.table.timeline, self.viewer, preview, news, size, ascii)

    # What a line does

    def handle(self, line: str) -> list[Line]:
        """Does what a line says; gives what there is to say to it."""
        try:
            meant = typed.read_line(line, self.scene)
            lines = [] if meant is None else self._do(meant)
        except (BadSyntax, typed.Unclear) as bad:
            return [[("error", str(bad))]]
        except Refusal as refusal:
            return [[("error", refusal.reason)]]
        return lines + self.advance()

    def _do(self, meant: typed.Typed) -> list[Line]:
        if self.tutorial is not None and not isinstance(meant, typed.Rules | typed.WhyNot | typed.Tutorial):
            return self._do_in_lesson(self.tutorial, meant)
        match meant:
            case typed.Act(text):
                return self._act(text)
            case typed.Say(line, kind):
                return self._say(line, kind)
            case typed.WhyNot(text):
                return self._explain(f"explain {text}")
            case typed.Rules(id):
                return self._rules(id)
            case typed.Auto():
                return self._set_up()
            case typed.AutoEnd(is_on):
                self.setting.is_auto_end = not self.setting.is_auto_end if is_on is None else is_on
                done = "A turn ends by itself when nothing else can be done."
                return [[("", done if self.setting.is_auto_end else "You end your turns yourself.")]]
            case typed.Save(file):
                return [[("", f"Saved as {clean(str(save_record(self.session.table, file)))}.")]]
            case typed.Load(file):
                return self._load(file)
            case typed.Step(count):
                return self._step(count)
            case typed.Goto(number):
                return self._step(number - self.step_number()[0])
            case typed.Sit(seat, who):
                return self._sit(seat, who)
            case typed.Go():
                return self._go()
            case typed.Dice(is_auto):
                return self._run(lambda: self.session.table.set_dice(is_auto))
            case typed.Tutorial(number):
                self.tutorial = Tutorial(self.game, number)
                return self.tutorial.say()

    def _act(self, text: str) -> list[Line]:
        waiting = self.waiting
        if waiting is not None:
            raise Refusal("turn", f"it is {waiting.seat}'s turn: {waiting.title} is thinking, Ctrl-C stops it")
        return self._run(lambda: self.session.answer(text))

    def _say(self, line: str, kind: str) -> list[Line]:
        match kind:
            case "help":
                command = self.session.read(line)
                assert isinstance(command, reader.Help)
                return [paragraphs(text) for text in help_lines(command.topic, self.game)]
            case "legal":
                command = self.session.read(line)
                assert isinstance(command, reader.Legal)
                replies = self.session.answer(line)
                return listed(self.scene, command.kind) + answered(replies[-1:], self.game)
            case "board":
                _ = self.table.timeline
                return [[], *self.picture((200, 200)), []]
            case "hint":
                return self._hint(self.session.answer(line))
            case "explain":
                return self._explain(line)
            case "undo" | "redo":
                return self._take_back(line)
            case "quit":
                self.is_over = True
                return []
            case "newgame":
                return self._run(lambda: self.session.answer(line), is_new=True)
            case "position":
                lines = self._run(lambda: self.session.answer(line), is_new=True)
                return lines + self._stop("The bots wait until you say `go`.")
        return self._run(lambda: self.session.handle(line.encode()))

    def _run(self, do: Callable[[], list[str]], is_new: bool = False) -> list[Line]:
        """Does something at the table, and says what came of it, to the bots too."""
        table = self.session.table
        before = None if table.game is None else table.timeline
        replies = do()
        lines = answered(replies, self.game)
        if before is not None and table.timeline.now is before.now:
            return lines
        if is_new or before is None:
            return lines if table.game is None else lines + self._begin()
        return lines + self._follow(before)

    def _begin(self) -> list[Line]:
        self.is_stopped = self._sees_all = False
        self.news.clear()
        self._auto.clear()
        self._seat_all()
        table = self.session.table
        state = table.timeline.state
        seats = ", ".join(f"{seat}: {clean(self.who(seat))}" for seat in self.seats())
        dice = f"seed {table.seed}" if table.is_auto else "you throw the dice"
        return [[("due", self.game.title), ("", f", {self.game.mode(state)}. {seats}."), ("dim", f" {dice}")]]

    def _follow(self, before: Timeline[Any]) -> list[Line]:
        """What has happened since, told to all; where the game has jumped elsewhere, the bots begin anew."""
        table = self.session.table
        moments = _since(table.timeline.now, before.now)
        if moments is None:
            self.news.clear()
            for opponent in self.opponents.values():
                opponent.take_back()
            return []
        events = [f"event {event}" for moment in moments for event in moment.lines()]
        for opponent in self.opponents.values():
            opponent.tell(events)
        return self._tell(moments)

    def _tell(self, moments: list[Moment[Any]]) -> list[Line]:
        lines = told(self.game, moments)
        self.news.extend(lines)
        if not self.is_unfinished:
            for opponent in self.opponents.values():
                opponent.rest()
            lines += self.finish()
        return lines

    def finish(self) -> list[Line]:
        """Writes the record where one is wanted."""
        if self.setting.record is None:
            return []
        try:
            Path(self.setting.record).write_text("\n".join([*self.session.table.record(), ""]), encoding="utf-8")
        except OSError as problem:
            return [[("error", f"{clean(self.setting.record)} cannot be written: {problem.strerror}")]]
        return [[("dim", f"The record is in {clean(self.setting.record)}.")]]

    def _explain(self, line: str) -> list[Line]:
        session = self.session if self.tutorial is None else Session(self.tutorial.table)
        *info, final = session.answer(line)
        if final.startswith("error "):
            return [refused(final)]
        words = [[("", text.removeprefix("info "))] for text in info]
        if final == "ok legal":
            return [[("", "It is legal: ")] + words[0], *words[1:]] if words else []
        rule, _, reason = final.removeprefix("ok illegal ").partition(" ")
        return [[("error", f"rule {rule}: {reason}")], *words]

    def _rules(self, id: str | None) -> list[Line]:
        rules = self.game.rules
        if id is None:
            width = max(map(len, rules))
            return [[("keyword", f"{rule.id:<{width}}  "), ("", rule.name)] for rule in rules.values()]
        return [paragraphs(text) for text in help_lines(id, self.game)] if id in rules else self._no_rule(id)

    def _no_rule(self, id: str) -> list[Line]:
        raise Refusal("argument", f"'{clean(id)[:20]}' is no rule of {self.game.title}: rules lists them")

    def _hint(self, replies: list[str]) -> list[Line]:
        *info, final = replies
        if final.startswith("error "):
            return [refused(final)]
        text = final.removeprefix("ok ")
        scene = self.scene
        action = scene.game.action(scene.state, text)
        lines: list[Line] = [[("dim", remark.removeprefix("info "))] for remark in info]
        return [*lines, [("", "Hint: "), ("keyword", text), ("", f"  {scene.game.describe(scene.state, action)}")]]

    # The set-up by itself, turns that end by themselves

    def _set_up(self) -> list[Line]:
        table = self.session.table
        if not self.game.is_setup(table.timeline.state) or not self.humans:
            raise Refusal("turn", "auto is for the set-up, and there is nothing to place: hint advises")
        if self.setting.adviser is None:
            raise Refusal("limit", "there is no adviser at this table")
        self._auto, self._placed = set(self.humans), []
        return []

    def advance(self) -> list[Line]:
        """Does what needs nobody's decision; gives what there is to say about it."""
        lines: list[Line] = []
        while self.tutorial is None and (text := self._by_itself()) is not None:
            lines += self._run(lambda text=text: self.session.answer(text))  # type: ignore[misc]
        if self._placed and not (self._auto and self.is_unfinished and self.game.is_setup(self.table.timeline.state)):
            lines.append([("", f"auto has placed {len(self._placed)}: "), ("keyword", "; ".join(self._placed))])
            self._auto, self._placed = set(), []
        return lines

    def _by_itself(self) -> str | None:
        """The action that is played without a question."""
        scene = self.scene
        seat = scene.actor
        if seat is None or seat == CHANCE or seat not in self.humans:
            return None
        if seat in self._auto and scene.game.is_setup(scene.state):
            assert self.setting.adviser is not None
            text, _ = self.setting.adviser(scene.game, scene.state, seat, None)
            self._placed.append(text)
            return text
        forced = scene.forced
        return END if self.setting.is_auto_end and forced is not None and forced.kind == END else None

    # Back and forth

    def _take_back(self, line: str) -> list[Line]:
        """Undo and redo: to where the person last decided something, or will again; among people, by steps."""
        command = self.session.read(line)
        assert isinstance(command, reader.Undo | reader.Redo)
        table = self.session.table
        if not self.opponents or not self.humans:
            return self._run(lambda: self.session.answer(line))
        timeline, steps, left = table.timeline, 0, command.count
        is_back = isinstance(command, reader.Undo)
        while left:
            steps += 1
            found = timeline.undo(steps) if is_back else timeline.redo(steps)
            if found is None:
                if steps > 1 and not is_back and left == 1:  # the end of what was undone, wherever that is
                    steps -= 1
                    break
                raise Refusal("nothing", "there is nothing of yours to take back" if is_back else "nothing was undone")
            actor = found.game.actor(found.state)
            if actor in self.humans or (actor == CHANCE and not table.is_auto):
                left -= 1
        return self._run(lambda: self._jump(steps if is_back else -steps))

    def _jump(self, steps: int) -> list[str]:
        table = self.session.table
        if steps > 0:
            table.undo(steps)
        elif steps < 0:
            table.redo(-steps)
        return []

    def step_number(self) -> tuple[int, int]:
        """The step at which the game stands, and how many there are."""
        timeline = self.session.table.timeline
        number = sum(moment.is_step for moment in timeline.moments())
        return number, number + len(timeline.future)

    def _step(self, count: int) -> list[Line]:
        number, of = self.step_number()
        if not 0 <= number + count <= of:
            raise Refusal("nothing", f"this is step {number} of {of}")
        lines = self._run(lambda: self._jump(-count))
        where: Line = [("dim", f"Step {number + count} of {of}.")]
        return [*lines, where, *self._stop("The bots wait until you say `go`.")]

    def _load(self, file: str) -> list[Line]:
        table = read_record(Path(file).expanduser(), self.setting.find)
        self._leave_all()
        self.session = Session(table, self.setting.adviser)
        self.setting.who = dict.fromkeys(self.seats(), HUMAN)
        self.is_stopped, self._sees_all = False, True
        self.news.clear()
        number, of = self.step_number()
        headers = [[("dim", f"{key}: "), ("", value)] for key, value in table.headers.items()]
        text = f"Loaded: step {number} of {of}. `goto 0`, `next` and `back` step through it; all seats are yours, and so are the dice."
        return [*headers, paragraphs(text)]

    # The bots

    def _sit(self, seat: str | None, who: str | None) -> list[Line]:
        seats = self.seats()
        if seat is None or who is None:
            _ = self.session.table.timeline
            return [[(name, name), ("", f": {self.who(name)}")] for name in seats]
        if seat not in seats:
            raise Refusal("argument", f"'{clean(seat)[:20]}' is no seat: expected {' or '.join(seats) or 'a game first'}")
        former = self.opponents.pop(seat, None)
        if who != HUMAN:
            try:
                self.opponents[seat] = Opponent(who, seat, self.setting.hang)
            except ValueError as problem:
                if former is not None:
                    self.opponents[seat] = former
                raise Refusal("argument", str(problem)) from None
        if former is not None:
            former.leave()
        self.setting.who[seat] = who
        return [[(seat, seat), ("", f": {who}")]]

    def _seat_all(self) -> None:
        """Bots at their seats, those that sit there already with the process that they have."""
        former, self.opponents = self.opponents, {}
        for seat in self.seats():
            name = self.who(seat)
            if name != HUMAN:
                opponent = former.pop(seat, None)
                if opponent is not None and opponent.name == name:
                    opponent.take_back()
                    self.opponents[seat] = opponent
                else:
                    self.opponents[seat] = Opponent(name, seat, self.setting.hang)
        for opponent in former.values():
            opponent.leave()

    def _leave_all(self) -> None:
        for opponent in self.opponents.values():
            opponent.leave()
        self.opponents = {}

    def _go(self) -> list[Line]:
        self.is_stopped = False
        for opponent in self.opponents.values():
            if opponent.fault:
                opponent.leave()
        return [] if self.opponents else [paragraphs("There is no bot: `seat SEAT builtin:greedy` gives a seat to one.")]

    def _stop(self, text: str) -> list[Line]:
        if not self.opponents or self.is_stopped:
            return []
        self.is_stopped = True
        for opponent in self.opponents.values():
            opponent.take_back()
        return [paragraphs(text, "dim")]

    def stop(self) -> list[Line]:
        """Stops the bots where one is thinking."""
        return self._stop("Stopped. `go` lets the bots play on; you may play for them.") if self.waiting else []

    def hear(self, opponent: Opponent) -> list[Line]:
        """Hears a bot that has said something, or died; gives what there is to say about it."""
        if self.opponents.get(opponent.seat) is not opponent:
            return []
        table = self.session.table
        before = table.timeline
        had_fault = bool(opponent.fault)
        heard = opponent.hear()
        lines: list[Line] = []
        if heard is not None:
            moments = table.timeline.since(before.now)
            for other in self.opponents.values():
                if other is not opponent:
                    other.tell(heard.events)
            lines = self._tell(moments)
        if opponent.fault and not had_fault:
            lines += self.fault_of(opponent)
        return lines + self.advance()

    def fault_of(self, opponent: Opponent) -> list[Line]:
        """What went wrong with a bot, and what can be done."""
        seat = opponent.seat
        lines: list[Line] = [[("error", f"{seat}'s bot ({opponent.title}) {clean(opponent.fault)}.")]]
        if opponent.last_words:
            lines += [[("dim", "  it said: "), ("", words)] for words in opponent.last_words]
        text = f"The game stands. `go` starts the bot anew, `seat {seat} human` gives you its seat."
        return [*lines, paragraphs(text)]

    def leave(self) -> Kept | None:
        """What is to be kept of an unfinished game, when the person leaves."""
        if not self.is_unfinished:
            return None
        who = {seat: self.who(seat) for seat in self.seats()}
        return Kept(self.session.table, who, self.setting.is_auto_end)

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
                raise Refusal("turn", "that is for the game: `quit` leaves the tutorial, `next` passes over a task")
        return lines + (self.leave_lesson() if tutorial.is_over else [])

    def leave_lesson(self) -> list[Line]:
        """Back from the lessons to the game."""
        self.tutorial = None
        text = "Back to your game." if self.is_unfinished else "`newgame` begins a game."
        return [paragraphs(text, "dim")]


def _since(now: Moment[Any], earlier: Moment[Any]) -> list[Moment[Any]] | None:
    """The moments after an earlier one, oldest first; None where that one does not lie before."""
    found: list[Moment[Any]] = []
    moment: Moment[Any] | None = now
    while moment is not earlier:
        if moment is None:
            return None
        found.append(moment)
        moment = moment.before
    found.reverse()
    return found
