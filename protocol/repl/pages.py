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
    "history": ("history", "Lists the game by turns with the dice, and the step at which each turn begins."),
    "load": ("load FILE", "Opens a record to step through, or to play on from."),
    "main": ("main", "Goes back from a variation to the main line."),
    "next": ("next [N]", "Steps N steps forward in the game or the record; in the tutorial, skips a task."),
    "quit": ("quit", "Leaves; an unfinished game is kept. In the tutorial: back to the game."),
    "redo": ("redo [N]", "Goes forward again, to your next decision that was taken back."),
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
    "undo": (
        "undo [N]",
        "Takes back to your own last decision, or to the N-th last. Nothing is lost: see `variations`.",
    ),
    "variation": ("variation NAME", "Follows a variation, from where it leaves the main line."),
    "variations": ("variations", "Lists the lines that were tried, or taken back. Nothing that was played is lost."),
    "why": ("why not ACTION", "Says which rule forbids an action, in our words."),
}
SEATED: Final = ("answer", "info")  # commands that only a seated bot may send: never offered at the prompt
_FOR_PLAYERS: Final = "hint undo auto threats eval why legal board redo resign"
_FOR_GAMES: Final = "newgame rematch save load seat go dice quit"
_FOR_LOOKING_BACK: Final = "back next goto history variations variation main result analyse"
_FOR_LEARNING: Final = "tutorial rules help"
_KEYS: Final = (
    "A verb may be its first letter, and words may be left out if one action fits. Enter alone plays the only legal action. "
    "Tab lists what can be done, Ctrl-R searches what you typed before, Ctrl-C drops the line or stops the bots, "
    "Ctrl-D leaves and keeps the game for `beachhead play --resume`."
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
        return _overview(game)
    word = topic if topic in game.show.rules else topic.lower()
    if word in OWN:
        pages = COMMANDS.get(word, ())
        return [*OWN[word], *(pages if pages[:1] != OWN[word][:1] else ())]
    return help_on(word, game)


def _overview(game: Game[Any]) -> list[str]:
    """Return the first page of help: what players need, and last the tools for programmers."""
    groups = {
        "To play": _FOR_PLAYERS,
        "To learn": _FOR_LEARNING,
        "To look back": _FOR_LOOKING_BACK,
        "Games and players": _FOR_GAMES,
    }
    told = {word for words in groups.values() for word in words.split()}
    show = game.show
    groups["For programmers"] = " ".join(sorted({*OWN, *COMMANDS} - {*told, *SEATED}))
    return [
        f"Type what you want to do. Actions of {show.title}: {' '.join(verb for verb in show.verbs if verb not in told)}.",
        *(f"{title}: {words}." for title, words in groups.items()),
        *([f"Also: {' '.join(show.topics)}."] if show.topics else []),
        f"Rules: {' '.join(show.rules)}.",
        "`help WORD` tells more about each of these words.",
        _KEYS,
    ]
