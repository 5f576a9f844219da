"""A parse tree to a frozen Command. Values are built here and judged later, by the session and the engine."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from beachhead.grammar.parse import Parsed, Word, parse

_REMEMBERED: Final = 4096  # lines whose parse is kept
_ESCAPED: Final = re.compile(r"\\(.)")
_SHORT: Final = 200  # characters of a line that is worth keeping


@dataclass(frozen=True, slots=True)
class Hello:
    """`hello 1 NAME`."""

    version: int
    name: str


@dataclass(frozen=True, slots=True)
class Ping:
    """`ping`."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame GAME MODE KEY=VALUE…`; ``words`` are those before the options, the game apart."""

    game: str | None
    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """`position GAME POSITION actions …`."""

    game: str | None
    text: str


@dataclass(frozen=True, slots=True)
class State:
    """`state SEAT`."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """`board`."""


@dataclass(frozen=True, slots=True)
class Legal:
    """`legal KIND`."""

    kind: str | None


@dataclass(frozen=True, slots=True)
class Act:
    """An action, as far as it was written out."""

    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """`answer ID ACTION`."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Explain:
    """`explain ACTION`."""

    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """`undo N`."""

    count: int


@dataclass(frozen=True, slots=True)
class Redo:
    """`redo N`."""

    count: int


@dataclass(frozen=True, slots=True)
class History:
    """`history`."""


@dataclass(frozen=True, slots=True)
class Header:
    """`header KEY "VALUE"`."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Result:
    """`result`."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """`forfeit SEAT REASON`."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Hint:
    """`hint ms N`."""

    milliseconds: int | None


@dataclass(frozen=True, slots=True)
class Perft:
    """`perft N`."""

    depth: int


@dataclass(frozen=True, slots=True)
class Bench:
    """`bench N`."""

    games: int | None


@dataclass(frozen=True, slots=True)
class Help:
    """`help WORD`."""

    topic: str | None


@dataclass(frozen=True, slots=True)
class Quit:
    """`quit`."""


@dataclass(frozen=True, slots=True)
class Info:
    """`info …`: what a seated bot has to say."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectState:
    """`expect state POSITION`."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectCount:
    """`expect legal COUNT`."""

    count: int


@dataclass(frozen=True, slots=True)
class ExpectLegal:
    """`expect legal ACTION`."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectIllegal:
    """`expect illegal RULE ACTION`."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class ExpectEvent:
    """`expect event EVENT`."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectResult:
    """`expect result …`."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectError:
    """`expect error CODE LINE`."""

    code: str
    line: str


Expect = ExpectState | ExpectCount | ExpectLegal | ExpectIllegal | ExpectEvent | ExpectResult | ExpectError
Command = (
    Hello | Ping | NewGame | Position | State | Board | Legal | Act | Answer | Explain | Undo | Redo | History | Header
    | Result | Forfeit | Hint | Perft | Bench | Help | Quit | Info | Expect
)  # fmt: skip


def read(line: str, start: str) -> Command:
    """The command of a line, by the start rule of a game; raises BadSyntax. Most lines of a game have been seen before."""
    return _remember(line, start) if len(line) <= _SHORT else _read(line, start)


def _read(line: str, start: str) -> Command:
    tree = parse(line, start)
    return _command(tree.data, tree.children)


_remember: Final = lru_cache(_REMEMBERED)(_read)


def _command(name: str, parts: list[Any]) -> Command:  # Any: what stands in a tree is fixed by the grammar's rule
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
    """The action's words with one blank between them."""
    return " ".join(_words(action.children))


def _words(parts: Iterable[Any]) -> list[str]:
    return [str(part) for part in parts if part is not None]


def _text(token: Word | None) -> str | None:
    return None if token is None else str(token)


def _spaced(token: Word) -> str:
    """The text with one blank between its words; other blanks of Unicode separate no words."""
    return " ".join([word for word in token.replace("\t", " ").split(" ") if word])


def string_of(token: Word) -> str:
    """The value of a word or of a quoted string."""
    if token.type != "QUOTED_STRING":
        return str(token)
    return _ESCAPED.sub(r"\1", token[1:-1])


def _option(option: Parsed) -> tuple[str, str]:
    key, _, value = "=".join(_words(option.children)).partition("=")
    return key, value
