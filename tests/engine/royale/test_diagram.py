"""The diagram: pictures as they were approved, and what they show to whom."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from beachhead.engine.picture import Picture, coloured, plain
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.show.panel import due
from beachhead.engine.royale.state import State
from beachhead.engine.scene import MarkKind
from tests.engine.royale import laws
from tests.engine.royale.refusals import DEAL, DRINKS, EQUIP, PICK, PLACES, RETREAT, ROLLOFF, START, STOW, WIND
from tests.engine.royale.tables import at, event, state_of

FOLDER = Path(__file__).parent / "pictures"
PLAYERS = [
    "d4~wine@4:boots,sword,second-wind:crown,dagger",
    "d4~beer@3:buckler,black-death:jester",
    "e5x~spirits@2:eagle",
    "a4~mixed",
]
MIDDLE = at("a4:crown d4:bulwark c3:shackles e6:second-wind d1:phoenix f5:boots", PLAYERS, budget="1.1:second-wind")
DUEL = at("a4:crown d4:bulwark", PLAYERS, "duel:p2:2-1", budget="0.0")
DEATH = at("d4:crown e5:warlord", ["d4x:boots", "e5", "e5", "e5", "a4x"], "retreat", budget="1.0")
LAST = at("d4:crown", PLAYERS, "ready")
SETUP = at(players=["-", "-", "-~-", "-~-"], phase="drinks", side="p3", cards="", turn=0, rest="map")
ROLLING = at(players=["-~-"] * 4, phase="rolloff:4,-,x,-", side="p2", mover="-", cards="", turn=0, rest="map")
OVER = at("", PLAYERS, "over:p1", side="-", mover="-", turn=61)
NEWS = ["won p1 sword d6", "reduced"]

# name: position, how it is drawn, whether in colour
PICTURES: dict[str, tuple[str, dict[str, Any], bool]] = {
    "plain": (MIDDLE, {}, False),
    "colour": (MIDDLE, {"last": "move d4"}, True),
    "ascii": (MIDDLE, {"ascii": True}, False),
    "seat": (MIDDLE, {"seat": "p2"}, False),
    "wide": (MIDDLE, {"width": 140}, False),
    "compact": (MIDDLE, {"width": 40}, False),
    "compact-ascii": (DEATH, {"width": 60, "ascii": True}, False),
    "marked": (MIDDLE, {"last": "move d4", "preview": "power eagle d6", "events": NEWS}, False),
    "duel": (DUEL, {"events": ["duel p1 2 p2 1"]}, False),
    "death": (DEATH, {"events": ["died p1"]}, False),
    "last": (LAST, {"events": ["won p4 boots a4", "reduced", "last d4", "next p1 9"]}, False),
    "setup": (SETUP, {}, False),
    "rolloff": (ROLLING, {"width": 100}, False),
    "over": (OVER, {}, False),
    "deal": (DEAL, {}, False),
}


def picture_of(state: State, *, ascii: bool = False, width: int = 80, **seen: Any) -> Picture:
    """The diagram of a state as it is seen."""
    return ROYALE.show.picture(ROYALE.show.scene(state, **seen), ascii=ascii, width=width)


def drawn(name: str) -> str:
    """A picture as text."""
    text, how, is_coloured = PICTURES[name]
    how = dict(how)
    for key in ("last", "preview"):
        if key in how:
            how[key] = ROYALE.canonical(how[key])
    how["events"] = [event(words) for words in how.get("events", ())]
    picture = picture_of(state_of(text), **how)
    return "\n".join(coloured(picture) if is_coloured else plain(picture)) + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    """The picture is what was approved, to the letter."""
    assert drawn(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_fit(name: str) -> None:
    """No line of a picture is wider than it was asked to be, and in ASCII every character is."""
    _, how, is_coloured = PICTURES[name]
    if not is_coloured:
        assert max(map(len, drawn(name).splitlines())) <= how.get("width", 80)
    if how.get("ascii"):
        assert drawn(name).isascii()


def test_colour_changes_nothing_else() -> None:
    """With the colours taken out, the coloured lines are the plain ones."""
    picture = picture_of(state_of(MIDDLE))
    assert [_bare(line).rstrip() for line in coloured(picture)] == plain(picture)


def _bare(line: str) -> str:
    while "\x1b" in line:
        before, _, rest = line.partition("\x1b")
        line = before + rest[rest.index("m") + 1 :]
    return line


def test_reserves_are_hidden() -> None:
    """A seat sees its own reserve and the size of the others', and their totals no more than those."""
    own, other = (plain(picture_of(state_of(MIDDLE), seat=seat)) for seat in ("p1", "p2"))
    assert any("crown 14" in line and "dagger 8" in line for line in own)
    assert not any("dagger 8" in line for line in other)
    assert any(line.strip() == "reserve: 2 cards" for line in other)
    assert sum("in all" in line for line in other) == 1


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (DEAL, "the cards are dealt"),
        (ROLLOFF, "P1 rolls for the first turn"),
        (DRINKS, "P1 to name a drink"),
        (PLACES, "P1 to choose a field of the outer edge"),
        (EQUIP, "P1 to equip a card"),
        (START, "P1 to swap a card, or to act"),
        (at(), "P1 to act"),
        (at(players=["d4x", "e5"]), "P1 is dead"),
        (at(players=["d4:sword", "e5"], phase="strike"), "P1 throws three dice: 12 or more with strike +1"),
        (WIND, "P1 to throw again, or to die"),
        (DUEL, "P1 and P2 throw"),
        (RETREAT, "P1 to choose where to lie"),
        (PICK, "P1 takes a card from P2"),
        (STOW, "P1 to stow a card, to make room for jester"),
        (OVER, "Over: P1 has won (cards)"),
        (at("a4:crown", ["d4", "e5"], "over:draw", side="-", mover="-", turn=200), "Over: a draw (turns)"),
    ],
)
def test_what_is_due(position: str, words: str) -> None:
    """In every phase the panel says what is due, and from whom."""
    assert due(state_of(position)) == words
    assert words in plain(picture_of(state_of(position)))


