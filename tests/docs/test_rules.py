"""The page of the rules says what the program says: its rulebook, and the order of its checks."""

from pathlib import Path

import pytest

from beachhead.engine.island import ISLAND, fire, flow, movement, setup, zero
from beachhead.engine.values import Rule
from tests.engine.island.refusals import REFUSALS
from tests.engine.island.test_statistics import OURS

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "rules.md").read_text(encoding="utf-8")

# As the table of refusals calls the verbs, and the function that judges each.
VERBS = {
    "setup block": setup.why_not_block,
    "setup tank": setup.why_not_troop,
    "setup tank pad": setup.why_not_pad,
    "move": movement.why_not_move,
    "turn": movement.why_not_turn,
    "shoot": fire.why_not_shoot,
    "reinforce": zero.why_not_reinforce,
    "pad": zero.why_not_pad,
    "pad west": zero.why_not_slide,
    "remove": flow._why_not_remove,
    "remove pad": flow._why_not_remove_from_pad,
    "end": flow._why_not_end,
    "roll": flow._why_not_roll,
    "reveal": flow._why_not_reveal,
}


def row(verb: str) -> str:
    """The line of the page's table for a verb: its checks as the code documents them, and the ids that it cites."""
    said = " ".join((VERBS[verb].__doc__ or "").split())
    checks = said.removeprefix("Checks in order: ").rstrip(".")
    cited = dict.fromkeys(rule for of, rule, *_ in REFUSALS if of == verb)
    return f"| `{verb}` | {checks} | {', '.join(f'`{rule}`' for rule in cited)} |"


def entry(rule: Rule) -> str:
    """The line of the page for a rule of the rulebook."""
    return f"- **{rule.id}** *{rule.name}.* {rule.text}"


@pytest.mark.pure
@pytest.mark.parametrize("verb", VERBS)
def test_order_of_checks(verb: str) -> None:
    """The page lists the checks of every verb in the order of the code, with the ids that its refusals cite."""
    assert row(verb) in PAGE.splitlines()


def test_no_verb_is_forgotten() -> None:
    """Every verb that the table of refusals knows stands on the page."""
    assert {verb for verb, *_ in REFUSALS} == {*VERBS, "any"}


@pytest.mark.parametrize("rule", ISLAND.show.rules.values(), ids=lambda rule: rule.id)
def test_rulebook(rule: Rule) -> None:
    """The page gives every rule in the words of the rulebook."""
    assert entry(rule) in PAGE.splitlines()


def test_statistics() -> None:
    """The page for bot authors names the figures of random battles that the tests measure; the page of rules does not."""
    cells = " | ".join(f"{value:g}" for value in OURS.values())
    assert f"| {cells} |" in (DOCS / "bot-in-fifteen-minutes.md").read_text(encoding="utf-8")
    assert cells not in PAGE
