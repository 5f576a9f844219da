"""The options of `beachhead play` for all games; the command line adds its own."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME, NAMES, find_game
from beachhead.grammar.language import language
from beachhead.protocol.reader import NewGame
from beachhead.protocol.repl.keeping import Keeper
from beachhead.protocol.repl.play import Options
from beachhead.protocol.repl.record import Find
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.session import Adviser

_OF_EVERY_GAME: Final = ("seed", "dice")  # options of `newgame` with their own help text


def named_game(arguments: Sequence[str]) -> Game[Any]:
    """Return the game named in the arguments, whose options the help shows; by default the first game."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", nargs="?")
    name = parser.parse_known_args(arguments)[0].game
    return find_game(name if name in NAMES else DEFAULT_GAME)


def add_options(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the options to a parser, with help texts for those of the game."""
    add = parser.add_argument
    add("--seat", metavar="SEAT=WHO", action="append", default=[], type=_seat, help="who sits there; may be repeated")
    add("--game", metavar="G", help=f"{' or '.join(NAMES)} (default: {NAMES[0]})")
    add("--mode", metavar="M", help="the mode of the game (default: standard)")
    for key in _keys():
        if key not in _OF_EVERY_GAME:
            values = game.options.get(key)
            add(f"--{key}", metavar=key.upper(), help=f"one of {', '.join(values)}" if values else "for other games")
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
    add(
        "--resume", nargs="?", type=int, const=0, metavar="N",
        help="go on with the game that was left unfinished; lists them if there are several, N is one of the list",
    )  # fmt: skip
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--background", choices=("dark", "light"), help="of the terminal, if it does not report its own")


def options_of(found: argparse.Namespace) -> Options:
    """Return the options for the game and the screen."""
    options = {key: getattr(found, key) for key in _keys() if getattr(found, key) is not None}
    newgame = NewGame(found.game, (found.mode,) if found.mode else (), tuple(options.items()))
    light = None if found.background is None else found.background == "light"
    return Options(newgame, found.delay, found.resume, found.ascii, light)


def setting_of(found: argparse.Namespace, find: Find, adviser: Adviser | None, opponent: str) -> Setting:
    """Return the options for the seats and bots."""
    return Setting(find, adviser, dict(found.seat), opponent, found.auto_end, found.hang, found.record, Keeper())


def contradiction(found: argparse.Namespace) -> str | None:
    """Return a message if options contradict each other, else None."""
    said = [f"--{key}" for key in ("game", "mode", *_keys()) if getattr(found, key) is not None]
    return f"--resume goes on with a game as it is: no {', '.join(said)}" if found.resume is not None and said else None


def _keys() -> tuple[str, ...]:
    """Return the options of `newgame` of all games."""
    return language().options


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
