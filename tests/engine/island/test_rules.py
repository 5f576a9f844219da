"""The rulebook: its rulings, where the code cites its rules, and that a script or a refusal exercises each."""

import re
from pathlib import Path

import pytest

from beachhead.engine.island.show.rulebook import RULES
from beachhead.engine.values import IllegalAction, Rule
from tests.engine.island.refusals import REFUSALS
from tests.engine.island.rulings import RULINGS, Ruling

TESTS = Path(__file__).parent.parent.parent
SOURCES = sorted((TESTS.parent / "engine" / "island").rglob("*.py"))
ROWS = [pytest.param(ruling, id=f"{id}-{number}") for id, rows in RULINGS.items() for number, ruling in enumerate(rows)]


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


def script_rules(folder: Path) -> set[str]:
    """The rules that the scripts of a folder exercise: `expect illegal RULE …` lines, and `# rule RULE …` headers."""
    found: set[str] = set()
    for script in sorted(folder.glob("*.bhr")):
        for line in script.read_text(encoding="utf-8").splitlines():
            refused = re.match(r"\s*expect illegal (\S+)", line)
            header = re.match(r"\s*# rules? (.+)", line)
            found |= {refused[1]} if refused else set()
            found |= set(re.findall(r"[\w]+", header[1])) if header else set()
    return found


def test_every_rule_is_exercised() -> None:
    """Every rule of the rulebook is the subject of a script or a table of the tests."""
    exercised = {rule for _, rule, *_ in REFUSALS}
    assert exercised <= set(RULES)
    assert set(RULINGS) <= set(RULES)
    missing = set(RULES) - exercised - set(RULINGS) - script_rules(TESTS / "scripts" / "island")
    assert not missing


def test_scripts_count(tmp_path: Path) -> None:
    """A script exercises the rules that it expects refusals by, and those that its header names."""
    text = "# rule R7, 2a: who moves\nposition …\nexpect illegal 14 move d2 d5\n# no rule here\n"
    (tmp_path / "2a_nominated.bhr").write_text(text, encoding="utf-8")
    assert {"R7", "2a", "14"} <= script_rules(tmp_path)
    assert "here" not in script_rules(tmp_path)


def cited(rule: str) -> list[str]:
    """Where the code cites a rule in docstrings, comments, refusals; prose about rules does not count."""
    found = []
    if rule.startswith("R"):
        pattern = rf"\b{rule}\b"
    else:
        refused = rf"(IllegalAction|why_not_own)\([^()\"]*\"{rule}\""
        pattern = refused + rf"|\brules? (\w+(, | and ))*{rule}\b"
    for source in SOURCES:
        if source.name not in ("rulebook.py", "guide.py", "lessons.py"):
            text = source.read_text(encoding="utf-8")
            found += [f"{source.name}: {match[0]}" for match in re.finditer(pattern, text)]
    return found


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_citations(rule: Rule) -> None:
    """A ruling is cited at exactly one place of the code, a rule at least where it is enforced."""
    places = cited(rule.id)
    assert len(places) == 1 if rule.id.startswith("R") else places, places


def test_the_rulebook_is_complete() -> None:
    """The rulebook has the general rules, the sections and the rulings, each with a name and a text."""
    general = [str(n) for n in range(1, 16)] + ["1a", "1b", "2a"]
    sections = ["setup", "movement", "zero", "shooting", "blocks", "phase"]
    assert set(RULES) == {*general, *sections, *(f"R{n}" for n in range(1, 16))}
    assert all(rule.name and len(rule.text) > 20 and id == rule.id for id, rule in RULES.items())
