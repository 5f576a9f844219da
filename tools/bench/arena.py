"""The arena: the cost of a decision compared to the bare round trip to the same bot, of a game, and of a match.

All bots are the same trivial one, with `--reuse`. A match that is pinned to one core is pinned with all
its processes, so that the elapsed time includes them all.
"""

import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from beachhead.bots.arena.plan import pair_seed
from beachhead.protocol.dice import commitment, keyed
from beachhead.protocol.table import Table
from tools.bench import Figure, Missing

TRIVIAL = Path(__file__).parent / "_trivial.py"
KEY = "bench"
FEW, MANY = 20, 300  # games: their difference leaves start and stop out
ROUNDS = 5
ROUND_TRIPS = 20_000
DECISION_BAR = 5.0  # times a bare round trip
FASTCHESS = 69.0  # µs a move of fastchess 1.8 with a Python bot, pinned, all processes counted
SECOND_CORE_BAR = 1.6
GAME_BAR = 5.0  # ms
MATCH_BAR = 300.0  # ms, beside the bots' own
LINE = b"go 7 time - - state 12/12/12/3*8/12/12/12/12/12/12/12/12 c:.....+SSSSSJJJTT j:.....+sssssjjjtt 6+4 south act:3 9\n"


def figures() -> Iterator[Figure]:
    """Yield ratios within one run; without a second core, only those for one core."""
    if not hasattr(os, "sched_getaffinity"):
        raise Missing("processes cannot be pinned to a core here")
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        script, empty = scripts(Path(folder))
        yield from _costs(cores[-1:], script, empty)
        yield Figure(
            "arena start and stop of a match", median(start_and_stop(empty) for _ in range(ROUNDS)), "ms beside the bots' own",
            MATCH_BAR, is_ceiling=True,
        )  # fmt: skip
        if len(cores) > 1:
            gains = [
                played(script, cores[-1:], 1).seconds / played(script, cores[-2:], 2).seconds for _ in range(ROUNDS)
            ]
            yield Figure("arena on a second core", median(gains), "x", SECOND_CORE_BAR)


def _costs(core: list[int], script: Path, empty: Path) -> Iterator[Figure]:
    """Return the costs of a decision and a game, measured in turn; the least disturbed round counts."""
    rounds = [(round_trip(script, core), played(script, core, 1), played(empty, core, 1)) for _ in range(ROUNDS)]
    trip = min(trip for trip, _, _ in rounds)
    decisions = rounds[0][1].decisions
    game = min(resigned.seconds for _, _, resigned in rounds) * 1e6  # of one decision each
    whole = min(each.seconds for _, each, _ in rounds) * 1e6
    decision = (whole - game) / (decisions - 1)
    yield Figure("arena bare round trip", trip, "µs")
    yield Figure("arena decision", decision, "µs", FASTCHESS, is_ceiling=True)
    yield Figure("arena decision against the bare round trip", decision / trip, "x", DECISION_BAR, is_ceiling=True)
    yield Figure("arena game beyond its decisions", (game - decision) / 1000, "ms", GAME_BAR, is_ceiling=True)


def scripts(folder: Path) -> tuple[Path, Path]:
    """Write the files of the trivial bot: one with its games, and one without any, with which it resigns."""
    script, empty = folder / "games.json", folder / "none.json"
    script.write_text(json.dumps(recorded(MANY // 2)))
    empty.write_text("{}")
    return script, empty


def recorded(pairs: int) -> dict[str, dict[str, list[str]]]:
    """Return the games of the match, by commit and seat, with pseudo-random picks."""
    found = {}
    for pair in range(1, pairs + 1):
        seed = pair_seed(KEY, pair)
        table, pick = Table(), keyed(seed)
        table.new_game("island", "standard", [("seed", seed)])
        actions: dict[str, list[str]] = {"south": [], "north": []}
        timeline = table.timeline
        while (actor := timeline.game.actor(timeline.state)) is not None:
            texts = sorted(action.text for action in timeline.game.legal(timeline.state))
            actions[actor].append(texts[pick(f"bench {len(actions['south'])} {len(actions['north'])}") % len(texts)])
            table.act(timeline.game.action(timeline.state, actions[actor][-1]))
            timeline = table.timeline
        found[commitment(seed)] = actions
    return found


class Game(NamedTuple):
    """An average game: elapsed seconds, CPU seconds of all processes, and decisions."""

    seconds: float
    work: float
    decisions: float


class Pinned:
    """A context manager that runs its block on these cores."""

    def __init__(self, cores: list[int]) -> None:
        self._cores = cores
        self._before = os.sched_getaffinity(0)

    def __enter__(self) -> None:
        os.sched_setaffinity(0, self._cores)

    def __exit__(self, *_: object) -> None:
        os.sched_setaffinity(0, self._before)


def bot(script: Path) -> list[str]:
    """Return the command of the trivial bot."""
    return [sys.executable, "-I", "-S", str(TRIVIAL), str(script)]


def match(script: Path, cores: list[int], games: int, concurrency: int, python: str = sys.executable) -> Game:
    """Play a match of trivial bots with one of the builds; return its totals."""
    words = shlex.join(bot(script))
    options = ["-n", str(games), "--reuse", "--seed", KEY, "--concurrency", str(concurrency), "--json"]
    with Pinned(cores):
        begun, worked = time.perf_counter(), _worked()
        done = subprocess.run(
            [python, "-m", "beachhead", "match", words, words, *options], capture_output=True, check=True
        )
        seconds, work = time.perf_counter() - begun, _worked() - worked
    results: dict[str, Any] = json.loads(done.stdout)
    assert all(game["fault"] is None for game in results["games"])
    return Game(seconds, work, sum(game["decisions"] for game in results["games"]))


def _worked() -> float:
    """Return the CPU seconds of all processes that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def played(script: Path, cores: list[int], concurrency: int, python: str = sys.executable) -> Game:
    """Return the cost of a game, without start and stop of the match."""
    few, many = (match(script, cores, games, concurrency, python) for games in (FEW, MANY))
    return Game(*[(more - less) / (MANY - FEW) for less, more in zip(few, many, strict=True)])


def decision_work(python: str, script: Path, empty: Path) -> float:
    """Return the CPU microseconds of a decision, with all processes, by one of the builds."""
    core = sorted(os.sched_getaffinity(0))[-1:]
    whole, resigned = played(script, core, 1, python), played(empty, core, 1, python)
    return (whole.work - resigned.work) / (whole.decisions - 1) * 1e6


def round_trip(script: Path, cores: list[int]) -> float:
    """Return the microseconds from the write of a `go` to the bot's answer, with nothing in between."""
    with Pinned(cores):
        process = subprocess.Popen(bot(script), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert process.stdin is not None
        assert process.stdout is not None
        to, back = process.stdin.fileno(), process.stdout.fileno()
        os.write(to, LINE)
        os.read(back, 65536)
        begun = time.perf_counter()
        for _ in range(ROUND_TRIPS):
            os.write(to, LINE)
            os.read(back, 65536)
        seconds = time.perf_counter() - begun
        os.write(to, b"bye\n")
        process.communicate()
    return seconds / ROUND_TRIPS * 1e6


def start_and_stop(empty: Path) -> float:
    """Return the milliseconds of a match of one decision, without those that its two bots need by themselves."""
    cores = sorted(os.sched_getaffinity(0))
    wall = match(empty, cores, 1, 1).seconds
    begun = time.perf_counter()
    for _ in range(2):
        subprocess.run(bot(empty), input=b"bye\n", check=True)
    return (wall - (time.perf_counter() - begun)) * 1000
