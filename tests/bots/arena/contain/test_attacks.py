"""The attacks of docs/security.md, each in a real match; `make attack` runs them all and prints the table."""

import re
from pathlib import Path

import pytest

from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from tools.attack.attacks import ATTACKS, Attack, run

DOCUMENT = Path(__file__).parents[4] / "docs" / "security.md"
QUICK = [attack for attack in ATTACKS if attack.is_quick]


def sandbox_problem() -> str:
    """Why bots cannot be boxed here, if so."""
    try:
        boxed([])
    except NoSandbox as problem:
        return str(problem)
    return ""


PROBLEM = sandbox_problem()


@pytest.mark.parametrize("attack", [each for each in QUICK if each.holds], ids=lambda attack: attack.name)
def test_not_boxed(attack: Attack) -> None:
    """An attack that fails by design fails without a sandbox too, and nothing of it is left."""
    assert run(attack, is_boxed=False).damage(attack) == ""


@pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)
@pytest.mark.parametrize("attack", [each for each in QUICK if not each.holds], ids=lambda attack: attack.name)
def test_boxed(attack: Attack) -> None:
    """An attack that works on bots that are not boxed fails in the sandbox."""
    assert run(attack, is_boxed=True).damage(attack) == ""


def test_the_attacks_are_real() -> None:
    """An attack that the sandbox is needed for works without it: otherwise its row would prove nothing."""
    [attack] = [each for each in ATTACKS if each.name == "kill_opponent"]
    assert run(attack, is_boxed=False).damage(attack) == "the opponent loses by crash"


def test_the_document_lists_them_all() -> None:
    """The table in docs/security.md has every attack, with what `make attack` expects of it."""
    rows = re.findall(
        r"^\| .* \| `(\w+)` \| (holds|no) \| holds \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert rows == [(attack.name, "holds" if attack.holds else "no") for attack in ATTACKS]
