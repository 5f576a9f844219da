"""What a typed line means: a line of the protocol, an action in a short form, or a command of the prompt's own."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from beachhead.engine.game import Action
from beachhead.grammar.parse import BadSyntax, Word, parse
from beachhead.protocol.framing import TAG
from beachhead.protocol.reader import string_of
from beachhead.protocol.repl.scene import Scene, Words
from beachhead.protocol.session import is_silent

_SHORT: Final = "_SHORT"  # a terminal of this ending stands for the word before it
_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class Act:
    """An action as the engine reads it, legal or not."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """Any other line of the protocol, as it was typed."""

    line: str
    kind: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """`why not ACTION`."""

    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """`rules [ID]`."""

    id: str | None


@dataclass(frozen=True, slots=True)
class Auto:
    """`auto`: the set-up by itself."""


@dataclass(frozen=True, slots=True)
class AutoEnd:
    """`auto end [on|off]`; None changes over."""

    is_on: bool | None


@dataclass(frozen=True, slots=True)
class Save:
    """`save FILE`."""

    file: str


@dataclass(frozen=True, slots=True)
class Load:
    """`load FILE`."""

    file: str


@dataclass(frozen=True, slots=True)
class Step:
    """`next [N]` and, with a negative count, `back [N]`."""

    count: int


@dataclass(frozen=True, slots=True)
class Goto:
    """`goto N`."""

    number: int


@dataclass(frozen=True, slots=True)
class Seats:
    """`seat`: who sits where."""


@dataclass(frozen=True, slots=True)
class Sit:
    """`seat SEAT WHO`."""

    seat: str
    who: str


@dataclass(frozen=True, slots=True)
class Go:
    """`go`: the bots play on."""


@dataclass(frozen=True, slots=True)
class Dice:
    """`dice auto|manual`."""

    is_auto: bool


@dataclass(frozen=True, slots=True)
class Tutorial:
    """`tutorial [N]`."""

    number: int


Own = WhyNot | Rules | Auto | AutoEnd | Save | Load | Step | Goto | Seats | Sit | Go | Dice | Tutorial
Typed = Act | Say | Own


class Unclear(Exception):
    """A short form stands for nothing that can be done now, or for several things."""


def read_line(line: str, scene: Scene) -> Typed | None:
    """What a line means in a scene, None for a blank one or a comment; raises BadSyntax and Unclear."""
    if is_silent(line):
        return None
    if line.lstrip(" \t")[:1] == "@":
        return Say(line, "")  # tags are framing, which the session knows
    tree = parse(line, scene.start)
    return _meaning(str(tree.data), tree.children, line, scene)


def _meaning(name: str, parts: list[Any], line: str, scene: Scene) -> Typed:  # Any: the grammar's rule fixes the parts
    match name, parts:
        case "act", [action]:
            return Act(_text(action.children))
        case "brief", [brief]:
            return Act(_expand(tuple(full_word(token) for token in brief.children if token is not None), scene))
        case "why_not", [action]:
            return WhyNot(_text(action.children))
        case "rules", [id]:
            return Rules(None if id is None else str(id))
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
        case "seat", [None, None]:
            return Seats()
        case "seat", [seat, who]:
            return Sit(str(seat), _unquoted(str(who).strip()))
        case "go", []:
            return Go()
        case "dice", [thrower]:
            return Dice(thrower == "auto")
        case "tutorial", [number]:
            return Tutorial(1 if number is None else int(number))
        case _:
            return Say(line, name)


def _text(tokens: list[Word | None]) -> str:
    return " ".join([str(token) for token in tokens if token is not None])


def full_word(token: Word) -> str:
    """The word that a token stands for: `m` of the terminal MOVE_SHORT is `move`."""
    return token.type.removesuffix(_SHORT).lower() if token.type.endswith(_SHORT) else str(token)


def _unquoted(command: str) -> str:
    """A bot's command line, which people may put in quotes as a whole, as they do in a shell."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    return words[0] if len(words) == 1 and " " in words[0] else command


def _expand(words: Words, scene: Scene) -> str:
    """The action that a short form stands for, legal where one fits."""
    text = " ".join(words)
    game = scene.game
    if words[0] in game.kinds and _is_action(text, scene):
        return text
    if scene.state is not None and not scene.is_mine:
        raise Unclear(f"'{text}' stands for an action, and none is asked of you now")
    found = fitting(words, scene)
    if len(found) == 1:
        return found[0].text
    if found:
        some = ", ".join([action.text for action in found[:_SHOWN]])
        more = f" or {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise Unclear(f"'{text}' may be {some}{more}: say a word more")
    likeliest = next((action for action in _likely(words, scene) if _is_action(action, scene)), None)
    if likeliest is not None:  # nothing fits: the rule that forbids the likeliest meaning says most
        return likeliest
    raise Unclear(f"'{text}' stands for nothing that can be done now: legal lists what can")


def _likely(words: Words, scene: Scene) -> Iterator[str]:
    """What a short form may have been meant for: like an action that is legal now, or else any of those kinds."""
    for kind in scene.game.bare:
        like = next((candidate for candidate, _ in scene.actions if candidate[0] == kind), ())
        for place in range(1, len(like)):
            yield " ".join([*like[:place], *words])
            yield " ".join([*like[:place], *words, *like[place + len(words) :]])
    for kind in scene.game.bare:
        yield " ".join([kind, *words])


def fitting(words: Words, scene: Scene) -> list[Action]:
    """The legal actions that hold these words in this order.

    The kinds that a place alone stands for come in their order, and where a word begins the places of one it is preferred.
    """
    ranked: list[tuple[int, int, Action]] = []
    kinds = scene.game.bare
    for candidate, action in scene.actions:
        at = _first_match(words, candidate)
        if at is not None:
            kind = kinds.index(candidate[0]) if candidate[0] in kinds else len(kinds)
            ranked.append((-1 if words[0] == candidate[0] else kind, at, action))
    if not ranked:
        return []
    best = min(rank[:2] for rank in ranked)
    return [action for *rank, action in ranked if tuple(rank) == best]


def _first_match(words: Words, candidate: Words) -> int | None:
    """Where in a candidate the first of these words stands, if all stand there in this order; else None."""
    at, first = 0, None
    for word in words:
        if word not in candidate[at:]:
            return None
        at = candidate.index(word, at)
        first = at if first is None else first
        at += 1
    return first


def _is_action(text: str, scene: Scene) -> bool:
    """Whether the engine reads a text as an action."""
    try:
        return parse(text, scene.game.name).data == "act"
    except BadSyntax:
        return False


def kind_of(line: str, scene: Scene) -> str:
    """The grammar's name for what a line is, whoever may send it; nothing for one that cannot be read."""
    try:
        return "" if is_silent(line) else str(parse(line, scene.start).data)
    except BadSyntax:
        return ""


def without_tag(line: str) -> tuple[str, str]:
    """The tag of a line with the blanks around it, and the rest."""
    found = TAG.match(line)
    return (line[: found.end()], line[found.end() :]) if found else ("", line)
