"""The language: the joined grammar, names of its terminals for people, and its parser, which is built on first use.

`language()` is the language of this process. It is read from the `*.lark` files of this folder: `protocol.lark` is shared,
and each of the others belongs to the game with its name. A game from elsewhere adds its own text:

    with speaking(default().plus({"race": text})): ...

Lark is imported when the first line is parsed: start-up takes a third less time without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lark import Lark

    from beachhead.grammar.join import Source

END: Final = "$END"
SAID: Final = "_said"  # the start rule `<game>_said` reads what the engine says
SHORT: Final = "_short"  # the start rule `<game>_short` reads what people type at the prompt
_FOLDER: Final = Path(__file__).parent
_SHARED: Final = "protocol"
_GUARD: Final = re.compile(r"\(\?==?\[[^]]*\](\|\$)?\)")  # the look-ahead at the end of a word or of an option
_DIGIT: Final = re.compile(r"\[([0-9])-([0-9])\]")  # one digit, as of a slot
_DOOR: Final = "ANY_"  # terminals with this prefix accept invalid words, which are refused later
_VOWELS: Final = "AEIOU"


class Language:
    """The language of a set of games; immutable."""

    def __init__(self, shared: Source, games: Mapping[str, Source]) -> None:
        from beachhead.grammar.join import join

        self._shared = shared
        self._sources = dict(games)
        joined = join(shared, games)
        self.text: Final = joined.text
        self.options: Final = joined.options  # keys of `newgame`
        self.games: Final = tuple(games)
        self.starts: Final = tuple(f"{game}{kind}" for kind in ("", SAID, SHORT) for game in games)
        self._classes = joined.classes
        self._words: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, str] = {}

    def plus(self, texts: Mapping[str, str]) -> Language:
        """Return the language with more games; ``texts`` maps their names to the texts of their grammar files."""
        from beachhead.grammar.join import Source

        more = {game: Source(f"{game}.lark", text) for game, text in texts.items()}
        return Language(self._shared, self._sources | more)

    @cached_property
    def lark(self) -> Lark:
        """The parser for all start rules."""
        from beachhead.grammar.tables import load_or_build

        return load_or_build(self.text, self.starts)

    def words_of(self, terminal: str) -> tuple[str, ...]:
        """Return the words that match a terminal if they can be listed: 'live' and 'safe', but none for a square."""
        words = self._words.get(terminal)
        if words is None:
            listed = tuple(self._pattern(terminal).replace("(?:", "").replace(")", "").split("|"))
            words = listed if all(word.isalpha() or word == "=" for word in listed) else ()
            self._words[terminal] = words
        return words

    def name_of(self, terminal: str) -> str:
        """Return the name of a terminal in messages: 'a square', 'a slot from 1 to 5'."""
        if terminal == END:
            return "the end of the line"
        name = self._names.get(terminal)
        if name is None:
            plain = terminal.strip("_").lower().replace("_", " ")
            digits = _DIGIT.fullmatch(self._pattern(terminal))
            span = f" from {digits[1]} to {digits[2]}" if digits else ""
            name = self._names[terminal] = f"{'an' if terminal[0] in _VOWELS else 'a'} {plain}{span}"
        return name

    def matches(self, terminal: str, word: str) -> bool:
        """Return whether a word matches a terminal."""
        return re.fullmatch(self._pattern(terminal), word) is not None

    def class_of(self, terminal: str) -> str:
        """Return the class of a terminal: place, number or string if a directive says so, else keyword or text."""
        return self._classes.get(terminal) or ("keyword" if self.words_of(terminal) else "text")

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The terminals in client lines that match one of several fixed words."""
        from lark.grammar import NonTerminal

        rules: dict[str, set[str]] = {}
        terminals: set[str] = set()
        for rule in self.lark.rules:
            rules.setdefault(rule.origin.name, set()).update(
                symbol.name for symbol in rule.expansion if isinstance(symbol, NonTerminal)
            )
        seen: set[str] = set()
        waiting = list(self.games)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += rules[name]
        for rule in self.lark.rules:
            if rule.origin.name in seen:
                terminals.update(symbol.name for symbol in rule.expansion if not isinstance(symbol, NonTerminal))
        return tuple(sorted(terminal for terminal in terminals if len(self.words_of(terminal)) > 1))

    def _pattern(self, terminal: str) -> str:
        """Return the pattern of a terminal without the guard at the end of a word."""
        return _GUARD.sub("", self.lark.get_terminal(terminal).pattern.to_regexp())


@cache
def default() -> Language:
    """Return the language of the games whose files are in this folder."""
    from beachhead.grammar.join import Source

    sources = {file.stem: Source(file.name, file.read_text("utf-8")) for file in sorted(_FOLDER.glob("*.lark"))}
    shared = sources.pop(_SHARED)
    return Language(shared, sources)


spoken: list[Language] = []  # set by `speaking`, the innermost last; if empty, `default` is used


def language() -> Language:
    """Return the language of this process."""
    return spoken[-1] if spoken else default()


@contextmanager
def speaking(other: Language) -> Iterator[Language]:
    """Make this the language of the whole process, all threads included, until the block ends."""
    spoken.append(other)
    try:
        yield other
    finally:
        spoken.pop()


def words_of(terminal: str) -> tuple[str, ...]:
    """Call `Language.words_of` of the current language."""
    return language().words_of(terminal)


def name_of(terminal: str) -> str:
    """Call `Language.name_of` of the current language."""
    return language().name_of(terminal)


def matches(terminal: str, word: str) -> bool:
    """Call `Language.matches` of the current language."""
    return language().matches(terminal, word)


def is_door(terminal: str) -> bool:
    """Return whether a terminal matches only words that are refused later, so that it is never expected or offered."""
    return terminal.startswith(_DOOR)
