"""The commands `match` and `check`: their options, and what they print."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from beachhead.bots.arena.advice import unquoted
from beachhead.bots.arena.clock import UNTIMED, BadTime, Clock, read_clock
from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from beachhead.bots.arena.files import Files, expect_none, in_words, read_deck, read_position_file, told_of
from beachhead.bots.arena.game import FindGame, judge_deck, usual_game
from beachhead.bots.arena.launch import read_bot
from beachhead.bots.arena.lock import Locked
from beachhead.bots.arena.plan import BadPlan, Plan, Settings, distinct, judge_names, plan_of
from beachhead.bots.arena.run import begin, complain, local, run_plan, stand_in
from beachhead.bots.arena.store import BadStore, Store
from beachhead.bots.arena.terms import HANG, MAX_GAMES
from beachhead.bots.arena.tournament_file import Entrant, Tournament
from beachhead.engine.games import DEFAULT_GAME, NAMES, find_game
from beachhead.engine.values import BadOption
from beachhead.protocol.dice import SEED
from beachhead.protocol.files import NoFile, is_lost, open_output
from beachhead.protocol.seated import START

USAGE: Final = 2
_ABOUT_MATCHES: Final = """\
A BOT is builtin:NAME (`beachhead bot --help` lists them), or a command line, in quotes if it has several words.
No shell runs it.

examples:
  beachhead match builtin:greedy "node mybot.js"                 100 games
  beachhead match builtin:greedy ./mybot -n 400 --time 10+0.1    with a clock: seconds, and more for each decision
  beachhead match ./old ./new --concurrency 2 --out trial        kept in a folder; the same command goes on
  beachhead match builtin:greedy ./theirs --sandbox              a bot that you do not trust

exit codes: 0 the match was played, 1 a bot never started, 2 bad usage or a bad file, 130 Ctrl-C"""
_ABOUT_CHECKS: Final = """\
examples:
  beachhead check "python3 mybot.py"
  beachhead check ./mybot --time 2+0.05 --json

