"""The language as Lark holds it: the grammar's text, its tables, its terminals in words.

Building the tables takes some fifty milliseconds, so they are kept in the user's cache folder, keyed by the grammar and
the versions of Lark and Python (Lark does that), and built anew where that folder cannot be written.
"""

import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

from lark import Lark

TEXT_FILE: Final = Path(__file__).with_name("protocol.lark")
STARTS: Final = ("island", "royale", "island_said", "royale_said", "island_short", "royale_short")
END: Final = "$END"
_GUARD: Final = re.compile(r"\(\?==?\[[^]]*\](\|\$)?\)")  # the look-ahead at the end of a word or of an option
_DIGIT: Final = re.compile(r"\[([0-9])-([0-9])\]")  # one digit, as of a slot
_DOOR: Final = "ANY_"  # a terminal of this name lets a wrong word in, so that it can be judged later
_VOWELS: Final = "AEIOU"


def text() -> str:
    """The grammar as it is written."""
    return TEXT_FILE.read_text(encoding="utf-8")


def _cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "beachhead"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "beachhead"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "beachhead"


def _cache_file() -> str | bool:
    """Where the tables are kept; False where there is no place for them."""
    try:
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return str(folder / "protocol.tables") if os.access(folder, os.W_OK) else False


@cache
def language() -> Lark:
    """The parser of all start rules."""
    return Lark(
        text(), parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True, cache=_cache_file()
    )


@cache
def words_of(terminal: str) -> tuple[str, ...]:
    """The words that a terminal stands for, where they can be listed: those of `FACING`; none for a square."""
    words = tuple(_pattern(terminal).replace("(?:", "").replace(")", "").split("|"))
    return words if all(word.isalpha() or word == "=" for word in words) else ()


def is_door(terminal: str) -> bool:
    """Whether a terminal only stands for words that are refused later: nothing to expect or to offer."""
    return terminal.startswith(_DOOR)


@cache
def name_of(terminal: str) -> str:
    """What a terminal is called where it was expected: 'a square', 'a slot from 1 to 5'."""
    if terminal == END:
        return "the end of the line"
    name = terminal.strip("_").lower().replace("_", " ")
    digits = _DIGIT.fullmatch(_pattern(terminal))
    span = f" from {digits[1]} to {digits[2]}" if digits else ""
    return f"{'an' if terminal[0] in _VOWELS else 'a'} {name}{span}"


def matches(terminal: str, word: str) -> bool:
    """Whether a word can stand for a terminal."""
    return re.fullmatch(_pattern(terminal), word) is not None


def _pattern(terminal: str) -> str:
    """A terminal's pattern without the guard at the end of a word."""
    return _GUARD.sub("", language().get_terminal(terminal).pattern.to_regexp())
