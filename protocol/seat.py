"""The conversation with a seated bot: `game`, `go`, events and `bye` out, answers and queries in.

Pure: lines in, lines out, no pipe and no clock of its own. A seat lasts as long as its bot's process and may see several
games. Whoever holds it (the arena, the REPL) writes the lines, measures the time, and decides what a mistake costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from beachhead.engine.game import Action, IllegalAction
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.session import GREETING, Session
from beachhead.protocol.table import Table

BYE: Final = "bye"
MAX_NOTES: Final = 20  # remarks that are kept for one decision, the last ones
NOTE_LENGTH: Final = 1000

_QUERIES: Final = (
    reader.Legal, reader.State, reader.Board, reader.History, reader.Result, reader.Help, reader.Ping, reader.Hello,
    reader.Explain,
)  # fmt: skip


class Said(Enum):
    """What a line of a bot was."""

    NOTHING = "nothing"  # a blank line or a comment
    QUERY = "query"  # a command that is no action: answered at any time, if only by `forbidden`, and never counted
    REMARK = "remark"  # an `info`
    PLAYED = "played"  # the decision that it was asked for
    MISTAKE = "mistake"  # an error while a decision was asked for
    STRAY = "stray"  # an error while nothing was asked


PLAYED: Final = Said.PLAYED  # looked up once: it is what most lines are


class Heard(NamedTuple):
    """A line of a bot: what it was, the answer to it, and of a PLAYED action the events, which all seats have to hear."""

    said: Said
    replies: list[str]
    events: list[str]  # without the tag that the answer may carry


_NOTHING: Final = Heard(Said.NOTHING, [], [])
_REMARK: Final = Heard(Said.REMARK, [], [])


class Seat(Session):
    """A bot at a seat of a table."""

    def __init__(self, table: Table, seat: str) -> None:
        super().__init__(table)
        self.seat = seat
        self.bot = ""  # what it calls itself
        self.is_greeted = False  # whether it has said hello
        self.asked: int | None = None  # the decision that it is asked for
        self.notes: tuple[str, ...] = ()  # its remarks since its last decision
        self._decisions = 0  # over the life of the process
        self._usual = b""  # how the answer to the decision begins
        self._times: Sequence[int | None] = ()  # the last that it was told, and their text
        self._left = ""
        self._said = Said.NOTHING
        self._events: list[str] = []  # of its last action

    def greet(self) -> list[str]:
        """What a bot hears first."""
        return [GREETING]

    def sit(self, table: Table, seat: str, clock: str, commit: str) -> list[str]:
        """Opens a game that has begun at the table."""
        self.table, self.seat, self.asked, self.notes = table, seat, None, ()
        timeline = table.timeline
        game = timeline.game
        return [f"game {game.name} {game.mode(timeline.state)} seat {seat} clock {clock} commit {commit}"]

    def ask(self, times: Sequence[int | None]) -> str:
        """Asks for a decision. ``times`` are the milliseconds left, its own first, None where untimed."""
        self._decisions += 1
        self.asked = self._decisions
        self._usual = b"answer %d " % self._decisions
        timeline = self.table.timeline
        view = timeline.game.view(timeline.state, self.seat)
        if times != self._times:
            self._times = list(times)
            self._left = " ".join(["-" if time is None else str(time) for time in times])
        return f"go {self.asked} time {self._left} state {view}"

    def dismiss(self) -> None:
        """Takes the question back: the game has ended without an answer."""
        self.asked = None

    def hear(self, line: bytes) -> Heard:
        """Hears a line of the bot, without its end. A legal answer in canonical form, the usual one, is played at once."""
        if self.asked is not None and line.startswith(self._usual):
            action = self.table.timeline.game.canonical(line[len(self._usual) :].decode("latin-1"))
            if action is not None:
                try:
                    events = self.carry_out(action)
                except IllegalAction:
                    pass  # it is said below
                else:
                    return Heard(PLAYED, [*events, "ok"], events)
        was_asked = self.asked is not None
        self._said = Said.NOTHING
        replies = self.handle(line)
        if not replies:
            return _REMARK if self._said is Said.REMARK else _NOTHING
        said = self._said
        if said is Said.NOTHING:  # nothing of what a bot may say
            said = Said.MISTAKE if was_asked else Said.STRAY
        return Heard(said, replies, self._events if said is Said.PLAYED else [])

    def run(self, command: reader.Command) -> list[str]:
        """The answer to a command; raises where it cannot be done, and where a bot may not."""
        match command:
            case reader.Act(text):
                return self.play(text)
            case reader.Answer(id, text):
                return self.decide(id, text)
            case reader.Info(text):
                self._said = Said.REMARK
                self.notes = (*self.notes, text[:NOTE_LENGTH])[-MAX_NOTES:]
                return []
            case reader.Hello(name=name):
                self._said = Said.QUERY
                replies = super().run(command)
                self.is_greeted, self.bot = True, name
                return replies
        self._said = Said.QUERY
        if not isinstance(command, _QUERIES):
            raise Refusal("forbidden", "a seated bot may not do that: it answers, or asks for legal, state, explain …")
        return super().run(command)

    def decide(self, id: int, text: str) -> list[str]:
        """Plays the answer to the decision of that number."""
        if self.asked is not None and self.asked != id:
            raise Refusal("stale", f"decision {id} is not asked for: {self.asked} is")
        return self.play(text)

    def play(self, text: str) -> list[str]:
        if self.asked is None:
            raise Refusal("turn", "no decision is asked of you")
        timeline = self.table.running()
        return [*self.carry_out(timeline.game.action(timeline.state, text)), "ok"]

    def carry_out(self, action: Action) -> list[str]:
        """Plays an action that was asked for; gives the events."""
        events = self.table.act(action, self.notes)
        self.asked, self.notes, self._said, self._events = None, (), PLAYED, events
        return events

    def legal(self, kind: str | None) -> list[str]:
        listed = super().legal(kind)
        return listed if self.asked is not None else ["ok 0"]

    def state(self, seat: str | None) -> list[str]:
        timeline = self.table.timeline
        if seat is not None and seat not in timeline.game.seats(timeline.state):
            raise Refusal("argument", f"'{seat[:20]}' is no seat")
        return super().state(self.seat)

    def board(self) -> list[str]:
        return self.picture(self.seat)

    def history(self) -> list[str]:
        return self.table.record_for(self.seat)

    def explain(self, text: str) -> list[str]:
        if self.asked is None:
            raise Refusal("turn", "no decision is asked of you, so there is nothing to explain")
        return super().explain(text)
