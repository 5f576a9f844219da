"""The command line; the only module that may import all others.

Each command imports its modules when it runs, and only its own parser is built, so that start-up stays short.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from beachhead.options import DECK, SUMMARIES, Unusable, games_with, new_parser

FAILED: Final = 1
USAGE: Final = 2  # the exit code of bad usage, or of an invalid file


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code after all output has been flushed."""
    from beachhead.streams import GONE, leave, prepare

    words = sys.argv[1:] if arguments is None else arguments
    name = words[0] if words else ""
    if name not in ("", "engine", "play") or "--help" in words or "-h" in words:  # the engine checks its own streams
        prepare(words)
    lost = None
    try:
        code = _command(words)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader of our output has gone
        code = GONE
    except OSError as problem:
        from beachhead.protocol.files import is_lost

        if not is_lost(problem):
            raise
        code, lost = FAILED, problem
    except SystemExit as left:  # argparse has printed its help, or what is wrong
        code = left.code if isinstance(left.code, int) else FAILED if left.code else 0
    return leave(code, lost)


def _command(words: list[str]) -> int:
    name = words[0] if words else ("play" if _is_terminal() else "engine")
    if name in ("-h", "--help", "help"):
        return _help()
    if name in ("-V", "--version"):
        return _version()
    if name not in _COMMANDS:
        return _unknown(name)
    try:
        return _COMMANDS[name](words[1:])
    except Unusable as problem:
        from beachhead.streams import complain

        complain(f" {name}: {problem}")
        return USAGE


def _is_terminal() -> bool:
    """Return whether both input and output are a terminal."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _version() -> int:
    from beachhead import VERSION
    from beachhead.engine.build import BUILD

    print(f"beachhead {VERSION} ({BUILD})")  # noqa: T201 (asked for)
    return 0


def _help() -> int:
    width = max(map(len, SUMMARIES)) + 2
    print("usage: beachhead [COMMAND] [--help]\n")  # noqa: T201
    print("A scriptable text-protocol engine for games of dice. Without a command: the prompt on a terminal,")  # noqa: T201
    print("the engine if input is piped in.\n")  # noqa: T201
    for name, summary in SUMMARIES.items():
        print(f"  {name:<{width}}{summary}")  # noqa: T201
    return 0


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    near = get_close_matches(name, _COMMANDS, 1)
    meant = f": did you mean '{near[0]}'?" if near else ": beachhead --help lists the commands"
    from beachhead.streams import complain

    complain(f": there is no command '{name}'{meant}")
    return USAGE


def _play(arguments: list[str]) -> int:
    import gc

    gc.disable()  # a tenth of the start; the prompt enables it again when it is on the screen
    from beachhead.play_command import run_play

    return run_play(arguments, _engine)


def _engine(arguments: list[str]) -> int:
    deck = log = None
    if arguments:
        parser = new_parser("engine")
        parser.add_argument("--deck", metavar="FILE", help=DECK)
        parser.add_argument("--log", metavar="FILE", help="write every line of both directions to FILE, with a time")
        options = parser.parse_args(arguments)
        deck, log = options.deck, options.log
    from beachhead.advice import new_adviser
    from beachhead.protocol.server import Log, end_on_signals, serve
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    end_on_signals()
    session = Session(Table(games_with(deck)), new_adviser())
    if log is None:
        return serve(session)
    from beachhead.protocol.files import NoFile, open_output

    try:
        file = open_output(log, is_new=False, buffering=0)
    except NoFile as problem:
        raise Unusable(f"--log: {problem}") from None
    with file:
        return serve(session, log=Log(file))


def _run(arguments: list[str]) -> int:
    parser = new_parser("run")
    parser.add_argument("file", nargs="*", metavar="FILE", help="a script or record (.bhr); - is standard input")
    parser.add_argument("--keep-going", action="store_true", help="go on after a line that fails")
    parser.add_argument("--verbose", action="store_true", help="print every answer")
    parser.add_argument("--deck", metavar="FILE", help=DECK)
    options = parser.parse_args(arguments)
    from beachhead.advice import new_adviser
    from beachhead.protocol.script import run_files

    if not options.file and sys.stdin.isatty():
        parser.error("name a FILE, or pipe a script in")
    return run_files(
        options.file or ["-"], games_with(options.deck), new_adviser(), options.keep_going, options.verbose
    )


def _bot(arguments: list[str]) -> int:
    parser = new_parser("bot")
    from beachhead.bots.roster import UnknownBot, listed, run

    parser.add_argument("name", metavar="NAME", help="one of those below")
    parser.epilog = "\n  ".join(
        ["the bots, and the games that they know (other games they play as wanderer does):", *listed()]
    )
    parser.add_argument("--seed", type=int, metavar="N", help="make its choices repeatable")
    parser.add_argument("--level", type=int, metavar="N", help="the level, 1 to 9, of general and warlord")
    options = parser.parse_args(arguments)

    try:
        run(options.name, options.seed, options.level)
    except UnknownBot as problem:
        raise Unusable(str(problem)) from None
    return 0


def _match(arguments: list[str]) -> int:
    from beachhead.bots.arena.command import run_match
    from beachhead.bots.roster import NAMES
    from beachhead.engine.games import find_game

    return run_match(arguments, NAMES, find_game)


def _check(arguments: list[str]) -> int:
    from beachhead.bots.arena.command import run_check
    from beachhead.bots.roster import NAMES
    from beachhead.engine.games import find_game

    return run_check(arguments, NAMES, find_game)


def _svg(arguments: list[str]) -> int:
    from beachhead.record_commands import run_svg

    return run_svg(arguments)


def _replay(arguments: list[str]) -> int:
    from beachhead.record_commands import run_replay

    return run_replay(arguments)


def _analyse(arguments: list[str]) -> int:
    from beachhead.record_commands import run_analyse

    return run_analyse(arguments)


def _grammar(arguments: list[str]) -> int:
    new_parser("grammar").parse_args(arguments)
    from beachhead.grammar.language import language

    sys.stdout.write(language().text)
    return 0


def _tournament(arguments: list[str]) -> int:
    from beachhead.bots.arena.tournament_command import run_tournament
    from beachhead.bots.roster import NAMES
    from beachhead.engine.games import find_game

    return run_tournament(arguments, NAMES, find_game)


def _results(arguments: list[str]) -> int:
    from beachhead.bots.arena.tournament_command import run_results
    from beachhead.bots.roster import luck_of
    from beachhead.engine.games import find_game

    return run_results(arguments, find_game, luck_of)


def _report(arguments: list[str]) -> int:
    from beachhead.advice import judge
    from beachhead.bots.arena.page.command import run_report
    from beachhead.bots.roster import luck_of
    from beachhead.engine.games import find_game

    return run_report(arguments, find_game, luck_of, judge)


_COMMANDS: Final[dict[str, Callable[[list[str]], int]]] = {
    "play": _play,
    "engine": _engine,
    "run": _run,
    "bot": _bot,
    "match": _match,
    "check": _check,
    "svg": _svg,
    "replay": _replay,
    "analyse": _analyse,
    "grammar": _grammar,
    "tournament": _tournament,
    "report": _report,
    "results": _results,
}
