"""Odds: the weights of chance against enumeration and against simulated attacks."""

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from beachhead.engine.royale import ROYALE, royale
from beachhead.engine.royale.deck import Card
from beachhead.engine.royale.events import Died
from beachhead.engine.royale.odds import (
    card_chance,
    card_odds,
    duel_chance,
    duel_odds,
    offered,
    percent,
    race_chance,
    throw_odds,
)
from tests.engine.royale.tables import BOX, OUT, at, map_text, state_of

DICE = range(1, 7)
HANDS = {
    "-": 0,
    "sword": 1,
    "greatsword": 2,
    "sword,greatsword": 3,
    "black-death": -1,
    "sword,greatsword,greatsword": 5,
}
ATTACKS = 20_000


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("card", ["jester", "boots", "buckler", "dagger", "second-wind", "eagle", "bulwark", "crown"])
def test_card_odds(hand: str, card: str) -> None:
    """A card is won with as many of the 216 throws as reach its value with the modifiers, or are three of a kind."""
    state = state_of(at(f"d4:{card} e4:shackles", [f"d4:{hand}", "e5"], "strike"))
    value = BOX.cards[BOX.by_id[card]].value
    wins = sum(sum(dice) + HANDS[hand] >= value or len(set(dice)) == 1 for dice in product(DICE, repeat=3))
    won = [ROYALE.apply(state, ticket)[1][0].kind == "won" for ticket in ROYALE.urn(state)]
    assert (len(won), sum(won)) == (216, wins)
    assert card_odds(state) == wins / 216


THROWS = {"-": 0, "dagger": 1, "dagger,dagger": 2, "jester": -1, "dagger,jester": 0}


PAIRS = [(attacker, defender) for attacker in THROWS for defender in ("-", "dagger", "jester")]
DUELS = [(one, two) for one, two in PAIRS if (one + two).count("dagger") <= 2 and (one + two).count("jester") <= 1]


@pytest.mark.parametrize(("attacker", "defender"), DUELS)
def test_throw_odds(attacker: str, defender: str) -> None:
    """A throw is won by the higher die with its modifiers; who attacks without a card keeps the lower of two dice."""
    state = state_of(at(players=[f"d4:{attacker}", f"d4:{defender}"], phase="duel:p2:0-0"))
    scores: Counter[int] = Counter()
    for dice in product(DICE, repeat=3 if attacker == "-" else 2):
        mine, theirs = min(dice[:-1]) + THROWS[attacker], dice[-1] + THROWS[defender]
        scores[(mine > theirs) - (mine < theirs)] += 1
    count = scores.total()
    assert len(ROYALE.urn(state)) == count
    assert throw_odds(state, 1) == (scores[1] / count, scores[-1] / count)
    told = Counter(ROYALE.apply(state, ticket)[1][0].text for ticket in ROYALE.urn(state))
    assert (told["duel p1 1 p2 0"], told["duel p1 0 p2 1"]) == (scores[1], scores[-1])


def test_a_reserve_counts_as_cards() -> None:
    """Who holds cards in reserve alone attacks with one die."""
    state = state_of(at(players=["d4:-:boots", "d4"], phase="duel:p2:0-0"))
    assert len(ROYALE.urn(state)) == 36


def test_pick_odds() -> None:
    """A card is picked as often as the loser has active copies."""
    text = at("b4:boots e4:boots", ["d4", "d5x:sword,sword,crown:dagger"], "pick@p1:p2", budget="1.0:beaten")
    assert Counter(map(str, ROYALE.urn(state_of(text)))) == {"pick sword": 2, "pick crown": 1}


def test_deal_odds() -> None:
    """A card is dealt as likely as it has copies left."""
    state = ROYALE.start()[0]
    for text in ("deal boots", "deal boots", "deal crown"):
        state, _ = ROYALE.apply(state, ROYALE.action(state, text))
    weights = Counter(map(str, ROYALE.urn(state)))
    assert weights.total() == 22
    assert (weights["deal boots"], weights["deal crown"], weights["deal sword"]) == (1, 1, 3)


def agrees(wins: int, chance: float) -> bool:
    """Whether so many wins of all attacks are within four standard deviations of what is expected."""
    return abs(wins - ATTACKS * chance) <= 4 * sqrt(ATTACKS * chance * (1 - chance))


def test_simulated_strikes() -> None:
    """20,000 attacks on a card are won as often as the weights say."""
    rng, state = Random(1), state_of(at("d4:crown e4:boots", ["d4:greatsword", "e5"], "strike"))
    wins = sum(ROYALE.apply(state, rng.choice(ROYALE.urn(state)))[1][0].kind == "won" for _ in range(ATTACKS))
    assert agrees(wins, card_odds(state))


@pytest.mark.parametrize("players", [["d4:crown", "d4"], ["d4", "d4:dagger"], ["d4:dagger", "d4:bulwark"]])
def test_simulated_duels(players: list[str]) -> None:
    """20,000 duels are won as often as the weights of their throws say."""
    rng, start, wins = Random(2), state_of(at(players=players, phase="duel:p2:0-0")), 0
    urn = ROYALE.urn(start)
    for _ in range(ATTACKS):
        state, events = ROYALE.apply(start, rng.choice(urn))
        while len(events) == 1:
            state, events = ROYALE.apply(state, rng.choice(urn))
        died = events[1]
        assert isinstance(died, Died)
        wins += died.seat == "p2"
    assert agrees(wins, duel_odds(start, 1))


