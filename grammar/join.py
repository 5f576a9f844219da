"""One grammar text from the shared file and a file for each game.

The files are joined as text before Lark reads them: Lark renames imported terminals, and then look-ahead finds nothing.
If two files define the same name in the same way, it is defined once; if they define it differently, that is an error.

A file may contain directives, which are comments to Lark:

    // %place SQUARE SLOT        these terminals are places of the board
    // %number DIE               these are numbers
    // %string QUOTED_STRING     these are quoted
    // %option first players     keys of `newgame` that the game knows

The file of a game must define the rule `<game>_action`, and may define `<game>_event` and `<game>_brief` (short forms).
The start rules and the terminals GAME and OPTION are generated from the list of games.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

CLASSES: Final = ("place", "number", "string")  # classes of terminals, set by directives
_OPTION: Final = "option"
_DIRECTIVE: Final = re.compile(r"// %(\w+)((?: \w+)+)\s*")
_DEFINITION: Final = re.compile(r"[!?]*(\w+)(?:\{[^}]*\})?(?:\.-?\d+)?\s*:")
_COMMENT: Final = re.compile(r"(^|\s)//\s.*")
_GAME: Final = re.compile("[a-z][a-z0-9]*")


class BadGrammar(Exception):
    """Raised if the files do not form a valid grammar; the message names the files."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a grammar file, and its name for messages."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Joined:
    """The joined grammar: the text for Lark, the classes of terminals, and the option keys of `newgame`."""

    text: str
    classes: Mapping[str, str]
    options: tuple[str, ...]


def join(shared: Source, games: Mapping[str, Source]) -> Joined:
    """Join the shared file and the files of the games; raise BadGrammar if they contradict each other."""
    defined: dict[str, tuple[str, Source]] = {}
    classes: dict[str, tuple[str, Source]] = {}
    options: dict[str, None] = {}
    texts: list[str] = []
    for source in (*games.values(), shared):  # the options of the games come first
        for kind, names in _directives(source):
            if kind == _OPTION:
                options.update(dict.fromkeys(names))
            for name in names if kind in CLASSES else ():
                _define(classes, name, kind, source)
    for source in (shared, *games.values()):
        kept = [block for name, block in _blocks(source) if not name or _define(defined, name, _plain(block), source)]
        texts.append("\n".join(kept))
    for name, (_, source) in classes.items():
        if name not in defined:
            raise BadGrammar(f"{source.name}: {name} has a class but is not defined")
    for game, source in games.items():
        if not _GAME.fullmatch(game):
            raise BadGrammar(f"{source.name}: '{game}' is not a name for a game: expected letters and digits")
        if f"{game}_action" not in defined:
            raise BadGrammar(f"{source.name}: {game}_action is not defined")
    texts.append(_made(tuple(games), tuple(options), frozenset(defined)))
    return Joined("\n\n".join(texts), {name: kind for name, (kind, _) in classes.items()}, tuple(options))


def _define(table: dict[str, tuple[str, Source]], name: str, text: str, source: Source) -> bool:
    """Return whether a definition is new; raise BadGrammar if another file defines the name differently."""
    if name not in table:
        table[name] = (text, source)
        return True
    known, other = table[name]
    if known != text:
        raise BadGrammar(f"{other.name} and {source.name} define {name} differently: {known} | {text}")
    return False


def _directives(source: Source) -> Iterator[tuple[str, list[str]]]:
    for line in source.text.splitlines():
        if line.startswith("// %"):
            found = _DIRECTIVE.fullmatch(line)
            if found is None or found[1] not in (*CLASSES, _OPTION):
                raise BadGrammar(f"{source.name}: unknown directive: {line}")
            yield found[1], found[2].split()


def _blocks(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the definitions of a file with their names, and the lines between them with an empty name."""
    name, block = "", list[str]()
    for line in source.text.splitlines():
        found = _DEFINITION.match(line)
        if not found and name and line[:1] in (" ", "\t", "|"):
            block.append(line)
            continue
        if block:
            yield name, "\n".join(block)
        name, block = (found[1] if found else ""), [line]
    if block:
        yield name, "\n".join(block)


def _plain(block: str) -> str:
    """Return a definition without comments and with single blanks, for comparison."""
    return " ".join(" ".join(_COMMENT.sub("", line) for line in block.splitlines()).split())


def _made(games: tuple[str, ...], options: tuple[str, ...], defined: frozenset[str]) -> str:
    """Return the definitions that are generated from the list of games."""
    lines = [
        "// Made from the list of games",
        "",
        f"GAME: ({_words(games)}) _EOW",
        f"OPTION: ({_words(options)}) _HAS_VALUE",
    ]
    for game in games:
        action, event, brief = (f"{game}_{rule}" for rule in ("action", "event", "brief"))
        said = f" | _EVENT {event} -> said_event" if event in defined else ""
        short = f" | {brief} -> brief" if brief in defined else ""
        lines += [
            "",
            f"?{game}: line{{{action}}}",
            f"?{game}_said: said{{{action}}}{said}",
            f"?{game}_short: line{{{action}}} | own{{{action}}}{short}",
        ]
    return "\n".join([*lines, ""])


def _words(words: tuple[str, ...]) -> str:
    return " | ".join(f'"{word}"' for word in words)
