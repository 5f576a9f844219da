"""Who is withdrawn, and from which game on, does not depend on how many games run at the same time."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame, finished
from beachhead.bots.arena.game import RunningGame, open_table
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.tournament_command import run_tournament
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
