"""Swiss, knockout, sequential tests and wars: schedules that follow results."""

from collections import Counter
from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.rating.standings import standings
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.fixed import round_robin
from beachhead.bots.arena.schedule.knockout import REPLAYS, Knockout, bracket
from beachhead.bots.arena.schedule.schedule import Round, Schedule
from beachhead.bots.arena.schedule.sequential import Sequential
from beachhead.bots.arena.schedule.swiss import Swiss
from beachhead.bots.arena.schedule.war import War, read_war
from beachhead.bots.arena.schedule.withdrawal import withdrawn
from tests.bots.arena.schedule.results import always_drawn, by_seed, play, result, stronger_first


def pairings(schedule: Swiss, seed: int) -> list[tuple[set[tuple[int, int]], int | None]]:
    """The pairings and the bye of every round of a swiss tournament with random results."""
    results = play(schedule, by_seed(seed), seed)
    assert schedule.is_finished(results)
    return [
        ({(min(unit.bots), max(unit.bots)) for unit in units}, bye) for units, bye in schedule.rounds_so_far(results)
    ]


@settings(max_examples=12, deadline=None)
@given(st.integers(4, 11), st.integers(0, 10**6))
def test_swiss(bots: int, seed: int) -> None:
    """Though pairs follow the scores, all bots can meet all others without a repetition; all play, and byes go round."""
    rounds = bots - 1 + bots % 2
    found = pairings(Swiss(bots, rounds, 2), seed)
    assert len(found) == rounds
    met = Counter(pair for pairs, _ in found for pair in pairs)
    assert set(met.values()) == {1}
    for pairs, bye in found:
        playing = [bot for pair in pairs for bot in pair] + ([] if bye is None else [bye])
        assert sorted(playing) == list(range(bots))
    assert sorted(bye for _, bye in found if bye is not None) == (list(range(bots)) if bots % 2 else [])


def test_swiss_repeats_only_when_it_must() -> None:
    """Four bots have three rounds without a repetition; then all meet again."""
    found = pairings(Swiss(4, 6, 2), 3)
    met = Counter(pair for pairs, _ in found[:3] for pair in pairs)
    assert set(met.values()) == {1}
    met.update(pair for pairs, _ in found[3:] for pair in pairs)
    assert set(met.values()) == {2}


def test_swiss_pairs_by_score() -> None:
    """In the second round winners meet winners."""
    schedule = Swiss(8, 2, 2)
    _, (units, _) = schedule.rounds_so_far(play(schedule, stronger_first))
    (first, _), *_ = schedule.rounds_so_far({})
    winners = {min(unit.bots) for unit in first}
    for unit in units:
        assert len(winners & set(unit.bots)) in (0, 2)


def test_swiss_without_the_withdrawn() -> None:
    """A bot that fails to start three times in a row is paired no more."""
    schedule = Swiss(5, 4, 4)
    results = play(schedule, by_seed(2), broken=(3,))
    gone = withdrawn(schedule.games(results), results)
    assert set(gone) == {3}
    rounds = [
        number
        for number, (units, _) in enumerate(schedule.rounds_so_far(results))
        if any(3 in unit.bots for unit in units)
    ]
    assert len(rounds) == 1


@pytest.mark.parametrize(("bots", "places"), [(2, [0, 1]), (4, [0, 3, 1, 2]), (7, [0, 7, 3, 4, 1, 6, 2, 5])])
def test_bracket(bots: int, places: list[int]) -> None:
    """The first bot meets the last; the first two can meet in the final alone."""
    assert bracket(bots) == places


@pytest.mark.parametrize("bots", [2, 3, 5, 8, 11])
def test_knockout(bots: int) -> None:
    """If the earlier bot always wins, the first two are in the final, and each loser has lost one meeting."""
    schedule = Knockout(bots, 2)
    results = play(schedule, stronger_first)
    rounds = list(schedule.rounds_so_far(results))
    assert len(rounds) == (bots - 1).bit_length()
    assert rounds[-1][1] == [0]
    assert sum(len(units) for units, _ in rounds) == bots - 1
    assert set(rounds[-1][0][0].bots) == {0, 1}


