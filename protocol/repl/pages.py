"""The prompt's own commands: usage, description and order, for `help` and the menu."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.protocol.help import COMMANDS, help_on

OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "analyse": ("analyse", "After a game: the decisions that cost most, and the luck of every roll, with a curve."),
    "auto": (
        "auto | auto end [on|off]",
        "Places the rest of your set-up. `auto end` ends a turn by itself when nothing else can be done.",
    ),
    "back": ("back [N]", "Steps N steps back in the game or the record; the bots wait until you say `go`."),
    "dice": ("dice auto|manual", "Lets the engine throw the dice from here on, or asks you for what they show."),
    "eval": ("eval", "The chances of everybody if the best is done now, and who is in danger."),
    "go": ("go", "Lets the bots play on after a stop, with a new process for one that has died."),
    "goto": ("goto N", "Goes to step N of the game or the record; 0 is its beginning."),
    "hint": (
        "hint | hint N",
        "Names a good action and why. With a number: the N best, each with the chance to win and what it risks.",
    ),
    "load": ("load FILE", "Opens a record to step through, or to play on from."),
    "main": ("main", "Goes back from a variation to the main line."),
    "next": ("next [N]", "Steps N steps forward in the game or the record; in the tutorial, skips a task."),
    "rematch": ("rematch", "Begins the same game again: its mode, its options and who sits where."),
    "rules": ("rules [ID]", "Lists the rules, or shows one in our words."),
    "save": ("save FILE", "Writes the game so far as a record."),
    "seat": (
        "seat | seat SEAT human | seat SEAT BOT",
        "Shows who sits where, or gives a seat to you or to a bot: builtin:NAME, or a command line.",
    ),
    "threats": (
        "threats | threats on|off",
        "Who can be hit next turn, by whom, and what nobody can play. `on` marks them with !, and tells what a line risks.",
    ),
    "tutorial": ("tutorial [N]", "Teaches the game in five minutes; N begins with lesson N."),
    "variation": ("variation NAME", "Follows a variation, from where it leaves the main line."),
    "variations": ("variations", "Lists the lines that were tried, or taken back. Nothing that was played is lost."),
    "why": ("why not ACTION", "Says which rule forbids an action, in our words."),
}
SEATED: Final = ("answer", "info")  # commands that only a seated bot may send: never offered at the prompt
_SHORT: Final = (
    "Short forms: a letter for a verb if it has one, and words left out if one action fits.",
    "Enter alone plays the only legal action. Tab completes, Ctrl-R searches what you typed before,",
    "Ctrl-C drops the line or stops the bots, Ctrl-D leaves and keeps the game for `beachhead play --resume`.",
)
# The menu's order: what players need often, what they need sometimes, then tools for programmers.
_FIRST: Final = (
    "hint", "undo", "help", "threats", "eval",
    "auto", "redo", "why", "rules", "legal", "board", "tutorial", "go", "back", "next", "goto",
    "variations", "variation", "main", "seat", "save", "load", "newgame", "rematch",
    "history", "result", "explain", "state", "dice", "quit", "resign",
)  # fmt: skip
_AFTER_THE_END: Final = (
    "newgame",
    "rematch",
    "analyse",
    "back",
    "goto",
    "save",
    "history",
    "load",
    "undo",
    "quit",
    "help",
)


def summary(word: str) -> str:
    """Return the description of a command; empty for any other word."""
    page = OWN.get(word) or COMMANDS.get(word) or ("", "")
    return page[1]


@cache
def ranks_of(is_over: bool) -> Mapping[str, int]:
    """Return the position of every command in the menu, during a game or after it."""
    words = [*(_AFTER_THE_END if is_over else ()), *_FIRST, *sorted({*OWN, *COMMANDS})]
    return {word: number for number, word in enumerate(dict.fromkeys(words))}


def help_lines(topic: str | None, game: Game[Any]) -> list[str]:
    """Return the page of `help` at the prompt; raise `argument` for an unknown word."""
    if topic is None:
        first, *lines = help_on(None, game)
        return [first, *lines[:1], f"At the prompt besides: {' '.join(OWN)}", *lines[1:], *_SHORT]
    if topic in OWN:
        return [*OWN[topic], *(line for line in COMMANDS.get(topic, ()))]
    return help_on(topic, game)
