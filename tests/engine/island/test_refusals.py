"""Refusals: the rule that is cited, and the reason in the player's words."""

import pytest

from beachhead.engine.island import ISLAND
from tests.engine.island.boards import state_of
from tests.engine.island.refusals import REFUSALS


@pytest.mark.parametrize(("verb", "rule", "position", "action", "reason"), REFUSALS)
def test_refusal(verb: str, rule: str, position: str, action: str, reason: str) -> None:
    """An action is refused by the first of its verb's checks that fails, for a reason that names what is in the way."""
    state = state_of(position)
    refusal = ISLAND.why_not(state, ISLAND.action(state, action))
    assert refusal is not None
    assert (refusal.rule, reason in refusal.reason) == (rule, True), refusal


def test_every_verb_has_refusals() -> None:
    """The table knows every kind of action that the island has."""
    verbs = {action.split()[0] for _, _, _, action, _ in REFUSALS}
    assert verbs == set(ISLAND.show.verbs)
