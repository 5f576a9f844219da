"""Short forms: find the action that a few words stand for; legal actions come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from beachhead.engine.values import Action
from beachhead.grammar.parse import BadSyntax, Word
from beachhead.protocol import reader
from beachhead.protocol.repl.situation import Situation, Words

_SHORT: Final = "_SHORT"  # a terminal of this ending stands for the word before it
_SHOWN: Final = 4


class Unclear(Exception):
    """Raised if a short form fits no legal action, or several."""


def full_word(token: Word) -> str:
    """Return the word that a token stands for: `m` of the terminal MOVE_SHORT is `move`."""
    return token.type.removesuffix(_SHORT).lower() if token.type.endswith(_SHORT) else str(token)


def expand(words: Words, situation: Situation) -> str:
    """Return the text of the action that a short form stands for, a legal one if one fits; raise Unclear."""
    text = " ".join(words)
    if words[0] in situation.game.show.verbs and _is_action(text, situation):
        return text
    if situation.state is not None and not situation.is_mine:
        raise Unclear(f"'{text}' is an action, and it is not your turn")
    found = fitting(words, situation)
    if len(found) == 1:
        return found[0].text
    if found:
        some = ", ".join([action.text for action in found[:_SHOWN]])
        more = f" or {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise Unclear(f"'{text}' may be {some}{more}: say a word more")
    likeliest = next((action for action in _likely(words, situation) if _is_action(action, situation)), None)
    if likeliest is not None:  # nothing fits: the rule that forbids the likeliest meaning is the best explanation
        return likeliest
    raise Unclear(f"'{text}' is not a legal action now: `legal` lists them")


def _likely(words: Words, situation: Situation) -> Iterator[str]:
    """Yield likely meanings of a short form: of the kinds of legal actions first, then of any other kind."""
    for kind in situation.game.show.place_verbs:
        like = next((candidate for candidate, _ in situation.actions if candidate[0] == kind), ())
        for place in range(1, len(like)):
            yield " ".join([*like[:place], *words])
            yield " ".join([*like[:place], *words, *like[place + len(words) :]])
    for kind in situation.game.show.place_verbs:
        yield " ".join([kind, *words])


def fitting(words: Words, situation: Situation) -> list[Action]:
    """Return the legal actions that contain these words in this order.

    Kinds that a place alone may stand for come in the game's order; if the first word is a kind, that kind comes first.
    """
    ranked: list[tuple[int, int, Action]] = []
    kinds = situation.game.show.place_verbs
    for candidate, action in situation.actions:
        at = _first_match(words, candidate)
        if at is not None:
            kind = kinds.index(candidate[0]) if candidate[0] in kinds else len(kinds)
            ranked.append((-1 if words[0] == candidate[0] else kind, at, action))
    if not ranked:
        return []
    best = min(rank[:2] for rank in ranked)
    return [action for *rank, action in ranked if tuple(rank) == best]


def _first_match(words: Words, candidate: Words) -> int | None:
    """Return the index of the first of these words in a candidate that contains them all in this order."""
    at, first = 0, None
    for word in words:
        if word not in candidate[at:]:
            return None
        at = candidate.index(word, at)
        first = at if first is None else first
        at += 1
    return first


def _is_action(text: str, situation: Situation) -> bool:
    """Return whether a text is an action for the engine."""
    try:
        return isinstance(reader.read(text, situation.game), reader.Act)
    except BadSyntax:
        return False
