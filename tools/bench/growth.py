"""Growth: how the work for a game, a record or a match grows with its size. 1 is in proportion, 2 is quadratic.

The exponent is the slope of work against size, both as logarithms, in CPU time, over sizes that double. The smallest is
beyond the caches of a core already: smaller games would only show how much faster those are than memory.
"""

import contextlib
import gc
import io
import math
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.tournament_command import run_tournament
from beachhead.bots.roster import NAMES
from beachhead.engine.game import Game
from beachhead.engine.island import ISLAND
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.bots.arena.simulated import Simulated
from tools.bench import Figure

SIZES = (16_000, 32_000, 64_000, 128_000)
MATCHES = (1000, 10_000)
REPEATS = 5
BAR = 1.1
MEMORY_BAR = 1.0  # KB per game of a match
TOURNAMENT = """
name = "growth"
game = "island"
mode = "blitz+turns:1"
games = {games}
seed = "7"
[[bot]]
name = "a"
command = "builtin:random"
[[bot]]
name = "b"
command = "builtin:random"
"""


def figures() -> Iterator[Figure]:
    """An exponent for each kind of work; for matches what a game takes in memory too."""
    for name, prepare in WORK.items():
        yield Figure(f"growth of {name}", exponent(SIZES, prepare), "", BAR, is_ceiling=True)
    seconds, peaks = zip(*(played(games) for games in MATCHES), strict=True)
    slope = math.log(seconds[1] / seconds[0]) / math.log(MATCHES[1] / MATCHES[0])
    yield Figure("growth of a match", slope, "", BAR, is_ceiling=True)
    kept = (peaks[1] - peaks[0]) / (MATCHES[1] - MATCHES[0]) / 1024
    yield Figure("growth of a match's memory", kept, "KB a game", MEMORY_BAR, is_ceiling=True)


def exponent(sizes: tuple[int, ...], prepare: Callable[[int], Callable[[], object]]) -> float:
    """The slope of the least squares through the logarithms of sizes and of the shortest times."""
    shortest = _shortest([prepare(size) for size in sizes])
    points = [(math.log(size), math.log(taken)) for size, taken in zip(sizes, shortest, strict=True)]
    middle = [sum(column) / len(points) for column in zip(*points, strict=True)]
    over = sum((x - middle[0]) * (y - middle[1]) for x, y in points)
    return over / sum((x - middle[0]) ** 2 for x, _ in points)


def _shortest(works: list[Callable[[], object]]) -> list[float]:
    """The shortest time of each work, without the garbage collector, whose passes depend on all that is in memory.

    They are measured in turn, so that each finds the caches filled by another one, and what disturbs one, disturbs all.
    """
    found = [math.inf for _ in works]
    gc.disable()
    for _ in range(REPEATS):
        for number, work in enumerate(works):
            begun = time.process_time()
            work()
            found[number] = min(found[number], time.process_time() - begun)
            gc.collect()
    gc.enable()
    return found


def endless() -> Game[Any]:
    """The island, but nothing that is done changes it: games of any length."""
    return ISLAND.changed(apply=lambda state, _: (state, ()))


def line_of(steps: int) -> Timeline[Any]:
    """A game of so many steps."""
    game = endless()
    timeline = Timeline(game, Moment(game.start("standard", {"first": "south"})[0]))
    action = game.legal(timeline.state)[0]
    for _ in range(steps):
        timeline = timeline.play(action)
    return timeline


def _one_by_one(steps: int, is_redo: bool) -> Callable[[], object]:
    long: Any = line_of(steps)  # Any: undo gives None only beyond the beginning
    start: Any = long.undo(steps)

    def work() -> None:
        timeline = start if is_redo else long
        for _ in range(steps):
            timeline = timeline.redo() if is_redo else timeline.undo()

    return work


def _at_once(steps: int) -> Callable[[], object]:
    long = line_of(steps)
    return lambda: long.undo(steps)


def _written(steps: int) -> Callable[[], object]:
    long = line_of(steps)
    return lambda: write_record(long, {})


def _asked(line: str) -> Callable[[int], Callable[[], object]]:
    """A command that is answered in a game of so many steps."""

    def prepare(steps: int) -> Callable[[], object]:
        session = Session(Table(lambda _: endless()))
        session.answer("newgame island first=south dice=manual")
        text = session.table.timeline.game.legal(session.table.timeline.state)[0].text
        for _ in range(steps):
            session.answer(text)

        def work() -> None:
            answer = session.answer(line.format(steps))
            assert answer is not None
            answer.lines()
            if line.startswith("undo"):
                session.answer(f"redo {steps}")

        return work

    return prepare


WORK: dict[str, Callable[[int], Callable[[], object]]] = {
    "a long game": lambda steps: lambda: line_of(steps),
    "undo, step by step": lambda steps: _one_by_one(steps, is_redo=False),
    "redo, step by step": lambda steps: _one_by_one(steps, is_redo=True),
    "undo, all at once": _at_once,
    "a record": _written,
    "history over the protocol": _asked("history"),
    "undo and redo over the protocol": _asked("undo {}"),
}


class Repeated(Simulated):
    """An executor whose games all end as the first did."""

    _first: PlayedGame | None = None

    def played(self, job: Job) -> PlayedGame:
        if self._first is None:
            self._first = super().played(job)
        return replace(self._first, result=replace(self._first.result, spec=job.spec))


def played(games: int) -> tuple[float, int]:
    """The CPU seconds that a match takes apart from its games, and the most bytes that it holds."""
    import tracemalloc

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        file = Path(folder) / "growth.toml"
        file.write_text(TOURNAMENT.format(games=games))
        with contextlib.redirect_stderr(io.StringIO()):
            begun = time.process_time()
            code = run_tournament([str(file)], NAMES, execute=Repeated)
            taken = time.process_time() - begun
    assert code == 0, code
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        file = Path(folder) / "growth.toml"
        file.write_text(TOURNAMENT.format(games=games))
        with contextlib.redirect_stderr(io.StringIO()):
            tracemalloc.start()
            run_tournament([str(file)], NAMES, execute=Repeated)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    return taken, peak
