"""Random battles in numbers, beside those of an independent implementation.

The figures that were published with the rules come from play in which a nominated character that is blocked costs one of
its side's even if others could have moved. R7 says that the penalty is due only if all are blocked, and so do the
positions and battles in `tests/vectors`. With that clause turned around our battles have the published means.
"""

import pytest

from beachhead.engine.bench import bench
from beachhead.engine.island import ISLAND, movement
from beachhead.engine.island.state import ACT, State
from beachhead.engine.values import Action
from tests.engine.island.rulings import every_idle_end_costs

GAMES = 800
OURS = {"turns": 66.0, "decisions": 181.0, "actions": 267.0, "in act": 3.28}
PUBLISHED = {"turns": 61.0, "decisions": 172.0, "actions": 250.0, "in act": 3.2}


def measure() -> dict[str, float]:
    """Means over random battles of standard mode: per battle, and legal actions per decision in `act`."""
    listed: list[int] = []

    def counted(state: State) -> list[Action]:
        found = ISLAND.legal(state)
        if state.phase == ACT:
            listed.append(len(found))
        return found

    done = bench(ISLAND.changed(legal=counted), GAMES)
    return {
        "turns": done.turns / GAMES,
        "decisions": done.decisions / GAMES,
        "actions": done.actions / GAMES,
        "in act": sum(listed) / len(listed),
    }


def test_as_ruled() -> None:
    """By the rules as they stand, where an idle end costs a character only when all are blocked (R7)."""
    assert measure() == pytest.approx(OURS, rel=0.03)


@pytest.mark.pure
def test_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every idle end costing a character, the published figures come out: the two differ in this clause alone."""
    monkeypatch.setattr(movement, "is_stuck", every_idle_end_costs)
    assert measure() == pytest.approx(PUBLISHED, rel=0.03)


def test_signature() -> None:
    """Play is what it was: a commit that changes the signature of the bench says so."""
    assert bench(ISLAND, 200).signature == "509d39d0"
