"""The commands `match` and `check`: their options, and what they print."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from beachhead.bots.arena.clock import UNTIMED, BadTime, Clock, read_clock
from beachhead.bots.arena.game import HANG, Terms
from beachhead.bots.arena.launch import find_bot
from beachhead.bots.arena.plan import BadPlan, Plan, distinct, judge, read_positions, secret_key
from beachhead.bots.arena.player import START
from beachhead.protocol.dice import SEED

USAGE: Final = 2
MAX_GAMES: Final = 256  # at the same time: each has two pipes and some processes
_SIZE: Final = re.compile(r"(\d{1,9})([KMG]?)B?", re.IGNORECASE)
_LATER: Final = "comes with a later release; --records FOLDER, --faults FOLDER and --log FILE are there now"


def match_parser() -> ArgumentParser:
    """The options of `beachhead match`."""
    parser = ArgumentParser(
        "beachhead match",
        description="Plays bots against each other in mirrored pairs: the same dice, seats swapped.",
        epilog="A bot is named by builtin:NAME, or by a command line such as 'node mybot.js', which no shell sees.",
    )
    add = parser.add_argument
    add("bot", nargs="+", metavar="BOT", help="two bots; for royale two to six")
    add("-n", "--games", type=_count, default=100, metavar="GAMES", help="how many games (default: 100)")
    add("--game", default="island", metavar="G", help="island (default) or royale")
    add("--mode", default="standard", metavar="M", help="the mode, such as short or blitz+live")
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
        help="illegal actions a game that lose nothing (default: 0)",
    )
    add(
        "--seed",
        type=_seed,
        metavar="N",
        help="games that anyone can repeat, and predict; default: secret, told at the end",
    )
    add("--concurrency", type=_concurrency, default=1, metavar="N", help="games at the same time (default: 1)")
    add("--memory", type=_memory, default=0, metavar="M", help="a limit for each process of a bot, such as 512M")
    add("--reuse", action="store_true", help="one process plays many games: for bots that you trust")
    add("--names", metavar="A,B", help="names of the bots, in order")
    add("--env", action="append", type=_setting, default=[], metavar="K=V", help="a variable in the bots' environment")
    add("--positions", metavar="FILE", help="a position a line to start from, each for one mirrored pair")
    add("--records", metavar="FOLDER", default="", help="write every game as a record")
    add("--faults", metavar="FOLDER", default="", help="write a counter-example for every fault")
    add("--log", metavar="FILE", default="", help="write every line both ways with a time")
    add("--out", metavar="DIR", help="(in a later release)")
    add("--json", action="store_true", help="print the results as one JSON object")
    return parser


def run_match(arguments: list[str], builtins: Sequence[str] = ()) -> int:
    """Plays a match; gives the exit code. ``builtins`` are the names of the built-in bots."""
    parser = match_parser()
    options = parser.parse_args(arguments)
    if sys.platform == "win32":
        return _refuse("match", "bots cannot be watched on Windows: use Linux, macOS, or WSL")
    if options.out is not None:
        return _refuse("match", f"--out {_LATER}")
    try:
        plan = _plan(options, builtins)
        _prepare(options)
    except (ValueError, BadPlan, OSError) as problem:
        return _refuse("match", str(problem))
    from beachhead.bots.arena.match import Files, Match
    from beachhead.bots.arena.pool import Broken
    from beachhead.bots.arena.progress import final_table

    stand_in()
    match = Match(plan, options.concurrency, Files(options.log, options.records, options.faults))
    code = 0
    try:
        is_finished = match.run()
        if not is_finished:
            code = 128 + match.signal
    except Broken as problem:
        print(f"beachhead match: {problem}", file=sys.stderr)  # noqa: T201
        is_finished, code = False, 1
    if options.json:
        lines = [json.dumps(match.standing.as_json(is_finished))]
    else:
        lines = final_table(match.standing)
        if options.seed is None:
            lines.append(f"seed {plan.key}")  # it was a secret until now
    try:
        print("\n".join(lines), flush=True)  # noqa: T201
    except BrokenPipeError:
        raise
    except OSError as problem:
        print(f"beachhead match: the results cannot be printed: {problem}", file=sys.stderr)  # noqa: T201
        return 1
    return code


def stand_in() -> None:
    """Gives the standard streams that are closed a stand-in, lest a pipe of a bot be taken for one of them."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (as long as we live)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _plan(options: Namespace, builtins: Sequence[str]) -> Plan:
    words: list[str] = options.bot
    names = options.names.split(",") if options.names else [""] * len(words)
    if len(names) != len(words):
        raise BadPlan(f"--names gives {len(names)} names for {len(words)} bots")
    if len(words) < 2:
        raise BadPlan("a match needs two bots at least")
    env = dict(options.env)
    named = zip(words, names, strict=True)
    bots = [find_bot(word, name.strip(), env, options.memory, builtins) for word, name in named]
    if not options.names:
        bots = [replace(bot, name=name) for name, bot in zip(distinct([bot.name for bot in bots]), bots, strict=True)]
    terms = Terms(options.game, options.mode, options.time, options.hang, options.start, options.illegal, options.reuse)
    plan = Plan(tuple(bots), terms, options.games, options.seed or secret_key())
    judge(plan)
    if options.positions is None:
        return plan
    try:
        text = Path(options.positions).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadPlan(f"{options.positions} is no text in UTF-8") from None
    positions = read_positions(options.positions, text, plan)
    return Plan(plan.bots, plan.terms, plan.games, plan.key, positions)


