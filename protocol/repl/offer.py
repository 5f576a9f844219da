"""Completions of the line being typed: what the grammar allows next, without actions that are illegal now.

A function of the text, the situation and the known words. A few actions are offered whole, many word by word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from beachhead.engine.values import RESIGN, Action
from beachhead.grammar.language import END, matches, words_of
from beachhead.grammar.lookahead import action_terminals, openers
from beachhead.grammar.parse import Word
from beachhead.grammar.typed import TypedLine
from beachhead.protocol.repl.pages import SEATED, ranks_of, summary
from beachhead.protocol.repl.short_forms import full_word
from beachhead.protocol.repl.situation import Situation, Words

FEW: Final = 24  # maximum number of actions that are offered whole
_ANYTHING: Final = "why"  # commands that ask about illegal actions

Known = Callable[[str, str], Iterable[tuple[str, str]]]
"""Returns what may stand for an open terminal (SEAT, FILE …), with a description, from the text before the cursor."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A completion: the text that replaces the word under the cursor, a description, and the action that it would make."""

    text: str
    words: str
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """Completions, and the number of characters before the cursor that they replace."""

    length: int
    found: tuple[Offer, ...]


NONE: Final = Offers(0, ())


def offers(typed: TypedLine, situation: Situation, known: Known) -> Offers:
    """Return the completions of the last word before the cursor."""
    head = typed.line[: len(typed.line) - len(typed.fragment)]
    return _offers(typed.words[: typed.before], head, typed.fragment, typed.here, situation, known)


def following(typed: TypedLine, situation: Situation, known: Known) -> Offers:
    """Return the completions after the whole text, if its last word is complete."""
    if not typed.fragment or not typed.next:
        return NONE
    return _offers(typed.words, typed.line, "", typed.next, situation, known)


def _offers(
    words: Sequence[Word], head: str, fragment: str, terminals: Sequence[str], situation: Situation, known: Known
) -> Offers:
    if not terminals or "#" in head or head.lstrip(" \t")[:1] == "@":
        return NONE
    begins = _action_begins(words, terminals, situation)
    listed: list[Offer] = []
    if begins is not None and words and words[0] == _ANYTHING:
        listed += [Offer(kind, _verb(kind, situation)) for kind in situation.game.show.verbs if begins == len(words)]
    elif begins is not None:
        listed += _actions(tuple(full_word(word) for word in words[begins:]), fragment, terminals, situation)
    if begins is None or not words:
        listed += _words(head + fragment, fragment, terminals, situation, known)
    if not words:
        ranks = ranks_of(situation.is_over)
        listed.sort(key=lambda offer: ranks.get(offer.text, -1))  # actions come first, because only they have no rank
    found = [offer for offer in listed if offer.text.startswith(fragment) and offer.text != fragment]
    return Offers(len(fragment), tuple(dict.fromkeys(found)))


def _action_begins(words: Sequence[Word], terminals: Sequence[str], situation: Situation) -> int | None:
    """Return the number of words before an action in the line; None without an action."""
    for count, word in enumerate(words):
        if not word.type.startswith("_"):
            return count if word.type in action_terminals(situation.start) else None
    return len(words) if any(terminal != END and RESIGN.text in words_of(terminal) for terminal in terminals) else None


def _actions(typed: Words, fragment: str, terminals: Sequence[str], situation: Situation) -> list[Offer]:
    """Return the legal actions that begin like this: whole if they are few, else the next word of each."""
    rests: dict[Words, Action] = {}
    allowed: dict[str, bool] = {}
    for words, action in situation.actions:
        at = _after(typed, words, situation)
        if at is None:
            continue
        for place in range(at, len(words)):
            word = words[place]
            if word.startswith(fragment):
                if word not in allowed:
                    allowed[word] = any(matches(terminal, word) for terminal in terminals if terminal != END)
                if allowed[word]:
                    rests.setdefault(words[place:], action)
                    break
            if not fragment:
                break
    if len(rests) <= FEW:
        return [Offer(" ".join(rest), situation.describe(action), action) for rest, action in rests.items()]
    groups: dict[str, list[tuple[Words, Action]]] = {}
    for rest, action in rests.items():
        groups.setdefault(rest[0], []).append((rest, action))
    return [_group(word, group, situation, is_first=not typed) for word, group in groups.items()]


def _after(typed: Words, words: Words, situation: Situation) -> int | None:
    """Return the number of words of an action that have been typed, counting omitted ones; None if they do not match it."""
    if typed and typed[0] in situation.game.show.verbs and typed[0] != words[0]:
        return None
    at = 0
    for word in typed:
        if word not in words[at:]:
            return None
        at = words.index(word, at) + 1
    return at


def _group(word: str, group: list[tuple[Words, Action]], situation: Situation, is_first: bool) -> Offer:
    if len(group) == 1:
        rest, action = group[0]
        return Offer(" ".join(rest), situation.describe(action), action)
    if is_first and word in situation.game.show.verbs:
        return Offer(word, f"{len(group)} ways. {_verb(word, situation)}")
    return Offer(word, f"{situation.describe(group[0][1])}, and {len(group) - 1} more")


def _verb(kind: str, situation: Situation) -> str:
    return situation.game.show.verbs.get(kind, ("", ""))[1]


def _words(before: str, fragment: str, terminals: Sequence[str], situation: Situation, known: Known) -> list[Offer]:
    """Return commands, keys, and the known words for open terminals."""
    key, sign, _ = fragment.partition("=")
    listed: list[Offer] = []
    actions = openers(situation.start)
    for terminal in terminals:
        if terminal == END:
            continue
        words = words_of(terminal)
        if terminal == "OPTION":
            if sign and key in words:
                listed += [Offer(f"{key}={value}", text) for value, text in known(f"OPTION {key}", before)]
            else:
                listed += [Offer(f"{word}=", "") for word in words if any(known(f"OPTION {word}", before))]
        elif words:
            if terminal.startswith("_") or actions.isdisjoint(words):  # words of actions are offered if they are legal
                listed += [Offer(word, summary(word)) for word in sorted(words) if word not in SEATED]
        else:
            listed += [Offer(word, text) for word, text in known(terminal, before)]
    return listed