def test_knockout_replays_ties() -> None:
    """After a tie mirrored pairs are added one by one; if nobody ever leads, the earlier bot goes on."""
    schedule = Knockout(2, 2)
    results = play(schedule, always_drawn)
    assert len(results) == 2 * (1 + REPLAYS)
    assert list(schedule.rounds_so_far(results))[-1][1] == [0]
    decided = play(schedule, lambda spec: (1, 1) if spec.id <= 4 else tuple(2 - bot for bot in spec.bots))
    assert len(decided) == 6
    assert list(schedule.rounds_so_far(decided))[-1][1] == [1]


def test_knockout_ranks_by_rounds() -> None:
    """Who comes further stands before who scored more, and every round tells who met, who won and who paused."""
    schedule = Knockout(3, 2)
    results = play(schedule, stronger_first)
    first, second = schedule.meetings(results)
    assert first == Round(1, ((1, 2),), (1,), (0,))
    assert second == Round(2, ((0, 1),), (0,), ())
    assert schedule.rank(results) == {0: 2, 1: 1}
    assert [line.bot for line in standings(schedule, results, 3).lines] == [0, 1, 2]
    assert schedule.meetings({}) == [Round(1, ((1, 2),), (None,), (0,))]


def test_swiss_ranks_with_byes() -> None:
    """A bye counts as a meeting won in the order of a swiss tournament."""
    schedule = Swiss(3, 3, 2)
    results = play(schedule, always_drawn)
    assert schedule.rank(results) == {0: 4.0, 1: 4.0, 2: 4.0}
    rounds = schedule.meetings(results)
    assert sorted(each.paused for each in rounds) == [(0,), (1,), (2,)]
    assert all(each.winners == (None,) for each in rounds)
    partly = {id: found for id, found in results.items() if id <= 2}
    assert schedule.rank(partly)[rounds[0].paused[0]] == 2.0


def test_sequential_stops() -> None:
    """A sequential test ends at the pair that decides, judged in order, and games beyond it do not count."""
    schedule = Sequential(Hypotheses(0, 100), 1000)
    outcome = by_seed(0)
    results = play(schedule, lambda spec: stronger_first(spec) if spec.id % 3 else outcome(spec), seed=4)
    verdict = schedule.verdict(results)
    assert verdict.answer == "elo1"
    assert schedule.is_finished(results)
    assert len(schedule.counted(results)) == 2 * verdict.pairs < len(results) + 8
    late = schedule.unit(verdict.pairs + 1).game(0)
    more = {**results, late.id: result(late, (2, 1))}
    assert schedule.counted(more) == schedule.counted(results)


def test_sequential_waits_for_the_gap() -> None:
    """A pair that is missing holds the judgement up, however clear the later ones are."""
    schedule = Sequential(Hypotheses(0, 100), 1000)
    specs = [schedule.unit(number).game(turn) for number in range(1, 300) for turn in (0, 1)]
    results = {spec.id: result(spec, stronger_first(spec)) for spec in specs}
    assert schedule.is_finished(results)
    del results[2]
    assert schedule.verdict(results).pairs == 0
    assert [spec.id for spec in schedule.next(results, 1)] == [2]


