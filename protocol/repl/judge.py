"""What there is to say about a line before Enter: whether it can be read, whether it is legal, and what it would do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from beachhead.engine.game import Action, BadOption
from beachhead.engine.picture import Span
from beachhead.grammar.lookahead import read_words
from beachhead.grammar.paint import paint
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol.repl.line import Act, Unclear, full_word, read_line, without_tag
from beachhead.protocol.repl.offer import Known, offers
from beachhead.protocol.repl.scene import Scene

_LAST_WORD: Final = re.compile(r"[^ \t]+$")


class Kind(Enum):
    """What a line is worth."""

    EMPTY = "empty"
    FINE = "fine"
    PARTIAL = "partial"  # it may still become something
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a line is worth, why, and the action that it would play."""

    kind: Kind
    text: str = ""
    action: Action | None = None


EMPTY: Final = Verdict(Kind.EMPTY)
_DEAD_END: Final = Verdict(Kind.ILLEGAL, "nothing that begins so can be done now: legal lists what can")


def judge(line: str, scene: Scene, known: Known) -> Verdict:
    """The verdict on a line as it stands."""
    try:
        typed = read_line(line, scene)
    except BadSyntax as bad:
        if not _may_become(line, bad, scene, known):
            return Verdict(Kind.UNREADABLE, str(bad))
        return _DEAD_END if _leads_nowhere(line, scene, known) else Verdict(Kind.PARTIAL, str(bad))
    except Unclear as unclear:
        return Verdict(Kind.PARTIAL if offers(line, scene, known).found else Kind.ILLEGAL, str(unclear))
    if typed is None:
        return EMPTY
    verdict = judge_action(typed.text, scene) if isinstance(typed, Act) else Verdict(Kind.FINE)
    if verdict.kind is Kind.ILLEGAL and len(line) == 1 and offers(line, scene, known).found:
        return Verdict(Kind.PARTIAL, verdict.text)  # a letter is a verb in short, but also the beginning of a square
    return verdict


def judge_action(text: str, scene: Scene) -> Verdict:
    """The verdict on an action: what it would do, or the rule that forbids it."""
    game, state = scene.game, scene.state
    if state is None:
        return Verdict(Kind.ILLEGAL, "there is no game yet: newgame begins one")
    if scene.actor is None:
        return Verdict(Kind.ILLEGAL, "the game is over: newgame begins another, undo takes back")
    if not scene.is_mine:
        return Verdict(Kind.FINE, f"waits for {scene.actor}")
    try:
        action = game.action(state, text)
    except BadOption as bad:
        return Verdict(Kind.ILLEGAL, str(bad))
    refusal = game.why_not(state, action)
    if refusal is not None:
        return Verdict(Kind.ILLEGAL, f"rule {refusal.rule}: {refusal.reason}")
    return Verdict(Kind.FINE, f"{action}: {scene.describe(action)}", action)


def _may_become(line: str, bad: BadSyntax, scene: Scene, known: Known) -> bool:
    """Whether only the end is missing: the line stops too early, or in the middle of a word that is offered."""
    if bad.column > len(line.rstrip(" \t")):
        return True
    word = _LAST_WORD.search(line)
    if word is None or word.start() != bad.column - 1:
        return False
    return len(word[0]) == 1 or any(offer.text.startswith(word[0]) for offer in offers(line, scene, known).found)


def _leads_nowhere(line: str, scene: Scene, known: Known) -> bool:
    """Whether an action begins here that nothing legal goes on with."""
    head = _LAST_WORD.sub("", line)
    typed, _ = read_words(head if head.strip() else line, scene.start)
    is_action = bool(scene.actions) and bool(typed) and full_word(typed[0]) in scene.game.kinds
    return is_action and not offers(line, scene, known).found


def coloured(line: str, verdict: Verdict, scene: Scene) -> list[Span]:
    """The line in the grammar's colours; illegal ones are marked, and errors that may still become something are not."""
    tag, rest = without_tag(line)
    spans = [("text", tag)] if tag else []
    for style, text in paint(rest, scene.start):
        if style == "error" and verdict.kind is Kind.PARTIAL:
            style = "text"
        spans.append((f"{style} illegal".strip() if verdict.kind is Kind.ILLEGAL else style, text))
    return spans
