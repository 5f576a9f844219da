"""Random sentences of the language, for fuzzing: every sample parses."""

import re
import string
from collections.abc import Callable, Sequence
from functools import cache

# These two modules are private: the standard library has no public way to get a parsed pattern. Hypothesis and Lark import
# them as well. Our own parser would describe the syntax of patterns a second time. Only a fuzzer and tests import this file,
# so a Python without these modules breaks nothing for users.
from re import _constants as codes
from re import _parser as patterns
from typing import Any, Final

from lark.grammar import NonTerminal, Rule, Terminal

from beachhead.grammar.language import Language, language

Choose = Callable[[int], int]  # returns a number below its argument

_ALPHABET: Final = string.ascii_letters + string.digits + "+-*/:.,@!?'()[]{}<>|~^&%$_ éß→"
_REPEATS: Final = 6


def sample(start: str, choose: Choose) -> str:
    """Return a random line that the start rule accepts. ``choose`` is the only source of randomness."""
    words: list[str] = []
    _expand(_rules(language()), start, choose, words)
    return "".join(words).strip()


def sample_of(terminal: str, choose: Choose) -> str:
    """Return a random text that matches a terminal."""
    listed = language().words_of(terminal)
    if listed:
        return listed[choose(len(listed))]
    pattern = language().lark.get_terminal(terminal).pattern.to_regexp()
    while True:
        word = "".join(_text(_parts(pattern), choose)).strip()
        if re.fullmatch(pattern, word):
            return word


@cache
def _rules(spoken: Language) -> dict[str, list[Rule]]:
    """Return the rules of the grammar by the name that they expand."""
    rules: dict[str, list[Rule]] = {}
    for rule in spoken.lark.rules:
        rules.setdefault(rule.origin.name, []).append(rule)
    return rules


@cache
def _parts(pattern: str) -> Sequence[Any]:  # Any: the re module does not type its parts
    return list(patterns.parse(pattern))


def _expand(rules: dict[str, list[Rule]], name: str, choose: Choose, words: list[str]) -> None:
    options = rules[name]
    rule = options[choose(len(options))]
    for symbol in rule.expansion:
        if isinstance(symbol, NonTerminal):
            _expand(rules, symbol.name, choose, words)
        else:
            assert isinstance(symbol, Terminal)
            words.append(sample_of(symbol.name, choose))
            if symbol.name not in ("OPTION", "_EQUALS"):
                words.append(" ")


def _text(parts: Sequence[Any], choose: Choose) -> list[str]:
    """Return a text that matches a parsed pattern; look-ahead and anchors are satisfied by the blank after the word."""
    texts: list[str] = []
    for kind, value in parts:
        if kind is codes.LITERAL:
            texts.append(chr(value))
        elif kind in (codes.ANY, codes.NOT_LITERAL):
            texts.append(_pick([c for c in _ALPHABET if kind is codes.ANY or ord(c) != value], choose))
        elif kind is codes.IN:
            texts.append(_pick(_class(value), choose))
        elif kind is codes.MAX_REPEAT:
            low, high, inner = value
            for _ in range(low + choose(min(high - low, _REPEATS) + 1)):
                texts += _text(inner, choose)
        elif kind is codes.SUBPATTERN:
            texts += _text(value[3], choose)
        elif kind is codes.BRANCH:
            texts += _text(value[1][choose(len(value[1]))], choose)
        else:
            assert kind in (codes.ASSERT, codes.AT)
    return texts


def _class(items: Sequence[Any]) -> list[str]:
    named: set[str] = set()
    for kind, value in items:
        if kind is codes.RANGE:
            named |= {chr(c) for c in range(value[0], value[1] + 1)}
        elif kind is codes.LITERAL:
            named.add(chr(value))
    if items[0][0] is codes.NEGATE:
        return [c for c in _ALPHABET if c not in named]
    return sorted(named)


def _pick(options: Sequence[str], choose: Choose) -> str:
    return options[choose(len(options))]
