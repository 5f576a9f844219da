"""Elo: known values, an independent package, small samples, and intervals that cover the truth."""

import math
from random import Random

import pytest

from beachhead.bots.arena.rating.elo import POINTS, Rating, rate
from beachhead.bots.arena.rating.fit import fit
from beachhead.bots.arena.rating.rivals import rivals
from beachhead.bots.arena.rating.sample import Block, Ranking, duel
from beachhead.bots.arena.schedule.fixed import Fixed, round_robin, tables
from tests.bots.arena.rating.coverage import Field, World, blocks


@pytest.mark.parametrize(("share", "elo"), [(0.75, 190.8), (0.64, 100.0), (0.25, -190.8), (0.5, 0.0)])
def test_two_bots(share: float, elo: float) -> None:
    """A share of the points is the Elo that everybody's table gives for it."""
    won = round(share * 500)
    first, second = rate(blocks([(1, 1)] * won + [(0, 0)] * (500 - won)), 2)
    assert first.elo == pytest.approx(elo, abs=0.1)
    assert second.elo == pytest.approx(-elo, abs=0.1)
    assert first.low is not None
    assert second.high == -first.low


@pytest.mark.parametrize("seed", range(5))
def test_two_bots_in_closed_form(seed: int) -> None:
    """For two bots the closed form finds what the search finds that serves for more, however lopsided the games."""
    rng = Random(seed)
    share = (0.5, 0.3, 0.9, 0.98, 0.02)[seed]
    games = []
    for _ in range(200):
        scores = [0.5 if rng.random() < 0.1 else float(rng.random() < share) for _ in range(rng.choice((1, 2)))]
        games.append(Block(tuple(duel(0, 1, score) for score in scores), 2))
    found, searched = rivals(games, (0, 1)), fit(games, (0, 1))
    for bot in (0, 1):
        assert found.edge(bot) == pytest.approx(searched.edge(bot), abs=1e-5)
        assert found.variance(bot) == pytest.approx(searched.variance(bot), rel=1e-4)
    assert found.strengths == pytest.approx(list(searched.strengths), abs=1e-5)


def test_fastchess_example() -> None:
    """34, 54, 63, 64 and 75 pairs by points are 55.58 ± 27.65 Elo in the tables of fastchess."""
    pairs = [(0, 0)] * 34 + [(0, 0.5)] * 54 + [(0, 1)] * 31 + [(0.5, 0.5)] * 32 + [(1, 0.5)] * 64 + [(1, 1)] * 75
    first, _ = rate(blocks([(float(a), float(b)) for a, b in pairs]), 2)
    assert first.elo == pytest.approx(55.58, abs=0.1)
    assert first.error == pytest.approx(27.65, abs=0.4)
    assert first.superiority == 1.0


@pytest.mark.parametrize("seed", range(6))
def test_bradley_terry_as_in_choix(seed: int) -> None:
    """Strengths over a random table are those that choix finds by another method."""
    import choix  # here, as it takes a second to load

    rng = Random(seed)
    bots = rng.randint(3, 8)
    truth = [rng.gauss(0, 0.8) for _ in range(bots)]
    games: list[tuple[int, int]] = [(bot, (bot + 1) % bots) for bot in range(bots)]  # connected in both directions
    for _ in range(40 * bots):
        one, other = rng.sample(range(bots), 2)
        games.append((one, other) if rng.random() < 1 / (1 + math.exp(truth[other] - truth[one])) else (other, one))
    other_way = choix.mm_pairwise(bots, games, tol=1e-12, max_iter=100_000)
    _compare([Block((duel(winner, loser, 1.0),), 1) for winner, loser in games], list(other_way))


@pytest.mark.parametrize("seed", range(4))
def test_plackett_luce_as_in_choix(seed: int) -> None:
    """Strengths from the places of tables of four are those that choix finds by another method."""
    import choix

    rng = Random(seed)
    rankings = [tuple(rng.sample(range(6), 4)) for _ in range(150)]
    other_way = choix.mm_rankings(6, rankings, tol=1e-12, max_iter=100_000)
    _compare([Block((_ranking(each),), 4) for each in rankings], list(other_way))


def _ranking(order: tuple[int, ...]) -> Ranking:
    return tuple((bot, place) for place, bot in enumerate(order, 1))


