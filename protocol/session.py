"""A session: one client of a table, its seat or none, what it may do, and the lines that answer it.

The session alone turns exceptions into `error` lines. Whatever a line asks for is done whole or not at all.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable
from typing import Any, Final

from beachhead import PROTOCOL, VERSION
from beachhead.engine.bench import GAMES, LIMIT, bench
from beachhead.engine.game import CHANCE, BadOption, BadPosition, Game, IllegalAction
from beachhead.engine.games import NAMES
from beachhead.engine.perft import TooMuch, perft
from beachhead.engine.picture import plain
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.expect import check
from beachhead.protocol.framing import MAX_LINE, TAG, TOO_LONG
from beachhead.protocol.help import help_on
from beachhead.protocol.refusal import Refusal, instead
from beachhead.protocol.table import DEFAULT_GAME, Table

GREETING: Final = f"ready beachhead {VERSION} protocol {PROTOCOL}"
Adviser = Callable[[Game[Any], Any, str, int | None], tuple[str, list[str]]]
"""Gives an action's text for a seat in a state within some milliseconds, and what there is to say about it."""

_ALMOST: Final = 0.7  # how near the word of a game must be before it is not taken for a mode
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")


class Session:
    """A client that is at no seat: it may do everything, for all seats."""

    def __init__(self, table: Table, adviser: Adviser | None = None) -> None:
        self.table = table
        self.adviser = adviser
        self.is_over = False  # whether the client has said `quit`

    def handle(self, line: bytes) -> list[str]:
        """The answer to a line as it came, without its end; none for a blank line or a comment."""
        try:
            text = decode(line)
        except Refusal as refusal:
            tag = TAG.match(line.removeprefix(TOO_LONG).decode("latin-1"))
            return _tagged(tag[1] if tag else "", [f"error {refusal}"])
        return self.answer_tagged(text) if "@" in text else self.answer(text)

    def answer_tagged(self, text: str) -> list[str]:
        """The answer to a line that may begin with a tag, which all its lines then begin with. Columns count behind it."""
        found = TAG.match(text)
        if found is None:
            command = text.lstrip(" \t")
            if command[:1] != "@":
                return self.answer(text)
            column = len(text) - len(command) + 1
            return [
                f"error syntax column {column}: expected a tag, '@' and 1 to 9 digits and a blank, before the command"
            ]
        replies = self.answer(text[found.end() :])
        if not replies and is_silent(text[found.end() :]):
            replies = ["error syntax column 1: expected a command behind the tag, got the end of the line"]
        return _tagged(found[1], replies)

    def answer(self, line: str) -> list[str]:
        """The answer to a command without its tag. A canonical action, the usual line, is found in the game's table."""
        game = self.table.game
        if game is not None and game.canonical(line) is not None:
            return self.answer_to(lambda: self.play(line))
        return [] if is_silent(line) else self.answer_to(lambda: self.run(self.read(line)))

    def answer_to(self, do: Callable[[], list[str]]) -> list[str]:
        """What doing something answers; whatever stands in the way of it, as an error line."""
        try:
            return do()
        except Refusal as refusal:
            return [f"error {refusal}"]
        except IllegalAction as illegal:
            return [f"error illegal {illegal}"]
        except BadSyntax as bad:
            return [f"error syntax {bad}"]
        except BadOption as bad:
            return [f"error argument {bad}"]
        except BadPosition as bad:
            return [f"error position {bad}"]
        except TooMuch as much:
            return [f"error limit {much}"]
        except Exception:  # a bug: told, and nothing has changed, as the table assigns last
            traceback.print_exc(file=sys.stderr)
            return ["error internal the engine has a bug here; the game is as before, the details went to stderr"]

    def read(self, line: str) -> reader.Command:
        """The command of a line, by the grammar of the running game."""
        game = self.table.game
        return reader.read(line, game.name if game else DEFAULT_GAME)

    def play(self, text: str) -> list[str]:
        """Plays an action for whom it concerns."""
        table = self.table
        timeline = table.running()
        return [*table.act(timeline.game.action(timeline.state, text)), "ok"]

    def run(self, command: reader.Command) -> list[str]:
        """The answer to a command; raises where it cannot be done."""
        table = self.table
        match command:
            case reader.Act(text):
                return self.play(text)
            case reader.Legal(kind):
                return self.legal(kind)
            case reader.State(seat):
                return self.state(seat)
            case reader.Undo(steps):
                table.undo(steps)
                return ["ok"]
            case reader.Redo(steps):
                table.redo(steps)
                return ["ok"]
            case reader.Board():
                return [f"board {line}".rstrip() for line in self.board()] + ["ok"]
            case reader.Result():
                timeline = table.timeline
                return [f"result {timeline.game.result(timeline.state) or 'none'}", "ok"]
            case reader.History():
                lines = self.history()
                return [*(f"record {line}" for line in lines), f"ok {len(lines)}"]
            case reader.Explain(text):
                return self.explain(text)
            case reader.NewGame(game, words, options):
                return [*self.new_game(game, words, options), "ok"]
            case reader.Position(game, text):
                return [*table.set_position(game, text), "ok"]
            case reader.Header(key, value):
                table.set_header(key, value)
                return ["ok"]
            case reader.Forfeit(seat, reason):
                return [*table.forfeit(seat, reason), "ok"]
            case reader.Hint(milliseconds):
                return self.hint(milliseconds)
            case reader.Perft(depth):
                timeline = table.timeline
                return [f"ok {perft(timeline.game, timeline.state, depth)}"]
            case reader.Bench(count):
                return self.bench(GAMES if count is None else count)
            case reader.Help(topic):
                return [*(f"help {line}" for line in help_on(topic, self._game())), "ok"]
            case reader.Hello(version, _):
                if version != PROTOCOL:
                    raise Refusal("version", f"this is protocol {PROTOCOL}; {version} is not spoken here")
                games = [f"id game {known}" for known in NAMES]
                return ["id name beachhead", f"id version {VERSION}", *games, f"ok {PROTOCOL}"]
            case reader.Ping():
                return ["ok"]
            case reader.Quit():
                self.is_over = True
                return ["ok"]
            case reader.Answer() | reader.Info():
                raise Refusal("forbidden", "only a seated bot is asked for answers and remarks")
            case _:
                check(self, command)
                return ["ok"]

    def _game(self) -> Game[Any]:
        return self.table.game or self.table.find(DEFAULT_GAME)

    def new_game(self, game: str | None, words: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> list[str]:
        """Begins a game; of two words before the options the first was meant to be its name."""
        if len(words) > 1 and game is None:
            game, words = words[0], words[1:]
        if len(words) > 1:
            raise BadOption(f"'{words[1][:20]}': expected KEY=VALUE behind the mode")
        if game is None and words:
            modes = [mode for mode in self.table.find(DEFAULT_GAME).modes if "+" not in mode]
            if words[0].partition("+")[0] not in modes:
                raise BadOption(
                    f"'{words[0][:40]}' is no game and no mode{instead(words[0], [*NAMES, *modes], _ALMOST)}"
                )
        return self.table.new_game(game, words[0] if words else None, options)

    def legal(self, kind: str | None) -> list[str]:
        """The legal actions in ascending order of bytes."""
        timeline = self.table.timeline
        game = timeline.game
        if kind is not None and kind not in game.kinds:
            raise Refusal("argument", f"'{kind[:20]}' is no kind of action{instead(kind, game.kinds)}")
        texts = [action.text for action in game.legal(timeline.state)]
        if kind is not None:
            texts = [text for text in texts if text.partition(" ")[0] == kind]
        texts.sort()
        return [f"legal {text}" for text in texts] + [f"ok {len(texts)}"]

    def state(self, seat: str | None) -> list[str]:
        """The position, whole or as a seat may see it."""
        timeline = self.table.timeline
        game, state = timeline.game, timeline.state
        return [f"state {game.write(state) if seat is None else game.view(state, seat)}", "ok"]

    def board(self) -> list[str]:
        """The diagram."""
        return self.picture(None)

    def picture(self, seat: str | None) -> list[str]:
        """The diagram as a seat may see it, without colour."""
        timeline = self.table.timeline
        now = timeline.now
        return plain(timeline.game.picture(timeline.state, seat=seat, last=now.action, news=now.events))

    def history(self) -> list[str]:
        """The record of the game."""
        return self.table.record()

    def explain(self, text: str) -> list[str]:
        """Whether an action is legal, and why not."""
        timeline = self.table.running()
        game, state = timeline.game, timeline.state
        action = game.action(state, text)
        refusal = game.why_not(state, action)
        if refusal is None:
            return [f"info {action}: {game.describe(state, action)}", "ok legal"]
        rule = game.rules[refusal.rule]
        return [f"info rule {rule.id}, {rule.name}: {rule.text}", f"ok illegal {refusal}"]

    def hint(self, milliseconds: int | None) -> list[str]:
        """What the adviser would do."""
        timeline = self.table.running()
        game, state = timeline.game, timeline.state
        seat = game.actor(state)
        if seat is None or seat == CHANCE:
            raise Refusal("turn", "no decision is due: chance is")
        if self.adviser is None:
            raise Refusal("limit", "there is no adviser at this table")
        action, remarks = self.adviser(game, state, seat, milliseconds)
        return [*(f"info {remark}" for remark in remarks), f"ok {action}"]

    def bench(self, games: int) -> list[str]:
        """Random games from fixed seeds."""
        if games > LIMIT:
            raise Refusal("limit", f"at most {LIMIT:,} games at once")
        done = bench(self._game(), games)
        counts = f"games {done.games} actions {done.actions} decisions {done.decisions} turns {done.turns}"
        return [f"info {counts}", f"ok {done.signature}"]


def decode(line: bytes) -> str:
    """The text of a line; raises `toolong` and `encoding`."""
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


def is_silent(line: str) -> bool:
    """Whether a line is blank or only a comment, and gets no answer."""
    return line.lstrip(" \t")[:1] in ("", "#")


def _tagged(tag: str, replies: list[str]) -> list[str]:
    return [f"{tag} {reply}" for reply in replies] if tag else replies
