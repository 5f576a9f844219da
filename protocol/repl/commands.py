"""The prompt's own commands: how each is written and what it does, as `help` and the completion menu say it."""

from collections.abc import Mapping
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.protocol.help import COMMANDS, help_on

OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "auto": (
        "auto | auto end [on|off]",
        "Places what is left of your set-up. `auto end` ends a turn by itself when nothing else can be done.",
    ),
    "back": ("back [N]", "Steps N steps back in the game or the record; the bots wait until you say `go`."),
    "dice": ("dice auto|manual", "Lets the engine throw the dice from here on, or asks you for what they show."),
    "go": ("go", "Lets the bots play on after a stop, with a new process for one that has died."),
    "goto": ("goto N", "Goes to step N of the game or the record; 0 is its beginning."),
    "load": ("load FILE", "Opens a record to step through, or to play on from."),
    "next": ("next [N]", "Steps N steps forth in the game or the record; in the tutorial, passes over a task."),
    "rules": ("rules [ID]", "Lists the rules, or shows one in our words."),
    "save": ("save FILE", "Writes the game so far as a record."),
    "seat": (
        "seat | seat SEAT human | seat SEAT BOT",
        "Shows who sits where, or gives a seat to you or to a bot: builtin:NAME, or a command line.",
    ),
    "tutorial": ("tutorial [N]", "Teaches the game in five minutes; N begins with lesson N."),
    "why": ("why not ACTION", "Says which rule forbids an action, in our words."),
}
SEATED: Final = ("answer", "info")  # commands that only a seated bot may send: never offered at the prompt
_SHORT: Final = (
    "Short forms: a letter for a verb where it has one, and words left out where one action fits: m d2, d2, e, 3.",
    "Enter alone plays the only action that there is. Tab completes, Ctrl-R searches what you typed before,",
    "Ctrl-C drops the line or stops the bots, Ctrl-D leaves and keeps the game for `beachhead play --resume`.",
)


def summary(word: str) -> str:
    """What a command does, in a sentence; nothing for a word that is none."""
    page = OWN.get(word) or COMMANDS.get(word) or ("", "")
    return page[1]


def help_lines(topic: str | None, game: Game[Any]) -> list[str]:
    """The page of `help` at the prompt; raises `argument` for a word that nothing is known about."""
    if topic is None:
        first, *lines = help_on(None, game)
        return [first, *lines[:1], f"At the prompt besides: {' '.join(OWN)}", *lines[1:], *_SHORT]
    if topic in OWN:
        return [*OWN[topic], *(line for line in COMMANDS.get(topic, ()))]
    return help_on(topic, game)
