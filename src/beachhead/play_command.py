"""`beachhead play`: a game at the prompt or in a browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from beachhead.advice import ADVISER, judge, new_adviser, rank_actions
from beachhead.options import DECK, Unusable, games_with, new_parser

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.protocol.process import BotProcess
    from beachhead.protocol.repl.play import Options
    from beachhead.protocol.repl.setting import Setting


def run_play(arguments: list[str], engine: Callable[[list[str]], int]) -> int:
    """Run the command; ``engine`` is the command that takes over on a terminal that is not fit for a prompt."""
    from beachhead.protocol.repl.options import add_options, contradiction, named_game, options_of, setting_of
    from beachhead.protocol.repl.play import BadStart, is_fit, play, why_not_fit

    parser = new_parser("play")
    game = named_game(arguments)
    seats = game.seats(game.start()[0])
    parser.description, parser.epilog = _about_play(seats[0]), _examples_of_play(game, seats)
    for seat in seats:
        parser.add_argument(f"--{seat}", metavar="WHO", help=f"short for --seat {seat}=WHO")
    add_options(parser, game)
    parser.add_argument("--deck", metavar="FILE", help=DECK)
    parser.add_argument("--web", action="store_true", help="play with the mouse, in a browser on this machine")
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="the port of --web (default: any that is free)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where --web listens (default: this machine alone)"
    )
    found = parser.parse_args(arguments)
    found.seat += [(seat, who) for seat in seats if (who := getattr(found, seat)) is not None]
    if problem := contradiction(found):
        parser.error(problem)
    for seat, who in found.seat:
        _expect_program(seat, who)
    if not found.web and not is_fit(dict(os.environ)):
        from beachhead.streams import complain

        complain(f" play: {why_not_fit(dict(os.environ))}: this is the plain engine")
        return engine(["--deck", found.deck] if found.deck else [])
    from beachhead.bots.roster import NAMES

    setting = setting_of(found, games_with(found.deck), new_adviser(), f"builtin:{ADVISER}")
    setting.analyse, setting.rank = judge, rank_actions
    if sys.platform != "win32":
        _contain(setting)
    try:
        if found.web:
            return _play_in_browser(setting, options_of(found), (found.host, found.port))
        return play(setting, options_of(found), NAMES)
    except BadStart as reason:
        raise Unusable(str(reason)) from None


def _expect_program(seat: str, who: str) -> None:
    """Raise Unusable if the program of a player is not there."""
    import shlex
    import shutil

    from beachhead.protocol.repl.seating import HUMAN

    try:
        first = shlex.split(who)[:1]
    except ValueError as problem:
        raise Unusable(f"--{seat} {who}: {problem}") from None
    if first and who != HUMAN and not first[0].startswith("builtin:") and shutil.which(first[0]) is None:
        from beachhead.bots.arena.advice import start_advice

        raise Unusable(f"--{seat} {who}: {start_advice(who)}")


def _play_in_browser(setting: Setting, options: Options, place: tuple[str, int]) -> int:
    from importlib.util import find_spec

    if find_spec("websockets") is None:
        raise Unusable("--web needs websockets: pip install 'beachhead[web]'")
    from beachhead.bots.roster import NAMES, opponents
    from beachhead.protocol.web.door import why_closed
    from beachhead.protocol.web.play import serve

    setting.bots, setting.opponents = NAMES, opponents
    try:
        return serve(setting, options, place, lambda address: print(address, flush=True))  # noqa: T201 (for the browser)
    except OSError as problem:
        raise Unusable(why_closed(place, problem)) from None


def _contain(setting: Setting) -> None:
    """Make the prompt contain its bots as a match does, and keep its memory private."""

    def spawn(command: Sequence[str]) -> BotProcess:
        from beachhead.bots.arena.contain.guard import contained  # imported when the first bot is needed

        return contained(command)

    setting.spawn = spawn
    if sys.platform == "linux":
        from beachhead.bots.arena.contain.household import shield

        shield()


def _about_play(seat: str) -> str:
    return f"""\
A game at the prompt: against a bot, between people, or bot against bot to watch.
WHO is `human`, `builtin:NAME`, or the command line of a bot. The first seat ({seat}) is yours, and
builtin:{ADVISER} plays the others, unless you choose otherwise."""


def _examples_of_play(game: Game[Any], seats: tuple[str, ...]) -> str:
    """Return example command lines for a game, and the one that shows another game's."""
    from beachhead.engine.games import DEFAULT_GAME, NAMES

    play = "beachhead play" if game.name == DEFAULT_GAME else f"beachhead play --game {game.name}"
    examples = [
        (play, f"you are {seats[0]}, against builtin:{ADVISER}"),
        (f"{play} --{seats[1]} human", "two people at one keyboard"),
        (f'{play} --{seats[1]} "node mybot.js" --mode {game.show.modes[:2][-1]}', ""),
        (f"{play} --{seats[0]} builtin:random --delay 0.3", "watch bots only"),
        (f"{play} --dice manual", "beside a real board: the prompt asks for the rolls"),
        *((f"beachhead play --game {name} --help", f"the options of {name}") for name in NAMES if name != game.name),
    ]
    width = max(len(line) for line, _ in examples)
    return "\n".join(["examples:", *(f"  {line:<{width}}  {what}".rstrip() for line, what in examples)])
