"""How long a search may think."""

import pytest

from beachhead.bots.search.budget import Budget, Spent, seconds_for


def test_nodes() -> None:
    """A budget of nodes is used up when so many have been counted."""
    budget = Budget(nodes=10)
    budget.check()
    budget.nodes = 10
    assert not budget.allows_another()
    with pytest.raises(Spent):
        budget.check()


def test_seconds() -> None:
    """A budget of no time is used up at the next look at the clock."""
    budget = Budget(seconds=0.0)
    assert not budget.allows_another()

    def work() -> None:
        for _ in range(100):
            budget.check()

    with pytest.raises(Spent):
        work()


@pytest.mark.parametrize(
    ("clock", "left", "least", "most"),
    [
        ("none", None, None, None),
        ("move 100", 100, 0.06, 0.09),
        ("move 20", 20, 0.002, 0.01),
        ("base 60000 100", 60_000, 0.5, 3.0),
        ("base 1000 10", 1000, 0.01, 0.05),
        ("base 10000 0", 200, 0.0, 0.025),
        ("move 100", 3, 0.0, 0.0),
        ("", 1000, 0.0, 0.13),
    ],
)
def test_seconds_for(clock: str, left: int | None, least: float | None, most: float | None) -> None:
    """A fair part of the clock is used, and never all of it."""
    seconds = seconds_for(clock, left)
    if least is None or most is None:
        assert seconds is None
    else:
        assert seconds is not None
        assert least <= seconds <= most


@pytest.mark.parametrize(("base", "increment"), [(1000, 10), (10_000, 100), (1000, 0), (60_000, 0)])
def test_lasts(base: int, increment: int) -> None:
    """A clock lasts for four hundred decisions, though each takes some milliseconds more than was meant."""
    left = float(base)
    for _ in range(400):
        seconds = seconds_for(f"base {base} {increment}", int(left))
        assert seconds is not None
        left -= seconds * 1000 + min(2.0, left / 100)
        assert left > 0
        left += increment
