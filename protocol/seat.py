"""The conversation with a seated bot: `game`, `go`, events and `bye` go out, answers and queries come in.

Pure: lines in, lines out, without pipes and clocks. A seat lasts as long as its bot's process and may play several games.
Its owner (the arena, the prompt) writes the lines, measures the time, and decides on the penalty for a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from beachhead.engine.native import mypyc_attr
from beachhead.engine.values import Action, Event
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.reply import Done, Listed, Refused, Reply
from beachhead.protocol.session import GREETING, Answered, Session
from beachhead.protocol.table import Table

BYE: Final = "bye"
MAX_NOTES: Final = 20  # the last remarks before a decision that are kept
NOTE_LENGTH: Final = 1000

_DECISIONS: Final = (reader.Answer, reader.Act)
_QUERIES: Final = (
    reader.Legal, reader.State, reader.Board, reader.History, reader.Result, reader.Help, reader.Ping, reader.Hello,
    reader.Explain,
)  # fmt: skip


class Said(Enum):
    """The kind of a line from a bot."""

    NOTHING = "nothing"  # a blank line or a comment
    QUERY = "query"  # a command that is not an action: always answered, perhaps by `forbidden`, and never counted
    REMARK = "remark"  # an `info`
    PLAYED = "played"  # the decision that was asked for
    MISTAKE = "mistake"  # an error while a decision was pending
    STRAY = "stray"  # an error while no decision was pending


NOTHING: Final = Said.NOTHING  # looked up once, for speed
QUERY: Final = Said.QUERY
REMARK: Final = Said.REMARK
PLAYED: Final = Said.PLAYED
MISTAKE: Final = Said.MISTAKE
STRAY: Final = Said.STRAY


class Heard:
    """A line from a bot: its kind, and the answer to it (None if there is none)."""

    __slots__ = ("answer", "said")

    def __init__(self, said: Said, answer: Answered | None) -> None:
        self.said = said
        self.answer = answer

    @property
    def events(self) -> Sequence[Event]:
        """The events after a played action, which all seats must be told."""
        reply = None if self.answer is None else self.answer.reply
        return reply.events if isinstance(reply, Done) else ()

    @property
    def refused(self) -> Refused | None:
        """The refusal, or None if the line was not refused."""
        reply = None if self.answer is None else self.answer.reply
        return reply if isinstance(reply, Refused) else None

    def lines(self) -> list[str]:
        """Return the lines to send to the bot."""
        return [] if self.answer is None else self.answer.lines()

    def told(self) -> tuple[list[str], list[str]]:
        """Return the lines of a played action: those for the bot itself, and the events, which all other seats are told."""
        answer = self.answer
        assert answer is not None
        assert answer.reply is not None
        lines = answer.reply.lines()
        return (answer.tagged(lines) if answer.tag else lines), lines[:-1]


_SILENCE: Final = Heard(NOTHING, None)


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat(Session):
    """A bot at a seat of a table."""

    def __init__(self, table: Table, seat: str) -> None:
        super().__init__(table)
        self.seat = seat
        self.bot = ""  # the name that it gave itself
        self.is_greeted = False  # whether it has said hello
        self.asked: int | None = None  # the number of the pending decision
        self.notes: tuple[str, ...] = ()  # its remarks since its last decision
        self._decisions = 0  # over the lifetime of the process
        self._times: Sequence[int | None] = ()  # the times last sent, and their text
        self._left = ""

    def greet(self) -> list[str]:
        """Return the first lines for a bot."""
        return [GREETING]

    def sit(self, table: Table, seat: str, clock: str, commit: str) -> list[str]:
        """Seat the bot in a game that has begun at the table; return the lines for it."""
        self.table, self.seat, self.asked, self.notes = table, seat, None, ()
        timeline = table.timeline
        game = timeline.game
        return [f"game {game.name} {game.setting(timeline.state).mode} seat {seat} clock {clock} commit {commit}"]

    def ask(self, times: Sequence[int | None]) -> str:
        """Return the line that asks for a decision; ``times`` are the milliseconds left, its own first, None if untimed."""
        self._decisions += 1
        self.asked = self._decisions
        timeline = self.table.timeline
        view = timeline.game.view(timeline.state, self.seat)
        if times != self._times:
            self._times = list(times)
            self._left = " ".join(["-" if time is None else str(time) for time in times])
        return f"go {self.asked} time {self._left} state {view}"

    def dismiss(self) -> None:
        """Cancel the pending decision: the game has ended without an answer."""
        self.asked = None

    def hear(self, line: bytes) -> Heard:
        """Handle a line from the bot, given without its line end."""
        was_asked = self.asked is not None
        answer = self.handle(line)
        if answer is None:
            return _SILENCE
        command, reply = answer.command, answer.reply
        if isinstance(command, _DECISIONS):
            said = PLAYED if isinstance(reply, Done) else MISTAKE if was_asked else STRAY
        elif command is None:
            said = MISTAKE if was_asked else STRAY
        else:
            said = REMARK if reply is None else QUERY
        return Heard(said, answer)

    def run(self, command: reader.Command) -> Reply | None:
        """Return the reply to a command; raise if it cannot be done, or is forbidden for bots."""
        if isinstance(command, reader.Answer):  # most lines; quicker than a pattern
            if self.asked is not None and self.asked != command.id:
                raise Refusal("stale", f"decision {command.id} is not asked for: {self.asked} is")
            return self.play(command.action)
        match command:
            case reader.Act(action):
                return self.play(action)
            case reader.Info(text):
                self.notes = (*self.notes, text[:NOTE_LENGTH])[-MAX_NOTES:]
                return None
            case reader.Hello(name=name):
                reply = super().run(command)
                self.is_greeted, self.bot = True, name
                return reply
        if not isinstance(command, _QUERIES):
            raise Refusal("forbidden", "a seated bot may not do that: it answers, or asks for legal, state, explain …")
        return super().run(command)

    def play(self, what: Action | str) -> Reply:
        if self.asked is None:
            raise Refusal("turn", "no decision is asked of you")
        action = what if isinstance(what, Action) else self.completed(what)
        reply = Done(self.table.act(action, self.notes))
        self.asked, self.notes = None, ()
        return reply

    def legal(self, kind: str | None) -> Reply:
        listed = super().legal(kind)
        return listed if self.asked is not None else Listed(())

    def state(self, seat: str | None) -> Reply:
        timeline = self.table.timeline
        if seat is not None and seat not in timeline.game.seats(timeline.state):
            raise Refusal("argument", f"'{seat[:20]}' is not a seat")
        return super().state(self.seat)

    def board(self) -> Reply:
        return self.picture(self.seat)

    def history(self) -> list[str]:
        return self.table.record_for(self.seat)

    def explain(self, text: str) -> Reply:
        if self.asked is None:
            raise Refusal("turn", "no decision is asked of you, so there is nothing to explain")
        return super().explain(text)
