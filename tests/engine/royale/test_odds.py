"""Odds: the weights of chance against enumeration and against simulated attacks."""

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from beachhead.engine.royale import ROYALE, Royale
from beachhead.engine.royale.deck import Card
from beachhead.engine.royale.odds import card_odds, duel_odds, throw_odds
from tests.engine.royale.tables import OUT, at, map_text, state_of

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
    value = ROYALE.box.cards[ROYALE.box.by_id[card]].value
    wins = sum(sum(dice) + HANDS[hand] >= value or len(set(dice)) == 1 for dice in product(DICE, repeat=3))
    won = [ROYALE.apply(state, ticket)[1][0].text.startswith("won") for ticket in ROYALE.urn(state)]
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
    wins = sum(ROYALE.apply(state, rng.choice(ROYALE.urn(state)))[1][0].text[:3] == "won" for _ in range(ATTACKS))
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
        wins += events[1].text == "died p2"
    assert agrees(wins, duel_odds(start, 1))


def test_certain_duels() -> None:
    """Who cannot lose a throw wins for sure, and who cannot win one never does."""
    cards = [Card("giant", 6, 5, "passive", throw=6), Card("stone", 6, 20, "passive")]
    game = Royale(cards)
    text = f"{map_text({'d4': 'stone', 'e4': 'stone'})} d4:alive:wine:0:{{}}:-/d4:alive:wine:0:{{}}:-/{OUT} p1 turn p1 1.0 9"
    assert duel_odds(game.read(text.format("giant", "stone")), 1) == 1
    assert duel_odds(game.read(text.format("stone", "giant")), 1) == 0
