"""The attacks of docs/security.md, each in a real match; `make attack` runs them all and prints the table."""

import re
from pathlib import Path

import pytest

from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from tools.attack.attacks import ATTACKS, Attack, damage
from tools.attack.traps import TRAPS, Trap

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
    assert damage(attack, is_boxed=False) == ""


@pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)
@pytest.mark.parametrize(
    "attack", [each for each in QUICK if not each.holds and each.is_closed], ids=lambda attack: attack.name
)
def test_boxed(attack: Attack) -> None:
    """An attack that works on bots that are not boxed fails in the sandbox."""
    assert damage(attack, is_boxed=True) == ""


def test_the_attacks_are_real() -> None:
    """An attack that the sandbox is needed for works without it: otherwise its row would prove nothing."""
    [attack] = [each for each in ATTACKS if each.name == "kill_opponent"]
    assert damage(attack, is_boxed=False) == "the opponent loses by crash"


@pytest.mark.parametrize("trap", [each for each in TRAPS if each.is_quick], ids=lambda trap: trap.name)
def test_traps(trap: Trap) -> None:
    """A planted file, an endless one and endless work do no harm."""
    assert trap.run() == ""


def test_the_document_lists_them_all() -> None:
    """The tables in docs/security.md have every attack, with what `make attack` expects of it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| `(\w+)` \| (holds|no) \| (holds|no) \|$", text, re.MULTILINE)
    words = {True: "holds", False: "no"}
    assert rows == [(attack.name, words[attack.holds], words[attack.is_closed]) for attack in ATTACKS]
    assert re.findall(r"^\| .* \| `(\w+)` \|$", text, re.MULTILINE) == [trap.name for trap in TRAPS]