def test_certain_duels() -> None:
    """Who cannot lose a throw wins for sure, and who cannot win one never does."""
    cards = [Card("giant", 6, 5, "passive", throw=6), Card("stone", 6, 20, "passive")]
    game = royale(cards)
    text = f"{map_text({'d4': 'stone', 'e4': 'stone'})} d4:alive:wine:0:{{}}:-/d4:alive:wine:0:{{}}:-/{OUT} p1 turn p1 1.0 9"
    assert duel_odds(game.read(text.format("giant", "stone")), 1) == 1
    assert duel_odds(game.read(text.format("stone", "giant")), 1) == 0


@pytest.mark.parametrize("strike", [-3, -1, 0, 1, 2, 5])
@pytest.mark.parametrize("again", [0, 1, 2])
def test_card_chance(strike: int, again: int) -> None:
    """The chance to win a card is that of at least one good throw among as many as there are, against enumeration."""
    throws = list(product(DICE, repeat=3))
    for value in (1, 3, 5, 8, 12, 13, 14, 17, 30, 99):
        for is_reduced in (False, True):
            need = 12 if is_reduced and value >= 13 else value
            misses = [sum(dice) + strike < need and len(set(dice)) > 1 for dice in throws].count(True)
            exact = 1 - (misses / 216) ** (again + 1)
            assert card_chance(value, strike, is_reduced, again) == pytest.approx(exact, abs=1e-12)


def enumerated(attack: int, defence: int, to_win: int, to_lose: int, dice: int) -> float:
    """The chance to win a duel by going through every throw, ties left out, with one decision after the other."""
    if to_win == 0 or to_lose == 0:
        return float(to_win == 0)
    outcomes = Counter[int]()
    for own in product(DICE, repeat=dice):
        for die in DICE:
            mine, theirs = min(own) + attack, die + defence
            outcomes[(mine > theirs) - (mine < theirs)] += 1
    decided = outcomes[1] + outcomes[-1]
    won = outcomes[1] and enumerated(attack, defence, to_win - 1, to_lose, dice)
    lost = outcomes[-1] and enumerated(attack, defence, to_win, to_lose - 1, dice)
    return (outcomes[1] * won + outcomes[-1] * lost) / decided if decided else 0.0


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (1, 0), (-1, 1), (2, -1), (7, 0), (0, 7)])
def test_duel_chance(attack: int, defence: int, dice: int) -> None:
    """The chance to win a duel is what going through all its throws gives, with any shields and any score so far."""
    for own, other in product((-4, 0, 1, 2), repeat=2):
        to_win, to_lose = max(1, 3 + other), max(1, 3 + own)
        for won, lost in product(range(to_win), range(to_lose)):
            exact = enumerated(attack, defence, to_win - won, to_lose - lost, dice)
            found = duel_chance(attack, defence, own, other, (won, lost), dice)
            assert found == pytest.approx(exact, abs=1e-12), (own, other, won, lost)


def test_race_chance() -> None:
    """Who is first to succeed is what a long run of rounds comes to; the shares add up to one if anybody can."""
    for chances in ([0.5], [0.5, 0.5], [0.375, 0.259, 0.162], [0.0, 0.25]):
        exact, none = [0.0] * len(chances), 1.0
        for place in range(400 * len(chances)):
            chance = chances[place % len(chances)]
            exact[place % len(chances)] += none * chance
            none *= 1 - chance
        assert race_chance(chances) == pytest.approx(exact, abs=1e-9)
        assert sum(race_chance(chances)) == pytest.approx(1)
    assert race_chance([0.0, 0.0]) == [0.0, 0.0]
    assert race_chance([1.0, 0.5]) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (at("d4:sword e4:boots", ["d4:-", "e5"]), ["attack card — sword 8: 85 %"]),
        (at("d4:crown e4:boots", ["d4:second-wind", "e5"]), ["attack card — crown 14: 18 %, 33 % with second-wind"]),
        (at("d4:crown e4:boots", ["d4:second-wind", "e5"], budget="1.0:second-wind"), ["attack card — crown 14: 18 %"]),
        (at("d4:crown", ["d4:greatsword", "e5"], "ready"), ["attack card — crown 14 as 12: 64 %"]),
        (at("a4:crown e4:boots", ["d4:dagger", "d4:-", "d4:bulwark", "e5"]), ["attack p2 — p2: 81 %", "attack p3 — p3: 60 %"]),
        (at("d4:crown e4:boots", ["d4:second-wind", "e5"], "wind"), ["power second-wind — crown: 18 %"]),
        (at("d4:crown e4:boots", ["d4x", "e5"]), []),
        (at("d4:sword e4:boots", phase="strike"), []),
    ],
)  # fmt: skip
def test_offered(text: str, said: list[str]) -> None:
    """Every attack that is offered has its odds in words: the card with its value, and what a power would add."""
    assert offered(state_of(text)) == said


def test_percent() -> None:
    """Only what is sure reads as 100 %, and only what cannot be as 0 %."""
    assert [percent(chance) for chance in (0.0, 0.001, 0.4999, 0.999, 1.0)] == ["0 %", "1 %", "50 %", "99 %", "100 %"]
