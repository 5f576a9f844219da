"""Worlds: what a seat's view allows, how often each comes up, and what a seat that remembers knows."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.known import NOTHING, Known, begin, remember
from beachhead.engine.royale.state import OUT, OVER, State
from beachhead.engine.royale.worlds import look, worlds
from beachhead.engine.timeline import Moment
from beachhead.engine.values import BadPosition
from tests.engine.royale.laws import play
from tests.engine.royale.tables import BOX, at, event, state_of

GAMES = 12


def moments(seed: int, leaving: float) -> Iterator[tuple[Moment[State], Known]]:
    """The moments of a random game, each with what somebody knows who has listened from the beginning."""
    known = NOTHING
    for timeline in play(ROYALE, Random(seed), "standard+turns:60", leaving):
        moment = timeline.now
        if moment.before is None:
            known = begin(moment.state)
        for said in moment.told():
            known = remember(BOX, known, said)
        yield moment, known


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_world_looks_like_the_view(seed: int) -> None:
    """Every world of a view looks the same to that seat and is a whole position, whether or not the seat remembers."""
    rng = Random(seed)
    for moment, known in moments(seed, 0.01 * (seed % 3)):
        state = moment.state
        for seat in ROYALE.seats(state):
            view = ROYALE.view(state, seat)
            for what in (NOTHING, known):
                world = worlds(BOX, view, what, rng.randrange)
                assert ROYALE.view(world, seat) == view
            assert ROYALE.write(ROYALE.read(ROYALE.write(world))) == ROYALE.write(world)


@pytest.mark.parametrize("seed", range(GAMES))
def test_who_listens_knows_everything(seed: int) -> None:
    """Somebody who has heard every event knows all reserves, and all cards that have left the game."""
    for moment, known in moments(seed, 0.01 * (seed % 3)):
        state = moment.state
        if state.phase == OVER:
            continue
        assert known.reserve == tuple(state.reserves)
        assert known.active == tuple(hand.cards for hand in state.hands)
        sight = look(BOX, ROYALE.view(state, "p1"))
        assert known.waiting == state.waiting or OUT in state.spots
        if known.waiting == state.waiting and state.turn:
            held = sum(len(reserve) for reserve in state.reserves[1:])
            assert len(known.gone) == len(sight.unseen) - held
            assert worlds(BOX, ROYALE.view(state, "p1"), known, lambda _: 0) == state


def test_who_comes_late_learns() -> None:
    """Of a reserve that was full before, what is equipped, swapped, stowed, won and taken is known from then on."""
    state = state_of(at("d4:jester e4:warhorse b4:boots", ["d4:sword,boots,crown:dagger,eagle", "e5"], "start"))
    known = begin(look(BOX, ROYALE.view(state, "p2")).state)
    assert known.sure(0) == ()
    for line in (
        "p1 swap dagger sword",  # the sword is there, the dagger is not any more
        "won p1 jester d4",
        "p1 stow boots",
        "won p1 warhorse e4",  # three are active
    ):
        known = remember(BOX, known, event(line))
    assert [BOX.ids[card] for card in known.sure(0)] == ["boots", "warhorse", "sword"]
    assert [BOX.ids[card] for card in known.active[0]] == ["dagger", "crown", "jester"]
    taken = remember(BOX, known, event("taken p2 p1 dagger"))
    assert [BOX.ids[card] for card in taken.active[1]] == ["dagger"]
    gone = remember(BOX, taken, event("out p1"))
    assert [BOX.ids[card] for card in gone.gone] == ["boots", "warhorse", "sword", "crown", "jester"]


def test_a_card_that_waited_goes_with_its_owner() -> None:
    """If a seat goes out while a cursed card waits for its slot, that card is known to be out of the game."""
    text = at("d4:jester e4:warhorse b4:boots", ["d4:sword,boots,crown", "e5", "e5"], "strike")
    known = begin(state_of(text))
    for line in ("won p1 jester d4", "out p1", "next p2 10"):
        known = remember(BOX, known, event(line))
    assert [BOX.ids[card] for card in known.gone] == ["boots", "sword", "crown", "jester"]


def arrangement(state: State) -> str:
    """The hidden reserves in words."""
    return "/".join(",".join(BOX.ids[card] for card in reserve) for reserve in state.reserves)


def expected(cards: list[str], sizes: list[int]) -> Counter[str]:
    """How many of all orders of the cards give each arrangement of hidden reserves."""
    found: Counter[str] = Counter()
    order = list(BOX.ids)
    for deal in permutations(cards):
        parts, at_card = [], 0
        for size in sizes:
            parts.append(",".join(sorted(deal[at_card : at_card + size], key=order.index)))
            at_card += size
        found["/".join(parts)] += 1
    return found


# position, who looks, what its reserve and the hidden ones are: cards to deal, sizes by seat
HIDDEN = [
    (["d4", "d5:crown,crown:sword,sword,dagger", "e5:boots:buckler,eagle"], [0, 3, 2], []),
    (["d4", "d5:crown,crown,eagle:sword,dagger", "e5:boots:buckler,sword"], [0, 2, 2], ["sword"]),
]


def is_even(found: Counter[str], weights: Counter[str]) -> bool:
    """Whether counts are as the weights say: chi-squared, at one in a thousand (Wilson and Hilferty's approximation)."""
    share = found.total() / weights.total()
    chi = sum((found[text] - share * weight) ** 2 / (share * weight) for text, weight in weights.items())
    free = len(weights) - 1
    return set(found) == set(weights) and chi < free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3


def everything_but(held: list[str]) -> list[str]:
    """The cards of the deck but for some."""
    left = [BOX.ids[card] for card in BOX.pack]
    for id in held:
        left.remove(id)
    return left


@pytest.mark.parametrize(("players", "sizes", "sure"), HIDDEN)
def test_every_arrangement_comes_up_as_often_as_it_should(
    players: list[str], sizes: list[int], sure: list[str]
) -> None:
    """Hidden cards lie in all places alike, an id as often as it has copies left, but for those that are known."""
    state = state_of(at("", players, rest="map"))
    cards = [BOX.ids[card] for reserve in state.reserves for card in reserve]
    known = NOTHING
    if sure:  # p3 has swapped a sword into its reserve
        known = remember(BOX, begin(look(BOX, ROYALE.view(state, "p1")).state), event("p3 swap boots sword"))
        known = Known(tuple(hand.cards for hand in state.hands), known.reserve)
        cards.remove("sword")
    rng, found, draws = Random(7), Counter[str](), 6000
    sight = look(BOX, ROYALE.view(state, "p1"))
    for _ in range(draws):
        found[arrangement(sight.deal(known, rng.randrange))] += 1
    free = [size - (seat == 2 and bool(sure)) for seat, size in enumerate(sizes)]
    weights: Counter[str] = Counter()
    for text, count in expected(cards, free).items():
        *others, last = text.split("/")
        with_sure = sorted([*filter(None, last.split(",")), *sure], key=list(BOX.ids).index)
        weights["/".join([*others, ",".join(with_sure)])] += count
    assert is_even(found, weights)


def test_cards_of_a_seat_that_is_out() -> None:
    """If a seat is out, every unseen card is as likely in a hidden place: nobody says which ones have left the game."""
    state = state_of(at("d4:sword e4:boots", ["d4", "d5:crown:eagle"], "turn"))
    view = ROYALE.view(state, "p1")
    rng, draws = Random(3), 6000
    unseen = everything_but(["sword", "boots", "crown"])
    sight = look(BOX, view)
    assert [BOX.ids[card] for card in sight.unseen] == unseen
    found = Counter(arrangement(sight.deal(NOTHING, rng.randrange)) for _ in range(draws))
    assert is_even(found, Counter(f"/{id}/" for id in unseen))
    told = Known(((), sight.state.hands[1].cards, ()), ((), (), ()), tuple(card for card in sight.unseen if card))
    assert {arrangement(sight.deal(told, rng.randrange)) for _ in range(20)} == {"/boots/"}


def test_what_is_known_must_fit() -> None:
    """Knowledge that contradicts the view is refused with the reason, and so is a text that is not a view."""
    state = state_of(at("", ["d4", "d5:crown,crown,eagle:sword"], rest="map"))
    view = ROYALE.view(state, SEATS[0])
    sword, crown = BOX.by_id["sword"], BOX.by_id["crown"]
    for reserve, reason in (
        ((sword, sword), "2 cards are known in the reserve of p2, and it has 1"),
        ((crown,), "crown is known to be hidden, and is seen"),
    ):
        with pytest.raises(ValueError, match=reason):
            worlds(BOX, view, Known((), ((), reserve)), lambda _: 0)
    with pytest.raises(ValueError, match="out of the game than are missing"):
        worlds(BOX, view, Known((), (), (sword,)), lambda _: 0)
    for text, reason in (
        (view.replace("?1", "?2"), "2 cards are hidden, and 1 are not seen"),
        (view.replace("?1", "?0"), "24 cards"),
        (view.replace("?1", "?x"), "its reserve is hidden"),
        ("d4", "as a seat may see it"),
    ):
        with pytest.raises(BadPosition, match=reason):
            look(BOX, text)


@pytest.mark.parametrize("seed", range(4))
def test_the_contract(seed: int) -> None:
    """Somebody who has listened from the deal on knows all reserves; who begins in the middle draws them."""
    rng, known = Random(seed), None
    for timeline in play(ROYALE, rng, "standard+turns:60", 0.0):
        for said in timeline.now.told():
            known = ROYALE.remember(known, said)
        state = timeline.state
        if state.turn and rng.random() < 0.1:
            for seat in ROYALE.seats(state):
                view = ROYALE.view(state, seat)
                assert ROYALE.worlds(view, known, rng.randrange) == state
                assert ROYALE.view(ROYALE.worlds(view, None, rng.randrange), seat) == view
    late = ROYALE.remember(None, event("won p1 sword d4"))
    assert ROYALE.remember(late, event("p1 end")) == late
