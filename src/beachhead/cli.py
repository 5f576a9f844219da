"""The front door: the command line, the only place that knows everything.

Each command imports what it needs when it runs, and makes only its own parser, so that start-up stays short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from beachhead.engine.game import Game
    from beachhead.protocol.session import Adviser

USAGE: Final = 2  # the exit code of bad usage, or of a file that is no good
ADVISER: Final = "greedy"
_ABOUT_PLAY: Final = """\
A game at the prompt: against a bot, between people, or bot against bot to watch.
WHO is `human`, `builtin:NAME`, or the command line of a bot. The first seat (South) is yours, and
builtin:greedy sits at the others, where nothing else is said."""
_EXAMPLES_OF_PLAY: Final = """\
examples:
  beachhead play                                     you are South, against builtin:greedy
  beachhead play --north human                       two people at one keyboard
  beachhead play --north "node mybot.js" --mode short
  beachhead play --south builtin:random --delay 0.3  watch two bots
  beachhead play --dice manual                       beside a real board: the prompt asks for the rolls
  beachhead play --game royale --players 4 --seat p2=human"""


class Unusable(Exception):
    """A file or a word on the command line is no good; says which, and why."""


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; gives the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    name = words[0] if words else ("play" if sys.stdin.isatty() and sys.stdout.isatty() else "engine")
    if name in ("-h", "--help", "help"):
        return _help()
    if name in ("-V", "--version"):
        from beachhead import VERSION

        print(f"beachhead {VERSION}")  # noqa: T201 (asked for)
        return 0
    if name not in _COMMANDS:
        return _unknown(name)
    try:
        return _COMMANDS[name][1](words[1:])
    except Unusable as problem:
        print(f"beachhead {name}: {problem}", file=sys.stderr)  # noqa: T201
        return USAGE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has gone away
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141


def _help() -> int:
    width = max(map(len, _COMMANDS)) + 2
    print("usage: beachhead [COMMAND] [--help]\n")  # noqa: T201
    print("A scriptable text-protocol engine for games of dice. Without a command: the prompt on a terminal,")  # noqa: T201
    print("the engine where input is piped in.\n")  # noqa: T201
    for name, (summary, _) in _COMMANDS.items():
        print(f"  {name:<{width}}{summary}")  # noqa: T201
    return 0


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    near = get_close_matches(name, _COMMANDS, 1)
    meant = f": did you mean '{near[0]}'?" if near else ": beachhead --help lists the commands"
    print(f"beachhead: there is no command '{name}'{meant}", file=sys.stderr)  # noqa: T201
    return USAGE


def _parser(name: str) -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    summary = _COMMANDS[name][0]
    return ArgumentParser(f"beachhead {name}", description=summary, formatter_class=RawDescriptionHelpFormatter)


def _games(deck: str | None) -> Callable[[str], Game[Any]]:
    """How games are found by name, with another deck for royale where one is named."""
    from beachhead.engine.games import find_game

    if deck is None:
        return find_game
    from beachhead.engine.royale import Royale
    from beachhead.engine.royale.deck import BadDeck, read_deck

    try:
        with open(deck, encoding="utf-8") as file:
            game = Royale(read_deck(file.read()))
    except (OSError, UnicodeDecodeError) as problem:
        raise Unusable(f"the deck {deck} cannot be read: {problem}") from None
    except BadDeck as problem:
        raise Unusable(f"the deck {deck}: {problem}") from None
    return lambda name: game if name == game.name else find_game(name)


def _adviser() -> Adviser:
    """Who answers `hint`: a built-in bot, loaded when it is first asked."""

    def advise(game: Game[Any], state: Any, seat: str, milliseconds: int | None) -> tuple[str, list[str]]:
        from beachhead.bots.roster import find_bot
        from beachhead.bots.sdk import Decision

        legal = sorted(action.text for action in game.legal(state))
        view = game.view(state, seat)
        decision = Decision(
            game=game.name, mode=game.mode(state), seat=seat, state=view, time=milliseconds, legal=legal
        )
        action = find_bot(ADVISER)(1)(decision)
        return action, decision.said

    return advise


def _engine(arguments: list[str]) -> int:
    deck = log = None
    if arguments:
        parser = _parser("engine")
        parser.add_argument("--deck", metavar="FILE", help="a deck of cards for royale")
        parser.add_argument("--log", metavar="FILE", help="write every line both ways to FILE, with a time")
        options = parser.parse_args(arguments)
        deck, log = options.deck, options.log
    from beachhead.protocol.server import Log, end_on_signals, serve
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    end_on_signals()
    session = Session(Table(_games(deck)), _adviser())
    if log is None:
        return serve(session)
    try:
        file = open(log, "ab", buffering=0)  # noqa: SIM115 (closed below, when the conversation is over)
    except OSError as problem:
        raise Unusable(f"the log {log} cannot be written: {problem.strerror}") from None
    with file:
        return serve(session, log=Log(file))


def _play(arguments: list[str]) -> int:
    from beachhead.protocol.repl import command
    from beachhead.protocol.repl.play import BadStart, is_fit, play

    parser = _parser("play")
    parser.description, parser.epilog = _ABOUT_PLAY, _EXAMPLES_OF_PLAY
    for seat in ("south", "north"):
        parser.add_argument(f"--{seat}", metavar="WHO", help=f"short for --seat {seat}=WHO")
    command.add_options(parser)
    parser.add_argument("--deck", metavar="FILE", help="a deck of cards for royale")
    found = parser.parse_args(arguments)
    found.seat += [(seat, who) for seat in ("south", "north") if (who := getattr(found, seat)) is not None]
    if problem := command.contradiction(found):
        parser.error(problem)
    if not is_fit(dict(os.environ)):
        print("beachhead play: not a terminal at both ends, so this is the plain engine", file=sys.stderr)  # noqa: T201
        return _engine(["--deck", found.deck] if found.deck else [])
    from beachhead.bots.roster import NAMES

    setting = command.setting_of(found, _games(found.deck), _adviser(), f"builtin:{ADVISER}")
    try:
        return play(setting, command.options_of(found), NAMES)
    except BadStart as reason:
        raise Unusable(str(reason)) from None


def _run(arguments: list[str]) -> int:
    parser = _parser("run")
    parser.add_argument("file", nargs="*", metavar="FILE", help="a script or record (.bhr); - is standard input")
    parser.add_argument("--keep-going", action="store_true", help="go on after a line that fails")
    parser.add_argument("--verbose", action="store_true", help="print every answer")
    parser.add_argument("--deck", metavar="FILE", help="a deck of cards for royale")
    options = parser.parse_args(arguments)
    from beachhead.protocol.script import run_files

    if not options.file and sys.stdin.isatty():
        parser.error("name a FILE, or pipe a script in")
    return run_files(options.file or ["-"], _games(options.deck), _adviser(), options.keep_going, options.verbose)


def _bot(arguments: list[str]) -> int:
    parser = _parser("bot")
    parser.add_argument("name", metavar="NAME", help="the bot's name")
    parser.add_argument("--seed", type=int, metavar="N", help="play the same game every time")
    options = parser.parse_args(arguments)
    from beachhead.bots.roster import UnknownBot, run

    try:
        run(options.name, options.seed)
    except UnknownBot as problem:
        raise Unusable(str(problem)) from None
    return 0


def _match(arguments: list[str]) -> int:
    from beachhead.bots.arena.command import run_match
    from beachhead.bots.roster import NAMES

    return run_match(arguments, NAMES)


def _check(arguments: list[str]) -> int:
    from beachhead.bots.arena.command import run_check
    from beachhead.bots.roster import NAMES

    return run_check(arguments, NAMES)


def _grammar(arguments: list[str]) -> int:
    _parser("grammar").parse_args(arguments)
    from beachhead.grammar.language import text

    sys.stdout.write(text())
    return 0


def _later(_: list[str]) -> int:
    raise Unusable("comes with a later release; `beachhead match` and `beachhead run` are there now")


_COMMANDS: Final[dict[str, tuple[str, Callable[[list[str]], int]]]] = {
    "play": ("a game at the prompt, with people and bots", _play),
    "engine": ("the protocol on standard input and output", _engine),
    "run": ("runs scripts and records; fails when a line does", _run),
    "bot": ("a built-in bot, as a process that speaks the protocol", _bot),
    "match": ("plays bots against each other, in mirrored pairs", _match),
    "check": ("plays a bot through a checklist, and says what it does wrong", _check),
    "grammar": ("prints the grammar of the protocol", _grammar),
    "tournament": ("a tournament from a file (in a later release)", _later),
    "results": ("the tables of a tournament (in a later release)", _later),
    "report": ("a page about a tournament (in a later release)", _later),
    "replay": ("a page that plays a record (in a later release)", _later),
}
