"""What the commands have in common: their parsers, the games with a deck, and the files that they write."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from beachhead.engine.game import Game

SUMMARIES: Final = {
    "play": "play at the prompt, with people and bots",
    "engine": "speak the protocol on standard input and output",
    "run": "run scripts and records, and report lines that fail",
    "bot": "a built-in bot, as a process that speaks the protocol",
    "match": "play bots against each other, in mirrored pairs",
    "check": "play a bot through a checklist, and report what it does wrong",
    "svg": "draw a board as a picture",
    "replay": "make a page that plays a record in any browser",
    "analyse": "measure skill and luck in the record of a game",
    "grammar": "print the grammar of the protocol",
    "tournament": "play a tournament from a file, or continue it",
    "report": "make a page of the results of a tournament, or serve it",
    "results": "print, export or verify the results of a tournament",
}
DECK: Final = "a deck of cards, for a game that has one"


class Unusable(Exception):
    """Raised if a file or an argument is invalid; the message says which, and why."""


def new_parser(name: str) -> ArgumentParser:
    """Return the parser of a command, without options yet."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    summary = SUMMARIES[name]
    description = f"{summary[0].upper()}{summary[1:]}."
    return ArgumentParser(f"beachhead {name}", description=description, formatter_class=RawDescriptionHelpFormatter)


def games_with(path: str | None) -> Callable[[str], Game[Any]]:
    """Return a function that finds games by name; a game with a deck uses the deck in this file. Raise Unusable."""
    from beachhead.engine.games import NAMES, find_game

    if path is None:
        return find_game
    from beachhead.protocol.files import NoFile, read_settings

    try:
        text = read_settings(path)
    except NoFile as problem:
        raise Unusable(f"--deck: {problem}") from None
    if not text.strip():
        raise Unusable(f"--deck: {path} is empty")
    try:
        for name in NAMES:
            find_game(name, text)
    except ValueError as problem:
        raise Unusable(f"--deck: {path}: {problem}") from None
    return lambda name: find_game(name, text)


def save(path: str, text: str) -> None:
    """Write a text to a file. Raise Unusable."""
    from beachhead.protocol.files import NoFile, open_output

    try:
        with open_output(path) as file:
            file.write(text.encode())
    except NoFile as problem:
        raise Unusable(str(problem)) from None
    except OSError as problem:
        raise Unusable(f"{path} cannot be written: {problem.strerror}") from None
