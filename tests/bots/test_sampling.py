"""The analyst of games that no bot evaluates, on the dice race."""

from collections.abc import Callable

import pytest

from beachhead.bots.analysis import analyse, expected
from beachhead.bots.roster import find_analyst
from beachhead.bots.sampling import Sampler
from beachhead.engine.playout import Dice
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE
from tests.dice_race import RACE, State


def whole_game(seed: int) -> Timeline[State]:
    """A game of random actions."""
    draw: Callable[[int], int] = Dice(seed).below
    timeline = Timeline(RACE, Moment(RACE.start()[0]))
    while (actor := RACE.actor(timeline.state)) is not None:
        actions = RACE.urn(timeline.state) if actor == CHANCE else RACE.legal(timeline.state)
        timeline = timeline.play(actions[draw(len(actions))])
    return timeline


def test_analyses_any_game() -> None:
    """A game without an analyst of its own is analysed: result = share + luck + skill, and luck has the mean zero."""
    timeline = whole_game(1)
    analyst = find_analyst(RACE)
    assert isinstance(analyst, Sampler)
    analysis = analyse(timeline, Sampler(RACE, 40))
    assert any(step.luck and any(step.luck) for step in analysis.steps)
    assert any(step.cost > 0.0 for step in analysis.steps)
    for step in analysis.steps:
        assert sum(step.values) == pytest.approx(1.0)
        assert sum(step.luck) == pytest.approx(0.0, abs=1e-9)
    for result, luck, skill in zip(analysis.result, analysis.luck, analysis.skill, strict=True):
        assert result == pytest.approx(1 / len(analysis.seats) + luck + skill)


def test_sees_the_end() -> None:
    """Before the last action of a game its winner has most to expect, and what is decided is certain."""
    timeline = whole_game(2)
    result = RACE.result(timeline.state)
    assert result is not None
    last = timeline.moments()[-2].state
    analyst = Sampler(RACE, 100)
    values = expected(RACE, last, analyst) if RACE.actor(last) == CHANCE else analyst.value(last)
    assert max(values) == values[RACE.seats(last).index(result.winners[0])]
    assert analyst.value(last) == analyst.value(last)
