"""The commands `tournament` and `results`."""

from __future__ import annotations

import csv
import sqlite3
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from contextlib import chdir
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import gethostname
from typing import Final

from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from beachhead.bots.arena.driver import Executor
from beachhead.bots.arena.execute.cluster import ClusterExecutor
from beachhead.bots.arena.execute.scheduler import NoCluster, connect, judge_bots
from beachhead.bots.arena.files import (
    Files,
    expect_none,
    in_words,
    read_deck,
    read_position_file,
    record_name,
    told_of,
    write_lines,
)
from beachhead.bots.arena.game import FindGame, usual_game
from beachhead.bots.arena.launch import printable
from beachhead.bots.arena.lock import Locked
from beachhead.bots.arena.measure import LuckOf, measure
from beachhead.bots.arena.page.watched import port, watched
from beachhead.bots.arena.plan import BadPlan, Plan, Settings, plan_of
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.run import Execute, begin, complain, local, print_report, run_plan, stand_in
from beachhead.bots.arena.store import BadStore, Crash, Store
from beachhead.bots.arena.toml_lines import Lines
from beachhead.bots.arena.tournament_file import BadFile, read_tournament
from beachhead.engine.games import DEFAULT_GAME
from beachhead.protocol.files import NoFile, is_lost, read_settings
from beachhead.protocol.seated import START
from beachhead.protocol.web.door import LOOPBACK

USAGE: Final = 2
_ABOUT_FILES: Final = """\
a small FILE (docs/arena.md has all keys):
  name = "Friday ladder"
  game = "{game}"
  games = 100                  # for every pairing
  time = "10+0.1"              # without it there is no clock
  [[bot]]
  name = "greedy"
  command = "builtin:greedy"
  [[bot]]
  name = "mine"
  command = "node mybot.js"    # found from the folder of FILE

exit codes: 0 all was played, 1 a bot never started, 2 bad usage or a bad file, 130 Ctrl-C"""


