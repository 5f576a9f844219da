"""The sequential test: published ratios, its order, and its errors."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.bots.arena.rating.sprt import Hypotheses, judge, log_ratio
from tests.bots.arena.rating.coverage import World


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((365, 16618, 36229, 16974, 390), 0, 2, 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
        ((36027, 68692, 36433), 0, 2, 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, 2.30),
    ],
)
def test_worked_numbers(counts: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    """The log-likelihood ratios of long tests on fishtest, by pairs and by games."""
    assert log_ratio(counts, elo0, elo1) == pytest.approx(ratio, abs=0.01)


def test_ratio_by_hand() -> None:
    """With wins and losses of pairs alone, the likeliest shares follow from the two bounds by hand."""
    elo = 100.0
    edge = elo * math.log(10) / 800 * math.sqrt(2)
    share = 0.5 + edge / (2 * math.sqrt(1 + edge**2))  # share - 1/2 = edge * sqrt(share (1 - share))
    by_hand = 700 * math.log(share / 0.5) + 300 * math.log((1 - share) / 0.5)
    assert log_ratio((300, 0, 0, 0, 700), 0.0, elo) == pytest.approx(by_hand, abs=0.05)


def test_bounds() -> None:
    """Wald's bounds for five per cent each are ±2.944."""
    assert (Hypotheses().lower, Hypotheses().upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_the_first_crossing_decides() -> None:
    """Whatever has been played beyond the pair that decides changes nothing."""
    test = Hypotheses(0, 50)
    won = judge(test, [1.0, 0.5] * 500)
    assert won.answer == "elo1"
    assert won.pairs < 1000
    beyond = judge(test, ([1.0, 0.5] * 500)[: won.pairs] + [0.0] * 5000)
    assert beyond == won
    before = judge(test, ([1.0, 0.5] * 500)[: won.pairs - 1])
    assert before.answer == "continue"
    assert judge(test, []).answer == "continue"


@pytest.mark.parametrize("world", [World(0.5), World(0.5, 0.3, -0.5)])
def test_errors(world: World) -> None:
    """Bots at one bound are taken for the other at most as often as promised, as far as 100 matches tell."""
    found = world.answers(Hypotheses(0, 150), 100, 400, 1)
    assert found["elo1"] <= 5 + 4
    assert found["continue"] == 0
    found = world.answers(Hypotheses(-150, 0), 100, 400, 2)
    assert found["elo0"] <= 5 + 4


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any), st.floats(-800, 800), st.floats(-800, 800)
)  # fmt: skip
def test_any_counts(counts: list[int], elo0: float, elo1: float) -> None:
    """Whatever the counts and the bounds, the ratio is a number, and turned around it is its opposite."""
    ratio = log_ratio(tuple(counts), elo0, elo1)
    assert math.isfinite(ratio)
    assert log_ratio(tuple(counts), elo1, elo0) == pytest.approx(-ratio, abs=1e-3)
    assert log_ratio(tuple(counts[::-1]), -elo0, -elo1) == pytest.approx(ratio, rel=1e-3, abs=0.05)
