"""The command line; the only module that may import all others.

Each command imports its modules when it runs, and only its own parser is built, so that start-up stays short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from beachhead.engine.game import Game
    from beachhead.engine.timeline import Timeline
    from beachhead.protocol.page.curve import Verdict
    from beachhead.protocol.process import BotProcess
    from beachhead.protocol.repl.analysis import Choice
    from beachhead.protocol.repl.play import Options
    from beachhead.protocol.repl.setting import Setting
    from beachhead.protocol.reply import Hinted
    from beachhead.protocol.session import Adviser

FAILED: Final = 1
USAGE: Final = 2  # the exit code of bad usage, or of an invalid file
ADVISER: Final = "greedy"
_DECK: Final = "a deck of cards, for a game that has one"

_EXAMPLES_OF_SVG: Final = """\
examples:
  beachhead svg game.bhr -o board.svg                the board where a recorded game ended
  beachhead svg game.bhr --step 40 --threats         after 40 actions, with possible targets
  beachhead svg island 12/10js1/12/12/12/12/12/12/12/12/3Sn8/12 c:..... j:..... 0+0 south act:3 1 --preview "move d2\""""


class Unusable(Exception):
    """Raised if a file or an argument is invalid; the message says which, and why."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code after all output has been flushed."""
    from beachhead.streams import GONE, is_lost, leave, prepare

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
        return _COMMANDS[name][1](words[1:])
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
    width = max(map(len, _COMMANDS)) + 2
    print("usage: beachhead [COMMAND] [--help]\n")  # noqa: T201
    print("A scriptable text-protocol engine for games of dice. Without a command: the prompt on a terminal,")  # noqa: T201
    print("the engine if input is piped in.\n")  # noqa: T201
    for name, (summary, _) in _COMMANDS.items():
        print(f"  {name:<{width}}{summary}")  # noqa: T201
    return 0


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    near = get_close_matches(name, _COMMANDS, 1)
    meant = f": did you mean '{near[0]}'?" if near else ": beachhead --help lists the commands"
    from beachhead.streams import complain

    complain(f": there is no command '{name}'{meant}")
    return USAGE


def _parser(name: str) -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    summary = _COMMANDS[name][0]
    description = f"{summary[0].upper()}{summary[1:]}."
    return ArgumentParser(f"beachhead {name}", description=description, formatter_class=RawDescriptionHelpFormatter)


def _games(path: str | None) -> Callable[[str], Game[Any]]:
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


def _adviser() -> Adviser:
    """Return the bot that answers `hint`; it is loaded on first use."""
    from beachhead.engine.interrupt import IsStopped, never

    def advise(
        game: Game[Any], state: Any, seat: str, milliseconds: int | None, is_stopped: IsStopped = never
    ) -> Hinted:
        from beachhead.bots.roster import find_adviser, find_bot
        from beachhead.bots.sdk import Decision
        from beachhead.protocol.reply import Hinted

        adviser = find_adviser(game.name)
        if adviser is not None:
            text, remarks = adviser(state, milliseconds, is_stopped)
            return Hinted(game.action(state, text), tuple(remarks))
        legal = sorted(action.text for action in game.legal(state))
        view = game.view(state, seat)
        decision = Decision(
            game=game.name, mode=game.setting(state).mode, seat=seat, state=view, time=milliseconds, legal=legal
        )
        action = find_bot(ADVISER)(1)(decision)
        return Hinted(game.action(state, action), tuple(decision.said))

    return advise


def _engine(arguments: list[str]) -> int:
    deck = log = None
    if arguments:
        parser = _parser("engine")
        parser.add_argument("--deck", metavar="FILE", help=_DECK)
        parser.add_argument("--log", metavar="FILE", help="write every line of both directions to FILE, with a time")
        options = parser.parse_args(arguments)
        deck, log = options.deck, options.log
    from beachhead.protocol.server import Log, end_on_signals, serve
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    end_on_signals()
    session = Session(Table(_games(deck)), _adviser())
    if log is None:
        return serve(session)
    from beachhead.protocol.files import NoFile, open_output

    try:
        file = open_output(log, is_new=False, buffering=0)
    except NoFile as problem:
        raise Unusable(f"--log: {problem}") from None
    with file:
        return serve(session, log=Log(file))


def _play(arguments: list[str]) -> int:
    import gc

    gc.disable()  # a tenth of the start; the prompt enables it again when it is on the screen
    from beachhead.protocol.repl.options import add_options, contradiction, named_game, options_of, setting_of
    from beachhead.protocol.repl.play import BadStart, is_fit, play, why_not_fit

    parser = _parser("play")
    game = named_game(arguments)
    seats = game.seats(game.start()[0])
    parser.description, parser.epilog = _about_play(seats[0]), _examples_of_play(game, seats)
    for seat in seats:
        parser.add_argument(f"--{seat}", metavar="WHO", help=f"short for --seat {seat}=WHO")
    add_options(parser, game)
    parser.add_argument("--deck", metavar="FILE", help=_DECK)
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

        complain(f" play: {why_not_fit(dict(os.environ))}, so this is the plain engine")
        return _engine(["--deck", found.deck] if found.deck else [])
    from beachhead.bots.roster import NAMES

    setting = setting_of(found, _games(found.deck), _adviser(), f"builtin:{ADVISER}")
    setting.analyse, setting.rank = _verdict, _rank
    if sys.platform != "win32":
        _contain(setting)
    try:
        if found.web:
            return _play_in_browser(setting, options_of(found), (found.host, found.port))
        return play(setting, options_of(found), NAMES)
    except BadStart as reason:
        raise Unusable(str(reason)) from None


