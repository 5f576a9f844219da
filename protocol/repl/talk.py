"""Replies of the engine for people, as coloured lines."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.values import Over
from beachhead.grammar.paint import paint
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.reply import (
    OK,
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

_KEYWORD: Final = "keyword"
_OVER: Final = "the game is over: `rematch` plays it again, `newgame` begins another, `undo` takes back"


def refused(reply: Refused) -> Line:
    """Return a refusal for people: the rule or the reason, without a code that adds nothing."""
    if reply.code == "over":
        return paragraphs(_OVER, "error")
    if reply.rule:
        return [("error", f"rule {reply.rule}: {reply.reason}")]
    return paragraphs(f"column {reply.column}: {reply.reason}" if reply.column else reply.reason, "error")


def answered(reply: Reply | None, game: Game[Any]) -> list[Line]:
    """Return a reply for people. Events are told elsewhere, and a bare `ok` needs no words."""
    match reply:
        case None | Done():
            return []
        case Refused():
            return [refused(reply)]
        case Recorded(record):
            return [[(_KEYWORD, "record "), *paint(line, game.name)] for line in record]
        case Listed(actions):
            return [_line("legal", action.text) for action in actions]
        case Standing(position):
            return [_line("state", position)]
        case Drawn(rows):
            return [_line("board", row) for row in rows]
        case Ended(result):
            return [_line("result", str(result or "none"))]
        case Explained(_, info):
            return [_line("info", text) for text in info]
        case Hinted(action, info, search):
            return [*(_line("info", text) for text in (search, *info) if text), _line(OK, action.text)]
        case Counted(count):
            return [_line(OK, str(count))]
        case Benched(signature, info):
            return [*(_line("info", text) for text in info), _line(OK, signature)]
        case Helped(page):
            return [_line("help", text) for text in page]
        case Identified(name, version, build, games):
            return [_line("id", text) for text in (name, version, build, *games)]


def _line(word: str, text: str) -> Line:
    return [(_KEYWORD, word), ("", f" {text}")]


def listed(situation: Situation, kind: str | None) -> list[Line]:
    """Return the legal actions, each with its effect."""
    actions = [action for words, action in situation.actions[:-1] if kind is None or words[0] == kind]
    width = max((len(action.text) for action in actions), default=0)
    return [
        [
            *paint(action.text, situation.start),
            ("", " " * (width - len(action.text) + 2)),
            ("dim", situation.describe(action)),
        ]
        for action in actions
    ]


def paragraphs(text: str, style: str = "") -> Line:
    """Return a text with `words in backquotes` in the colour of typed text."""
    return [(style if number % 2 == 0 else "typed", part) for number, part in enumerate(text.split("`"))]


def explained(reply: Reply | None) -> list[Line]:
    """Return the answer to `explain`: the effect of a legal action, or the rule that forbids it."""
    if not isinstance(reply, Explained):
        return [refused(reply)] if isinstance(reply, Refused) else []
    if reply.is_legal:
        return [[("", "It is legal. "), ("", "; ".join(reply.info))]]
    return [[("error", f"rule {reply.rule}: {reply.reason}")], *([("", text)] for text in reply.info)]


def hinted(reply: Reply | None, situation: Situation) -> list[Line]:
    """Return the answer to `hint`, with the effect of the action."""
    if not isinstance(reply, Hinted):
        return [refused(reply)] if isinstance(reply, Refused) else []
    remarks: list[Line] = [paragraphs(remark, "dim") for remark in reply.info]
    return [*remarks, [("", "Hint: "), ("typed", reply.action.text), ("", f"  {situation.describe(reply.action)}")]]


def resulted(reply: Ended, game: Game[Any]) -> list[Line]:
    """Return the result of the game in a sentence."""
    return [[("", game.show.tell(Over(reply.result)))]] if reply.result is not None else [[("", "The game goes on.")]]


def ruled(game: Game[Any], id: str | None) -> list[Line]:
    """Return the names of all rules, or one rule in full; raise `argument`."""
    rules = game.show.rules
    if id is None:
        width = max(map(len, rules))
        told = [rule for chapter in game.show.guide for rule in chapter.rules]
        chapters = [(chapter.title, chapter.rules) for chapter in game.show.guide if chapter.rules]
        rest = tuple([rule for rule in rules if rule not in told])
        lines: list[Line] = []
        for title, ids in [*chapters, *([("Besides" if chapters else "", rest)] if rest else [])]:
            lines += [[("strong", title)]] if title else []
            lines += [[("typed", f"{id:<{width}}  "), ("", rules[id].name)] for id in ids]
        return lines
    id = {rule.lower(): rule for rule in rules}.get(id.lower(), id)
    if id not in rules:
        raise Refusal("argument", f"'{id[:20]}' is not a rule of {game.show.title}: rules lists them")
    return [[("strong", f"Rule {id}, {rules[id].name}. "), ("", rules[id].text)]]
