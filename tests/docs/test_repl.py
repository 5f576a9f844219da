"""The page about the prompt and its pictures: they show what there is."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beachhead.protocol.repl.pages import OWN

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "repl.md").read_text(encoding="utf-8")
PICTURES = sorted((DOCS / "screens").glob("*.svg"))


def test_every_command_is_explained() -> None:
    """Every command of the prompt stands in the page's table, and the table has no other."""
    table = PAGE.split("## Commands of the prompt")[1].split("##")[0]
    rows = [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `")]
    words = {command.split()[0] for row in rows for command in re.findall(r"`([^`]+)`", row)}
    assert set(OWN) <= words
    assert words - set(OWN) == {"help"}


def test_links_lead_somewhere() -> None:
    """Every file that the pages point at is there."""
    for page in ("repl.md", "session.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", (DOCS / page).read_text(encoding="utf-8")):
            assert (DOCS / target).exists(), target


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_pictures(picture: Path) -> None:
    """A picture is well-formed, holds nothing but text and shapes, and shows a prompt."""
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {"svg", "title", "rect", "circle", "text"}
    assert any("> " in (element.text or "") or (element.text or "").endswith(">") for element in root.iter())


def test_the_session_is_real() -> None:
    """The captured session shows boards, a menu, a refusal and the end."""
    session = (DOCS / "session.md").read_text(encoding="utf-8")
    assert session.count("```text") >= 7
    for words in ("an obstacle block", "rule 15", "Hint: ", "Lesson 1 of 5", "The game is kept"):
        assert words in session
