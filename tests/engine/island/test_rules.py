"""The rulebook: its rulings, what its rules bring about, where the code cites them, and that a test exercises each."""

import re
from pathlib import Path

import pytest

from beachhead.engine.game import IllegalAction, Rule
from beachhead.engine.island import ISLAND
from beachhead.engine.timeline import Moment, Timeline
from tests.engine.island.boards import legal, state_of
from tests.engine.island.consequences import CONSEQUENCES, LISTS
from tests.engine.island.refusals import REFUSALS
from tests.engine.island.rulings import RULINGS, Ruling

TESTS = Path(__file__).parent.parent.parent
SOURCES = sorted((TESTS.parent / "engine" / "island").glob("*.py"))
ROWS = [pytest.param(ruling, id=f"{id}-{number}") for id, rows in RULINGS.items() for number, ruling in enumerate(rows)]


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
    state = ISLAND.start()[0] if position == "start" else state_of(position)
    timeline = Timeline(ISLAND, Moment(state))
    for action in actions:
        timeline = timeline.play(ISLAND.action(timeline.state, action))
    assert [event.text for event in timeline.now.events] == events


@pytest.mark.parametrize(("rule", "position", "listed", "absent"), LISTS)
def test_list(rule: str, position: str, listed: set[str], absent: tuple[str, ...]) -> None:
    """What the rule allows is listed, and what it does not is not."""
    found = legal(position)
    assert listed <= found
    assert not [action for action in found if action.startswith(absent)]


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
    """There is no rule in the rulebook that no table and no script of the tests is about."""
    exercised = {rule for _, rule, *_ in REFUSALS} | {rule for rule, *_ in CONSEQUENCES} | {rule for rule, *_ in LISTS}
    assert exercised <= set(ISLAND.rules)
    assert set(RULINGS) <= set(ISLAND.rules)
    missing = set(ISLAND.rules) - exercised - set(RULINGS) - script_rules(TESTS / "scripts" / "island")
    assert not missing


def test_scripts_count(tmp_path: Path) -> None:
    """A script exercises the rules that it expects refusals by, and those that its header names."""
    text = "# rule R7, 2a: who moves\nposition …\nexpect illegal 14 move d2 d5\n# no rule here\n"
    (tmp_path / "2a_nominated.bhr").write_text(text, encoding="utf-8")
    assert {"R7", "2a", "14"} <= script_rules(tmp_path)
    assert "here" not in script_rules(tmp_path)


def cited(rule: str) -> list[str]:
    """Where the code cites a rule in docstrings, comments, refusals; what only tells of rules is no such place."""
    found = []
    if rule.startswith("R"):
        pattern = rf"\b{rule}\b"
    else:
        refused = rf"(IllegalAction|why_not_own)\([^()\"]*\"{rule}\""
        pattern = refused + rf"|\brules? (\w+(, | and ))*{rule}\b"
    for source in SOURCES:
        if source.name not in ("rulebook.py", "lessons.py"):
            text = source.read_text(encoding="utf-8")
            found += [f"{source.name}: {match[0]}" for match in re.finditer(pattern, text)]
    return found


@pytest.mark.parametrize("rule", ISLAND.rules.values(), ids=lambda rule: rule.id)
def test_citations(rule: Rule) -> None:
    """A ruling is cited at exactly one place of the code, a rule at least where it is enforced."""
    places = cited(rule.id)
    assert len(places) == 1 if rule.id.startswith("R") else places, places


def test_the_rulebook_is_complete() -> None:
    """The rulebook has the general rules, the sections and the rulings, each with a name and a text."""
    general = [str(n) for n in range(1, 16)] + ["1a", "1b", "2a"]
    sections = ["setup", "movement", "zero", "shooting", "blocks", "phase"]
    assert set(ISLAND.rules) == {*general, *sections, *(f"R{n}" for n in range(1, 16))}
    assert all(rule.name and len(rule.text) > 20 and id == rule.id for id, rule in ISLAND.rules.items())
