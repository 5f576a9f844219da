"""The diagram: pictures as they were approved, and the pads over their columns."""

from pathlib import Path
from typing import Any

import pytest

from beachhead.engine.island import ISLAND
from beachhead.engine.island.squares import COLUMNS
from beachhead.engine.island.state import State
from beachhead.engine.picture import Picture, coloured, plain
from beachhead.engine.scene import Arrow, ArrowKind, Mark, MarkKind, Piece, Tray
from beachhead.engine.values import Action
from tests.engine.island.boards import DIAGONAL, after, at, state_of
from tests.engine.island.refusals import FIVE_EACH, HAND

FOLDER = Path(__file__).parent / "pictures"
MIDDLE = at("d2:Sn g2:Je d4:tw f11:ss d6:* e9:* k3:Ts", "act:3@d2", south="c:SSJT.", north="j:ssj.t", blocks="1+1")
SETUP = at(FIVE_EACH, "pads", south="c:..T..+JJJT", north="j:.....+jjjtt", side="north", blocks="6+4", turn=0)

# name: position, how it is drawn, whether in colour
PICTURES: dict[str, tuple[str, dict[str, Any], bool]] = {
    "plain": (MIDDLE, {}, False),
    "colour": (MIDDLE, {}, True),
    "ascii": (MIDDLE, {"ascii": True}, False),
    "compact": (MIDDLE, {"width": 40}, False),
    "compact-ascii": (MIDDLE, {"width": 40, "ascii": True}, False),
    "narrow": (MIDDLE, {"width": 60}, False),
    "marked": (MIDDLE, {"last": "move d2 d5", "preview": "shoot g2 j2"}, False),
    "neighbours": (
        at("d2:Se f2:ss g2:Jw e3:jw l12:ss", "act:1"),
        {"last": "move c3 e3", "preview": "shoot d2 f2"},
        False,
    ),
    "threats": (MIDDLE, {"last": "move d2 d5", "threats": True}, False),
    "compact-marked": (MIDDLE, {"width": 40, "last": "move d2 d5", "preview": "shoot g2 j2"}, False),
    "considered": (at("d2:Sn l12:ss", "act:3"), {"preview": "turn d2 d4 left"}, False),
    "considered-slide": (at("a1:Sn l12:ss", "slide:2", south="c:.SJTS"), {"preview": "pad east"}, False),
    "considered-block": (at("d2:Sn d5:* l12:ss", "act:3"), {"preview": "move d2 d5"}, False),
    "setup": (SETUP, {}, False),
    "corner": (at("a1:Sn l12:ss", "slide:2", south="a:.SJTS", north="l:stj.."), {}, False),
    "no-pads": (at("a1:Sn l12:ss", "zero", mode="allout+live", south="-", north="-", side="north"), {}, False),
    "over": (at("a1:Sn", "over:south", side="-", turn=61), {}, False),
}

DUE = [
    (at("", "rolloff", **HAND), "South rolls for the first turn"),
    (at("", "blocks", **HAND), "South to place a block"),
    (at(DIAGONAL, "troops", **HAND), "South to place a character"),
    (SETUP, "North to fill its pad"),
    (at(phase="roll"), "South rolls"),
    (at(phase="roll@pad"), "South rolls for the pad"),
    (at(phase="roll@a1"), "South rolls for a1"),
    (at(phase="zero", side="north"), "North to use a 0: reinforce, pad or turn"),
    (at(phase="zero", mode="blitz", south="-", north="-"), "South to use a 0: turn a character"),
    (at(phase="act:4"), "South to act: die 4"),
    (at(phase="act:4@a1"), "South to act: die 4, only a1 moves"),
    (at(phase="act:4@b2"), "South to act: die 4, b2 is gone"),
    (at(phase="slide:2"), "South to slide the pad: die 2"),
    (at(phase="after"), "South to shoot or end the turn"),
    (at("l12:ss", "rescue", south="c:S...."), "South to bring one on (rule 4)"),
    (at(phase="penalty"), "South to remove a character (1a)"),
    (at("a1:Sn", "penalty@pad", north="l:...jt"), "South to remove from the pad (1b)"),
    (at("d2:Sn d4:* l12:ss") + " actions shoot d2 d4", "the block on d4 is turned over"),
    (at("", "over:draw", side="-"), "Over: a draw (elimination)"),
]


