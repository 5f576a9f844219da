"""The beta distribution and Student's, beside scipy's."""

import pytest
from scipy.special import betainc, betaincinv, stdtrit

from beachhead.bots.arena.rating.beta import probability, quantile, student

SIZES = (0.5, 1.0, 1.5, 4.0, 33.3, 500.0, 40_000.0)


@pytest.mark.parametrize("a", SIZES)
@pytest.mark.parametrize("b", SIZES)
def test_beta(a: float, b: float) -> None:
    """Quantiles and probabilities are scipy's, from half a game to tens of thousands, in both tails."""
    for chance in (0.001, 0.025, 0.5, 0.975):
        share = quantile(a, b, chance)
        assert share == pytest.approx(float(betaincinv(a, b, chance)), rel=1e-7)
        assert probability(a, b, share) == pytest.approx(float(betainc(a, b, share)), rel=1e-7)
    assert probability(a, b, 0.5) == pytest.approx(float(betainc(a, b, 0.5)), rel=1e-7, abs=1e-12)
    assert (probability(a, b, 0.0), probability(a, b, 1.0)) == (0.0, 1.0)


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 100, 1e4, 1e6])
def test_student(freedom: float) -> None:
    """Student's quantiles are scipy's, for one degree of freedom and for a million."""
    for chance in (0.6, 0.975, 0.999):
        assert student(freedom, chance) == pytest.approx(float(stdtrit(freedom, chance)), rel=1e-7)
