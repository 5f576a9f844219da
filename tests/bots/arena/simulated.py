"""An executor without processes: it plays real games by picks that follow from the seed, in an order of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame, finished
from beachhead.bots.arena.files import Files
from beachhead.bots.arena.game import RunningGame, open_table
from beachhead.bots.arena.plan import Plan
from beachhead.protocol.dice import keyed


class Simulated:
    """Three games at a time, of which any may end first; no bot is ever started."""

    size = 3
    crowding = ""

    def __init__(self, plan: Plan, files: Files, _: Callable[[str], None]) -> None:
        self._plan = plan
        self._jobs: list[Job] = []

    @property
    def running(self) -> list[int]:
        return [job.spec.id for job in self._jobs]

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        while True:
            while len(self._jobs) < 3 and (job := next(games, None)) is not None:
                self._jobs.append(job)
            if not self._jobs:
                return
            self._jobs.sort(key=lambda job: keyed(job.spec.seed)(f"order {job.spec.id}"))
            yield self.played(self._jobs.pop())

    def played(self, job: Job) -> PlayedGame:
        """A game by picks of the bots, each with a way of its own."""
        plan, spec = self._plan, job.spec
        running = RunningGame(*open_table(plan.terms, spec, plan.find))
        table = running.table
        pick = keyed(f"{spec.seed} {spec.bots}")
        while not running.is_over:
            timeline = table.timeline
            texts = sorted(action.text for action in timeline.game.legal(timeline.state))
            table.act(timeline.game.action(timeline.state, texts[pick(str(len(running.times))) % len(texts)]))
            running.times.append((0.0, None))
        bots = [plan.bots[bot] for bot in spec.bots]
        return finished(running, spec, plan.terms, bots, [None for _ in bots], 0.0)

    def notices(self) -> list[str]:
        return []

    def finish(self) -> None:
        return

    def stop(self) -> None:
        return
