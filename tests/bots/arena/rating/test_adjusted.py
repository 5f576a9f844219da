"""Luck-adjusted scores: by hand, and against a game of coins whose odds are known."""

from random import Random
from statistics import fmean, stdev

import pytest

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.rating.adjusted import adjusted
from beachhead.bots.arena.result import GameResult
from tests.bots.arena.schedule.results import result

COINS = 5
GUESS = 0.6  # the worth of a coin to a judge who is wrong about the game


def test_by_hand() -> None:
    """The score is the mean of the points minus luck, the error comes from blocks, and unmeasured games do not count."""
    specs = [GameSpec(id, (id + 1) // 2, (0, 1) if id % 2 else (1, 0)) for id in range(1, 7)]
    results = [result(spec, (1, 2)) for spec in specs]
    luck = {1: (0.25, -0.25), 2: (0.5, -0.5), 3: (0.25, -0.25), 4: (0.0, 0.0)}
    first, second = adjusted(results, luck, 2)
    assert first is not None
    assert second is not None
    assert first.score == pytest.approx((0.75 + 0.5 + 0.75 + 0.0) / 4)
    assert first.luck == pytest.approx((0.25 - 0.5 + 0.25 - 0.0) / 4)
    assert first.score + second.score == pytest.approx(1)
    assert first.error == pytest.approx(
        12.7062 * 0.125, rel=1e-4
    )  # Student's with one degree, blocks of 0.625 and 0.375
    assert adjusted(results, {}, 2) == [None, None]


def games(rng: Random, count: int) -> tuple[list[GameResult], dict[int, tuple[float, ...]]]:
    """Games in which the first bot needs most of five coins, and one more if its opponent is clever: the second coin counts
    twice, which the judge of luck does not know.
    """
    results, luck = [], {}
    for id in range(1, count + 1):
        coins = [rng.random() < 0.5 for _ in range(COINS)]
        heads = sum(coins) + coins[1]
        won = heads >= 4
        results.append(result(GameSpec(id, id, (0, 1)), (1, 2) if won else (2, 1)))
        judged = GUESS * sum(coin - 0.5 for coin in coins) / COINS * 2  # its mean is zero before each coin
        luck[id] = (judged, -judged)
    return results, luck


def test_it_is_unbiased() -> None:
    """Though luck is judged wrongly, the adjusted score is right in the mean and varies less, and its interval holds."""
    truth = sum((bin(coins).count("1") + (coins >> 1 & 1)) >= 4 for coins in range(1 << COINS)) / (1 << COINS)
    rng = Random(7)
    found, plain, covered = [], [], 0
    for _ in range(300):
        results, luck = games(rng, 40)
        first = adjusted(results, luck, 2)[0]
        assert first is not None
        assert first.error is not None
        found.append(first.score)
        plain.append(fmean(each.score(0) for each in results))
        covered += abs(first.score - truth) <= first.error
    assert abs(fmean(found) - truth) < 4 * stdev(found) / 300**0.5
    assert stdev(found) < 0.8 * stdev(plain)
    assert 0.91 <= covered / 300 <= 0.99
