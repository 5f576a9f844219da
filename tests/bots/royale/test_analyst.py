"""Skill and luck in royale: shares of all seats, odds of strikes, and the cost of a bad decision."""

import pytest

from beachhead.bots.analysis import analyse, expected, value_of
from beachhead.bots.royale.analyst import RoyaleAnalyst
from beachhead.engine.royale import ROYALE
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE
from tests.engine.royale.tables import at, state_of
from tools.ladder.playing import Watched, make, play

# One card is left; the total of p1 is five behind that of p2, and the sword has eight.
LAST = at("d4:sword", ["d4:buckler:crown", "a4:dagger:crown,jester"], budget="1.0")


def test_odds() -> None:
    """Before the dice of the last card a seat has the odds of winning it, and their result is its luck."""
    state, _ = ROYALE.apply(state_of(LAST), ROYALE.action(state_of(LAST), "attack card"))
    analyst = RoyaleAnalyst()
    outcomes = analyst.outcomes(state)
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1.0)
    won, lost = (value_of(ROYALE, after, analyst) for _, after in outcomes)
    assert won[0] == 1.0
    assert lost[0] < 0.9
    mean = expected(ROYALE, state, analyst)
    assert mean[0] == pytest.approx(outcomes[0][0] * won[0] + outcomes[1][0] * lost[0])
    begun = Timeline(ROYALE, Moment(state_of(LAST))).play(ROYALE.action(state_of(LAST), "attack card"))
    (step,) = [step for step in analyse(begun.play(ROYALE.action(state, "roll 6 6 6")), analyst).steps if step.luck]
    assert step.luck[0] == pytest.approx(1.0 - mean[0])


def test_cost() -> None:
    """Who walks past a certain win pays for it, and is told of it."""
    state = state_of(at("d4:jester a4:crown", ["d4:greatsword,greatsword,sword:crown", "d7"], budget="1.1"))
    best, taken, text = RoyaleAnalyst().judge(state, ROYALE.action(state, "move d5"))
    assert text == "attack card"
    assert best > taken


@pytest.mark.parametrize("players", [2, 3, 5])
def test_whole_game(players: int) -> None:
    """Every roll of a whole game has luck that adds up to nothing over the seats; result is share, luck and skill."""
    raiders = [Watched(make("raider", "royale", seat)) for seat in range(players)]
    game = play(ROYALE, "standard", {"players": str(players)}, "7", raiders)
    analysis = analyse(game, RoyaleAnalyst(), has_costs=players == 2)
    rolls = [step for step in analysis.steps if step.actor == CHANCE]
    assert len(rolls) > 10
    for step in analysis.steps:
        assert sum(step.values) == pytest.approx(1.0)
        assert sum(step.luck) == pytest.approx(0.0, abs=1e-9)
        assert step.cost >= 0.0
    for result, luck, skill in zip(analysis.result, analysis.luck, analysis.skill, strict=True):
        assert result == pytest.approx(1 / players + luck + skill)
