"""The page about pictures and pages: it names every option, and what it points at is there."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beachhead.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "pages.md").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    """Every file that the page points at is there."""
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (DOCS / target).exists(), target


@pytest.mark.parametrize("command", ["svg", "replay"])
def test_every_option_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every long option of the commands stands on the page."""
    assert main([command, "--help"]) == 0
    options = set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out)) - {"--help", "--output"}
    assert options
    assert all(f"`{option}" in PAGE for option in options)


@pytest.mark.parametrize("name", ["island", "royale"])
def test_pictures(name: str) -> None:
    """A picture of the docs is a well-formed board."""
    root = ElementTree.fromstring((DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8"))
    assert len([element for element in root.iter() if element.get("data-place")]) in (144, 25)