def _rank(game: Game[Any], state: Any, seat: str, count: int) -> list[Choice]:
    """Return the best actions of a seat with its chances; none if no bot compares them."""
    from beachhead.bots.roster import find_ranker
    from beachhead.protocol.repl.analysis import Choice

    rank = find_ranker(game.name)
    return [] if rank is None else [Choice(game.action(state, text), chance) for text, chance in rank(state, count)]


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
    from beachhead.protocol.web.play import serve

    setting.bots, setting.opponents = NAMES, opponents
    try:
        return serve(setting, options, place, lambda address: print(address, flush=True))  # noqa: T201 (for the browser)
    except OSError as problem:
        raise Unusable(f"{place[0]}, port {place[1]}, cannot be used: {problem.strerror or problem}") from None


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


def _run(arguments: list[str]) -> int:
    parser = _parser("run")
    parser.add_argument("file", nargs="*", metavar="FILE", help="a script or record (.bhr); - is standard input")
    parser.add_argument("--keep-going", action="store_true", help="go on after a line that fails")
    parser.add_argument("--verbose", action="store_true", help="print every answer")
    parser.add_argument("--deck", metavar="FILE", help=_DECK)
    options = parser.parse_args(arguments)
    from beachhead.protocol.script import run_files

    if not options.file and sys.stdin.isatty():
        parser.error("name a FILE, or pipe a script in")
    return run_files(options.file or ["-"], _games(options.deck), _adviser(), options.keep_going, options.verbose)


def _bot(arguments: list[str]) -> int:
    parser = _parser("bot")
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
    parser = _parser("svg")
    parser.epilog = _EXAMPLES_OF_SVG
    parser.add_argument("what", nargs="+", metavar="POSITION|RECORD", help="a position, or a record (.bhr); - is stdin")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="write to FILE; - is stdout")
    parser.add_argument("--game", metavar="GAME", help="the game of a position (island)")
    parser.add_argument("--seat", metavar="SEAT", help="show only what that seat can see")
    parser.add_argument("--step", type=int, metavar="N", help="after N actions of the record; -1 is the last")
    parser.add_argument("--preview", metavar="ACTION", help="show the effect of an action")
    parser.add_argument("--threats", action="store_true", help="mark possible targets")
    parser.add_argument("--deck", metavar="FILE", help="a deck of cards for royale")
    options = parser.parse_args(arguments)
    from beachhead.engine.drawing.moments import scene_of
    from beachhead.engine.drawing.svg import svg
    from beachhead.engine.values import BadOption, IllegalAction
    from beachhead.grammar.parse import BadSyntax
    from beachhead.protocol.page.subject import find_action, find_moment
    from beachhead.protocol.refusal import Refusal

    try:
        game, moment = find_moment(options.what, options.game, options.step, _games(options.deck))
        if options.seat is not None:
            game.view(moment.state, options.seat)  # refuses an unknown seat
        preview = find_action(game, moment.state, options.preview) if options.preview else None
        scene = scene_of(game, moment, options.seat, preview)
        if options.threats:
            scene = scene._replace(marks=(*scene.marks, *game.show.threats(moment.state)))
        text = svg(game, scene, game.seats(moment.state))
    except Refusal as problem:
        raise Unusable(problem.reason) from None
    except (BadOption, IllegalAction, BadSyntax) as problem:
        raise Unusable(str(problem)) from None
    return _write(options.output, text)


def _replay(arguments: list[str]) -> int:
    parser = _parser("replay")
    parser.add_argument("record", metavar="RECORD", help="a record (.bhr); - is standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE (RECORD.html); - is stdout")
    parser.add_argument("--no-analysis", action="store_true", help="leave out the chances, luck and costly decisions")
    parser.add_argument("--deck", metavar="FILE", help="a deck of cards for royale")
    options = parser.parse_args(arguments)
    from pathlib import Path

    from beachhead.protocol.page.replay import replay
    from beachhead.protocol.page.subject import find_record
    from beachhead.protocol.refusal import Refusal

    try:
        recorded = find_record(options.record, _games(options.deck))
        text = replay(recorded, None if options.no_analysis else _verdict(recorded.table.timeline))
    except Refusal as problem:
        raise Unusable(problem.reason) from None
    standard = "-" if options.record == "-" else str(Path(options.record).with_suffix(".html"))
    return _write(options.output or standard, text)


