"""The contract of a game is general: a dice race that is unlike the island goes through everything that drives a game."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.bench import bench
from beachhead.engine.perft import TooMuch, perft
from beachhead.engine.picture import plain
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE, BadOption, BadPosition
from tests.dice_race import ACTIONS, RACE
from tests.engine import laws


@settings(derandomize=True, deadline=None, database=None, max_examples=40)
@given(rng=st.integers(0, 2**32).map(Random))
def test_laws(rng: Random) -> None:
    """All laws that are the same for every game hold for the race."""
    options = {"first": rng.choice(RACE.seats(RACE.start()[0]))}
    for timeline in laws.play(RACE, rng, "standard", options):
        laws.goes_on(RACE, timeline.state)
        laws.listed_actions_apply(RACE, timeline.state)
        laws.others_are_refused(RACE, timeline.state, ACTIONS.values())
        laws.reads_back(RACE, timeline.state)
        laws.worlds_look_the_same(RACE, timeline.state, rng)
    laws.undoes_and_redoes(timeline, rng)
    laws.keeps_variations(timeline, rng)
    laws.replays(timeline, options)


def test_perft_by_hand() -> None:
    """Perft counts chance outcomes as actions: cards dealt one after the other, three faces, three choices a turn."""
    state = RACE.start()[0]
    counts = [1, 5, 5 * 4, 5 * 4 * 3, 60 * 3, 180 * 3, 540 * 3, 1620 * 3]
    assert [perft(RACE, state, depth) for depth in range(8)] == counts
    last = RACE.read("11,11,x -,-,- p1 0 60")
    assert [perft(RACE, last, depth) for depth in (1, 2, 3, 99)] == [3, 3 * 2, 0, 0]


def test_perft_has_a_limit() -> None:
    """A count beyond the limit is given up before it takes long, at any depth."""
    with pytest.raises(TooMuch, match="beyond 1,000 nodes"):
        perft(RACE, RACE.start()[0], 30, limit=1000)


def test_bench() -> None:
    """A bench of random games counts them and gives the same signature every time, another for other games."""
    first, again, more = bench(RACE, 20), bench(RACE, 20), bench(RACE, 21)
    assert first.signature == again.signature != more.signature
    assert (first.games, first.actions, first.listed) == (20, again.actions, again.listed)
    assert first.actions > first.decisions > 0


def test_bench_from_given_states() -> None:
    """A bench may start from states of the caller's choosing."""
    done = bench(RACE, 3, start=lambda number: RACE.read(f"11,11,11 -,-,- p{number + 1} 3 1"))
    assert done.decisions >= 3
    assert done.games == 3


def test_seats_drop_out() -> None:
    """The race goes on without a seat that is out, whether it fell, gave up or was taken out, until one is left."""
    text = "6,3,2 1,2,3 p1 0 5"
    timeline = Timeline(RACE, read_position(RACE, text))
    for words in ("roll 1", "run"):
        timeline = timeline.play(RACE.action(timeline.state, words))
    assert [event.text for event in timeline.now.told()] == ["p1 run t7", "out p1", "next p2 6"]
    timeline = timeline.forfeit("p3", "crash")
    assert [event.text for event in timeline.now.told()] == ["forfeit p3 crash", "out p3", "over p2 race 0 1 0"]
    assert RACE.actor(timeline.state) is None
    assert write_record(timeline, {}, text) == [
        "newgame race standard dice=manual",
        f"position race {text}",
        "roll 1",
        "run t7",
        "forfeit p3 crash",
    ]
    with pytest.raises(BadOption):
        timeline.forfeit("p1", "time")


def test_a_seat_drops_out_before_its_first_turn() -> None:
    """Who is taken out during the deal gets a card and no turn."""
    state, _ = RACE.forfeit(RACE.start("standard", {"first": "p2"})[0], "p2", "start")
    for card in (4, 2, 5):
        state, events = RACE.apply(state, ACTIONS[f"deal {card}"])
    assert RACE.write(state) == "0,x,0 4,2,5 p3 0 1"
    assert [event.text for event in events] == ["next p3 1"]


def test_places() -> None:
    """A result ranks all seats, equal ones alike; nobody wins when the last turn is over."""
    won = RACE.result(RACE.read("12,3,x 1,2,3 - 0 20"))
    assert won is not None
    assert (won.winners, won.points, won.places) == (("p1",), (1, 0, 0), (1, 2, 3))
    drawn = RACE.result(RACE.read("4,9,4 1,2,3 - 0 61"))
    assert drawn is not None
    assert (drawn.winners, drawn.reason, drawn.places) == ((), "turns", (2, 1, 2))


