"""Refusals: the rule that is cited, and the reason in the player's words."""

import pytest

from beachhead.engine.position import read_position
from beachhead.engine.royale import ROYALE, royale
from beachhead.engine.royale.deck import Card
from beachhead.engine.values import BadOption, BadPosition
from tests.engine.royale.refusals import REFUSALS, UNUSABLE
from tests.engine.royale.tables import OUT, at, map_text, state_of


@pytest.mark.parametrize(("rule", "position", "action", "reason"), REFUSALS)
def test_refusal(rule: str, position: str, action: str, reason: str) -> None:
    """An action is refused by the first of its verb's checks that fails, for a reason that names what is in the way."""
    state = state_of(position)
    refusal = ROYALE.why_not(state, ROYALE.action(state, action))
    assert refusal is not None
    assert (refusal.rule, reason in refusal.reason) == (rule, True), refusal


@pytest.mark.parametrize(("rule", "used", "action", "reason"), UNUSABLE)
def test_another_power(rule: str, used: str, action: str, reason: str) -> None:
    """With powers of two kinds each is refused by itself: one that is not active, and one that has served."""
    cards = [Card("luck", 6, 5, "power", power="again"), Card("charm", 6, 5, "power", power="again")]
    game = royale([*cards, Card("fate", 6, 15, "power", power="again")])
    map = map_text({"d4": "luck", "e4": "luck"})
    state = game.read(f"{map} d4:alive:wine:0:luck,fate:-/e5:alive:wine:0:-:-/{OUT} p1 wind p1 1.0:{used} 9")
    refusal = game.why_not(state, game.action(state, action))
    assert refusal is not None
    assert (refusal.rule, reason in refusal.reason) == (rule, True), refusal
    assert {listed.text for listed in game.legal(state)} == {"power fate", "decline"}


def test_every_verb_has_refusals() -> None:
    """The table knows every kind of action that the game has."""
    assert {action.split()[0] for _, _, action, _ in REFUSALS} == set(ROYALE.show.verbs)


@pytest.mark.parametrize("text", ["equip banana", "swap sword banana", "stow a4", "power banana", "power banana d4"])
def test_unknown_cards(text: str) -> None:
    """A card that the deck does not have is no card to be refused by a rule, but an argument that there is not."""
    with pytest.raises(BadOption, match="is not a card of the deck"):
        ROYALE.action(state_of(at()), text)


@pytest.mark.parametrize(
    "position", [at(), at(phase="wind", players=["d4:second-wind", "e5"]), at(players=["d4x", "e5"])]
)
def test_unknown_seats(position: str) -> None:
    """A seat that the game does not have is an argument that there is not, whatever is due; one that is out is a seat."""
    state = state_of(position)
    with pytest.raises(BadOption, match=r"^'p4' is not a seat: expected p1 to p3$"):
        ROYALE.why_not(state, ROYALE.action(state, "attack p4"))
    assert ROYALE.why_not(state, ROYALE.action(state, "attack p3")) is not None


def test_unknown_seats_in_a_position() -> None:
    """Among the actions of a position, a seat that the game does not have makes it none."""
    with pytest.raises(BadPosition, match=r"^action 1: attack p4: 'p4' is not a seat: expected p1 to p3$"):
        read_position(ROYALE, at() + " actions attack p4")