def _verdict(timeline: Timeline[Any], has_costs: bool = True) -> Verdict | None:
    """Return the analysis of a game, without the costs of decisions if only luck is wanted; None if no bot can do it."""
    from beachhead.bots.analysis import analyse
    from beachhead.bots.roster import find_analyst
    from beachhead.bots.verdict import for_page

    analyst = find_analyst(timeline.game.name)
    return None if analyst is None else for_page(analyse(timeline, analyst, has_costs), timeline)


def _write(name: str, text: str) -> int:
    """Write a text to a file, or to stdout."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        return 0
    _save(name, text)
    print(name, file=sys.stderr)  # noqa: T201
    return 0


def _analyse(arguments: list[str]) -> int:
    parser = _parser("analyse")
    parser.add_argument("record", metavar="RECORD", help="a record or script (.bhr) with a game; - is standard input")
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument(
        "--record", dest="out", metavar="FILE", help="write the record to FILE, with luck and costs as comments"
    )
    options = parser.parse_args(arguments)
    from beachhead.bots.analysis import analyse
    from beachhead.bots.roster import find_analyst
    from beachhead.bots.verdict import as_json, as_text, remark
    from beachhead.protocol.files import LARGEST, NoFile, read_file
    from beachhead.protocol.script import run_script
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    try:
        text = sys.stdin.buffer.read(LARGEST + 1) if options.record == "-" else read_file(options.record)
    except NoFile as problem:
        raise Unusable(str(problem)) from None
    if len(text) > LARGEST:
        raise Unusable(f"{options.record} is larger than any record")
    session = Session(Table(_games(None)))
    outcome = run_script(options.record, [text], session)
    if outcome.failures:
        raise Unusable(str(outcome.failures[0]))
    game = session.table.game
    if game is None:
        raise Unusable(f"there is no game in {'standard input' if options.record == '-' else options.record}")
    analyst = find_analyst(game.name)
    if analyst is None:
        raise Unusable(f"{game.show.title} cannot be analysed: no bot evaluates its positions")
    analysis = analyse(session.table.timeline, analyst)
    if options.out is not None:
        _annotate(
            options.out,
            session.table.record(),
            [(step.action, remark(step, analysis.seats)) for step in analysis.steps],
        )
    if options.json:
        import json

        print(json.dumps(as_json(analysis)))  # noqa: T201 (asked for)
    else:
        print("\n".join(as_text(analysis)))  # noqa: T201
    return 0


def _annotate(path: str, record: list[str], remarks: list[tuple[str, str]]) -> None:
    """Write a record with each remark before its action; the remarks are about the last actions of the record."""
    first = len(record) - 1
    for action, _ in reversed(remarks):
        while record[first] != action:
            first -= 1
        first -= 1
    lines, left = record[: first + 1], iter(remarks)
    action, said = next(left, ("", ""))
    for line in record[first + 1 :]:
        if line == action:
            lines += [f"# {said}"] if said else []
            action, said = next(left, ("", ""))
        lines.append(line)
    _save(path, "\n".join(lines) + "\n")


def _save(path: str, text: str) -> None:
    """Write a text to a file. Raise Unusable."""
    from beachhead.protocol.files import NoFile, open_output

    try:
        with open_output(path) as file:
            file.write(text.encode())
    except NoFile as problem:
        raise Unusable(str(problem)) from None
    except OSError as problem:
        raise Unusable(f"{path} cannot be written: {problem.strerror}") from None


def _grammar(arguments: list[str]) -> int:
    _parser("grammar").parse_args(arguments)
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
    from beachhead.bots.roster import find_luck
    from beachhead.engine.games import find_game

    return run_results(arguments, find_game, find_luck)


def _report(arguments: list[str]) -> int:
    from beachhead.bots.arena.page.command import run_report
    from beachhead.bots.roster import find_luck
    from beachhead.engine.games import find_game

    return run_report(arguments, find_game, find_luck, _verdict)


_COMMANDS: Final[dict[str, tuple[str, Callable[[list[str]], int]]]] = {
    "play": ("play at the prompt, with people and bots", _play),
    "engine": ("speak the protocol on standard input and output", _engine),
    "run": ("run scripts and records, and report lines that fail", _run),
    "bot": ("a built-in bot, as a process that speaks the protocol", _bot),
    "match": ("play bots against each other, in mirrored pairs", _match),
    "check": ("play a bot through a checklist, and report what it does wrong", _check),
    "svg": ("draw a board as a picture", _svg),
    "replay": ("make a page that plays a record in any browser", _replay),
    "analyse": ("measure skill and luck in the record of a game", _analyse),
    "grammar": ("print the grammar of the protocol", _grammar),
    "tournament": ("play a tournament from a file, or continue it", _tournament),
    "report": ("make a page of the results of a tournament, or serve it", _report),
    "results": ("print, export or verify the results of a tournament", _results),
}
