"""Dangers: which player can reach whom and attack, with the odds of the duel; and what was lost in a moment."""

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.odds import duel_odds, percent
from tests.engine.royale.tables import after, at, state_of


@pytest.mark.parametrize(
    ("players", "reached"),
    [
        (["d4", "d4"], ["p1", "p2"]),
        (["d4", "e4"], ["p1", "p2"]),  # one action to go there, and one to attack
        (["d4", "f4"], []),
        (["d4", "f4:boots"], ["p1"]),  # a movement more
        (["d4", "d4x"], []),
    ],
)
def test_who_can_reach_whom(players: list[str], reached: list[str]) -> None:
    """A player is in danger of all living players that can come to its field and attack within the actions of a turn."""
    dangers = ROYALE.show.dangers(state_of(at("", players, rest="map")))
    assert sorted(danger.seat for danger in dangers) == reached


def test_the_odds_of_the_duel() -> None:
    """The odds are those of the duel that would be fought."""
    state = state_of(at("d4:sword", ["d4:dagger", "d4"], rest="map"))
    mine = next(danger for danger in ROYALE.show.dangers(state) if danger.seat == "p2")
    assert mine.text == f"P1 can reach P2 and attack: it wins the duel with {percent(duel_odds(state, 1))}"
    assert mine.places == ("d4",)


def test_losses() -> None:
    """A life lost in a duel, or at a card, and a card that was taken are told with their causes."""
    duel = after(at(players=["d4", "d4:boots"], phase="duel:p2:2-0"), "roll 6 6 1")
    assert ROYALE.show.losses(duel.now) == [("p2", "lives in duels")]
    strike = after(at("d4:crown e4:greatsword", ["d4:boots", "e5"], "strike"), "roll 1 1 2")
    assert ROYALE.show.losses(strike.now) == [("p1", "lives at cards")]
