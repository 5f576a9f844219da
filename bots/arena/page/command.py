"""The command `report`: a tournament as a page, with the pages of its games beside it, or served."""

from __future__ import annotations

import sqlite3
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from beachhead.bots.arena.files import in_words
from beachhead.bots.arena.game import FindGame, usual_game
from beachhead.bots.arena.lock import Locked
from beachhead.bots.arena.measure import LuckOf, measure
from beachhead.bots.arena.page.luck import choose
from beachhead.bots.arena.page.page import GAMES, Judge, game_page, report_page
from beachhead.bots.arena.page.pool import spread
from beachhead.bots.arena.page.watched import port, require, require_libraries
from beachhead.bots.arena.plan import BadPlan
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.run import complain
from beachhead.bots.arena.store import BadStore, Store
from beachhead.protocol.files import is_lost
from beachhead.protocol.web.door import LOOPBACK

USAGE: Final = 2
PAGES: Final = 500  # pages of games that are written at most, unless the command says otherwise
LUCK: Final = 200  # games that are analysed at most
ALL: Final = sys.maxsize


def report_parser() -> ArgumentParser:
    """Return the parser of `beachhead report`."""
    parser = ArgumentParser("beachhead report", description="Make a page of the results of a tournament or match.")
    add = parser.add_argument
    add("folder", metavar="DIR", help="the folder of a tournament, or of `match --out`")
    add("-o", "--output", metavar="FILE", help="write the page to FILE (default: DIR/report.html)")
    add(
        "--pages",
        type=_count,
        default=PAGES,
        metavar="N",
        help=f"write pages of N games at most, or of all; those with faults first (default: {PAGES})",
    )
    add(
        "--luck",
        type=_count,
        default=LUCK,
        metavar="N",
        help=f"measure the luck of N games at most, or of all (default: {LUCK})",
    )
    add(
        "--analysis",
        action="store_true",
        help="put chances and costly decisions on the pages of games, which takes longer",
    )
    add(
        "--serve",
        nargs="?",
        type=port,
        const=0,
        metavar="PORT",
        help="serve the page and those of all games on this machine, until Ctrl-C",
    )
    add("--host", default=LOOPBACK, metavar="ADDRESS", help="where --serve listens (default: this machine alone)")
    add("--live", type=int, metavar="N", help=SUPPRESS)  # a descriptor by which a tournament tells of running games
    return parser  # fmt: skip


def run_report(
    arguments: list[str], find: FindGame = usual_game, luck_of: LuckOf | None = None, judge: Judge | None = None
) -> int:
    """Make the page of a tournament; return the exit code. ``judge`` analyses games for their pages."""
    options = report_parser().parse_args(arguments)
    folder = Path(options.folder)
    try:
        if options.serve is not None:
            require_libraries()
        require("vl_convert", "charts need vl-convert: pip install 'beachhead[report]'")
        if options.luck:
            _measure(folder, find, luck_of, options.luck)
        if options.serve is not None:
            from beachhead.bots.arena.page.serve import serve

            with reading(folder, find):  # there is something to serve
                pass
            tell = partial(print, flush=True)
            return serve(folder, find, judge, (options.host, options.serve), tell, options.live)
        with reading(folder, find) as report:
            return _write(report, options, find, judge if options.analysis else None)
    except (BadPlan, BadStore, OSError, sqlite3.Error) as problem:
        if is_lost(problem):
            raise
        complain("report", in_words(problem))
        return USAGE


def _measure(folder: Path, find: FindGame, luck_of: LuckOf | None, most: int) -> None:
    """Measure the luck of a sample of games, unless that was done before. Raise BadStore and BadPlan."""
    with reading(folder, find) as report:
        plan = report.plan
        games = [result.id for result in choose(report, most) if result.id not in report.luck]
    if luck_of is None or not games:
        return
    try:
        store = Store(folder)
    except (Locked, OSError) as problem:  # games are being played, or the folder can only be read
        complain("report", f"the luck of the games is not measured: {problem}")
        return
    try:
        store.name_bots(plan.names)
        measure(plan, store, luck_of, _passing, games)
    finally:
        _passing("")
        store.close()


def _passing(text: str) -> None:
    """Show progress on a terminal, in a line that the next one replaces."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _write(report: Report, options: Namespace, find: FindGame, judge: Judge | None) -> int:
    """Write the report and the pages of games beside it."""
    folder = Path(options.folder)
    output = Path(options.output) if options.output else folder / "report.html"
    ids = chosen(report, options.pages)
    pages = output.parent / GAMES
    if ids:
        pages.mkdir(parents=True, exist_ok=True)
    written = []
    for id in spread(partial(_write_game, folder, pages, find, judge), ids):
        if id:
            written.append(id)
        _passing(f"{len(written)} of {len(ids)} games")
    _passing("")
    count = len(report.counted())
    text = report_page(report, None if len(written) == count else written)
    output.write_text(text, encoding="utf-8")
    beside = f", and {len(written)} of {count} games in {pages}" if written else ""
    with suppress(OSError):  # a message that is lost does not change the exit code
        print(f"{output}{beside}", file=sys.stderr)  # noqa: T201
    return 0


def chosen(report: Report, most: int) -> list[int]:
    """Return the games that get a page: those with faults first."""
    counted = report.counted()
    ranked = sorted(counted, key=lambda result: (not result.faults, result.id))
    return sorted(result.id for result in ranked[:most])


def _write_game(folder: Path, pages: Path, find: FindGame, judge: Judge | None, id: int) -> int:
    """Write the page of a game; return its id, or 0 if it has no record."""
    with reading(folder, find) as report:
        if not report.store.record(id):
            return 0
        (pages / f"{id}.html").write_text(game_page(report, report.results[id], judge), encoding="utf-8")
    return id


def _count(word: str) -> int:
    if word == "all":
        return ALL
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise ArgumentTypeError(f"'{word[:40]}': expected a number, or all")
    return int(word)
