"""The page of Battle Royale says what the program says: its rulebook, its deck, and the order of its checks."""

from pathlib import Path

import pytest

from beachhead.engine.royale import ROYALE, cards, default_deck, duel, flow, setup, strike, turn
from beachhead.engine.royale.show.words import effects

LINES = (Path(__file__).parents[2] / "docs" / "royale.md").read_text(encoding="utf-8").splitlines()

VERBS = {
    "setup drink": setup.why_not_drink,
    "setup place": setup.why_not_place,
    "equip": cards.why_not_equip,
    "swap": cards.why_not_swap,
    "move": turn.why_not_move,
    "attack card": strike.why_not_attack,
    "attack p3": duel.why_not_attack,
    "power second-wind": strike.why_not_again,
    "power eagle": turn.why_not_fly,
    "retreat": strike.why_not_retreat,
    "revive": turn.why_not_revive,
    "stow": cards.why_not_stow,
    "end": turn.why_not_end,
    "deal": setup.why_not_deal,
    "roll": flow._why_not_roll,
    "pick": duel.why_not_pick,
}


@pytest.mark.pure
@pytest.mark.parametrize("verb", VERBS)
def test_order_of_checks(verb: str) -> None:
    """The page lists the checks of every verb in the order of the code."""
    checks = " ".join((VERBS[verb].__doc__ or "").split()).removeprefix("Checks in order: ").rstrip(".")
    assert f"| `{verb}` | {checks} |" in LINES


@pytest.mark.parametrize("id", ROYALE.show.rules)
def test_rulebook(id: str) -> None:
    """The page gives every rule in the words of the rulebook."""
    rule = ROYALE.show.rules[id]
    assert f"- **{rule.id}** *{rule.name}.* {rule.text}" in LINES


def test_deck() -> None:
    """The page lists the cards of the deck with what they do."""
    for card in default_deck():
        effect = effects(card) or "none but its value"
        assert f"| {card.id} | {card.value} | {card.copies} | {card.kind} | {effect} |" in LINES


def test_no_verb_is_forgotten() -> None:
    """Every kind of action but resigning has its checks on the page."""
    told = {line.split("`")[1].split()[0] for line in LINES if line.startswith("| `")}
    assert told == set(ROYALE.show.verbs) - {"resign"}
