"""The meaning of a typed line: a line of the protocol, an action in a short form, or a command of the prompt."""

from __future__ import annotations

import shlex
from typing import Any, Final

from beachhead.engine.fields import Value
from beachhead.grammar.parse import Word
from beachhead.grammar.typed import TypedLine
from beachhead.protocol.framing import TAG
from beachhead.protocol.reader import string_of
from beachhead.protocol.repl.short_forms import expand, full_word
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.side_line import MAIN

_ALIASES: Final = {"?": "help", "exit": "quit", "q": "quit"}


class Act(Value):
    """An action in the form for the engine, legal or not."""

    text: str


class Say(Value):
    """Any other line of the protocol, as typed."""

    line: str
    kind: str


class WhyNot(Value):
    """`why not ACTION`."""

    text: str


class Rules(Value):
    """`rules [ID]`."""

    id: str | None


class Analyse(Value):
    """`analyse`: the skill and luck of a game."""


class Auto(Value):
    """`auto`: the rest of the set-up."""


class AutoEnd(Value):
    """`auto end [on|off]`; None switches."""

    is_on: bool | None


class Save(Value):
    """`save FILE`."""

    file: str


class Load(Value):
    """`load FILE`."""

    file: str


class Step(Value):
    """`next [N]`, or `back [N]` with a negative count."""

    count: int


class Goto(Value):
    """`goto N`."""

    number: int


class Variations(Value):
    """`variations`: list them."""


class Follow(Value):
    """`variation NAME`, or `main`, the name of the main line."""

    name: str


class Rematch(Value):
    """`rematch`: the same game again."""


class Seats(Value):
    """`seat`: list the players."""


class Sit(Value):
    """`seat SEAT WHO`."""

    seat: str
    who: str


class Go(Value):
    """`go`: the bots play on."""


class Threats(Value):
    """`threats [on|off]`; None lists them."""

    is_on: bool | None


class Eval(Value):
    """`eval`: the chances of this position."""


class Best(Value):
    """`hint N`: the N best actions."""

    count: int


class Dice(Value):
    """`dice auto|manual`."""

    is_auto: bool


class Tutorial(Value):
    """`tutorial [N]`."""

    number: int


Own = (
    WhyNot
    | Analyse
    | Rules
    | Auto
    | AutoEnd
    | Save
    | Load
    | Step
    | Goto
    | Variations
    | Follow
    | Rematch
    | Seats
    | Sit
    | Go
    | Threats
    | Eval
    | Best
    | Dice
    | Tutorial
)
Typed = Act | Say | Own


def understood(line: str, situation: Situation) -> TypedLine:
    """Return a line in a form that the grammar accepts, if possible: in lower case, or with a synonym replaced."""
    typed = TypedLine(line, situation.start)
    if typed.tree is None and not typed.is_blank:
        word = line.strip(" \t").lower()
        verb, blank, rest = line.partition(" ")
        for other in (_ALIASES.get(word), verb.lower() + blank + rest, line.lower()):  # names of files keep their case
            if other is not None and other != line:
                found = TypedLine(other, situation.start)
                if found.tree is not None:
                    return found
    return typed


def meaning(typed: TypedLine, situation: Situation) -> Typed | None:
    """Return the meaning of a line, None for a blank line or a comment; raise BadSyntax and Unclear."""
    if typed.is_blank:
        return None
    if typed.line.lstrip(" \t")[:1] == "@":
        return Say(typed.line, "")  # tags are handled by the session
    if typed.tree is None:
        problem = typed.problem
        assert problem is not None
        raise problem
    return _meaning(typed.kind, typed.tree.children, typed.line, situation)


def read_line(line: str, situation: Situation) -> Typed | None:
    """Return the meaning of a line of text, as `meaning` does."""
    return meaning(understood(line, situation), situation)


def _meaning(
    name: str, parts: list[Any], line: str, situation: Situation
) -> Typed:  # Any: the types depend on the rule of the grammar
    match name, parts:
        case "act", [action]:
            return Act(_text(action.children))
        case "brief", [brief]:
            return Act(expand(tuple(full_word(token) for token in brief.children if token is not None), situation))
        case "why_not", [action]:
            return WhyNot(_text(action.children))
        case "rules", [id]:
            return Rules(None if id is None else str(id))
        case "analyse", []:
            return Analyse()
        case "auto", []:
            return Auto()
        case "auto_end", [switch]:
            return AutoEnd(None if switch is None else switch == "on")
        case "save", [file]:
            return Save(string_of(file))
        case "load", [file]:
            return Load(string_of(file))
        case "next", [count]:
            return Step(1 if count is None else int(count))
        case "back", [count]:
            return Step(-1 if count is None else -int(count))
        case "goto", [number]:
            return Goto(int(number))
        case "variations", []:
            return Variations()
        case "variation", [name]:
            return Follow(str(name))
        case "main", []:
            return Follow(MAIN)
        case "rematch", []:
            return Rematch()
        case "seat", [None, None]:
            return Seats()
        case "seat", [seat, who]:
            return Sit(str(seat), _unquoted(str(who).strip()))
        case "go", []:
            return Go()
        case "threats", [switch]:
            return Threats(None if switch is None else switch == "on")
        case "eval", []:
            return Eval()
        case "best", [count]:
            return Best(int(count))
        case "dice", [thrower]:
            return Dice(thrower == "auto")
        case "tutorial", [number]:
            return Tutorial(1 if number is None else int(number))
        case _:
            return Say(line, name)


def _text(tokens: list[Word | None]) -> str:
    return " ".join([str(token) for token in tokens if token is not None])


def _unquoted(command: str) -> str:
    """Return a bot's command line without surrounding quotes."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    return words[0] if len(words) == 1 and " " in words[0] else command


def without_tag(line: str) -> tuple[str, str]:
    """Return the tag of a line with its surrounding blanks, and the rest."""
    found = TAG.match(line)
    return (line[: found.end()], line[found.end() :]) if found else ("", line)
