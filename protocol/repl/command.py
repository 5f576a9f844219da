"""The command line of `beachhead play`."""

from __future__ import annotations

import argparse
from typing import Final

from beachhead.protocol.repl.desk import Setting
from beachhead.protocol.repl.play import Options
from beachhead.protocol.repl.record import Find
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.session import Adviser

_ABOUT: Final = """\
A game at the prompt: against a bot, between people, or bot against bot to watch.
WHO is `human`, `builtin:NAME`, or the command line of a bot. The first seat (South) is yours, and
a built-in bot sits at the others, where nothing else is said."""
_EXAMPLES: Final = """\
  beachhead play                                        you are South, against builtin:greedy
  beachhead play --south human --north human            two people at one keyboard
  beachhead play --north "node mybot.js" --mode short
  beachhead play --south builtin:random --north builtin:greedy --delay 0.3
  beachhead play --dice manual                          beside a real board: the prompt asks for the rolls
  beachhead play --game royale --players 4 --seat p2=human"""


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options as they were given."""
    parser = argparse.ArgumentParser(
        "beachhead play",
        description=_ABOUT,
        epilog=f"examples:\n{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--south", metavar="WHO", help="who plays South (default: human)")
    add("--north", metavar="WHO", help="who plays North (default: a built-in bot)")
    add("--seat", metavar="SEAT=WHO", action="append", default=[], help="who sits at any seat; may be repeated")
    add("--game", metavar="G", help="island (default) or royale")
    add("--mode", metavar="M", help="the mode of the game (default: standard)")
    add("--first", metavar="SEAT", help="who begins; `roll` (default) rolls for it")
    add("--players", metavar="N", help="how many play, where the game lets one choose")
    add("--seed", metavar="N", help="the seed of the dice, 1 to 32 of a-z and 0-9: the same luck again")
    add("--dice", choices=("auto", "manual"), help="manual: the prompt asks for every roll")
    add(
        "--delay",
        type=_seconds,
        metavar="SECONDS",
        help="wait before every decision of a bot (0.7 when only bots play)",
    )
    add("--hang", type=_seconds, default=60.0, metavar="SECONDS", help="how long a bot may be silent (default: 60)")
    add("--auto-end", action="store_true", help="end a turn when nothing else can be done")
    add("--record", metavar="FILE", help="write the game's record there")
    add("--resume", action="store_true", help="go on with the game that was left unfinished")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--background", choices=("dark", "light"), help="of the terminal, where it does not tell by itself")
    add("--deck", metavar="FILE", help="a deck of cards for royale")
    found = parser.parse_args(arguments)
    for word in found.seat:
        if not all(word.partition("=")):
            parser.error(f"--seat {word}: expected SEAT=WHO")
    if found.resume and any((found.game, found.mode, found.first, found.players, found.seed, found.dice)):
        parser.error("--resume goes on with a game as it is: no --game, --mode, --first, --players, --seed, --dice")
    return found


def options_of(found: argparse.Namespace) -> Options:
    """What they say about the game and the screen."""
    words = [word for word in (found.game, found.mode) if word]
    keys = ("first", "players", "seed", "dice")
    words += [f"{key}={getattr(found, key)}" for key in keys if getattr(found, key) is not None]
    light = None if found.background is None else found.background == "light"
    return Options(words, found.delay, found.resume, found.ascii, light)


def setting_of(found: argparse.Namespace, find: Find, adviser: Adviser, opponent: str) -> Setting:
    """What they say about the seats."""
    who = dict(word.split("=", 1) for word in found.seat)
    who |= {seat: name for seat in ("south", "north") if (name := getattr(found, seat)) is not None}
    return Setting(find, adviser, who, opponent or HUMAN, found.auto_end, found.hang, found.record)


def _seconds(word: str) -> float:
    seconds = float(word)
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{word}: expected seconds, 0 to 86400")
    return seconds
