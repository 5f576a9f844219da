"""The search of royale: what it finds with all choices is what going through all of them finds."""

import pytest

from beachhead.bots.royale.judgement import Shares, by_hand, calibrated, shares
from beachhead.bots.royale.planner import Budget, mixed, think
from beachhead.bots.royale.prospect import outcomes
from beachhead.bots.royale.raider import WEIGHTS
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.flow import legal
from beachhead.engine.royale.state import State
from tests.engine.royale.tables import at, state_of

ALL = (99,)
POSITIONS = [
    at("d7:sword d6:crown", ["d7", "a4"], budget="2.0"),
    at("d7:sword d6:jester a4:boots", ["d7:boots,crown,dagger", "d6:eagle:sword"], budget="1.1"),
    at("d7:crown", ["d7:second-wind,dagger", "d7:sword", "a4"], budget="2.0"),
]


def every(state: State, number: int, turns: int) -> Shares:
    """The value of a state by going through everything until that many turns have ended."""
    if state.outcome is not None or state.turn >= number + turns:
        return shares(state, WEIGHTS)
    values = []
    for action in legal(state):
        after = outcomes(state, action)
        values.append(mixed([(chance, every(each, number, turns)) for chance, each in after]))
    return max(values, key=lambda value: value[state.side])


@pytest.mark.parametrize("text", POSITIONS)
def test_finds_what_there_is(text: str) -> None:
    """With all choices wide open, every action is worth what an exhaustive search of the turn says."""
    state = state_of(text)
    found = think([state], WEIGHTS, Budget(1 << 30), [(ALL,)])
    assert {each.action.text for each in found} == {action.text for action in legal(state)}
    for each in found:
        exact = mixed([(chance, every(after, state.turn, 1)) for chance, after in outcomes(state, each.action)])
        assert each.value == pytest.approx(exact[state.side]), each.action
    assert [each.value for each in found] == sorted([each.value for each in found], reverse=True)


def test_looks_at_the_answer() -> None:
    """With a width for the next turn, what the opponent does best in it counts."""
    state = state_of(at("d7:sword a4:crown", ["d7", "d6:dagger,dagger"], budget="0.0"))
    plan = ((99,), (99,))
    found = think([state], WEIGHTS, Budget(1 << 30), [plan])
    exact = every(state, state.turn, 2)
    assert [each.action.text for each in found] == ["end"]
    assert found[0].value == pytest.approx(exact[0])


def test_the_budget_ends_it() -> None:
    """A search without a budget has its first opinions, and one with a small one stays near it."""
    state = state_of(at("d7:sword d6:crown", ["d7", "a4"], budget="2.0"))
    plans = [((8, 5, 3),), ((12, 8, 5),)]
    assert {each.depth for each in think([state], WEIGHTS, Budget(0), plans)} == {0}
    budget = Budget(20)
    think([state], WEIGHTS, budget, plans)
    assert -60 < budget.nodes < 20


def test_worlds_count_alike() -> None:
    """Over several worlds an action is worth the mean of what it is worth in each."""
    texts = [at("d7:sword d6:crown", ["d7", f"a4:dagger:{hidden}"], budget="2.0") for hidden in ("crown", "jester")]
    worlds = [state_of(text) for text in texts]
    plan = [((99,),)]
    alone = [{each.action: each.value for each in think([world], WEIGHTS, Budget(1 << 30), plan)} for world in worlds]
    for each in think(worlds, WEIGHTS, Budget(1 << 30), plan):
        assert each.value == pytest.approx((alone[0][each.action] + alone[1][each.action]) / 2)


def test_calibrated() -> None:
    """An even share stays even, a better one is a better chance, though not as good; the end is certain."""
    for seats in (2, 4):
        even = 1 / seats
        assert calibrated(even, seats) == pytest.approx(even)
        assert even < calibrated(0.8, seats) < 0.8
        assert calibrated(0.1, seats) < even
        assert [calibrated(share, seats) for share in (0.0, 1.0)] == [0.0, 1.0]


def test_shares() -> None:
    """Shares add up to one, whoever is out has none, and more cards are better; at the end they are the win itself."""
    text = at("d7:sword d6:crown", ["d7:crown", "a4", "a4:boots"])
    found = shares(state_of(text), by_hand(total=1))
    assert found[0] > found[2] > found[1] > found[3] == 0
    over = ROYALE.read(at("", ["d7:crown", "a4:crown", "a4"], "over:p1+p2", side="-", mover="-"))
    assert shares(over, WEIGHTS) == [0.5, 0.5, 0.0, 0.0]
