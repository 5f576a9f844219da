"""A session: one client of a table, its permissions, and the replies to it.

Only the session turns exceptions into refusals. Every command is done completely or not at all.
"""

from __future__ import annotations

import re
import sys
import traceback
from typing import Any, Final, Protocol

from beachhead import PROTOCOL, VERSION
from beachhead.engine.bench import GAMES, LIMIT, bench
from beachhead.engine.build import BUILD
from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME, NAMES
from beachhead.engine.interrupt import IsStopped, Stopped, never
from beachhead.engine.native import mypyc_attr
from beachhead.engine.perft import TooMuch, perft
from beachhead.engine.picture import plain
from beachhead.engine.values import CHANCE, Action, BadOption, BadPosition, IllegalAction
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.expect import check
from beachhead.protocol.framing import MAX_LINE, TAG, TOO_LONG, untagged
from beachhead.protocol.help import help_on
from beachhead.protocol.reader import Command
from beachhead.protocol.refusal import Refusal, instead
from beachhead.protocol.reply import (
    Benched,
    Counted,
    Done,
    Drawn,
    Ended,
    Explained,
    Helped,
    Hinted,
    Identified,
    Listed,
    Recorded,
    Refused,
    Reply,
    Standing,
)
from beachhead.protocol.table import Table
from beachhead.protocol.time_limit import TimeLimit

GREETING: Final = f"ready beachhead {VERSION} protocol {PROTOCOL}"
PERFT_SECONDS: Final = 60.0

_ALMOST: Final = 0.7  # how similar a word must be to a name to be taken for a misspelling of it
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_DONE: Final = Done()


class Adviser(Protocol):
    """A function that returns a good action for a seat, within a time limit; the best so far if it is stopped early."""

    def __call__(
        self, game: Game[Any], state: Any, seat: str, milliseconds: int | None, is_stopped: IsStopped = never
    ) -> Hinted: ...


class Answered:
    """The answer to a line: its tag, the command (None if the line could not be read), and the reply (None to `info`)."""

    __slots__ = ("command", "reply", "tag")

    def __init__(self, tag: str, command: Command | None, reply: Reply | None) -> None:
        self.tag = tag
        self.command = command
        self.reply = reply

    def lines(self) -> list[str]:
        """Return the lines to send."""
        if self.reply is None:
            return []
        lines = self.reply.lines()
        return self.tagged(lines) if self.tag else lines

    def tagged(self, lines: list[str]) -> list[str]:
        """Return lines with the tag before each."""
        return [f"{self.tag} {line}" for line in lines]


