"""Standings and crosstables from results."""

from beachhead.bots.arena.rating.standings import standings
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.fixed import round_robin, tables
from beachhead.bots.arena.schedule.war import War
from tests.bots.arena.schedule.results import always_drawn, by_seed, play, result, stronger_first


def test_round_robin() -> None:
    """If the earlier bot always wins, the lines say so, and so does the crosstable."""
    schedule = round_robin(3, 4)
    found = standings(schedule, play(schedule, stronger_first), 3)
    assert [(line.bot, line.games, line.wins, line.losses, line.score) for line in found.lines] == [
        (0, 8, 8, 0, 8.0),
        (1, 8, 4, 4, 4.0),
        (2, 8, 0, 8, 0.0),
    ]
    assert found.against == {(0, 1): 4, (0, 2): 4, (1, 0): 0, (1, 2): 4, (2, 0): 0, (2, 1): 0}
    assert set(found.met.values()) == {4}
    assert [line.rating.elo for line in found.lines] == [None] * 3


def test_draws() -> None:
    """Draws are half a point each, and no difference in Elo."""
    schedule = round_robin(2, 4)
    one, other = standings(schedule, play(schedule, always_drawn), 2).lines
    assert (one.draws, one.score, other.score) == (4, 2.0, 2.0)
    assert one.rating.elo == other.rating.elo == 0.0


def test_wars_count_once() -> None:
    """A war is one game of the standings, whatever its battles came to; points are those of all battles."""
    schedule = round_robin(2, 3, (), War("best", 3))
    one, other = standings(schedule, play(schedule, stronger_first), 2).lines
    assert (one.games, one.wins, one.score) == (3, 3, 3.0)
    assert (one.points, other.points) == (3 * 2 * 8, 3 * 2 * 6)


def test_what_is_incomplete_counts_and_is_named() -> None:
    """A pair with one game counts with that game and is named; so does a table with some of its rotations."""
    for schedule, size in ((round_robin(2, 4), 2), (tables(3, 3, 6), 3)):
        spec = schedule.next({}, 1)[0]
        found = standings(schedule, {spec.id: result(spec, tuple(range(1, size + 1)))}, size)
        assert [unit.number for unit in found.incomplete] == [1]
        assert sum(line.games for line in found.lines) == size


def test_withdrawn_and_faults() -> None:
    """A bot that never starts is marked, and its faults are counted."""
    schedule = round_robin(3, 4)
    found = standings(schedule, play(schedule, by_seed(1), broken=(1,)), 3)
    assert [line.bot for line in found.lines if line.is_withdrawn] == [1]
    assert found.line(1).faults == {"start": 8}
    assert found.line(0).faults == {}


def test_lost_by_both() -> None:
    """A game, or a war, in which nobody starts is lost by both: nobody has a point for it, in no table."""
    for war in (None, War("best", 3)):
        schedule = round_robin(2, 2, (), war)
        lost: dict[int, GameResult] = {}
        while ready := schedule.next(lost):
            lost |= {spec.id: result(spec, (2, 2), spec.bots) for spec in ready}
        found = standings(schedule, lost, 2)
        assert [(line.games, line.draws, line.losses, line.score) for line in found.lines] == [(2, 0, 2, 0.0)] * 2
        assert found.against == {(0, 1): 0.0, (1, 0): 0.0}
        assert found.met == {(0, 1): 2, (1, 0): 2}


def test_any_order_of_arrival() -> None:
    """The standings do not depend on the order in which games ended."""
    schedule = tables(5, 3, 9)
    expected = standings(schedule, play(schedule, by_seed(4), 0), 5)
    assert standings(schedule, play(schedule, by_seed(4), 1), 5) == expected