def test_hidden_cards() -> None:
    """A seat sees its own card; states that look the same to it have the same view, and a scene that shows no more."""
    one, other = RACE.read("1,2,3 1,2,- p1 0 4"), RACE.read("1,2,3 1,5,- p1 0 4")
    assert RACE.view(one, "p1") == RACE.view(other, "p1") == "1,2,3 1,?,- p1 0 4"
    assert RACE.view(one, "p2") == "1,2,3 ?,2,- p1 0 4"
    assert RACE.show.scene(one, seat="p1") == RACE.show.scene(other, seat="p1") != RACE.show.scene(one)
    assert plain(RACE.show.picture(RACE.show.scene(one, seat="p1")))[-1] == "1 ? -"
    with pytest.raises(BadPosition):
        RACE.read(RACE.view(one, "p1"))
    with pytest.raises(BadOption):
        RACE.view(one, "p4")


@pytest.mark.parametrize(("is_known", "cards"), [(False, {2, 3, 4, 5}), (True, {3, 4, 5})])
def test_worlds_are_drawn_uniformly(is_known: bool, cards: set[int]) -> None:
    """Each hidden card is any that was not seen, equally often; one that was seen played is not drawn by who remembers."""
    timeline = Timeline(RACE, read_position(RACE, "1,2,3 1,2,4 p2 3 2"))
    timeline = timeline.play(ACTIONS["play"])
    known = None
    for event in timeline.now.told():
        known = RACE.remember(known, event)
    view = RACE.view(timeline.state, "p1")
    assert view == "1,x,3 1,-,? p3 0 3"
    rng, draws = Random(11), 4000
    found = Counter(RACE.worlds(view, known if is_known else None, rng.randrange).cards for _ in range(draws))
    assert {hidden for _, _, hidden in found} == cards
    expected = draws / len(cards)
    assert sum([(count - expected) ** 2 / expected for count in found.values()]) < 16.3  # p = 0.001 for 3 degrees


def test_chance_is_drawn_by_keys() -> None:
    """What the keyed dice draw depends on the place in the game, and weights count: the die has two 1s."""
    state = RACE.read("1,2,3 1,2,3 p2 0 5")
    drawn = [RACE.draw(state, [], lambda _, n=n: n).text for n in range(4)]  # type: ignore[misc]
    assert drawn == ["roll 1", "roll 1", "roll 2", "roll 3"]
    keys: list[str] = []
    for text in ("1,2,3 1,2,3 p2 0 5", "0,0,0 4,.,. p1 0 0"):
        RACE.draw(RACE.read(text), [], lambda key: keys.append(key) or 0)  # type: ignore[func-returns-value]
    assert keys == ["roll p2 5", "deal 2"]


def test_events_are_read_back() -> None:
    """Every event of random games is made again from its words."""
    for seed in range(20):
        for moment in laws.played_out(RACE, Random(seed), "standard").moments():
            for event in moment.events:
                again = RACE.events[event.kind](event.text.split()[1:])
                assert (type(again), again) == (type(event), event)


def test_positions_with_actions() -> None:
    """A position may be followed by what has happened since, in any game; the moment knows the ones before it."""
    moment = read_position(RACE, "0,0,0 1,2,3 p1 0 1 actions roll 2; run t2; roll 1")
    assert RACE.write(moment.state) == "2,0,0 1,2,3 p2 1 2"
    assert [(m.actor, str(m.action)) for m in moment.since()[1:]] == [
        (CHANCE, "roll 2"),
        ("p1", "run t2"),
        (CHANCE, "roll 1"),
    ]
    for text, reason in (
        ("0,0,0 1,2,3 p1 0 1 actions fly", "action 1: 'fly' is not an action"),
        ("0,0,0 1,2,3 p1 0 1 actions run", "action 1: 'run' is not an action in canonical form"),
        ("0,0,0 1,2,3 p1 0 1 actions roll 2; roll 2", "action 2: roll 2: turns roll 2 is not due"),
        ("0,0,12 1,2,3 - 0 4 actions rest", "the game is over by then"),
        ("0,0,0\t1,2,3 p1 0 1", "has a blank that is not a space"),
        ("nonsense", "no race"),
        ("0,0,7 1,2,3 p1 0 1", "PLACES"),
        ("0,0,0 1,1,3 p1 0 1", "CARDS"),
        ("0,0,0 1,2,. p1 0 1", "turn 0 exactly during the deal"),
        ("0,0,12 1,2,3 p1 0 4", "SEAT"),
        ("x,0,0 1,2,3 p1 0 4", "SEAT"),
    ):
        with pytest.raises(BadPosition, match=reason):
            read_position(RACE, text)
