"""Skill and luck told apart: on a toy, where both can be worked out, and on the island."""

import json
from pathlib import Path

import pytest

from beachhead.bots.analysis import analyse
from beachhead.bots.island.analyst import IslandAnalyst
from beachhead.bots.island.rookie import chooser as rookie
from beachhead.bots.random import chooser as random
from beachhead.bots.verdict import as_json, as_text, curve, remark
from beachhead.cli import main
from beachhead.engine.island import ISLAND
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE
from tests.bots.battles import battle

EMPTY = "12/12/12/12/12/12/12/12"
# South is about to roll; a 3 lets its soldier take North's last character, by turning at d1.
DUEL = f"12/{EMPTY}/3se8/12/1Se10 c:..... j:..... 0+0 south roll 9"


def played(position: str, *actions: str) -> Timeline:  # type: ignore[type-arg]
    """A game from a position, with these actions."""
    timeline = Timeline(ISLAND, Moment(ISLAND.read(position)))
    for text in actions:
        timeline = timeline.play(ISLAND.action(timeline.state, text))
    return timeline


def test_luck_and_skill() -> None:
    """A lucky roll gives what it is better than the mean; what is left of the result is skill."""
    analysis = analyse(played(DUEL, "roll 3", "turn b1 d1 left", "shoot d1 d3"), IslandAnalyst())
    assert analysis.result == (1.0, 0.0)
    (roll,) = [step for step in analysis.steps if step.actor == CHANCE]
    assert 0.05 < roll.luck[0] == pytest.approx(-roll.luck[1])
    for i in (0, 1):
        assert analysis.result[i] == pytest.approx(0.5 + analysis.luck[i] + analysis.skill[i])
    assert analysis.costs("south") == pytest.approx(0.0)


def test_cost() -> None:
    """Who lets the last enemy go pays for it, and is told what would have been better."""
    analysis = analyse(played(DUEL, "roll 3", "turn b1 d1 right"), IslandAnalyst())
    (worst,) = analysis.mistakes(5)
    assert (worst.actor, worst.best) == ("south", "turn b1 d1 left")
    assert worst.cost > 0.2
    assert analysis.costs("south") == worst.cost
    assert analysis.costs("north") == 0.0


def test_mean_luck_is_zero() -> None:
    """Over all that can come, the luck of a roll is nothing in the mean."""
    lucks = [
        analyse(played(DUEL, f"roll {pips}"), IslandAnalyst()).luck[0] for pips in range(6)
    ]  # fmt: skip
    assert sum(lucks) == pytest.approx(0.0, abs=1e-9)
    assert max(lucks) > 0.1


def test_whole_battle() -> None:
    """A whole battle has a step for every action of play, and a summary, a curve and JSON that say the same."""
    timeline = battle("blitz", "5", rookie(1), random(2))
    analysis = analyse(timeline, IslandAnalyst())
    actions = [moment.action.text for moment in timeline.moments() if moment.action is not None]
    assert [step.action for step in analysis.steps] == actions[-len(analysis.steps) :]
    assert sum(analysis.luck) == pytest.approx(0.0, abs=1e-9)
    text = as_text(analysis)
    assert text[1].split()[0] == "south"
    assert len(curve(analysis)) <= 60
    known = as_json(analysis)
    assert len(known["steps"]) == len(analysis.steps)
    assert json.loads(json.dumps(known)) == known
    assert any(remark(step, analysis.seats).startswith("luck ") for step in analysis.steps)


def test_forced() -> None:
    """A side that can only end its turn, and loses one of two characters for that, is not lost for certain."""
    stuck = ISLAND.read(f"12/{EMPTY}/3se8/12/Sw11 c:S.... j:s.... 0+0 south act:3 9")
    assert [action.text for action in ISLAND.legal(stuck)] == ["end"]
    after, _ = ISLAND.apply(stuck, ISLAND.legal(stuck)[0])
    chances = [IslandAnalyst().value(state)[0] for state in (stuck, after)]
    assert 0.02 < chances[0] < 0.5
    assert chances[0] == pytest.approx(chances[1], abs=0.05)


def test_set_up_only() -> None:
    """A game that is still being set up has no luck and no costs, and even chances."""
    state, events = ISLAND.start("standard", {"first": "south"})
    timeline = Timeline(ISLAND, Moment(state, events=events)).play(ISLAND.legal(state)[0])
    analysis = analyse(timeline, IslandAnalyst())
    assert (analysis.steps, analysis.result, analysis.luck) == ((), (0.5, 0.5), (0, 0))
    assert curve(analysis)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`beachhead analyse` reads a record, prints a table or JSON, and writes the record again with comments."""
    timeline = played(DUEL, "roll 3", "turn b1 d1 right")
    record = tmp_path / "duel.bhr"
    record.write_text("\n".join(write_record(timeline, {}, DUEL)) + "\n")
    commented = tmp_path / "out.bhr"
    assert main(["analyse", str(record), "--record", str(commented)]) == 0
    said = capsys.readouterr().out
    assert "better: turn b1 d1 left" in said
    lines = commented.read_text().splitlines()
    assert lines[-4].startswith("# luck south +")
    assert lines[-3] == "roll 3"
    assert lines[-2].startswith("# cost south ")
    assert [line for line in lines if not line.startswith("#")] == record.read_text().splitlines()
    assert main(["analyse", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][1]["best"] == "turn b1 d1 left"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ping\n", "there is no game in"),
        ("newgame island\nmove a1 a2\n", "error"),
    ],
)
def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str) -> None:
    """A file without a game, or with a mistake, is refused with the reason."""
    record = tmp_path / "a.bhr"
    record.write_text(text)
    assert main(["analyse", str(record)]) == 2
    assert words in capsys.readouterr().err
    assert main(["analyse", str(tmp_path / "none.bhr")]) == 2
    assert "cannot be read" in capsys.readouterr().err
