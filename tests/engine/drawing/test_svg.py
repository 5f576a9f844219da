"""Boards as SVG: pictures as they were approved, well-formed whatever a scene holds, and read without colour."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from beachhead.engine.drawing.drawing import PLATES, draw, height_beside, measure
from beachhead.engine.drawing.look import STYLE
from beachhead.engine.drawing.moments import scene_of
from beachhead.engine.drawing.svg import svg, svg_of
from beachhead.engine.game import Game
from beachhead.engine.island import ISLAND
from beachhead.engine.royale import ROYALE
from beachhead.engine.scene import Arrow, ArrowKind, Cell, Mark, MarkKind, Piece, Scene, Tray
from beachhead.engine.timeline import Moment, Timeline
from tests.engine.island import test_diagram as island
from tests.engine.royale import test_diagram as royale

FOLDER = Path(__file__).parent / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\"'&"

# name: game, position, how it is drawn
PICTURES: dict[str, tuple[Game[Any], str, dict[str, Any]]] = {
    "island": (ISLAND, island.MIDDLE, {"last": "move d2 d5", "preview": "shoot g2 j2"}),
    "island-threats": (ISLAND, island.at("d2:Sn d3:ss d4:ss h5:je"), {"has_threats": True}),
    "island-crossfire": (
        ISLAND,
        island.at("d2:Tn h11:ss", "after"),
        {"last": "shoot d2 d6", "events": ["removed north soldier d4"]},
    ),
    "island-setup": (ISLAND, island.SETUP, {}),
    "royale": (ROYALE, royale.MIDDLE, {"last": "move d4", "preview": "power eagle d6", "events": royale.NEWS}),
    "royale-seat": (ROYALE, royale.MIDDLE, {"seat": "p2"}),
    "royale-death": (ROYALE, royale.DEATH, {"events": ["died p1"]}),
    "royale-deal": (ROYALE, royale.DEAL, {}),
}


def drawn(name: str) -> str:
    """Return a picture as a file."""
    game, text, how = PICTURES[name]
    how = dict(how)
    for key in ("last", "preview"):
        if key in how:
            how[key] = game.canonical(how[key])
    how["events"] = [game.events[words.split()[0]](words.split()[1:]) for words in how.get("events", ())]
    return svg_of(game, game.read(text), **how)


def titles(picture: str) -> list[str]:
    """Return the pieces of a picture in words."""
    root = ElementTree.fromstring(picture)
    return [str(found.text) for group in root.iter(f"{SVG}g") for found in group.findall(f"{SVG}title")]


def scenes() -> Iterator[tuple[Game[Any], Scene]]:
    """Yield the scene of every diagram that was approved."""
    for text, _, _ in island.PICTURES.values():
        yield ISLAND, ISLAND.show.scene(ISLAND.read(text))
    for text, _, _ in royale.PICTURES.values():
        yield ROYALE, ROYALE.show.scene(ROYALE.read(text))


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    """The picture is what was approved, to the letter."""
    assert drawn(name) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def test_every_piece_is_drawn_where_it_stands() -> None:
    """Each cell has a place, each piece on it a drawing that names it and its cell, inside the frame of the cell."""
    for game, scene in scenes():
        parts = draw(scene, ["south", "north"], game.show.shapes, measure([scene]))
        for cell in scene.cells:
            assert f'data-place="{cell.place}"' in parts[f"cell/{cell.place}"]
            own = [part for key, part in parts.items() if key.startswith(f"piece/{cell.place}/")]
            assert len(own) == len(cell.pieces)
            assert all(f" on {cell.place}" in part for part in own)


def test_what_refers_to_a_shape_finds_it() -> None:
    """Every reference of a picture leads to something that the same picture defines."""
    for name in PICTURES:
        root = ElementTree.fromstring(drawn(name))
        ids = {element.get("id") for element in root.iter() if element.get("id")}
        used = {element.get("href", "").removeprefix("#") for element in root.iter(f"{SVG}use")}
        assert used <= ids


def test_shapes_tell_without_colour() -> None:
    """Seats have different plates, kinds of pieces different shapes, marks and arrows different forms."""
    assert len(set(PLATES)) == len(PLATES) == 6
    assert len(set(ISLAND.show.shapes.values())) == 4
    cells = tuple(Cell(name, column, 0) for column, name in enumerate("abcde"))
    marks = tuple(Mark(cell.place, kind) for cell, kind in zip(cells, MarkKind, strict=True))
    arrows = tuple(Arrow("a", "d", kind) for kind in ArrowKind)
    scene = Scene(tuple("abcde"), ("1",), cells, marks=marks, arrows=arrows)
    parts = draw(scene, [], {}, measure([scene]))
    forms = [part.split()[0] + part.split(" ", 2)[1] for key, part in parts.items() if key.startswith("mark")]
    assert len(forms) == len(set(forms)) == len(MarkKind)
    assert len({part.partition("</path>")[0] for key, part in parts.items() if key.startswith("arrow")}) == 3


def test_hostile_text_stays_text() -> None:
    """Whatever a piece, a place or a title is called, it is not markup: the picture parses, and shows it as it is."""
    cells = (Cell(HOSTILE, 0, 0, (Piece(HOSTILE, HOSTILE, label=HOSTILE, style="card"), Piece(HOSTILE, HOSTILE))),)
    trays = (Tray(HOSTILE, HOSTILE, (Piece(HOSTILE, label=HOSTILE, counts=HOSTILE, style="block"),)),)
    note = (("", HOSTILE),)
    scene = Scene((HOSTILE,), (HOSTILE,), cells, trays, title=HOSTILE, due=HOSTILE, shouts=(HOSTILE,), notes=(note,))
    picture = svg(ISLAND, scene, [HOSTILE])
    root = ElementTree.fromstring(picture)
    assert not list(root.iter(f"{SVG}script"))
    assert any(element.text == HOSTILE for element in root.iter(f"{SVG}text"))


def test_threats_on_request() -> None:
    """Who could be hit at once is marked if that is asked for: across the crossfire, and nobody behind a block."""
    state = ISLAND.read(island.at("d2:Tn d4:se d6:se h2:Sn h3:* h4:se"))
    assert [mark.place for mark in ISLAND.show.threats(state)] == ["d4", "d6"]
    assert 'class="threat"' in svg_of(ISLAND, state, has_threats=True)
    assert 'class="threat"' not in svg_of(ISLAND, state)


def test_narrow_pictures() -> None:
    """A narrow picture has the same pieces, and what stands beside the board below it."""
    state = ROYALE.read(royale.MIDDLE)
    wide, narrow = svg_of(ROYALE, state), svg_of(ROYALE, state, is_narrow=True)
    assert titles(narrow) == titles(wide)
    (width, height), (narrow_width, narrow_height) = [
        map(float, str(ElementTree.fromstring(picture).get("viewBox")).split()[2:]) for picture in (wide, narrow)
    ]
    assert narrow_width < width * 0.6
    assert narrow_height > height
    state = ISLAND.read(island.MIDDLE)
    assert svg_of(ISLAND, state, is_narrow=True) == svg_of(ISLAND, state)


def test_threats_of_royale() -> None:
    """In royale, the players that another one can reach and attack are marked."""
    state = ROYALE.read(royale.MIDDLE)
    places = {place for danger in ROYALE.show.dangers(state) for place in danger.places}
    assert places
    assert {mark.place for mark in ROYALE.show.threats(state)} == places
    assert 'class="threat"' in svg_of(ROYALE, state, has_threats=True)


def test_a_seat_sees_no_more_than_it_may() -> None:
    """Cards that are hidden from a seat are not in the file it gets, not even in words."""
    assert "P1's dagger, value 8" in titles(drawn("royale"))
    assert "P1's dagger, value 8" not in titles(drawn("royale-seat"))
    assert titles(drawn("royale-seat")).count("P1's card, face down") == 2


@pytest.mark.parametrize("game", [ISLAND, ROYALE])
def test_notebooks_show_states(game: Game[Any]) -> None:
    """A state draws itself in a notebook."""
    state, _ = game.start()
    assert state._repr_svg_() == svg_of(game, state)
    ElementTree.fromstring(state._repr_svg_())


def test_measures_hold_for_a_whole_game() -> None:
    """With the measures of all scenes, the grid lies at the same place in each of them."""
    pads = [ISLAND.read(island.at("d2:Sn l12:ss", south=f"{column}:.....")) for column in "ac"]
    drawings = [ISLAND.show.scene(state) for state in pads]
    shared = measure(drawings)
    assert shared.west == 2
    first, second = (draw(scene, ISLAND.seats(pads[0]), ISLAND.show.shapes, shared) for scene in drawings)
    assert first["cell/a1"] == second["cell/a1"]
    assert {key for key in first if first[key] != second[key]} <= {f"edge/south/pad/{slot}" for slot in range(5)}


def _luminance(colour: str) -> float:
    colour = colour.lstrip("#")
    digits = [int(c * 2, 16) for c in colour] if len(colour) == 3 else list(bytes.fromhex(colour))
    parts = [v / 255 / 12.92 if v / 255 <= 0.03928 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in digits]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("palette", [0, 1])
def test_contrast(palette: int) -> None:
    """Text stands out from what it is written on by 4.5 to 1 at least, light and dark (WCAG AA)."""
    colours = dict(
        entry.split(":") for entry in STYLE.split("{--")[1 + palette].partition("}")[0].replace("--", "").split(";")
    )
    pairs = [
        ("ink", "page"),
        ("faint", "page"),
        ("faint", "cell"),
        ("ink", "card"),
        ("ink", "cell"),
        ("danger", "page"),
    ]
    pairs += [("onCurse", "curse"), ("ink", "line"), *[("seatInk", f"seat{number}") for number in range(1, 7)]]
    pairs += [(f"seat{number}", "page") for number in range(1, 7)]
    for text, ground in pairs:
        light, dark = sorted([_luminance(colours[text]), _luminance(colours[ground])], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground)


def test_many_cards_go_on_in_further_rows() -> None:
    """Cards beside the grid never overlap: more than six go on below, and what follows stands below them."""
    cards = [Piece("sword", "p1", label=str(number), style="card") for number in range(13)]
    heights = []
    for count in (0, 6, 7, 13):
        scene = Scene((), (), (), (Tray("p1", "reserve", tuple(cards[:count])), Tray("p1", "active", (cards[0],))))
        parts = draw(scene, ["p1"], {}, measure([scene]))
        found = [part for key, part in parts.items() if key.startswith(("tray/p1/reserve/", "tray/p1/active/"))]
        spots = [tuple(map(float, re.findall(r"translate\((\d+) (\d+)\)", part)[0])) for part in found if "<g" in part]
        assert len(spots) == count + 1
        assert all(abs(x - u) >= 54 or abs(y - v) >= 54 for x, y in spots for u, v in spots if (x, y) != (u, v))
        heights.append(height_beside(scene))
        assert heights[-1] >= max(y for _, y in spots) + 54
    assert heights == sorted(set(heights))


def test_the_last_move_has_an_arrow_from_its_beginning() -> None:
    """Even if a state no longer tells the place that a figure left, the arrow starts there all the same."""
    timeline = Timeline(ROYALE, Moment(ROYALE.read(royale.MIDDLE)))  # where p1 stands on d4
    moved = scene_of(ROYALE, timeline.play(ROYALE.canonical("move e5")).now)
    assert moved.arrows == (Arrow("d4", "e5", ArrowKind.MOVE),)
    assert scene_of(ROYALE, timeline.now).arrows == ()


def test_the_shot_that_chance_answers_keeps_its_arrows() -> None:
    """If a block is turned over, the shot at it is still drawn, with what fell in the crossfire; the next turn has neither."""
    timeline = Timeline(ISLAND, Moment(ISLAND.read(island.at("d2:Tn d4:ss d6:* h11:ss", "after"))))
    shot = Arrow("d2", "d6", ArrowKind.SHOT)
    for text, arrows in [
        ("shoot d2 d6", (shot,)),
        ("reveal d6 live", (shot, Arrow("d2", "d4", ArrowKind.CROSSFIRE))),
    ]:
        timeline = timeline.play(ISLAND.canonical(text))
        scene = scene_of(ISLAND, timeline.now)
        assert scene.arrows == arrows
    assert Mark("d4", MarkKind.REMOVED) in scene.marks
    timeline = timeline.play(ISLAND.canonical("end")).play(ISLAND.canonical("roll 3"))
    assert scene_of(ISLAND, timeline.now).arrows == ()
