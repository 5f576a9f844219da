"""Pentanomial counts and normalised Elo."""

import pytest

from beachhead.bots.arena.rating.pentanomial import Pentanomial, correlation, count
from beachhead.bots.arena.rating.sample import Block, duel
from tests.bots.arena.rating.coverage import blocks


@pytest.mark.parametrize(
    ("counts", "elo", "error"),
    [
        ((34, 54, 63, 64, 75), 57.94, 28.28),
        ((332, 433, 498, 333, 334), -9.17, 10.96),
        ((7895, 8757, 5685, 568, 9999), -19.01, 2.65),
    ],
)
def test_worked_numbers(counts: tuple[int, int, int, int, int], elo: float, error: float) -> None:
    """Normalised Elo is that of the published tables of fastchess, and its error nearly so (theirs has no tails)."""
    found = Pentanomial(counts).normalised()
    assert found is not None
    assert found[0] == pytest.approx(elo, rel=0.01)
    assert (found[2] - found[1]) / 2 == pytest.approx(error, rel=0.06)


def test_counts() -> None:
    """A bot's pairs are counted by its points, in whatever seat; what is incomplete is named."""
    pairs = blocks([(0, 0), (0, 0.5), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1), (1, 1)])
    half = Block((duel(0, 1, 1.0),), 2)
    assert count([*pairs, half], 0).counts == (1, 1, 2, 1, 2)
    assert count([*pairs, half], 1).counts == (2, 1, 2, 1, 1)
    assert count([*pairs, half], 0).incomplete == 1
    assert count(pairs, 2).pairs == 0


def test_nothing_is_made_up() -> None:
    """Pairs that are too few, or all alike, have no normalised Elo."""
    for counts in ((0, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 0, 7, 0, 0)):
        assert Pentanomial(counts).normalised() is None


def test_more_than_two() -> None:
    """Games of three have no pentanomial counts."""
    with pytest.raises(ValueError, match="mirrored pairs"):
        count([Block((((0, 1), (1, 2), (2, 3)),), 3)], 0)


def test_correlation() -> None:
    """Games that the dice decide go together at -1; a single pair says nothing."""
    assert correlation([(1.0, 0.0), (0.0, 1.0)]) == -1.0
    assert correlation([(1.0, 0.0)]) is None
    assert correlation([(1.0, 1.0), (1.0, 1.0)]) is None
