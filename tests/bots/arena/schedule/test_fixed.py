"""Round-robin, gauntlet and tables: who meets whom, how often, and in which seats."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.plan import pair_seed
from beachhead.bots.arena.schedule.fixed import Fixed, circle, gauntlet, round_robin, tables
from beachhead.bots.arena.schedule.schedule import Schedule
from tests.bots.arena.schedule.results import by_seed, play, result


def games_of(schedule: Schedule) -> list[GameSpec]:
    """All games of a fixed schedule."""
    return schedule.next({}, 10**6)


@given(st.integers(2, 12), st.integers(1, 9))
def test_round_robin(bots: int, games: int) -> None:
    """Each pairing is met equally often, at least as often as asked, half of the games in either seat."""
    found = games_of(round_robin(bots, games))
    met = Counter(spec.bots for spec in found)
    assert set(met) == {pair for one in combinations(range(bots), 2) for pair in (one, one[::-1])}
    assert set(met.values()) == {(games + 1) // 2}
    assert [spec.id for spec in found] == list(range(1, len(found) + 1))


@given(st.integers(2, 15))
def test_circle(bots: int) -> None:
    """In a round of the circle nobody plays twice, and at most one pauses."""
    for one in circle(bots):
        playing = [bot for pair in one for bot in pair]
        assert len(playing) == len(set(playing)) == bots - bots % 2


def test_mirrored_pairs() -> None:
    """Two games of a pair have one number, one position, and the seats swapped."""
    first, second, third, *_ = games_of(round_robin(2, 4, ("here", "there")))
    assert (first.pair, second.pair, third.pair) == (1, 1, 2)
    assert (first.bots, second.bots) == ((0, 1), (1, 0))
    assert (first.position, second.position, third.position) == ("here", "here", "there")


def test_seeds() -> None:
    """The seed of pair K is the first 32 hexadecimal digits of SHA-256 of `KEY pair K`."""
    assert pair_seed("7", 1) == "a7b2d562f3c2f49c2961b855334fc78e"


@given(st.integers(2, 9), st.integers(1, 6))
def test_gauntlet(bots: int, games: int) -> None:
    """The first bot plays everybody equally often, and nobody else meets."""
    found = games_of(gauntlet(bots, games))
    assert all(0 in spec.bots for spec in found)
    met = Counter(max(spec.bots) for spec in found)
    assert set(met) == set(range(1, bots))
    assert set(met.values()) == {(games + 1) // 2 * 2}


@given(st.integers(2, 6), st.integers(0, 5), st.integers(1, 40))
def test_tables(seats: int, more: int, games: int) -> None:
    """Everybody plays equally often, at least as often as asked, equally often in every seat, and never itself."""
    bots = seats + more
    found = games_of(tables(bots, seats, games))
    played: Counter[tuple[int, int]] = Counter()
    for spec in found:
        assert len(set(spec.bots)) == seats
        played.update(enumerate(spec.bots))
    assert len(set(played.values())) == 1
    assert len(played) == bots * seats
    assert games <= seats * played[0, 0] < games + seats * seats


@pytest.mark.parametrize(("bots", "seats"), [(5, 3), (6, 4), (7, 3), (8, 4), (9, 6), (12, 4)])
def test_company(bots: int, seats: int) -> None:
    """Over many blocks any two bots have met about equally often."""
    met: Counter[tuple[int, int]] = Counter()
    for spec in games_of(tables(bots, seats, 400)):
        met.update(combinations(sorted(spec.bots), 2))
    assert len(met) == bots * (bots - 1) // 2
    assert max(met.values()) <= 1.1 * min(met.values())


def test_neighbours_change() -> None:
    """Who sits behind whom changes from block to block, even if all bots sit at every table."""
    behind = Counter(
        (spec.bots[seat], spec.bots[(seat + 1) % 4]) for spec in games_of(tables(4, 4, 24)) for seat in range(4)
    )
    assert len(behind) == 12
    assert len(set(behind.values())) == 1


def test_blocks_share_their_dice() -> None:
    """The rotations of a table are one block with one number."""
    found = games_of(tables(5, 3, 9))
    for block in range(0, len(found), 3):
        assert len({spec.pair for spec in found[block : block + 3]}) == 1
        assert len({frozenset(spec.bots) for spec in found[block : block + 3]}) == 1


def test_more_games_keep_the_numbers() -> None:
    """A longer schedule begins with the games of the shorter one."""
    for short, long in (
        (round_robin(4, 4), round_robin(4, 10)),
        (gauntlet(4, 4), gauntlet(4, 10)),
        (tables(6, 3, 9), tables(6, 3, 300)),
        (tables(4, 4, 8), tables(4, 4, 90)),
    ):
        found = games_of(short)
        assert games_of(long)[: len(found)] == found


stages = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=4)


@given(st.sampled_from((round_robin, gauntlet)), st.integers(2, 5), st.integers(1, 6), stages)
def test_bots_and_games_are_added(
    make: Callable[..., Fixed], bots: int, games: int, more: list[tuple[int, int]]
) -> None:
    """Whatever bots and games are added later, the earlier games keep their places, and all meet as often as in a new one."""
    sizes = [(bots, games)]
    for added, longer in more:
        before = games_of(make(*sizes[-1], stages=sizes[:-1]))
        sizes.append((sizes[-1][0] + added, sizes[-1][1] + longer))
        found = games_of(make(*sizes[-1], stages=sizes[:-1]))
        assert found[: len(before)] == before
        assert [spec.id for spec in found] == list(range(1, len(found) + 1))
    assert Counter(spec.bots for spec in found) == Counter(spec.bots for spec in games_of(make(*sizes[-1])))


@given(st.integers(3, 4), st.integers(0, 3), st.integers(1, 30), stages)
def test_bots_join_tables(seats: int, spare: int, games: int, more: list[tuple[int, int]]) -> None:
    """Tables that bots join keep the earlier games, and everybody who is there then gets the games of the file."""
    sizes = [(seats + spare, games)]
    for added, longer in more:
        before = games_of(tables(sizes[-1][0], seats, sizes[-1][1], stages=sizes[:-1]))
        sizes.append((sizes[-1][0] + added, sizes[-1][1] + longer))
        found = games_of(tables(sizes[-1][0], seats, sizes[-1][1], stages=sizes[:-1]))
        assert found[: len(before)] == before
    counts = Counter(bot for spec in found for bot in spec.bots)
    assert min(counts[bot] for bot in range(sizes[-1][0])) >= sizes[-1][1]


def test_incomplete_pairs_are_named() -> None:
    """A pair of which one game has ended is named until the other one has."""
    schedule = round_robin(3, 2)
    first, second, *_ = games_of(schedule)
    results = {first.id: result(first, (1, 2))}
    assert [unit.number for unit in schedule.incomplete(results)] == [1]
    results[second.id] = result(second, (1, 2))
    assert schedule.incomplete(results) == []


@given(st.integers(0, 10**6))
def test_any_order_of_arrival(seed: int) -> None:
    """Whatever order games end in, the same are played and counted in the same order."""
    schedule = tables(5, 3, 9)
    results = play(schedule, by_seed(1), seed)
    assert [each.id for each in schedule.counted(results)] == [spec.id for spec in games_of(schedule)]
    assert schedule.is_finished(results)
