"""The contract of a game is general: two toy games that are unlike the island go through everything that drives a game."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.bench import bench
from beachhead.engine.game import CHANCE, BadOption, BadPosition, Game
from beachhead.engine.perft import TooMuch, perft
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from tests.engine import laws
from tests.engine.toys.cards import ACTIONS as CARD_ACTIONS
from tests.engine.toys.cards import CARD_GAME
from tests.engine.toys.race import ACTIONS as RACE_ACTIONS
from tests.engine.toys.race import RACE

TOYS = [(RACE, RACE_ACTIONS), (CARD_GAME, CARD_ACTIONS)]
both = pytest.mark.parametrize(("game", "actions"), TOYS, ids=lambda part: getattr(part, "name", ""))


@both
@settings(derandomize=True, deadline=None, database=None, max_examples=30)
@given(rng=st.integers(0, 2**32).map(Random))
def test_laws(game: Game[Any], actions: dict[str, Any], rng: Random) -> None:
    """All laws that are the same for every game hold for the toys."""
    for timeline in laws.play(game, rng, "standard"):
        laws.goes_on(game, timeline.state)
        laws.listed_actions_apply(game, timeline.state)
        laws.others_are_refused(game, timeline.state, actions.values())
        laws.reads_back(game, timeline.state)
    laws.undoes_and_redoes(timeline, rng)
    laws.replays(timeline, {})


def test_perft_by_hand() -> None:
    """Perft counts chance outcomes as actions: three different faces, two decisions; six cards dealt one after the other."""
    state = RACE.start()[0]
    assert [perft(RACE, state, depth) for depth in range(5)] == [1, 3, 6, 18, 36]
    cards = CARD_GAME.start()[0]
    assert [perft(CARD_GAME, cards, depth) for depth in range(1, 13)] == [
        6, 30, 120, 360, 720, 720, 720 * 3, 720 * 9, 720 * 18, 720 * 36, 720 * 36, 720 * 36,
    ]  # fmt: skip
    assert perft(CARD_GAME, cards, 13) == 0
    assert perft(CARD_GAME, cards, 99) == 0


def test_perft_has_a_limit() -> None:
    """A count beyond the limit is given up before it takes long, at any depth."""
    with pytest.raises(TooMuch, match="beyond 1,000 nodes"):
        perft(RACE, RACE.start()[0], 30, limit=1000)


@both
def test_bench(game: Game[Any], actions: dict[str, Any]) -> None:
    """A bench of random games counts them and gives the same signature every time, another for other games."""
    first, again, more = bench(game, 20), bench(game, 20), bench(game, 21)
    assert first.signature == again.signature != more.signature
    assert (first.games, first.actions, first.listed) == (20, again.actions, again.listed)
    assert first.actions > first.decisions > 0


def test_bench_from_given_states() -> None:
    """A bench may start from states of the caller's choosing."""
    done = bench(RACE, 3, start=lambda number: RACE.read(f"8,8,8 p{number + 1} 3 1"))
    assert done.decisions >= 3
    assert done.games == 3


def test_seats_drop_out() -> None:
    """The race goes on without a seat that is out, whether it fell, gave up or was taken out, until one is left."""
    timeline: Timeline[Any] = Timeline(RACE, Moment(RACE.read("4,3,2 p1 0 5")))
    for text in ("roll 1", "run"):
        timeline = timeline.play(RACE.action(timeline.state, text))
    assert timeline.now.lines() == ["p1 run", "out p1"]
    timeline = timeline.forfeit("p3", "crash")
    assert timeline.now.lines() == ["forfeit p3 crash", "out p3", "over p2 race 0 1 0"]
    assert RACE.actor(timeline.state) is None
    assert write_record(timeline, {}, "4,3,2 p1 0 5") == [
        "newgame race standard dice=manual",
        "position race 4,3,2 p1 0 5",
        "roll 1",
        "run",
        "forfeit p3 crash",
    ]
    with pytest.raises(BadOption):
        timeline.forfeit("p1", "time")


def test_hidden_cards() -> None:
    """A seat sees its own cards; states that look the same to it have the same view."""
    one, other = CARD_GAME.read("126 345 - 0-0 p1"), CARD_GAME.read("126 435 - 0-0 p1")
    assert CARD_GAME.view(one, "p1") == CARD_GAME.view(other, "p1") == "126 ??? - 0-0 p1"
    assert CARD_GAME.view(one, "p2") == "??? 345 - 0-0 p1"
    assert CARD_GAME.write(one) == "126 345 - 0-0 p1"


def test_chance_is_drawn_by_keys() -> None:
    """What the keyed dice draw depends on the place in the game, and weights count: the die has two ones."""
    state = RACE.start()[0]
    drawn = [RACE.draw(state, [], lambda _, n=n: n).text for n in range(4)]  # type: ignore[misc]
    assert drawn == ["roll 1", "roll 1", "roll 2", "roll 3"]
    keys: list[str] = []
    cards = CARD_GAME.start()[0]
    CARD_GAME.draw(cards, [], lambda key: keys.append(key) or 0)  # type: ignore[func-returns-value]
    assert keys == ["deal 1"]


def test_positions_with_actions() -> None:
    """A position may be followed by what has happened since, in any game."""
    state, done = read_position(RACE, "0,0,0 p1 0 1 actions roll 2; run; roll 1")
    assert RACE.write(state) == "2,0,0 p2 1 2"
    assert [(actor, action.text) for actor, action, _ in done] == [
        (CHANCE, "roll 2"),
        ("p1", "run"),
        (CHANCE, "roll 1"),
    ]
    for text, reason in (
        ("0,0,0 p1 0 1 actions fly", "action 1: 'fly' is no action"),
        ("0,0,0 p1 0 1 actions roll 2; roll 2", "action 2: roll 2: 1 it is not the time"),
        ("0,0,9 - 0 4 actions run", "the game is over by then"),
        ("nonsense", "no race"),
    ):
        with pytest.raises(BadPosition, match=reason):
            read_position(RACE, text)