exit codes: 0 nothing is wrong (a WARN may stand), 1 something is, 2 bad usage or a bad file"""
_SIZE: Final = re.compile(r"(\d{1,9})([KMG]?)B?", re.IGNORECASE)


def match_parser() -> ArgumentParser:
    """Return the parser of `beachhead match`."""
    parser = ArgumentParser(
        "beachhead match",
        description="Play bots against each other in mirrored pairs: the same dice, seats swapped.",
        epilog=_ABOUT_MATCHES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bot", nargs="+", metavar="BOT", help="two bots; more for a game of more seats")
    add("-n", "--games", type=_count, default=100, metavar="GAMES", help="how many games (default: 100)")
    add("--game", default=DEFAULT_GAME, metavar="G", help=f"one of {', '.join(NAMES)} (default: {DEFAULT_GAME})")
    add("--mode", default="standard", metavar="M", help=_WithModes("the mode, such as %(modes)s"))
    add("--deck", metavar="FILE", help="a deck of cards, for a game that has one")
    add(
        "--time",
        type=_clock,
        default=UNTIMED,
        metavar="T",
        help="'10+0.1': seconds and increment; 'move 0.5'; default: none",
    )
    add("--hang", type=_seconds, default=HANG, metavar="S", help="seconds for a decision without a clock (default: 60)")
    add("--start", type=_seconds, default=START, metavar="S", help="seconds for a bot's hello (default: 10)")
    add(
        "--illegal",
        type=_allowance,
        default=0,
        metavar="N",
        help="illegal actions forgiven in each game (default: 0)",
    )
    add(
        "--seed",
        type=_seed,
        metavar="N",
        help="make games repeatable, and predictable (default: secret until the end)",
    )
    add("--concurrency", type=_concurrency, default=1, metavar="N", help="games at the same time (default: 1)")
    add("--memory", type=_memory, default=0, metavar="M", help="memory limit for each process of a bot, such as 512M")
    add("--out", metavar="DIR", help="keep results and records there; the same command continues the match")
    add("--sandbox", action="store_true", help="run every bot in a sandbox (bubblewrap), if you do not trust it")
    add("--reuse", action="store_true", help="let one process play many games, if you trust the bots")
    add("--names", metavar="A,B", help="the bots' names, in order")
    add("--env", action="append", type=_setting, default=[], metavar="K=V", help="a variable in the bots' environment")
    add("--positions", metavar="FILE", help="start from the positions in FILE, one per line and mirrored pair")
    add("--records", metavar="FOLDER", default="", help="write every game as a record")
    add("--faults", metavar="FOLDER", default="", help="write a counter-example for every fault")
    add("--log", metavar="FILE", default="", help="write every line both ways with a time")
    add("--json", action="store_true", help="print the results as one JSON object")
    return parser


def run_match(arguments: list[str], builtins: Sequence[str] = (), find: FindGame = usual_game) -> int:
    """Play a match; return the exit code. ``builtins`` are the names of the built-in bots."""
    parser = match_parser()
    options = parser.parse_args(arguments)
    if sys.platform == "win32":
        return _refuse("match", "bots cannot be watched on Windows: use Linux, macOS, or WSL")
    stand_in()
    store = None
    try:
        plan = _plan(options, builtins, find)
        folder = Path(options.out) if options.out is not None else None
        _prepare(options)
        store = Store(folder)
        plan = begin(plan, store)
        if options.sandbox:
            hidden = [path for path in (options.log, options.records, options.faults, options.out) if path]
            plan = replace(plan, bots=boxed(plan.bots, hidden))
        faults = options.faults or (str(folder / "faults") if folder is not None else "")
        files = Files(options.log, options.records, faults)
        has_records = bool(folder is not None or options.records)
        return run_plan("match", plan, store, files, options.json, partial(local, has_records=has_records))
    except (ValueError, BadPlan, BadStore, Locked, NoSandbox, OSError, sqlite3.Error) as problem:
        if is_lost(problem):
            raise
        return _refuse("match", in_words(problem))
    finally:
        if store is not None:
            store.close()


def _plan(options: Namespace, builtins: Sequence[str], find: FindGame) -> Plan:
    words: list[str] = options.bot
    names = options.names.split(",") if options.names else [""] * len(words)
    if len(names) != len(words):
        raise BadPlan(f"--names gives {len(names)} names for {len(words)} bots")
    if len(words) < 2:
        raise BadPlan("a match needs two bots at least")
    names = [read_bot(word, name.strip(), None, 0, builtins).name for word, name in zip(words, names, strict=True)]
    if not options.names:
        names = distinct(names)
    judge_names(names)
    env = dict(options.env)
    tournament = Tournament(
        name=" v ".join(names),
        bots=tuple([Entrant(name, word, "", env, options.memory) for name, word in zip(names, words, strict=True)]),
        game=options.game,
        mode=options.mode,
        format="match",
        games=options.games,
        clock=options.time,
        hang=options.hang,
        illegal=options.illegal,
        concurrency=min(options.concurrency, options.games),
        seed=options.seed or "",
        reuse=options.reuse,
        sandbox=options.sandbox,
        positions=options.positions or "",
        deck=options.deck or "",
        seats=len(words),
    )
    deck = _text("--deck", options.deck, read_deck)
    positions = _text("--positions", options.positions, read_position_file)
    try:
        return plan_of(Settings(tournament, options.start, positions, deck), builtins, find, options.positions or "")
    except BadPlan as bad:
        advice = unquoted(words) if bad.key == "seats" else ""
        if not advice:
            raise
        raise BadPlan(f"{bad}; {advice}") from None


def _text(option: str, path: str | None, read: Callable[[str], str]) -> str:
    """Return the text of the file of an option, empty if it is not given. Raise BadPlan."""
    try:
        return read(path) if path else ""
    except NoFile as problem:
        raise BadPlan(f"{option}: {problem}") from None


class _WithModes(str):
    """A help text with modes of the first game; what people see of a game is imported only when the help is printed."""

    __slots__ = ()

    def __mod__(self, values: Mapping[str, object]) -> str:
        return super().__mod__({**values, "modes": ", ".join(find_game(DEFAULT_GAME).show.modes[1:4])})


def _prepare(options: Namespace) -> None:
    """Check before the first game that files can be written, and that none are in the way. Raise BadPlan."""
    for option, folder in (("--records", options.records), ("--faults", options.faults), ("--out", options.out)):
        if folder:
            with told_of(option, folder):
                Path(folder).mkdir(parents=True, exist_ok=True)
    if options.records and options.out is None:  # with --out the same command goes on
        expect_none(Path(options.records))
    if options.log:
        try:
            open_output(options.log).close()
        except NoFile as problem:
            raise BadPlan(f"--log: {problem}") from None


def _refuse(command: str, problem: str) -> int:
    complain(command, problem)
    return USAGE


def _count(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) < 1:
        raise ArgumentTypeError(f"'{word[:40]}': expected a number of at least 1")
    return int(word)


def _concurrency(word: str) -> int:
    if _count(word) > MAX_GAMES:
        raise ArgumentTypeError(f"'{word[:40]}': expected from 1 to {MAX_GAMES} games at the same time")
    return int(word)


def _allowance(word: str) -> int:
    if word == "forfeit":
        return 0
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise ArgumentTypeError(f"'{word[:40]}': expected a number, or forfeit")
    return int(word)


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", word) or float(word) <= 0:
        raise ArgumentTypeError(f"'{word[:40]}': expected seconds, such as 60 or 0.5")
    return float(word)


def _clock(word: str) -> Clock:
    try:
        return read_clock(word)
    except BadTime as bad:
        raise ArgumentTypeError(str(bad)) from None


def _seed(word: str) -> str:
    if SEED.fullmatch(word) is None:
        raise ArgumentTypeError(f"'{word[:40]}': expected 1 to 32 of a-z and 0-9")
    return word


def _memory(word: str) -> int:
    found = _SIZE.fullmatch(word)
    if found is None or int(found[1]) == 0:
        raise ArgumentTypeError(f"'{word[:40]}': expected a size, such as 512M")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2].upper()]


def _setting(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key:
        raise ArgumentTypeError(f"'{word[:40]}': expected KEY=VALUE")
    return key, value


def check_parser() -> ArgumentParser:
    """Return the parser of `beachhead check`."""
    parser = ArgumentParser(
        "beachhead check",
        description="Play a bot through a checklist of the protocol, and report what it does wrong.",
        epilog=_ABOUT_CHECKS,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bot", metavar="BOT", help="builtin:NAME, or a command line")
    add("--game", default=DEFAULT_GAME, metavar="G", help=f"one of {', '.join(NAMES)} (default: {DEFAULT_GAME})")
    add("--deck", metavar="FILE", help="a deck of cards, for a game that has one")
    add("--start", type=_seconds, default=START, metavar="S", help="seconds for the bot's hello (default: 10)")
    add("--hang", type=_seconds, default=10.0, metavar="S", help="seconds for a decision without a clock (default: 10)")
    add(
        "--time",
        type=_clock,
        default=Clock(5.0, 0.1),
        metavar="T",
        help="the clock of the timed games (default: 5+0.1)",
    )
    add("--seconds", type=_seconds, default=60.0, metavar="S", help="seconds for games of all modes (default: 60)")
    add("--memory", type=_memory, default=0, metavar="M", help="memory limit for each of its processes, such as 512M")
    add("--env", action="append", type=_setting, default=[], metavar="K=V", help="a variable in its environment")
    add("--json", action="store_true", help="print the findings as one JSON object")
    return parser


def _passing(text: str) -> None:
    """Show progress on a terminal, in a line that the next one replaces."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def run_check(arguments: list[str], builtins: Sequence[str] = (), find: FindGame = usual_game) -> int:
    """Check a bot; return the exit code, 1 if something fails. ``builtins`` are the names of the built-in bots."""
    options = check_parser().parse_args(arguments)
    if sys.platform == "win32":
        return _refuse("check", "bots cannot be watched on Windows: use Linux, macOS, or WSL")
    from beachhead.bots.arena.check import Check

    try:
        deck = _text("--deck", options.deck, read_deck)
        judge_deck(options.game, deck, find)
        find(options.game, deck)
        bot = read_bot(options.bot, "", dict(options.env), options.memory, builtins)
    except (ValueError, BadOption, BadPlan, OSError) as problem:
        return _refuse("check", in_words(problem))
    stand_in()
    check = Check(
        bot,
        lambda name: find(name, deck),
        options.game,
        options.start,
        options.hang,
        options.time,
        options.seconds,
        _passing,
    )
    try:
        for finding in check.run():
            if not options.json:
                _passing("")
                mark = {"ok": "ok  ", "warn": "WARN", "fail": "FAIL"}[finding.verdict]
                print(f"{mark}  {finding.check:<13} {finding.found}", flush=True)  # noqa: T201
                if finding.advice and finding.verdict != "ok":
                    print(f"{'':20}{finding.advice}", flush=True)  # noqa: T201
    finally:
        _passing("")
        check.end()
    if options.json:
        findings = [finding.as_json() for finding in check.findings]
        document = {"bot": options.bot, "name": check.name, "passed": check.has_passed, "findings": findings}
        print(json.dumps(document))  # noqa: T201
    return 0 if check.has_passed else 1
