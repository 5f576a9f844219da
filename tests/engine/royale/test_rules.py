"""The rulebook: its rulings, what its rules bring about, where the code cites them, and that a test exercises each."""

import re
from pathlib import Path

import pytest

from beachhead.engine.game import IllegalAction, Rule
from beachhead.engine.royale import ROYALE
from tests.engine.royale.consequences import CONSEQUENCES, LISTS
from tests.engine.royale.refusals import REFUSALS
from tests.engine.royale.rulings import RULINGS, Ruling
from tests.engine.royale.tables import legal, told

SOURCES = sorted((Path(__file__).parents[3] / "engine" / "royale").glob("*.py"))
ROWS = [pytest.param(ruling, id=f"{id}-{number}") for id, rows in RULINGS.items() for number, ruling in enumerate(rows)]
_ID = r"(?:\d(?:\.\d)?|`phase`)"


@pytest.mark.parametrize("ruling", ROWS)
def test_ruling(ruling: Ruling) -> None:
    """The ruling holds."""
    ruling.check()


@pytest.mark.parametrize("ruling", ROWS)
def test_ruling_turned_around(ruling: Ruling, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruling's check fails when the one place that decides it decides otherwise."""
    monkeypatch.setattr(ruling.owner, ruling.name, ruling.turned)
    with pytest.raises((AssertionError, IllegalAction)):
        ruling.check()


@pytest.mark.parametrize(("rule", "position", "actions", "events"), CONSEQUENCES)
def test_consequence(rule: str, position: str, actions: list[str], events: list[str]) -> None:
    """The actions are legal one after the other, and exactly these events follow from the last."""
    assert told(position, *actions) == events


@pytest.mark.parametrize(("rule", "position", "listed"), LISTS)
def test_list(rule: str, position: str, listed: set[str]) -> None:
    """What the rule allows is listed, and nothing else."""
    assert legal(position) == listed


def cited(rule: str) -> list[str]:
    """Where the code cites a rule, the rulebook itself apart: docstrings, comments, refusals."""
    found = []
    for source in SOURCES:
        if source.name != "rulebook.py":
            text = source.read_text(encoding="utf-8")
            if rule.startswith("B"):
                found += [source.name for _ in re.finditer(rf"\b{rule}\b", text)]
                continue
            refused = re.findall(rf"IllegalAction\(\s*\"({_ID.replace('`', '')})\"", text)
            lists = re.findall(rf"\brules? (?:ids? )?({_ID}(?:(?:, | and ){_ID})*)", text)
            named = [id.strip("`") for ids in lists for id in re.split(", | and ", ids)]
            found += [source.name for id in (*refused, *named) if id == rule]
    return found


@pytest.mark.parametrize("rule", ROYALE.rules.values(), ids=lambda rule: rule.id)
def test_citations(rule: Rule) -> None:
    """A ruling is cited at exactly one place of the code, a rule at least where it is enforced."""
    places = cited(rule.id)
    assert len(places) == 1 if rule.id.startswith("B") else places, places


def test_every_rule_is_exercised() -> None:
    """There is no rule in the rulebook that no table of the tests is about; 3.7 has the diagram's pictures."""
    exercised = {rule for rule, *_ in (*REFUSALS, *CONSEQUENCES, *LISTS)} | set(RULINGS) | {"3.7"}
    assert exercised == set(ROYALE.rules)


def test_the_rulebook_is_complete() -> None:
    """The rulebook has the sheet's sections and the rulings, each with a name and a text."""
    sections = ["1", "2", "3", *(f"3.{n}" for n in range(1, 9)), "4", "phase"]
    assert list(ROYALE.rules) == [*sections, *(f"B{n}" for n in range(1, 19))]
    assert all(rule.name and len(rule.text) > 20 and id == rule.id for id, rule in ROYALE.rules.items())
