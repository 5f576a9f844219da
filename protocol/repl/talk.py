"""What is said to the person: moments of a game as sentences, replies of the engine in the grammar's colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.game import CHANCE, Game
from beachhead.engine.timeline import Moment
from beachhead.grammar.paint import paint
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.scene import Scene

_BARE: Final = ("ok",)


def told(game: Game[Any], moments: Iterable[Moment[Any]]) -> list[Line]:
    """What has been done in these moments, and what followed, a sentence a line."""
    lines: list[Line] = []
    for moment in moments:
        if moment.action is not None:
            first, *rest = game.tell(moment.actor, moment.action, moment.events)
            lines += [_named(first, moment.actor), *([("", sentence)] for sentence in rest)]
    return lines


def _named(sentence: str, actor: str) -> Line:
    """A sentence, with the actor that it begins with in its colour."""
    if actor == CHANCE or not sentence.lower().startswith(actor):
        return [("", sentence)]
    return [(actor, sentence[: len(actor)]), ("", sentence[len(actor) :])]


def refused(reply: str) -> Line:
    """An `error` line for people: the rule or the reason, without the code where it says nothing more."""
    _, code, text = (*reply.split(" ", 2), "")[:3]
    if code == "illegal":
        rule, _, reason = text.partition(" ")
        return [("error", f"rule {rule}: {reason}")]
    return [("error", text or code)]


def answered(replies: Iterable[str], game: Game[Any]) -> list[Line]:
    """The engine's lines, but for events, which are told as sentences, and for a bare `ok`."""
    lines: list[Line] = []
    for reply in replies:
        if reply.startswith("error "):
            lines.append(refused(reply))
        elif not reply.startswith("event ") and reply not in _BARE:
            lines.append(paint(reply, f"{game.name}_said"))
    return lines


def listed(scene: Scene, kind: str | None) -> list[Line]:
    """The legal actions, each with what it would do."""
    actions = [action for words, action in scene.actions[:-1] if kind is None or words[0] == kind]
    width = max((len(action.text) for action in actions), default=0)
    return [
        [*paint(action.text, scene.start), ("", " " * (width - len(action.text) + 2)), ("dim", scene.describe(action))]
        for action in actions
    ]


def paragraphs(text: str, style: str = "") -> Line:
    """A text with its `words in backquotes` in the colour of what is typed."""
    return [(style if number % 2 == 0 else "typed", part) for number, part in enumerate(text.split("`"))]


def explained(replies: list[str]) -> list[Line]:
    """The answer to `explain`: that an action is legal and what it would do, or the rule that forbids it, in its words."""
    *info, final = replies
    if final.startswith("error "):
        return [refused(final)]
    words = [text.removeprefix("info ") for text in info]
    if final == "ok legal":
        return [[("", "It is legal. "), ("", "; ".join(words))]]
    rule, _, reason = final.removeprefix("ok illegal ").partition(" ")
    return [[("error", f"rule {rule}: {reason}")], *([("", text)] for text in words)]


def hinted(replies: list[str], scene: Scene) -> list[Line]:
    """The answer to `hint`, with what the action would do."""
    *info, final = replies
    if final.startswith("error "):
        return [refused(final)]
    text = final.removeprefix("ok ")
    action = scene.game.action(scene.state, text)
    remarks: list[Line] = [[("dim", remark.removeprefix("info "))] for remark in info]
    return [*remarks, [("", "Hint: "), ("typed", text), ("", f"  {scene.game.describe(scene.state, action)}")]]


def ruled(game: Game[Any], id: str | None) -> list[Line]:
    """The rules by their names, or one of them in full; raises `argument`."""
    rules = game.rules
    if id is None:
        width = max(map(len, rules))
        return [[("typed", f"{rule.id:<{width}}  "), ("", rule.name)] for rule in rules.values()]
    if id not in rules:
        raise Refusal("argument", f"'{id[:20]}' is no rule of {game.title}: rules lists them")
    return [[("due", f"Rule {id}, {rules[id].name}. "), ("", rules[id].text)]]
