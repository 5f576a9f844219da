"""Who is withdrawn, and from which game on, does not depend on how many games run at the same time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from beachhead.bots.arena.driver import Driver
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame, finished
from beachhead.bots.arena.files import Files
from beachhead.bots.arena.game import RunningGame, open_table
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.run import begin
from beachhead.bots.arena.schedule.schedule import AHEAD
from beachhead.bots.arena.schedule.swiss import Swiss
from beachhead.bots.arena.schedule.unit import Results
from beachhead.bots.arena.store import Store
from beachhead.bots.arena.tournament_command import read_plan, run_tournament
from beachhead.bots.roster import NAMES
from beachhead.engine.games import find_game
from tests.bots.arena.simulated import Simulated
from tests.bots.arena.test_killed import essence, written

FLAKY = 2  # the bot that does not start in its first three games, and would start in all others


class Flaky(Simulated):
    """So many games at a time, of which the first or the last one ends first."""

    width = 1
    is_last_first = False

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        while True:
            while len(self._jobs) < self.width and (job := next(games, None)) is not None:
                self._jobs.append(job)
            if not self._jobs:
                return
            self._jobs.sort(key=lambda job: job.spec.id, reverse=not self.is_last_first)
            yield self.played(self._jobs.pop())

    def played(self, job: Job) -> PlayedGame:
        plan, spec = self._plan, job.spec
        own = [each.id for each in plan.schedule.games({}) if FLAKY in each.bots]
        if FLAKY not in spec.bots or spec.id > own[2]:
            return super().played(job)
        running = RunningGame(*open_table(plan.terms, spec, plan.find))
        timeline = running.table.timeline
        seat = timeline.game.seats(timeline.state)[spec.bots.index(FLAKY)]
        running.forfeit(Fault(plan.bots[FLAKY].name, seat, "start", "exit code 1"))
        bots = [plan.bots[bot] for bot in spec.bots]
        return finished(running, spec, plan.terms, bots, [None for _ in bots], 0.0)


@pytest.mark.parametrize("is_last_first", [False, True])
@pytest.mark.parametrize("width", [2, 5, 12])
def test_games_that_had_begun(tmp_path: Path, width: int, is_last_first: bool) -> None:
    """A bot that starts again while others judge its first games is withdrawn all the same, and loses the later ones."""

    class Wide(Flaky):
        pass

    Wide.width, Wide.is_last_first = width, is_last_first
    for name, execute in (("one", Flaky), ("many", Wide)):
        file = written(tmp_path, name=name)
        file.write_text(file.read_text().replace("games = 2", "games = 6"))
        assert run_tournament([str(file)], NAMES, execute=execute) == 1  # it never started
    one, many = (repr(essence(tmp_path / name)).replace(f"/{name}/", "/") for name in ("one", "many"))
    assert many == one
    with reading(tmp_path / "one", find_game) as report:
        assert report.standings.line(FLAKY).is_withdrawn
        assert report.standings.line(FLAKY).faults == {"start": 12}
    written_files = sorted(path.name for path in (tmp_path / "many" / "faults").iterdir())
    assert written_files == sorted(path.name for path in (tmp_path / "one" / "faults").iterdir())


@dataclass(frozen=True)
class Counted(Swiss):
    """A swiss schedule that counts how often it was asked."""

    asked: ClassVar[list[int]] = []

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        self.asked.append(len(results))
        return super().next(results, limit)


class Patient(Simulated):
    """Games that take a while: a hundred times nothing happens before one ends."""

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        for played in super().play(games, alarm):
            for _ in range(100):
                yield None
                assert next(games) is None
            yield played


def test_waiting_costs_nothing(tmp_path: Path) -> None:
    """While the last games of a round are played the schedule is not asked again and again what is next."""
    plan = read_plan(written(tmp_path, 'format = "swiss"\nrounds = 3'), NAMES, find_game)
    plan = replace(plan, schedule=Counted(3, 3, 2))
    store = Store()
    begin(plan, store)
    Counted.asked.clear()
    driver = Driver(plan, store)
    assert driver.run(Patient(plan, Files(), print))
    assert len(driver.results) == 6
    assert len(Counted.asked) <= 4 * 6
