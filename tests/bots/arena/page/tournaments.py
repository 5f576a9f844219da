"""Small tournaments for the tests of reports: real games by picks, with times, a fault, and names that look like markup."""

from dataclasses import replace
from pathlib import Path

from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.result import Fault, Thinking
from beachhead.bots.arena.tournament_command import run_tournament
from beachhead.engine.games import find_game
from tests.bots.arena.simulated import Simulated

SCRIPT = "<script>alert(1)</script>"
NAMES = ("anna", SCRIPT, "</script><img src=x onerror=alert(2)>'\"&amp;")
WORDS = "# it said <b>no</b> & ${title}"
FILE = """
name = "{name}"
game = "{game}"
mode = "{mode}"
games = {games}
{seed}
seats = {seats}
time = "move 0.5"
"""
BOT = """
[[bot]]
name = '''{name}'''
command = "builtin:random"
"""


class Eventful(Simulated):
    """Games in which bots take time, and the last bot of every fifth game is at fault."""

    def played(self, job: Job) -> PlayedGame:
        played = super().played(job)
        result = played.result
        thinking = tuple([Thinking(10, 0.01 * (bot + 1) + job.spec.id / 1000, 0.05) for bot in job.spec.bots])
        result = replace(result, thinking=thinking, seconds=1.5)
        if job.spec.id % 5:
            return replace(played, result=result)
        name, seat = result.names[-1], result.seats[-1]
        fault = Fault(name, seat, "illegal", f"said {SCRIPT}")
        lines = (WORDS, f"seed {job.spec.seed}")
        return replace(played, result=replace(result, faults=(fault,)), evidence={name: lines})


def hold(
    folder: Path, games: int = 4, game: str = "island", mode: str = "blitz+turns:12", seed: str = "7", bots: int = 3
) -> Path:
    """Play a tournament into a folder, and return the folder of its results."""
    seats = 2 if game == "island" else bots
    text = FILE.format(
        name=f"Cup of {SCRIPT}", game=game, mode=mode, games=games, seed=f'seed = "{seed}"' if seed else "", seats=seats
    )
    names = [*NAMES, *[f"bot {number}" for number in range(bots)]][:bots]
    file = folder / "cup.toml"
    file.write_text(text + "".join([BOT.format(name=name) for name in names]), encoding="utf-8")
    assert run_tournament([str(file)], ["random"], find_game, Eventful) in (0, 1)
    return folder / "cup"
