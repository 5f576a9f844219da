"""The rulebook: its rulings, where the code cites its rules, and that a script or a refusal exercises each."""

import re
from pathlib import Path

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.values import IllegalAction, Rule
from tests.engine.royale.refusals import REFUSALS
from tests.engine.royale.rulings import RULINGS, Ruling

SOURCES = sorted((Path(__file__).parents[3] / "engine" / "royale").rglob("*.py"))
SCRIPTS = Path(__file__).parents[2] / "scripts" / "royale"
ROWS = [pytest.param(ruling, id=f"{id}-{number}") for id, rows in RULINGS.items() for number, ruling in enumerate(rows)]
_ID = r"(?:\d(?:\.\d)?|`phase`)"


@pytest.mark.parametrize("ruling", ROWS)
def test_ruling(ruling: Ruling) -> None:
    """The ruling holds."""
    ruling.check()


@pytest.mark.pure
@pytest.mark.parametrize("ruling", ROWS)
def test_ruling_turned_around(ruling: Ruling, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruling's check fails when the one place that decides it decides otherwise."""
    monkeypatch.setattr(ruling.owner, ruling.name, ruling.turned)
    with pytest.raises((AssertionError, IllegalAction)):
        ruling.check()


def cited(rule: str) -> list[str]:
    """Where the code cites a rule in docstrings, comments, refusals; prose about rules does not count."""
    found = []
    for source in SOURCES:
        if source.name not in ("rulebook.py", "guide.py"):
            text = source.read_text(encoding="utf-8")
            if rule.startswith("B"):
                found += [source.name for _ in re.finditer(rf"\b{rule}\b", text)]
                continue
            refused = re.findall(rf"IllegalAction\(\s*\"({_ID.replace('`', '')})\"", text)
            lists = re.findall(rf"\brules? (?:ids? )?({_ID}(?:(?:, | and ){_ID})*)", text)
            named = [id.strip("`") for ids in lists for id in re.split(", | and ", ids)]
            found += [source.name for id in (*refused, *named) if id == rule]
    return found


@pytest.mark.parametrize("rule", ROYALE.show.rules.values(), ids=lambda rule: rule.id)
def test_citations(rule: Rule) -> None:
    """A ruling is cited at exactly one place of the code, a rule at least where it is enforced."""
    places = cited(rule.id)
    assert len(places) == 1 if rule.id.startswith("B") else places, places


def test_every_rule_is_exercised() -> None:
    """Every rule of the rulebook is the subject of a script, named by it; no script or table is about another."""
    scripts = {script.name.partition("_")[0] for script in SCRIPTS.glob("*.bhr")} - {"card", "protocol"}
    subjects = {name.upper() if name.startswith("b") else name for name in scripts}
    assert subjects == set(ROYALE.show.rules)
    assert {rule for rule, *_ in REFUSALS} | set(RULINGS) <= set(ROYALE.show.rules)


def test_the_rulebook_is_complete() -> None:
    """The rulebook has the sheet's sections and the rulings, each with a name and a text."""
    sections = ["1", "2", "3", *(f"3.{n}" for n in range(1, 9)), "4", "phase"]
    assert list(ROYALE.show.rules) == [*sections, *(f"B{n}" for n in range(1, 21))]
    assert all(rule.name and len(rule.text) > 20 and id == rule.id for id, rule in ROYALE.show.rules.items())