@mypyc_attr(allow_interpreted_subclasses=True)
class Session:
    """A client without a seat, which may do everything for all seats."""

    def __init__(self, table: Table, adviser: Adviser | None = None) -> None:
        self.table = table
        self.adviser = adviser
        self.is_over = False  # whether the client has said `quit`
        self.is_stopped: IsStopped = never  # whether the next line is `stop`; set by the server

    def handle(self, line: bytes) -> Answered | None:
        """Return the answer to a line of bytes without its line end, or None for a blank line or a comment."""
        try:
            text = decode(line)
        except Refusal as refusal:
            tag = TAG.match(line.removeprefix(TOO_LONG).decode("latin-1"))
            return Answered(tag[1] if tag else "", None, refusal.reply)
        return self.answer(text)

    def answer(self, text: str) -> Answered | None:
        """Return the answer to a line of text. A tag is removed first, and columns are counted after it."""
        tag = ""
        if "@" in text:
            found = TAG.match(text)
            if found is not None:
                tag, text = found[1], text[found.end() :]
            elif text.lstrip(" \t")[:1] == "@":
                column = len(text) - len(text.lstrip(" \t")) + 1
                return Answered("", None, Refused("syntax", _NO_TAG, column))
        command: Command | None = None
        try:
            command = reader.read(text, self.table.game)
            if command is None:
                return Answered(tag, None, _NOTHING_AFTER_THE_TAG) if tag else None
            return Answered(tag, command, self.run(command))
        except Exception as problem:
            return Answered(tag, command, refused(problem))

    def is_stop(self, line: bytes) -> bool:
        """Return whether a line of bytes is `stop`."""
        if b"stop" not in line:
            return False
        try:
            return isinstance(reader.read(untagged(decode(line)), self.table.game), reader.Stop)
        except (Refusal, BadSyntax):
            return False

    def reply_to(self, command: Command) -> Reply | None:
        """Return the reply to a command."""
        try:
            return self.run(command)
        except Exception as problem:
            return refused(problem)

    def play(self, what: Action | str) -> Reply:
        """Play an action for the seat to act."""
        return Done(self.table.act(what if isinstance(what, Action) else self.completed(what)))

    def completed(self, text: str) -> Action:
        """Return the action that a text means in the current state, with omitted parts filled in."""
        timeline = self.table.running()
        return timeline.game.action(timeline.now.state, text)

    def run(self, command: Command) -> Reply | None:
        """Return the reply to a command; raise if it cannot be done."""
        if isinstance(command, reader.Act):  # most lines; quicker than a pattern
            return self.play(command.action)
        table = self.table
        match command:
            case reader.Legal(kind):
                return self.legal(kind)
            case reader.State(seat):
                return self.state(seat)
            case reader.Undo(steps):
                table.undo(steps)
                return _DONE
            case reader.Redo(steps):
                table.redo(steps)
                return _DONE
            case reader.Board():
                return self.board()
            case reader.Result():
                timeline = table.timeline
                return Ended(timeline.game.result(timeline.state))
            case reader.History():
                return Recorded(tuple(self.history()))
            case reader.Explain(text):
                return self.explain(text)
            case reader.NewGame(game, words, options):
                return self.new_game(game, words, options)
            case reader.Position(game, text):
                return Done(table.set_position(game, text))
            case reader.Header(key, value):
                table.set_header(key, value)
                return _DONE
            case reader.Forfeit(seat, reason):
                return Done(table.forfeit(seat, reason))
            case reader.Hint(milliseconds):
                return self.hint(milliseconds)
            case reader.Perft(depth):
                return self.perft(depth)
            case reader.Bench(count):
                return self.bench(GAMES if count is None else count)
            case reader.Help(topic):
                return Helped(tuple(help_on(topic, self._game())))
            case reader.Hello(version, _):
                if version != PROTOCOL:
                    raise Refusal("version", f"this is protocol {PROTOCOL}; {version} is not spoken here")
                return Identified("beachhead", VERSION, BUILD, NAMES)
            case reader.Ping() | reader.Stop():
                return _DONE
            case reader.Quit():
                self.is_over = True
                return _DONE
            case reader.Answer() | reader.Info():
                raise Refusal("forbidden", "only a seated bot is asked for answers and remarks")
            case _:
                check(self, command)
                return _DONE

    def _game(self) -> Game[Any]:
        return self.table.game or self.table.find(DEFAULT_GAME)

    def new_game(self, game: str | None, words: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Reply:
        """Begin a game; if there are two words before the options, the first one is its name."""
        if len(words) > 1 and game is None:
            game, words = words[0], words[1:]
        if len(words) > 1:
            raise BadOption(f"'{words[1][:20]}': expected KEY=VALUE after the mode")
        if game is None and words:
            modes = [mode for mode in self.table.find(DEFAULT_GAME).show.modes if "+" not in mode]
            if words[0].partition("+")[0] not in modes:
                raise BadOption(
                    f"'{words[0][:40]}' is neither a game nor a mode{instead(words[0], [*NAMES, *modes], _ALMOST)}"
                )
        return Done(self.table.new_game(game, words[0] if words else None, options))

    def legal(self, kind: str | None) -> Reply:
        """Return the legal actions in ascending order of bytes."""
        timeline = self.table.timeline
        actions = timeline.game.legal(timeline.state)
        if kind is not None:
            verbs = timeline.game.show.verbs
            if kind not in verbs:
                raise Refusal("argument", f"'{kind[:20]}' is not a kind of action{instead(kind, verbs)}")
            actions = [action for action in actions if action.kind == kind]
        actions.sort(key=_text)
        return Listed(actions)

    def state(self, seat: str | None) -> Reply:
        """Return the position, complete or as a seat sees it."""
        timeline = self.table.timeline
        game, state = timeline.game, timeline.state
        return Standing(game.write(state) if seat is None else game.view(state, seat))

    def board(self) -> Reply:
        """Return the diagram."""
        return self.picture(None)

    def picture(self, seat: str | None) -> Reply:
        """Return the diagram as a seat sees it, without colour."""
        timeline = self.table.timeline
        now, show = timeline.now, timeline.game.show
        return Drawn(tuple(plain(show.picture(show.scene(now.state, seat=seat, last=now.action, events=now.events)))))

    def history(self) -> list[str]:
        """Return the record of the game."""
        return self.table.record()

    def explain(self, text: str) -> Reply:
        """Return whether an action is legal, and if not, why."""
        timeline = self.table.running()
        game, state = timeline.game, timeline.state
        action = game.action(state, text)
        refusal = game.why_not(state, action)
        if refusal is None:
            return Explained(True, (f"{action}: {game.show.describe(state, action)}",))
        rule = game.show.rules[refusal.rule]
        return Explained(False, (f"rule {rule.id}, {rule.name}: {rule.text}",), refusal.rule, refusal.reason)

    def hint(self, milliseconds: int | None) -> Reply:
        """Return an action that the adviser would choose."""
        timeline = self.table.running()
        game, state = timeline.game, timeline.state
        seat = game.actor(state)
        if seat is None or seat == CHANCE:
            raise Refusal("turn", "no decision is due: chance is")
        if self.adviser is None:
            raise Refusal("limit", "there is no adviser at this table")
        return self.adviser(game, state, seat, milliseconds, self.is_stopped)

    def perft(self, depth: int) -> Reply:
        """Count the sequences of actions."""
        timeline, limit = self.table.timeline, TimeLimit(self.is_stopped, PERFT_SECONDS)
        try:
            return Counted(perft(timeline.game, timeline.state, depth, is_stopped=limit))
        except Stopped:
            if limit.is_late:
                raise Refusal("limit", f"perft {depth} takes longer than {PERFT_SECONDS:.0f} s") from None
            raise

    def bench(self, games: int) -> Reply:
        """Play random games from fixed seeds."""
        if games > LIMIT:
            raise Refusal("limit", f"at most {LIMIT:,} games at once")
        done = bench(self._game(), games, is_stopped=self.is_stopped)
        counts = f"games {done.games} actions {done.actions} decisions {done.decisions} turns {done.turns}"
        return Benched(done.signature, (f"{counts} build {BUILD}",))


_NO_TAG: Final = "expected a tag, '@' and 1 to 9 digits and a blank, before the command"
_NOTHING_AFTER_THE_TAG: Final = Refused("syntax", "expected a command after the tag, got the end of the line", column=1)
_INTERNAL: Final = "the engine has a bug here; the game is as before, the details went to stderr"


def refused(problem: Exception) -> Refused:
    """Return the refusal for an exception; a bug is reported on stderr."""
    match problem:
        case Refusal():
            return problem.reply
        case IllegalAction():
            return Refused("illegal", problem.reason, rule=problem.rule)
        case BadSyntax():
            return Refused("syntax", problem.problem, problem.column)
        case BadOption():
            return Refused("argument", str(problem))
        case BadPosition():
            return Refused("position", str(problem))
        case TooMuch():
            return Refused("limit", str(problem))
        case Stopped():
            return Refused("limit", f"stopped {problem}")
    traceback.print_exception(problem, file=sys.stderr)
    return Refused("internal", _INTERNAL)


def decode(line: bytes) -> str:
    """Return the text of a line; raise the refusals `toolong` and `encoding`."""
    if line.startswith(TOO_LONG):
        raise Refusal("toolong", f"a line has at most {MAX_LINE:,} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError as bad:
        raise Refusal("encoding", f"byte {bad.start + 1} is not UTF-8") from None
    if not text.isprintable():
        found = _CONTROL.search(text)
        if found:
            raise Refusal("encoding", f"column {found.start() + 1}: control character {ord(found[0]):#04x}")
    return text


def _text(action: Action) -> str:
    return action.text