def _compare(games: list[Block], strengths: list[float]) -> None:
    size = len(strengths)
    for bot, rating in enumerate(rate(games, size)):
        others = (sum(strengths) - strengths[bot]) / (size - 1)
        assert rating.elo == pytest.approx((strengths[bot] - others) * POINTS, abs=0.11)


def test_a_tie_is_half_of_each_order() -> None:
    """Two who tie count as much as both orders of them once, each with half the weight."""
    orders = [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1)]
    tied = [Block((((0, 1), (1, 1), (2, 3)),), 3)] * 2
    split = [Block((_ranking((0, 1, 2)),), 3), Block((_ranking((1, 0, 2)),), 3)]
    rest = [Block((_ranking(order),), 3) for order in orders]
    assert [each.elo for each in rate(tied + rest, 3)] == [each.elo for each in rate(split + rest, 3)]


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ([], "–"),
        ([(1.0, 0.0)], "–"),
        ([(1.0, 1.0)], "–"),
        ([(1.0, 1.0), (1.0, 0.0)], "–"),
        ([(1.0, 1.0)] * 5, "> +136"),
        ([(0.0, 0.0)] * 5, "< -136"),
        ([(0.5, 0.5)] * 2, "–"),
        ([(1.0, 0.0)] * 50, "+0 ± 14"),
    ],
)
def test_small_samples(pairs: list[tuple[float, float]], text: str) -> None:
    """A sweep shows a bound, a handful of games no number, and many games a number with its error."""
    assert str(rate(blocks(pairs), 2)[0]) == text


def test_identical_bots() -> None:
    """Whatever four games between identical bots come to, nobody seems sure to be better, and no number is made up."""
    for scores in [
        (a / 2, b / 2, c / 2, d / 2) for a in range(3) for b in range(3) for c in range(3) for d in range(3)
    ]:
        first, _ = rate(blocks([scores[:2], scores[2:]]), 2)
        assert first.low is None or first.low < 0
        assert first.high is None or first.high > 0
        assert first.superiority is not None
        assert 0.05 < first.superiority < 0.95
        assert (first.elo is None) == (sum(scores) in (0, 4))


def test_only_what_is_connected_has_a_number() -> None:
    """One who beat all has a bound over the others, who keep their numbers; one who never played has nothing."""
    middle = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    games = blocks([(1.0, 1.0)] * 5) + blocks(middle, (1, 2)) + blocks([(1.0, 1.0)] * 5, (0, 2))
    top, one, two, absent = rate(games, 4)
    assert top.elo is None
    assert top.high is None
    assert top.low is not None
    assert top.low > 200
    assert (one.elo, two.elo) == (0.0, 0.0)
    assert absent == Rating()
    assert [one, two] == rate(blocks(middle), 2)


def test_shared_luck_narrows_the_interval() -> None:
    """Pairs whose luck is shared say more than the same games one by one."""
    mirrored = rate(blocks([(1.0, 0.0), (0.0, 1.0)] * 50), 2)[0]
    single = rate([Block((duel(0, 1, score),), 1) for score in (1.0, 0.0) * 100], 2)[0]
    assert mirrored.error is not None
    assert single.error is not None
    assert mirrored.error < single.error / 3


def test_the_order_of_blocks_does_not_matter() -> None:
    """Games in another order give the same ratings, exactly."""
    rng = Random(5)
    games = [Block((_ranking(tuple(rng.sample(range(5), 3))),), 3) for _ in range(60)]
    shuffled = rng.sample(games, len(games))
    assert rate(games, 5) == rate(shuffled, 5)


@pytest.mark.parametrize(
    ("games", "matches", "least", "most"), [(4, 600, 0.93, 1.0), (10, 600, 0.93, 1.0), (100, 600, 0.925, 0.985)]
)
@pytest.mark.parametrize("world", [World(0.5, 0.3, -0.5), World(0.64), World(0.8, 0.0, 0.3)])
def test_coverage(world: World, games: int, matches: int, least: float, most: float) -> None:
    """The interval covers the truth about as often as it says; `make soak` measures it with more matches."""
    assert least <= world.coverage(matches, games, 1) <= most


@pytest.mark.parametrize("schedule", [round_robin(5, 4), tables(5, 4, 16)], ids=["pairs", "tables"])
def test_coverage_in_a_field(schedule: Fixed) -> None:
    """Among several bots too the intervals cover the truth about as often as they say."""
    assert Field((0.6, 0.2, 0.0, -0.3, -0.5), schedule).coverage(100, 1) >= 0.93
