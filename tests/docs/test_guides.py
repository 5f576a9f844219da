"""The guides for players: their pages are made of the rulebooks and of examples that are played, without the protocol."""

import re
from pathlib import Path

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.engine.royale.box import ACTIVE
from beachhead.engine.royale.fields import NAMES as FIELDS
from beachhead.engine.royale.flow import legal
from beachhead.protocol.repl.talk import ruled
from tests.engine.royale.refusals import PLACES
from tests.engine.royale.tables import BOX, state_of
from tests.protocol.repl.scenes import text
from tools.guides import page

DOCS = Path(__file__).parents[2] / "docs"
GAMES = [find_game(name) for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_what_the_program_says(name: str) -> None:
    """The page is the guide with the rules in the words of `rules`; its examples are played when it is made."""
    assert (DOCS / f"how-to-play-{name}.md").read_text(encoding="utf-8") == page(find_game(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_its_place(name: str) -> None:
    """Every rule stands in exactly one chapter, and `rules` lists them by chapters in the same order."""
    show = find_game(name).show
    told = [rule for chapter in show.guide for rule in chapter.rules]
    assert sorted(told) == sorted(show.rules)
    lines = text(ruled(find_game(name), None)).splitlines()
    titles = [chapter.title for chapter in show.guide if chapter.rules]
    assert [line for line in lines if line in titles] == titles
    assert [line.split()[0] for line in lines if line not in titles] == told


@pytest.mark.parametrize("name", NAMES)
def test_players_can_read_it(name: str) -> None:
    """A page shows the board, has a glossary, and no position or line that only programs need."""
    found = page(find_game(name))
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", found)
    assert pictures
    assert all((DOCS / picture).exists() for picture in pictures)
    assert "## Words" in found
    assert "## Your turn, step by step" in found
    assert not re.search(r"\S+/\S+/\S+/", found.replace("pictures/", ""))
    assert not re.search(r"\b(stdin|protocol|position|event|seed)\b", found)


def test_royale_is_whole() -> None:
    """The outer edge, throws, the free revival, the table of drinks and every card are on the page of royale."""
    found = page(find_game("royale"))
    edge = {action.text.split()[-1] for action in legal(state_of(PLACES))}
    said = re.search(r"along the border: ([^.]+)\.", found)
    assert said is not None
    assert set(said[1].split(", ")) == edge < set(FIELDS)
    assert "A throw is one die of each side" in found
    assert "A card with a free revival saves the action" in found
    for row in ("| spirits |", "| mixed |", "| wine |", "| beer |"):
        assert row in found
    assert all(f"| {card.id} | " in found for card in BOX.cards)
    assert f"At most {['no', 'one', 'two', 'three'][ACTIVE]} cards are active" in found
