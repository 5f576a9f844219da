"""The bot `greedy`: how it plays, and that it wins."""

import time

import pytest

from beachhead.bots.island.greedy import chooser
from beachhead.bots.island.judgement import worth
from beachhead.bots.random import chooser as random
from beachhead.bots.sdk import Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from tests.bots.battles import battle

MODES = ["standard", "short", "allout", "blitz", "standard+live", "short+chain", "allout+live+chain", "blitz+turns:90"]
EMPTY = "12/12/12/12/12/12/12/12"


def choose(state: str, seat: str = "south") -> str:
    """What it does in a position."""
    return chooser(1)(Decision(state=state, seat=seat))


@pytest.mark.parametrize("mode", MODES)
def test_beats_random(mode: str) -> None:
    """It wins at least nine in ten of mirrored battles against `random`, set-up included, in every mode."""
    greedy, opponent = chooser(1), random(2)
    wins, pairs = 0, 20 if mode == "standard" else 3
    for pair in range(pairs):
        for seat in ("south", "north"):
            south, north = (greedy, opponent) if seat == "south" else (opponent, greedy)
            result = ISLAND.result(battle(mode, f"pair {pair}", south, north).state)
            assert result is not None
            wins += result.winners == (seat,)
    assert wins >= 0.9 * 2 * pairs


@pytest.mark.parametrize("mode", MODES)
def test_sets_up(mode: str) -> None:
    """Against itself it sets up by the rules, and nobody of either side is stuck before the first roll."""
    timeline = battle(mode, "set-up", chooser(1), chooser(2))
    first = next(moment.state for moment in timeline.moments() if moment.state.turn == 1)
    for side in (0, 1):
        assert first.strength(side) == first.mode.strength
        assert len(first.troops[side]) == first.mode.on_island


@pytest.mark.parametrize(
    ("state", "action"),
    [
        # A shot that takes somebody for nothing is fired at once, but not one that takes only the own.
        (f"12/{EMPTY}/3sn8/12/3Sn8 c:SSSS. j:sss.. 0+0 south act:3 9", "shoot d1 d3"),
        (f"12/{EMPTY}/3Se8/12/3Sn8 c:SS... j:sss.. 0+0 south after 9", "end"),
        # A shot at a live block with an enemy beside it is a gift; with only the own beside it, it is left alone.
        (f"12/{EMPTY}/3*sn7/12/3Sn8 c:SSSS. j:sss.. 6+0 south after 9", "shoot d1 d3"),
        (f"sn11/{EMPTY}/3*Se7/12/3Sn8 c:SSS.. j:sss.. 6+0 south after 9", "end"),
        # Who cannot move fires at its own to get free: rule 1a would cost one anyway.
        (f"12/{EMPTY}/12/12/3Se1Ss6 c:SSS.. j:sss.. 0+0 south act:5 9", "shoot d1 f1"),
        # A 1 is walked by the one that has room left afterwards, not by the one that then stands against the edge.
        (f"11sn/{EMPTY}/12/5Sn6/10Se1 c:SSS.. j:sss.. 0+0 south act:1 9", "move f2 f3"),
        # A penalty takes the one that can still move, not the one against the edge.
        (f"3sn8/{EMPTY}/12/5sn6/10Se1 c:SSSS. j:sss.. 0+0 south penalty 9", "remove f2"),
        # The pad slides to where somebody can step from it.
        (f"5sn6/{EMPTY}/12/12/5Sn6 d:....S j:sss.. 0+0 south slide:2 9", "pad east"),
    ],
)
def test_choices(state: str, action: str) -> None:
    """It fires what pays, and only that, and counts who can move."""
    assert choose(state) == action


def position(north: str, south: str, pad: str = "c:.....") -> State:
    """North is about to roll; its row 12 and South's first three rows are as given."""
    return ISLAND.read(f"{north}/{EMPTY}/{south} {pad} j:..... 0+0 north roll 9")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (position("sn11", "12/12/Sn2Sn8"), position("sn11", "12/12/Sn11")),  # more characters
        (position("ss11", "12/12/4Sn7"), position("ss11", "12/12/4Ss7")),  # room to move
        (position("12", "4ss7/12/5Sn6"), position("12", "4ss7/12/4Sn7")),  # out of the enemy's sights
        (position("sn11", "12/12/5Sn6", "c:S...."), position("sn11", "12/12/5Sn6", "a:S....")),  # ready to step on
        (position("5sn6", "12/12/11Sn"), position("5ss6", "12/12/11Sn")),  # an enemy against the edge
    ],
)
def test_judgement(better: State, worse: State) -> None:
    """Of two positions that differ in one thing it prefers the right one, and what one side gains the other loses."""
    assert worth(better, 0) > worth(worse, 0)
    assert worth(better, 1) == pytest.approx(-worth(better, 0))


def test_reveal() -> None:
    """A block that is to be revealed counts by the odds."""
    position = f"12/{EMPTY}/3*sn7/12/3Sn8 c:SSSS. j:sss.. {{}} south after 9"
    values = []
    for blocks in ("6+0", "3+3", "0+1"):
        state, _ = ISLAND.apply(ISLAND.read(position.format(blocks)), ISLAND.action(ISLAND.start()[0], "shoot d1 d3"))
        values.append(worth(state, 0))
    live, even, safe = values
    assert live - safe > 1
    assert even == pytest.approx((live + safe) / 2, abs=0.1)


def test_speed() -> None:
    """A decision takes well under five milliseconds in the mean, also with ten characters a side."""
    greedy = chooser(1)
    spent: list[float] = []

    def timed(decision: Decision) -> str:
        before = time.process_time()
        action = greedy(decision)
        spent.append(time.process_time() - before)
        return action

    battle("allout", "speed", timed, random(1))
    assert sum(spent) / len(spent) < 0.003