def pictured(
    state: State, last: Action | None = None, preview: Action | None = None, ascii: bool = False, width: int = 80,
    threats: bool = False,
) -> Picture:  # fmt: skip
    """Return the diagram of a state, drawn from its scene."""
    scene = ISLAND.show.scene(state, last=last, preview=preview)
    if threats:
        scene = scene._replace(marks=(*scene.marks, *ISLAND.show.threats(state)))
    return ISLAND.show.picture(scene, ascii=ascii, width=width)


def drawn(name: str) -> str:
    """Return a picture as text."""
    text, how, is_coloured = PICTURES[name]
    state = state_of(text)
    how = {"width": 100, **how}
    for key in ("last", "preview"):
        if key in how:
            how[key] = ISLAND.canonical(how[key])
    picture = pictured(state, **how)
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
        assert max(map(len, drawn(name).splitlines())) <= how.get("width", 100)
    if how.get("ascii"):
        assert drawn(name).isascii()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("centre", COLUMNS)
def test_pads_stand_over_their_columns(centre: str, side: int) -> None:
    """Every slot is drawn over the column in front of it; a slot that hangs over a corner, beyond the first or last."""
    pads: dict[str, Any] = {"south": f"{centre}:SSJTT"} if side == 0 else {"north": f"{centre}:ssjtt"}
    lines = plain(pictured(state_of(at("c5:Jn l8:js", **pads)), width=60))
    header = next(line for line in lines if line.split() == list(COLUMNS))
    slots = lines[0] if side else next(line for line in lines if line.startswith("S") and line.endswith("5"))
    for slot in range(5):
        column = COLUMNS.index(centre) + slot - 2
        where = slots.index(f"{'SSJTT'[slot].swapcase() if side else 'SSJTT'[slot]}{slot + 1}")
        assert where + 1 == header.index("a") + 3 * column


@pytest.mark.parametrize(("text", "sentence"), DUE)
def test_what_is_due(text: str, sentence: str) -> None:
    """Beside the island stands what is due, and from whom, in every phase."""
    assert any(line.endswith(f" {sentence}") for line in plain(pictured(state_of(text), width=120)))


def test_every_step_of_a_battle_can_be_drawn() -> None:
    """What was touched last is marked on the squares that the action names."""
    timeline = after(at("d2:Sn d4:ss g5:* l12:ss"), "shoot d2 d4", "move d2 d5")
    lines = plain(pictured(timeline.state, last=timeline.now.action, width=60))
    assert sum(line.count("[") for line in lines) == 2
    assert any("[S↑]" in line for line in lines)


def test_the_scene_as_values() -> None:
    """A scene names what stands where, whose it is and which way it faces, what is marked, and the lines of the shots."""
    timeline = after(at("d2:Jn d4:Se d5:ss g5:* l12:ss", south="c:S..T."), "shoot d2 d5")
    moment = timeline.now
    scene = ISLAND.show.scene(
        moment.state, last=moment.action, events=moment.events, preview=ISLAND.canonical("turn d2 d4 left")
    )
    cells = {cell.place: cell for cell in scene.cells}
    assert len(cells) == len(scene.cells) == 144
    assert (cells["g5"].column, cells["g5"].row, cells["g5"].pieces) == (6, 4, (Piece("block"),))
    assert cells["d4"].pieces == (Piece("jeep", "south", "west", "J"),)
    assert not cells["d2"].pieces
    soldier, tank = Piece("soldier", "south", label="S"), Piece("tank", "south", label="T")
    assert scene.trays == (
        Tray("south", "pad", (soldier, None, None, tank, None), "south", 0),
        Tray("north", "pad", (None,) * 5, "north", 7),
    )
    assert {mark.place for mark in scene.marks if mark.kind is MarkKind.LAST} == {"d2", "d3", "d4", "d5"}
    assert Mark("d4", MarkKind.REMOVED) in scene.marks
    assert Mark("d2", MarkKind.PREVIEW) in scene.marks
    assert scene.arrows == (
        Arrow("d2", "d5", ArrowKind.SHOT),
        Arrow("d2", "d4", ArrowKind.CROSSFIRE),
        Arrow("d2", "d4", ArrowKind.MOVE, is_preview=True),
    )
    setup = ISLAND.show.scene(state_of(SETUP))
    assert [(tray.owner, tray.name, len(tray.places)) for tray in setup.trays] == [
        ("south", "pad", 5),
        ("south", "hand", 4),
        ("north", "pad", 5),
        ("north", "hand", 5),
    ]
