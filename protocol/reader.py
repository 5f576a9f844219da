"""Parse a line into a frozen Command: canonical actions by the game's table, everything else by the grammar.

Values are built here and checked later, by the session and the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from beachhead.engine.fields import Value
from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME
from beachhead.engine.values import Action
from beachhead.grammar.language import Language, spoken
from beachhead.grammar.parse import Parsed, Word, parse

_REMEMBERED: Final = 4096  # size of the cache of parsed lines
_ESCAPED: Final = re.compile(r"\\(.)")
_SHORT: Final = 200  # longest line in the cache, in characters
_ANSWER: Final = "answer "
_BEHIND: Final = len(_ANSWER)


class Hello(Value):
    """`hello 1 NAME`."""

    version: int
    name: str


class Ping(Value):
    """`ping`."""


class NewGame(Value):
    """`newgame GAME MODE KEY=VALUE…`; ``words`` are those before the options, without the game."""

    game: str | None
    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


class Position(Value):
    """`position GAME POSITION actions …`."""

    game: str | None
    text: str


class State(Value):
    """`state SEAT`."""

    seat: str | None


class Board(Value):
    """`board`."""


class Legal(Value):
    """`legal KIND`."""

    kind: str | None


class Act:
    """An action: the Action if it was written in canonical form, else its text, which may be incomplete."""

    __slots__ = ("action",)  # made for every action that is played, so kept as simple as possible
    __match_args__ = ("action",)

    def __init__(self, action: Action | str) -> None:
        self.action = action

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Act) and other.action == self.action

    def __hash__(self) -> int:
        return hash(self.action)


class Answer:
    """`answer ID ACTION`."""

    __slots__ = ("action", "id")
    __match_args__ = ("id", "action")

    def __init__(self, id: int, action: Action | str) -> None:
        self.id = id
        self.action = action

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and (other.id, other.action) == (self.id, self.action)

    def __hash__(self) -> int:
        return hash((self.id, self.action))


class Explain(Value):
    """`explain ACTION`."""

    text: str


class Undo(Value):
    """`undo N`."""

    count: int


class Redo(Value):
    """`redo N`."""

    count: int


class History(Value):
    """`history`."""


class Header(Value):
    """`header KEY "VALUE"`."""

    key: str
    value: str


class Result(Value):
    """`result`."""


class Forfeit(Value):
    """`forfeit SEAT REASON`."""

    seat: str
    reason: str


class Hint(Value):
    """`hint ms N`."""

    milliseconds: int | None


class Perft(Value):
    """`perft N`."""

    depth: int


class Bench(Value):
    """`bench N`."""

    games: int | None


class Stop(Value):
    """`stop`."""


class Help(Value):
    """`help WORD`."""

    topic: str | None


class Quit(Value):
    """`quit`."""


class Info(Value):
    """`info …`: a remark of a seated bot."""

    text: str


class ExpectState(Value):
    """`expect state POSITION`."""

    text: str


class ExpectCount(Value):
    """`expect legal COUNT`."""

    count: int


class ExpectLegal(Value):
    """`expect legal ACTION`."""

    text: str


class ExpectIllegal(Value):
    """`expect illegal RULE ACTION`."""

    rule: str
    text: str


class ExpectEvent(Value):
    """`expect event EVENT`."""

    text: str


class ExpectResult(Value):
    """`expect result …`."""

    text: str


class ExpectError(Value):
    """`expect error CODE LINE`."""

    code: str
    line: str


Expect = ExpectState | ExpectCount | ExpectLegal | ExpectIllegal | ExpectEvent | ExpectResult | ExpectError
Command = (
    Hello | Ping | NewGame | Position | State | Board | Legal | Act | Answer | Explain | Undo | Redo | History | Header
    | Result | Forfeit | Hint | Perft | Bench | Stop | Help | Quit | Info | Expect
)  # fmt: skip


def read(line: str, game: Game[Any] | None) -> Command | None:
    """Return the command of a line, or None for a blank line or a comment. ``game`` is the current game, if any.

    Raise BadSyntax if the line does not parse.
    """
    if game is not None:
        if line.startswith(_ANSWER):
            id, _, text = line[_BEHIND:].partition(" ")
            action = game.canonical(text)
            if action is not None and len(id) <= 9 and id.isascii() and id.isdecimal():
                return Answer(int(id), action)
        action = game.canonical(line)
        if action is not None:
            return Act(action)
    if line.lstrip(" \t")[:1] in ("", "#"):
        return None
    start = DEFAULT_GAME if game is None else game.name
    return _remember(spoken[-1] if spoken else None, line, start) if len(line) <= _SHORT else _parse(line, start)


def _parse(line: str, start: str) -> Command:
    tree = parse(line, start)
    return _command(tree.data, tree.children)


@lru_cache(_REMEMBERED)
def _remember(other: Language | None, line: str, start: str) -> Command:
    """As `_parse`; a language that is spoken in place of the default one is part of the key."""
    return _parse(line, start)


def _command(name: str, parts: list[Any]) -> Command:  # Any: the types in a tree depend on the rule of the grammar
    match name, parts:
        case "act", [action]:
            return Act(_line(action))
        case "answer", [id, action]:
            return Answer(int(id), _line(action))
        case "hello", [version, *name_parts]:
            return Hello(int(version), string_of(name_parts[0]) if name_parts and name_parts[0] else "")
        case "ping", []:
            return Ping()
        case "newgame", [game, mode, extra, *options]:
            words = tuple(str(word) for word in (mode, extra) if word is not None)
            return NewGame(_text(game), words, tuple(_option(option) for option in options))
        case "position", [game, text]:
            return Position(_text(game), _spaced(text))
        case "state", [seat]:
            return State(_text(seat))
        case "board", []:
            return Board()
        case "legal", [kind]:
            return Legal(_text(kind))
        case "explain", [action]:
            return Explain(_line(action))
        case "undo", [count]:
            return Undo(1 if count is None else int(count))
        case "redo", [count]:
            return Redo(1 if count is None else int(count))
        case "history", []:
            return History()
        case "header", [key, value]:
            return Header(str(key), string_of(value))
        case "result", []:
            return Result()
        case "forfeit", [seat, reason]:
            return Forfeit(str(seat), str(reason))
        case "hint", [milliseconds]:
            return Hint(None if milliseconds is None else int(milliseconds))
        case "perft", [depth]:
            return Perft(int(depth))
        case "bench", [games]:
            return Bench(None if games is None else int(games))
        case "stop", []:
            return Stop()
        case "help", [topic]:
            return Help(_text(topic))
        case "quit", []:
            return Quit()
        case "info", [text]:
            return Info("" if text is None else str(text).rstrip())
        case "expect_state", [text]:
            return ExpectState(_spaced(text))
        case "expect_count", [count]:
            return ExpectCount(int(count))
        case "expect_legal", [action]:
            return ExpectLegal(_line(action))
        case "expect_illegal", [rule, action]:
            return ExpectIllegal(str(rule), _line(action))
        case "expect_event", [text]:
            return ExpectEvent(_spaced(text))
        case "expect_result", [text]:
            return ExpectResult(_spaced(text))
        case "expect_error", [code, line]:
            return ExpectError(str(code), str(line))
        case _:
            raise TypeError(f"no command of the grammar: {name} with {len(parts)} parts")


def _line(action: Parsed) -> str:
    """Return the words of an action joined by single blanks."""
    return " ".join(_words(action.children))


def _words(parts: Iterable[Any]) -> list[str]:
    return [str(part) for part in parts if part is not None]


def _text(token: Word | None) -> str | None:
    return None if token is None else str(token)


def _spaced(token: Word) -> str:
    """Return the text with single blanks between its words; other Unicode blanks do not separate words."""
    return " ".join([word for word in token.replace("\t", " ").split(" ") if word])


def string_of(token: Word) -> str:
    """Return the value of a word or of a quoted string."""
    if token.type != "QUOTED_STRING":
        return str(token)
    return _ESCAPED.sub(r"\1", token[1:-1])


def _option(option: Parsed) -> tuple[str, str]:
    key, _, value = "=".join(_words(option.children)).partition("=")
    return key, value
