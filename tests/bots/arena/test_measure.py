"""The luck of stored games: measured once, for the games that have none yet, and shown in a column."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from beachhead.bots.arena.store import FILE
from beachhead.bots.arena.tournament_command import run_results
from beachhead.engine.timeline import Timeline
from tests.bots.arena.test_killed import run, written


def luck_of(timeline: Timeline[Any]) -> tuple[float, ...]:
    """A judge who calls an even number of actions the first seat's luck."""
    luck = 0.25 if len(timeline.moments()) % 2 else -0.25
    return (luck, -luck)


def test_luck_is_measured_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is measured is stored; another call measures what is missing, and every output has it from then on."""
    file = written(tmp_path)
    assert run(file) == 0
    folder = tmp_path / "night"
    assert run_results([str(folder), "--luck"], luck_of=luck_of) == 0
    shown = capsys.readouterr()
    assert "luck of 6 of 6 games" in shown.err
    assert "without luck" in shown.out
    database = sqlite3.connect(folder / FILE)
    database.execute("DELETE FROM luck WHERE game > 4")
    database.commit()
    database.close()
    assert run_results([str(folder)]) == 0
    assert "minus the luck of the dice in 4 of 6 games" in capsys.readouterr().out
    assert run_results([str(folder), "--luck", "--json"], luck_of=luck_of) == 0
    shown = capsys.readouterr()
    assert "luck of 2 of 2 games" in shown.err
    found = json.loads(shown.out)
    assert all(abs(game["luck"]["south"]) == 0.25 for game in found["games"])
    assert all(sum(game["luck"].values()) == 0 for game in found["games"])
    assert sum(bot["luck"] for bot in found["bots"]) == 0
    assert all(
        bot["adjusted"] == pytest.approx(bot["score"] / bot["games"] - bot["luck"], abs=1e-4) for bot in found["bots"]
    )


def test_a_game_without_analyst(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If nothing measures luck, a message says so."""
    file = written(tmp_path)
    assert run(file) == 0
    assert run_results([str(tmp_path / "night"), "--luck"]) == 2
    assert "nothing measures luck here" in capsys.readouterr().err