def tournament_parser() -> ArgumentParser:
    """Return the parser of `beachhead tournament`."""
    parser = ArgumentParser(
        "beachhead tournament",
        description="Play the tournament of a file. The same command continues a run that was stopped.",
        epilog=_ABOUT_FILES.format(game=DEFAULT_GAME),
        formatter_class=RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the tournament as TOML: docs/arena.md describes it")
    add("--out", metavar="DIR", help="the folder for results (default: FILE without .toml)")
    add("--cluster", metavar="ADDRESS", help="play on the workers of a Dask scheduler, such as tcp://HOST:8786")
    add("--sandbox", action="store_true", help="run every bot in a sandbox (bubblewrap), if you do not trust it")
    add("--json", action="store_true", help="print the results as one JSON object")
    add("--serve", nargs="?", type=port, const=0, metavar="PORT", help="serve pages that show the games while they run")
    add("--host", default=LOOPBACK, metavar="ADDRESS", help="where --serve listens (default: this machine alone)")
    return parser


def run_tournament(
    arguments: list[str],
    builtins: Sequence[str] = (),
    find: FindGame = usual_game,
    execute: Execute = local,
    at: Crash = len,
) -> int:
    """Play a tournament; return the exit code.

    ``builtins`` are the names of the built-in bots. ``execute`` makes the executor, ``at`` is called at the points at which
    a run may be killed.
    """
    options = tournament_parser().parse_args(arguments)
    if sys.platform == "win32":
        return _refuse("tournament", "bots cannot be watched on Windows: use Linux, macOS, or WSL")
    file = Path(options.file)
    stand_in()
    store = None
    try:
        plan = read_plan(file, builtins, find)
        if file.suffix != ".toml" and options.out is None:
            raise BadPlan(f"{file} does not end in .toml: choose a folder for results with --out DIR")
        folder = Path(options.out) if options.out is not None else file.with_suffix("")
        is_boxed = options.sandbox or plan.tournament.sandbox
        if options.cluster is not None:
            execute = _cluster(options.cluster, plan, is_boxed, file.parent, folder)
        with told_of("--out", str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
        if is_boxed and options.cluster is None:
            plan = replace(plan, bots=boxed(plan.bots, [str(folder.resolve()), str(file.resolve())]))
        store = Store(folder, at=at)
        plan = begin(plan, store)
        files = Files(faults=str(folder / "faults"))
        with watched(folder, options.serve, options.host) as spectator:
            if spectator is not None and execute is local:
                execute = partial(local, spectator=spectator)
            return run_plan("tournament", plan, store, files, options.json, execute)
    except (BadFile, BadPlan, BadStore, Locked, NoCluster, NoSandbox, OSError, sqlite3.Error) as problem:
        if is_lost(problem):
            raise
        return _refuse("tournament", in_words(problem))
    finally:
        if store is not None:
            store.close()


def _cluster(address: str, plan: Plan, is_boxed: bool, home: Path, folder: Path) -> Execute:
    """Return what makes the executor of a cluster, once it is connected. Raise NoCluster."""
    judge_bots(plan, is_boxed)
    client = connect(address)
    place = f"{gethostname()}:{folder.resolve()}"

    def execute(plan: Plan, files: Files, say: Callable[[str], None]) -> Executor:
        with chdir(home):
            return ClusterExecutor(client, plan, is_boxed, say, bool(files.log), place=place)

    return execute


def read_plan(file: Path, builtins: Sequence[str] = (), find: FindGame = usual_game) -> Plan:
    """Return the plan of a tournament file. Names in it are found from its folder. Raise BadFile, BadPlan or OSError."""
    try:
        text = read_settings(file)
    except NoFile as problem:
        raise BadPlan(str(problem)) from None
    found = read_tournament(text, str(file))
    with chdir(file.parent):
        try:
            for number, bot in enumerate(found.bots):
                if bot.folder and not Path(bot.folder).is_dir():
                    raise BadPlan(f"there is no folder '{bot.folder}'", "folder", number)
            positions = _beside("positions", found.positions, read_position_file)
            deck = _beside("deck", found.deck, read_deck)
            return plan_of(Settings(found, START, positions, deck), builtins, find, found.positions)
        except BadPlan as bad:
            if not bad.key:
                raise
            place = () if bad.bot is None else ("bot", bad.bot)
            raise BadFile(f"{file}:{Lines(text).find(place, bad.key)}: {bad.key}: {bad.reason}") from None


def _beside(key: str, name: str, read: Callable[[str], str]) -> str:
    """Return the text of a file that a tournament file names; empty if it names none. Raise BadPlan."""
    try:
        return read(name) if name else ""
    except NoFile as problem:
        raise BadPlan(str(problem), key) from None


def results_parser() -> ArgumentParser:
    """Return the parser of `beachhead results`."""
    parser = ArgumentParser("beachhead results", description="Print, export or verify the results of a tournament.")
    add = parser.add_argument
    add("folder", metavar="DIR", help="the folder of a tournament, or of `match --out`")
    add(
        "--luck", action="store_true", help="measure the luck of the dice first, for a column without it; takes a while"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--csv", action="store_true", help="print one line per game")
    which.add_argument("--json", action="store_true", help="print the results as one JSON object")
    which.add_argument("--records", metavar="FOLDER", help="write each record to a file")
    which.add_argument("--verify", action="store_true", help="replay every record, and check every die against the key")
    return parser


def run_results(arguments: list[str], find: FindGame = usual_game, luck_of: LuckOf | None = None) -> int:
    """Print or export results; return the exit code. ``luck_of`` measures the luck of a game."""
    options = results_parser().parse_args(arguments)
    try:
        if options.luck:
            _measure(Path(options.folder), find, luck_of)
        with reading(Path(options.folder), find) as report:
            if options.records is not None:
                return _export(report.store, Path(options.records), report.has_secret)
            if options.verify:
                return _verify(report.plan, report.store)
            if options.csv:
                return _csv(report)
            return print_report("results", report, options.json) and 0
    except (BadPlan, BadStore, Locked, OSError, sqlite3.Error) as problem:
        if is_lost(problem):
            raise
        return _refuse("results", in_words(problem))


def _measure(folder: Path, find: FindGame, luck_of: LuckOf | None) -> None:
    """Measure the luck of all games. Raise Locked if a tournament is being played there, and BadStore."""
    with reading(folder, find) as report:
        plan = report.plan
    if luck_of is None:
        raise BadStore("nothing measures luck here")
    store = Store(folder)
    try:
        store.name_bots(plan.names)
        measure(plan, store, luck_of, lambda said: complain("results", said))
    finally:
        store.close()


def _export(store: Store, folder: Path, has_secret: bool) -> int:
    if has_secret:
        raise BadStore("the records hold the seeds of the dice, which are a secret until the tournament has ended")
    with told_of("--records", str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    expect_none(folder)
    count = 0
    for id, lines in store.records():
        write_lines(folder / record_name(id), lines)
        count += 1
    print(f"{count} records in {folder}")  # noqa: T201
    return 0


def _verify(plan: Plan, store: Store) -> int:
    from beachhead.bots.arena.verify import verify

    games, wrong = set(), set()
    for id, problem in verify(plan, store):
        games.add(id)
        if problem:
            wrong.add(id)
            print(printable(f"game {id}: {problem}"))  # noqa: T201
    count = len(games)
    print(f"{count} games, {len(wrong)} of them wrong" if wrong else f"{count} games, all of them as the key has it")  # noqa: T201
    return 1 if wrong else 0


def _csv(report: Report) -> int:
    """Print a line for each game and seat."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("game", "pair", "round", "seat", "bot", "place", "score", "points", "reason", "turns", "decisions",
                     "seconds", "slowest", "fault"))  # fmt: skip
    for result in report.counted():
        faults = {fault.seat: fault.reason for fault in result.faults}
        for at, seat in enumerate(result.seats):
            thought = result.thinking[at] if result.thinking else None
            times = (thought.decisions, round(thought.seconds, 3), round(thought.slowest, 3)) if thought else (0, 0, 0)
            writer.writerow((
                result.id, result.pair, result.spec.round, seat, result.names[at], result.places[at],
                round(result.scores[at], 6), result.points[at], result.reason, result.turns, *times, faults.get(seat, ""),
            ))  # fmt: skip
    return 0


def _refuse(command: str, problem: str) -> int:
    complain(command, problem)
    return USAGE
