"""What to offer while a line is typed: what the grammar allows next, less what is not legal now.

A function of the text, the scene and what else is known. Actions are offered whole where there are few of them, and word
by word where there are many; words of actions that are not legal now are not offered at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from beachhead.engine.game import RESIGN, Action
from beachhead.grammar.language import END, matches, words_of
from beachhead.grammar.lookahead import next_words, read_words
from beachhead.grammar.parse import Word
from beachhead.protocol.repl.commands import SEATED, summary
from beachhead.protocol.repl.line import full_word
from beachhead.protocol.repl.scene import Scene, Words

FEW: Final = 24  # actions that are offered whole
_FRAGMENT: Final = re.compile(r"[^ \t]*$")
_DIGITS: Final = re.compile(r"(\d+)")
_LONGEST_START: Final = 3  # words that may come before an action: `expect illegal 14`
_ANYTHING: Final = "why"  # what begins a question about actions that are not legal

Known = Callable[[str, str], Iterable[tuple[str, str]]]
"""Gives what may stand for an open terminal (SEAT, FILE …), with a description, from the text before the cursor."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to go on: the text that replaces the word under the cursor, a description, the action that it would be."""

    text: str
    words: str
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """Ways to go on, and how many characters before the cursor they replace."""

    length: int
    found: tuple[Offer, ...]


NONE: Final = Offers(0, ())


def offers(before: str, scene: Scene, known: Known) -> Offers:
    """What may follow the text before the cursor."""
    found = _FRAGMENT.search(before)
    assert found is not None
    fragment, head = found[0], before[: found.start()]
    if "#" in head or head.lstrip(" \t")[:1] == "@":
        return NONE
    typed, terminals = read_words(head, scene.start)
    if not terminals:
        return NONE
    begins = _action_begins(typed, scene)
    listed: list[Offer] = []
    if begins is not None and _first(typed) == _ANYTHING:
        listed += [Offer(kind, _verb(kind, scene)) for kind in scene.game.kinds if begins == len(typed)]
    elif begins is not None:
        words = tuple(full_word(word) for word in typed[begins:])
        listed += _actions(words, fragment, terminals, scene)
    if begins is None or not typed:
        listed += _words(before, fragment, terminals, scene, known)
    fitting = [offer for offer in listed if offer.text.startswith(fragment) and offer.text != fragment]
    return Offers(len(fragment), tuple(dict.fromkeys(fitting)))


def _first(typed: Sequence[Word]) -> str:
    return str(typed[0]) if typed else ""


def _action_begins(typed: Sequence[Word], scene: Scene) -> int | None:
    """After how many words of the line an action begins; None where there is none."""
    for count in range(min(len(typed), _LONGEST_START) + 1):
        is_command = count < len(typed) and typed[count].type.startswith("_")
        before = " ".join(typed[:count])
        if not is_command and RESIGN.text in next_words(before, scene.start):
            return count
        if not is_command:
            return None
    return None


def _actions(typed: Words, fragment: str, terminals: Sequence[str], scene: Scene) -> list[Offer]:
    """The legal actions that go on like this: whole where they are few, else the next word of each."""
    rests: dict[Words, Action] = {}
    allowed: dict[str, bool] = {}
    for words, action in scene.actions:
        at = _after(typed, words, scene)
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
        return [Offer(" ".join(rest), scene.describe(action), action) for rest, action in _sorted(rests)]
    groups: dict[str, list[tuple[Words, Action]]] = {}
    for rest, action in _sorted(rests):
        groups.setdefault(rest[0], []).append((rest, action))
    return [_group(word, group, scene, is_first=not typed) for word, group in groups.items()]


def _after(typed: Words, words: Words, scene: Scene) -> int | None:
    """How many words of an action have been typed, words left out counted; None where it is another action."""
    if typed and typed[0] in scene.game.kinds and typed[0] != words[0]:
        return None
    at = 0
    for word in typed:
        if word not in words[at:]:
            return None
        at = words.index(word, at) + 1
    return at


def _sorted(rests: dict[Words, Action]) -> list[tuple[Words, Action]]:
    """In the order of people: d2 before d10, and giving up at the end."""
    return sorted(rests.items(), key=lambda item: (item[1] is RESIGN, [_natural(word) for word in item[0]]))


def _natural(word: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _DIGITS.split(word) if part]


def _group(word: str, group: list[tuple[Words, Action]], scene: Scene, is_first: bool) -> Offer:
    if len(group) == 1:
        rest, action = group[0]
        return Offer(" ".join(rest), scene.describe(action), action)
    if is_first and word in scene.game.kinds:
        return Offer(word, f"{len(group)} ways. {_verb(word, scene)}")
    return Offer(word, f"{scene.describe(group[0][1])}, and {len(group) - 1} more")


def _verb(kind: str, scene: Scene) -> str:
    return scene.game.verbs.get(kind, ("", ""))[1]


def _words(before: str, fragment: str, terminals: Sequence[str], scene: Scene, known: Known) -> list[Offer]:
    """Commands, keys, and whatever is known to stand for an open terminal."""
    key, sign, _ = fragment.partition("=")
    listed: list[Offer] = []
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
            if _is_offered(terminal, words, scene):
                listed += [Offer(word, summary(word)) for word in sorted(words) if word not in SEATED]
        else:
            listed += [Offer(word, text) for word, text in known(terminal, before)]
    return listed


def _is_offered(terminal: str, words: Words, scene: Scene) -> bool:
    """Whether a terminal's words are no part of an action: those are offered where they are legal."""
    at_start = words_at_start(scene.start)
    return terminal.startswith("_") or not any(word in at_start for word in words)


def words_at_start(start: str) -> frozenset[str]:
    """The words that begin a line and are no command."""
    found = _AT_START.get(start)
    if found is None:
        words = next_words("", start)
        found = frozenset(word for word, terminal in words.items() if not terminal.startswith("_"))
        _AT_START[start] = found
    return found


_AT_START: Final[dict[str, frozenset[str]]] = {}
