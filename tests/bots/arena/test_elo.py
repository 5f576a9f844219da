"""Elo and what is sure about it."""

import math

import pytest

from beachhead.bots.arena.elo import correlation, rate


def test_even() -> None:
    """Equal scores are no difference, and as likely one way as the other."""
    rating = rate([0.5, 1.0, 0.0, 0.5], 8)
    assert (rating.elo, rating.superiority) == (0.0, 0.5)
    assert rating.error > 0


@pytest.mark.parametrize(("share", "elo"), [(0.75, 190.8), (0.64, 100.0), (0.25, -190.8)])
def test_known_values(share: float, elo: float) -> None:
    """A share of the points is the Elo that everybody's table gives for it."""
    assert rate([share] * 10_000, 20_000).elo == pytest.approx(elo, abs=0.1)


def test_everything_is_finite() -> None:
    """A bot that wins all, or loses all, or has played one pair, has a number that JSON can hold."""
    for blocks in ([1.0] * 5, [0.0] * 5, [1.0], [0.5]):
        rating = rate(blocks, 2 * len(blocks))
        assert all(math.isfinite(value) for value in (rating.elo, rating.error, rating.superiority))
    assert rate([1.0] * 50, 100).elo > rate([1.0] * 5, 10).elo > 300


def test_pairs_narrow_the_interval() -> None:
    """Pairs that share their luck say more than the same games one by one: their sums vary less."""
    luck = [(1.0, 0.0), (0.0, 1.0)] * 50
    mirrored = rate([sum(pair) / 2 for pair in luck], 200)
    unpaired = rate([1.0, 0.0] * 50, 200)
    assert mirrored.error < unpaired.error / 3
    assert correlation(luck) == -1.0
    assert correlation([(1.0, 0.0)]) is None


def test_the_pentanomial_example() -> None:
    """The interval of 500 pairs, by hand: counts of 0, 1/4, 1/2, 3/4 and 1 as 20, 100, 220, 120, 40."""
    counts = {0.0: 20, 0.25: 100, 0.5: 220, 0.75: 120, 1.0: 40}
    blocks = [score for score, count in counts.items() for _ in range(count)]
    mean = sum(blocks) / 500
    deviation = math.sqrt(sum((score - mean) ** 2 for score in blocks) / 500 / 500)
    low, high = (400 * math.log10(p / (1 - p)) for p in (mean - 1.96 * deviation, mean + 1.96 * deviation))
    rating = rate(blocks, 1000)
    assert rating.elo == pytest.approx(400 * math.log10(mean / (1 - mean)), abs=0.1)
    assert rating.error == pytest.approx((high - low) / 2, rel=0.01)


def test_more_seats() -> None:
    """With more seats an even share is none above the rest."""
    assert rate([1 / 3] * 9, 27, 3).elo == 0.0
    assert rate([0.5] * 9, 27, 3).elo == pytest.approx(120.4, abs=0.1)
