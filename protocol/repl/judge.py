"""The verdict on a line before Enter: whether it is valid, whether it is legal, and its effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from beachhead.engine.picture import Span
from beachhead.engine.values import Action, BadOption
from beachhead.grammar.typed import TypedLine
from beachhead.protocol.repl.offer import Offers
from beachhead.protocol.repl.short_forms import Unclear, full_word
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.repl.typed import Act, meaning, without_tag

_SHOWN: Final = 5  # maximum number of continuations that are named


class Kind(Enum):
    """The kinds of verdicts."""

    EMPTY = "empty"
    FINE = "fine"
    PARTIAL = "partial"  # more typing can make it valid
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a line: its kind, the reason, and the action that it would play."""

    kind: Kind
    text: str = ""
    action: Action | None = None


EMPTY: Final = Verdict(Kind.EMPTY)
_DEAD_END: Final = Verdict(Kind.ILLEGAL, "no legal action begins so: `legal` lists them")


def judge(typed: TypedLine, situation: Situation, goes_on: Callable[[], Offers]) -> Verdict:
    """Return the verdict on a line; ``goes_on`` finds its continuations."""
    is_tagged = typed.line.lstrip(" \t")[:1] == "@"  # a tag, which the session handles
    if typed.tree is None and not typed.is_blank and not is_tagged:
        return _partial(goes_on()) or _unreadable(typed, situation)
    try:
        meant = meaning(typed, situation)
    except Unclear as unclear:
        return Verdict(Kind.PARTIAL if goes_on().found else Kind.ILLEGAL, str(unclear))
    if meant is None:
        return EMPTY
    if not isinstance(meant, Act):
        return Verdict(Kind.FINE)
    verdict = judge_action(meant.text, situation)
    if verdict.kind is Kind.ILLEGAL:
        return _partial(goes_on()) or verdict  # `e1` may become `e10`
    return verdict


def _partial(found: Offers) -> Verdict | None:
    """Return the continuations of a line, if there are any."""
    return Verdict(Kind.PARTIAL, f"goes on: {_some(found)}") if found.found else None


def _some(found: Offers) -> str:
    more = len(found.found) - _SHOWN
    shown = ", ".join([offer.text for offer in found.found[:_SHOWN]])
    return f"{shown} and {more} more" if more > 0 else shown


def _unreadable(typed: TypedLine, situation: Situation) -> Verdict:
    """Return the error; at the end of a line, or in a single letter, the line may only be incomplete."""
    line, bad = typed.line, typed.problem
    assert bad is not None
    is_at_end = bad.column > len(line.rstrip(" \t"))
    if not is_at_end and not (len(typed.fragment) == 1 and bad.column == len(line)):
        return Verdict(Kind.UNREADABLE, str(bad))
    is_action = bool(typed.words) and full_word(typed.words[0]) in situation.game.show.verbs
    return _DEAD_END if is_action and situation.actions else Verdict(Kind.PARTIAL, str(bad))


def judge_action(text: str, situation: Situation) -> Verdict:
    """Return the verdict on an action: its effect, or the rule that forbids it."""
    game, state = situation.game, situation.state
    if state is None:
        return Verdict(Kind.ILLEGAL, "there is no game yet: `newgame` begins one")
    if situation.actor is None:
        return Verdict(Kind.ILLEGAL, "the game is over: `newgame` begins another, `undo` takes back")
    if not situation.is_mine:
        return Verdict(Kind.FINE, f"waits for {situation.actor}")
    try:
        action = game.action(state, text)
        refusal = game.why_not(state, action)
    except BadOption as bad:
        return Verdict(Kind.ILLEGAL, str(bad))
    if refusal is not None:
        return Verdict(Kind.ILLEGAL, f"rule {refusal.rule}: {refusal.reason}")
    return Verdict(Kind.FINE, f"{action}: {situation.describe(action)}", action)


def coloured(typed: TypedLine, verdict: Verdict) -> list[Span]:
    """Return the line in the grammar's colours; illegal lines are marked, incomplete ones are not."""
    tag, _ = without_tag(typed.line)
    if tag:
        rest = TypedLine(typed.line[len(tag) :], typed.start)
        return [("text", tag), *coloured(rest, verdict)]
    spans: list[Span] = []
    for style, text in typed.spans:
        if style == "error" and verdict.kind is Kind.PARTIAL:
            style = "text"
        spans.append((f"{style} illegal".strip() if verdict.kind is Kind.ILLEGAL else style, text))
    return spans
