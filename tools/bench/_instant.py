"""`python -m tools.bench._instant GAMES FOLDER`: a tournament whose games take no time; prints how much its memory grew.

The games are copies of those in FOLDER, the output of a match; with --out DIR they are stored there.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from beachhead.bots.arena.driver import Driver
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.plan import Plan, Settings, plan_of
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.run import begin
from beachhead.bots.arena.store import Store
from beachhead.bots.arena.tournament_file import Entrant, Tournament
from beachhead.protocol.seated import START


class Instant:
    """An executor whose games end when they begin; it notes its own memory now and then."""

    size = 2
    running: ClassVar[list[int]] = []
    crowding = ""

    def __init__(self, models: list[PlayedGame], names: list[str]) -> None:
        self._models = models
        self._names = names
        self.sizes: list[int] = []  # resident bytes after every tenth of a thousand games

    def notices(self) -> list[str]:
        """Return nothing: no bot is started."""
        return []

    def play(self, games: Iterator[Job | None], _: int) -> Iterator[PlayedGame | None]:
        """Give every game the result of a model."""
        while (job := next(games, None)) is not None:
            spec = job.spec
            model = self._models[spec.id % len(self._models)]
            names = tuple([self._names[bot] for bot in spec.bots])
            yield replace(model, result=replace(model.result, spec=spec, names=names))
            if spec.id % 1000 == 0:
                self.sizes.append(resident())

    def finish(self) -> None:
        """End nothing."""

    def stop(self) -> None:
        """End nothing."""


def resident() -> int:
    """Return the resident memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def models_of(folder: Path) -> list[PlayedGame]:
    """Return the games of a match."""
    with reading(folder) as report:
        return [PlayedGame(result, tuple(report.store.record(result.id))) for result in report.counted()]


def plan(games: int, **more: object) -> Plan:
    """Return the plan of a tournament; two bots, unless there are ``bots``."""
    count = int(str(more.pop("bots", 2)))
    bots = tuple([Entrant(f"bot{number}", "builtin:greedy") for number in range(count)])
    return plan_of(Settings(Tournament("bench", bots, "island", games=games, **more), START))  # type: ignore[arg-type] (fields by name)


def main() -> int:
    """Run a tournament of many games, with the results in memory or in a folder."""
    games, folder, *out = sys.argv[1:]
    made = plan(int(games))
    models = models_of(Path(folder))
    store = Store(Path(out[0]) if out else None)
    begin(made, store)
    executor = Instant(models, made.names)
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (progress, until the process ends)
    begun = time.perf_counter()
    assert Driver(made, store).run(executor)
    sizes = executor.sizes
    print(
        json.dumps(
            {"grown": sizes[-1] - sizes[len(sizes) // 10], "seconds": time.perf_counter() - begun, "peak": sizes[-1]}
        )
    )
    store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