def _prepare(options: Namespace) -> None:
    """Finds out before the first game whether files can be written."""
    for folder in (options.records, options.faults):
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
    if options.log:
        with open(options.log, "w", encoding="utf-8"):
            pass


def _refuse(command: str, problem: str) -> int:
    print(f"beachhead {command}: {problem}", file=sys.stderr)  # noqa: T201
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
    """The options of `beachhead check`."""
    parser = ArgumentParser(
        "beachhead check", description="Plays a bot through a checklist of the protocol, and says what it does wrong."
    )
    add = parser.add_argument
    add("bot", metavar="BOT", help="builtin:NAME, or a command line")
    add("--game", default="island", metavar="G", help="island (default) or royale")
    add("--start", type=_seconds, default=START, metavar="S", help="seconds for the bot's hello (default: 10)")
    add("--hang", type=_seconds, default=10.0, metavar="S", help="seconds for a decision without a clock (default: 10)")
    add(
        "--time",
        type=_clock,
        default=Clock(5.0, 0.1),
        metavar="T",
        help="the clock that it is tried with (default: 5+0.1)",
    )
    add("--seconds", type=_seconds, default=60.0, metavar="S", help="seconds for games of all modes (default: 60)")
    add("--memory", type=_memory, default=0, metavar="M", help="a limit for each of its processes, such as 512M")
    add("--env", action="append", type=_setting, default=[], metavar="K=V", help="a variable in its environment")
    add("--json", action="store_true", help="print the findings as one JSON object")
    return parser


def _passing(text: str) -> None:
    """Shows on a terminal what is being done, in a line that the next one takes the place of."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def run_check(arguments: list[str], builtins: Sequence[str] = ()) -> int:
    """Checks a bot; gives the exit code, 1 when something fails. ``builtins`` are the names of the built-in bots."""
    options = check_parser().parse_args(arguments)
    if sys.platform == "win32":
        return _refuse("check", "bots cannot be watched on Windows: use Linux, macOS, or WSL")
    from beachhead.bots.arena.check import Check
    from beachhead.engine.game import BadOption
    from beachhead.engine.games import find_game

    try:
        find_game(options.game)
        bot = find_bot(options.bot, "", dict(options.env), options.memory, builtins)
    except (ValueError, BadOption) as problem:
        return _refuse("check", str(problem))
    stand_in()
    check = Check(bot, options.game, options.start, options.hang, options.time, options.seconds, _passing)
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
