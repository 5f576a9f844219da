"""The options of `beachhead play`, whatever game is played: the front door adds those that only it knows about."""

from __future__ import annotations

import argparse
from typing import Final

from beachhead.engine.games import NAMES
from beachhead.protocol.repl.party import Setting
from beachhead.protocol.repl.play import Options
from beachhead.protocol.repl.record import Find
from beachhead.protocol.session import Adviser

_OF_THE_GAME: Final = ("game", "mode", "first", "players", "seed", "dice")
_KEYS: Final = ("first", "players", "seed", "dice")  # of these, the ones that are options of `newgame`


def add_options(parser: argparse.ArgumentParser) -> None:
    """Tells a parser about the options."""
    add = parser.add_argument
    add("--seat", metavar="SEAT=WHO", action="append", default=[], type=_seat, help="who sits there; may be repeated")
    add("--game", metavar="G", help=f"{' or '.join(NAMES)} (default: {NAMES[0]})")
    add("--mode", metavar="M", help="the mode of the game (default: standard)")
    add("--first", metavar="SEAT", help="who begins; `roll` (default) rolls for it")
    add("--players", metavar="N", help="how many play, where the game lets one choose")
    add("--seed", metavar="N", help="the seed of the dice, 1 to 32 of a-z and 0-9: the same luck again")
    add("--dice", choices=("auto", "manual"), help="manual: the prompt asks for every roll")
    add(
        "--delay",
        type=_seconds,
        metavar="SECONDS",
        help="wait before every decision of a bot (0.7 when bots only play)",
    )
    add("--hang", type=_seconds, default=60.0, metavar="SECONDS", help="how long a bot may be silent (default: 60)")
    add("--auto-end", action="store_true", help="end a turn when nothing else can be done")
    add("--record", metavar="FILE", help="write the game's record there")
    add("--resume", action="store_true", help="go on with the game that was left unfinished")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--background", choices=("dark", "light"), help="of the terminal, where it does not tell by itself")


def options_of(found: argparse.Namespace) -> Options:
    """What they say about the game and the screen."""
    words = [word for word in (found.game, found.mode) if word]
    words += [f"{key}={getattr(found, key)}" for key in _KEYS if getattr(found, key) is not None]
    light = None if found.background is None else found.background == "light"
    return Options(words, found.delay, found.resume, found.ascii, light)


def setting_of(found: argparse.Namespace, find: Find, adviser: Adviser | None, opponent: str) -> Setting:
    """What they say about the seats."""
    return Setting(find, adviser, dict(found.seat), opponent, found.auto_end, found.hang, found.record)


def contradiction(found: argparse.Namespace) -> str | None:
    """What cannot be asked for at once, if anything."""
    said = [f"--{key}" for key in _OF_THE_GAME if getattr(found, key) is not None]
    return f"--resume goes on with a game as it is: no {', '.join(said)}" if found.resume and said else None


def _seat(word: str) -> tuple[str, str]:
    seat, _, who = word.partition("=")
    if not seat or not who:
        raise argparse.ArgumentTypeError(f"{word}: expected SEAT=WHO")
    return seat, who


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{word}: expected seconds, 0 to 86400")
    return seconds
