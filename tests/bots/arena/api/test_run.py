"""Matches and tournaments from Python: what the commands would say, as values."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from beachhead.arena import BadPlan, BadStore, Clock, Entrant, Match, RunFailure, Tournament, open_record, open_results
from beachhead.bots.arena.store import FILE
from tests.bots.arena.ring import GOOD, MARK, Ring, bad

RANDOM = ("builtin:random --seed 1", "builtin:random --seed 2")


def test_same_as_the_command(ring: Ring) -> None:
    """A match has the games, the standings and the seed of the command with the same settings."""
    done = ring.match(*RANDOM, "-n", 4, "--mode", "blitz+turns:8", "--seed", 7).results
    match = Match(*RANDOM, games=4, mode="blitz+turns:8", seed="7", concurrency=2)
    yielded = {result.id: result for result in match}
    results = match.results
    assert [game.id for game in results] == sorted(yielded) == [1, 2, 3, 4]
    for game, told in zip(results, done["games"], strict=True):
        assert (game.winner, game.reason, game.turns) == (told["winner"], told["reason"], told["turns"])
        assert (game.spec.seed, yielded[game.id].spec.seed) == (told["seed"], "")  # it was a secret when it was yielded
    assert (results.seed, results.is_finished, len(results)) == ("7", True, 4)
    for bot in done["bots"]:
        standing = results.standing(bot["name"])
        assert (standing.score, standing.elo, standing.elo_low) == (bot["score"], bot["elo"], bot["elo_low"])
    with pytest.raises(RunFailure, match="has been played"):
        match.play()


def test_standings_are_in_the_order_of_the_table(tmp_path: Path) -> None:
    """Best first is what the format says: a bye counts in a swiss tournament, though no game was played."""
    file = tmp_path / "cup.toml"
    bots = [f'[[bot]]\nname = "{name}"\ncommand = "builtin:random --seed {name}"\n' for name in "123"]
    top = 'name = "Cup"\ngame = "island"\nmode = "blitz+turns:1"\nformat = "swiss"\nrounds = 1\ngames = 2\nseed = "7"\n'
    file.write_text(top + "".join(bots))
    results = Tournament(file).play()
    assert [bot.place for bot in results.standings] == [1, 2, 3]
    assert [(bot.name, bot.games, bot.score) for bot in results.standings] == [
        ("3", 0, 0.0),
        ("1", 2, 1.0),
        ("2", 2, 1.0),
    ]


def test_entrants_and_faults() -> None:
    """Entrants have names, environments and clocks of their own; faults are values, and are told as they happen."""
    slow = Entrant("slow", bad("think", 100), clock=Clock(move=0.05))
    match = Match(slow, Entrant("good", GOOD, env={"A": "b"}), games=2, mode="blitz")
    results = match.play()
    assert [[(fault.bot, fault.reason) for fault in game.faults] for game in results] == [[("slow", "time")]] * 2
    assert results.standing("slow").faults == {"time": 2}
    assert any("slow loses by time" in message for message in match.messages)


def test_left_in_the_middle(ring: Ring) -> None:
    """Stopping the iteration ends everything; the processes of the program itself are left alone."""
    own = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    mine = [Entrant(name, GOOD, env={MARK: ring.mark}) for name in "ab"]
    for result in Match(*mine, games=1000, mode="blitz", concurrency=2):
        assert result.winner in ("a", "b", None)
        ring.await_marked()
        break
    ring.expect_nothing_left(10)
    assert own.poll() is None
    own.communicate(b"\n")


def test_kept_and_continued(tmp_path: Path) -> None:
    """A match that is stopped goes on from its folder, and its results and records can be read there."""
    words = {"games": 4, "mode": "blitz+turns:8", "seed": "3", "out": tmp_path / "kept"}
    first = next(iter(Match(*RANDOM, **words)))  # type: ignore[arg-type]
    assert not open_results(tmp_path / "kept").is_finished
    rest = [result.id for result in Match(*RANDOM, **words)]  # type: ignore[arg-type]
    results = open_results(tmp_path / "kept")
    assert sorted({first.id, *rest}) == [game.id for game in results] == [1, 2, 3, 4]
    assert len(rest) < 4
    assert open_record(tmp_path / "kept", 1)[0] == "newgame island blitz+turns:8 dice=manual"
    with pytest.raises(KeyError):
        open_record(tmp_path / "kept", 99)


def test_killed_before_the_end(tmp_path: Path) -> None:
    """A run that was killed when all games were stored, but not that they are all, is brought to its end: its seed is told."""
    words = {"games": 2, "mode": "blitz+turns:3", "out": tmp_path / "kept"}
    assert Match(*RANDOM, **words).play().seed  # type: ignore[arg-type]
    with closing(sqlite3.connect(tmp_path / "kept" / FILE)) as database:
        database.executescript("UPDATE tournament SET is_finished = 0; UPDATE key SET is_public = 0")
    assert open_results(tmp_path / "kept").seed is None
    assert Match(*RANDOM, **words).play().seed  # type: ignore[arg-type]
    assert open_results(tmp_path / "kept").seed


def test_refused(tmp_path: Path) -> None:
    """The API refuses what the commands refuse, with the same words, before a game."""
    with pytest.raises(BadPlan, match="two bots"):
        Match("builtin:random")
    for wrong in ({"games": 0}, {"concurrency": 0}, {"seed": "A b"}, {"hang": 0}, {"start": -1}, {"illegal": -1}):
        with pytest.raises(BadPlan, match="expected"):
            Match(*RANDOM, **wrong)  # type: ignore[arg-type]
    for words, problem in (
        ((*RANDOM, "builtin:random"), "for 2"),
        (("builtin:random", "builtin:nobody"), "not a built-in bot"),
    ):
        with pytest.raises(RunFailure, match=problem):
            Match(*words).play()
    with pytest.raises(BadStore, match="no results"):
        open_results(tmp_path)


def test_its_process_dies() -> None:
    """If the process aside is killed, that is said, and the results so far are not taken for all."""
    match = Match(*RANDOM, games=1000, mode="blitz")
    games = iter(match)
    next(games)
    assert match.process is not None
    os.kill(match.process.pid, signal.SIGKILL)
    with pytest.raises(RunFailure, match="exit code -9"):
        list(games)
    with pytest.raises(RunFailure, match="not been played to its end"):
        _ = match.results