SCHEDULES: list[Schedule] = [
    Swiss(6, 3, 2),
    Swiss(5, 3, 2),
    Knockout(6, 2),
    Knockout(4, 1, (), War("best", 3)),
    Sequential(Hypotheses(0, 150), 60),
    round_robin(3, 2, (), War("first", 20)),
    Swiss(4, 2, 1, (), War("most", 3)),
]


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: type(each).__name__)
def test_any_order_of_arrival(schedule: Schedule) -> None:
    """Whatever order games end in, the games that count and their results are the same."""
    expected = schedule.counted(play(schedule, by_seed(9), 0))
    assert len({each.id for each in expected}) == len(expected) > 0
    for seed in range(1, 4):
        assert schedule.counted(play(schedule, by_seed(9), seed)) == expected


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: type(each).__name__)
def test_what_is_remembered(schedule: Schedule) -> None:
    """A schedule that remembers complete rounds gives the same games as one that does not, also if results are taken back."""
    rng = Random(5)
    outcome = by_seed(9)
    results: dict[int, GameResult] = {}
    for _ in range(400):
        fresh = type(schedule)(*[getattr(schedule, each.name) for each in fields(schedule) if each.compare])  # type: ignore[arg-type]
        ready = schedule.next(results)
        assert ready == fresh.next(results)
        assert list(schedule.units(results)) == list(fresh.units(results))
        assert schedule.rank(results) == fresh.rank(results)
        if not ready:
            break
        if rng.random() < 0.1 and results:  # as if a bot was withdrawn
            first = max(results) - rng.randrange(4)
            for id in [id for id in results if id >= first]:
                del results[id]
            continue
        spec = rng.choice(ready[:3])
        results[spec.id] = result(spec, outcome(spec))
    assert schedule.is_finished(results)


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: type(each).__name__)
def test_dice_and_numbers(schedule: Schedule) -> None:
    """Nobody plays itself; games with one pair number are the two seatings of one pairing; ids follow the order."""
    counted = schedule.counted(play(schedule, by_seed(3), 2))
    pairs: dict[int, list[tuple[int, ...]]] = {}
    for each in counted:
        pairs.setdefault(each.pair, []).append(each.spec.bots)
    for seatings in pairs.values():
        assert len(set(seatings)) == len(seatings) <= 2
        assert len({frozenset(bots) for bots in seatings}) == 1
        assert all(len(set(bots)) == 2 for bots in seatings)


@pytest.mark.parametrize(
    ("text", "battles", "scores"),
    [
        ("best of 3", [(1, 2), (1, 2)], None),
        ("best of 1", [(1, 2)], (1.0, 0.0)),
        ("best of 2", [(1, 2), (1, 2)], (0.5, 0.5)),
        ("best of 3", [(1, 1), (1, 1), (2, 1)], (0.0, 1.0)),
        ("first to 15 points", [(1, 2), (2, 1)], (1.0, 0.0)),
        ("most points of 2", [(1, 1), (1, 2)], (0.0, 1.0)),
    ],
)
def test_wars(text: str, battles: list[tuple[int, int]], scores: tuple[float, float] | None) -> None:
    """A war ends as soon as it is decided, and goes to who won more battles, or made more points."""
    unit = round_robin(2, 1, (), read_war(text)).unit(1)
    results = {}
    for turn, places in enumerate(battles):
        assert unit.scores(results) is None
        spec = unit.game(turn)
        results[spec.id] = result(spec, places)
    found = unit.scores(results)
    assert found == (None if scores is None else dict(zip((0, 1), scores, strict=True)))


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(0, 10**6))
def test_a_war_is_never_longer_than_it_must(number: int, seed: int) -> None:
    """Battles that are announced are played, and none after somebody cannot be caught any more."""
    war = War("best", number)
    rng = Random(seed)
    scores, done, sure = [0.0, 0.0], 0, 0
    while war.certain(scores, [0, 0], done) > done:
        announced = war.certain(scores, [0, 0], done)
        assert announced >= sure
        assert announced <= number
        sure = announced
        first = rng.choice((0.0, 0.5, 1.0))
        scores = [scores[0] + first, scores[1] + 1 - first]
        done += 1
    assert done == sure
    assert abs(scores[0] - scores[1]) > number - done or done == number


@pytest.mark.parametrize("text", ["best of 0", "best of 3 points", "first to 50", "most of 3", "", "best of 101"])
def test_bad_wars(text: str) -> None:
    """A text that is not a war is refused with what would be one."""
    with pytest.raises(ValueError, match="war"):
        read_war(text)


def test_withdrawal_is_judged_in_order() -> None:
    """Three failed starts in a row withdraw a bot, if nothing before them is missing."""
    schedule = round_robin(2, 8)
    games = schedule.next({})
    failed = {spec.id: result(spec, stronger_first(spec), (1,)) for spec in games[:5]}
    assert withdrawn(games, failed) == {1: 3}
    started = {**failed, 2: result(games[1], (1, 2))}
    assert withdrawn(games, started) == {1: 5}
    missing = {id: each for id, each in failed.items() if id != 2}
    assert withdrawn(games, missing) == {}