def test_the_scene() -> None:
    """A scene holds the cards and figures of every field, what everybody holds as far as a seat sees it, and the marks."""
    scene = ROYALE.show.scene(state_of(MIDDLE), seat="p2", preview=ROYALE.canonical("power eagle d6"))
    cells = {cell.place: cell for cell in scene.cells}
    assert len(cells) == 25
    card, *figures = cells["d4"].pieces
    assert (card.kind, card.label, card.owner) == ("bulwark", "11", "")
    assert [(figure.owner, figure.is_down) for figure in figures] == [("p1", False), ("p2", False)]
    assert [(figure.owner, figure.is_down) for figure in cells["e5"].pieces] == [("p3", True)]
    trays = {(tray.owner, tray.name): tray.places for tray in scene.trays}
    assert [card and card.kind for card in trays["p3", "active"]] == ["eagle", None, None]
    assert [card and card.kind for card in trays["p2", "reserve"]] == ["jester"]
    assert [(card and card.kind, card and card.is_down) for card in trays["p1", "reserve"]] == [("", True)] * 2
    assert [(mark.place, mark.kind) for mark in scene.marks] == [("d6", MarkKind.PREVIEW)]
    assert [(arrow.src, arrow.dst) for arrow in scene.arrows] == [("d4", "d6")]
    goal = ROYALE.show.scene(state_of(LAST))
    assert [(mark.place, mark.kind) for mark in goal.marks] == [("d4", MarkKind.GOAL)]
    assert next(cell for cell in goal.cells if cell.place == "d4").pieces[0].counts == "12"


@pytest.mark.parametrize("seed", range(3))
def test_every_moment_can_be_drawn(seed: int) -> None:
    """Every moment of a random game is drawn within its width, for every seat and at every size."""
    rng = Random(seed)
    for timeline in laws.play(ROYALE, rng, "standard", 0.005):
        if rng.random() < 0.2:
            now, width = timeline.now, rng.choice((40, 50, 80, 100, 140))
            seat = rng.choice((None, *ROYALE.seats(timeline.state)))
            lines = plain(
                picture_of(timeline.state, seat=seat, last=now.action, events=now.events, width=width, ascii=True)
            )
            assert max(map(len, lines)) <= width, "\n".join(lines)
            assert all(line.isascii() for line in lines)
