"""A scene as SVG in parts: the elements by key, so that a page can change from one scene to the next.

A key names a layer and a place, as in `piece/d4/0`. Two drawings with the same measures differ in few parts. The layer
`tray` has coordinates of its own, and is placed beside the board; the others use those of the board. A tray along an
edge of the grid belongs to the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import hypot
from typing import Final, NamedTuple

from beachhead.engine.scene import Arrow, ArrowKind, Cell, Mark, MarkKind, Piece, Scene, Tray

SIZE: Final = 60  # width and height of a cell
PLATE: Final = 22  # radius of a seat's plate
SIDE_WIDTH: Final = 400
_MARGIN: Final = 26  # space for the names of rows and columns
_GAP: Final = 8
_HEAD: Final = 30  # space for the name of an owner, beside the grid
_ROW: Final = 64  # space for a row of a tray
_EMPTY: Final = 34  # space for a tray that holds nothing
_LABEL: Final = 62
_STEP: Final = 56  # from one card of a tray to the next
_CARDS: Final = 6  # in a row of a tray; more go on in further rows
_TURNS: Final = {"north": 0, "east": 90, "south": 180, "west": 270}

# By number of the seat, from 1: shapes that can be told apart without colour.
PLATES: Final = (
    '<circle r="22"/>',
    '<rect x="-20" y="-20" width="40" height="40" rx="4"/>',
    '<path d="M0-25 25 18H-25z"/>',
    '<path d="M-12-21H12L24 0 12 21H-12L-24 0z"/>',
    '<path d="M0-26 26 0 0 26-26 0z"/>',
    '<path d="M-9-22H9V-9H22V9H9V22H-9V9H-22V-9H-9z"/>',
)
_NOBODY: Final = '<rect x="-22" y="-16" width="44" height="32" rx="14"/>'


class Measures(NamedTuple):
    """The sizes that the layout depends on, so that all scenes of a game can share one layout."""

    columns: int
    rows: int
    west: int = 0  # columns by which a tray along an edge extends beyond the grid
    east: int = 0
    has_north: bool = False  # whether a tray lies along this edge
    has_south: bool = False
    beside: int = 0  # the height of the trays beside the grid

    @property
    def left(self) -> int:
        """The x coordinate of the grid's left edge."""
        return _MARGIN + self.west * SIZE

    @property
    def top(self) -> int:
        """The y coordinate of the grid's top edge."""
        return _MARGIN + self.has_north * (SIZE + _GAP)

    @property
    def width(self) -> int:
        """The width of the board, including trays along its edges."""
        return self.left + (self.columns + self.east) * SIZE + _MARGIN

    @property
    def height(self) -> int:
        """The height of the board, including trays along its edges."""
        return self.top + self.rows * SIZE + _MARGIN + self.has_south * (SIZE + _GAP)

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Return the upper left corner of a place."""
        return self.left + column * SIZE, self.top + (self.rows - 1 - row) * SIZE


def measure(scenes: Iterable[Scene]) -> Measures:
    """Return measures that fit all these scenes of one game."""
    found = Measures(0, 0)
    for scene in scenes:
        columns = len(scene.columns)
        along = [tray for tray in scene.trays if tray.edge]
        found = Measures(
            max(found.columns, columns),
            max(found.rows, len(scene.rows)),
            max([found.west, *[-tray.column for tray in along]]),
            max([found.east, *[tray.column + len(tray.places) - columns for tray in along]]),
            found.has_north or any(tray.edge == "north" for tray in along),
            found.has_south or any(tray.edge == "south" for tray in along),
            max(found.beside, height_beside(scene)),
        )
    return found


def height_beside(scene: Scene) -> int:
    """Return the height of the trays beside the grid."""
    return sum([height for _, height, _ in _lines(scene)])


def size_beside(scene: Scene) -> str:
    """Return the width and the height of the trays beside the grid, as a page sets them."""
    return f"{SIDE_WIDTH} {height_beside(scene)}"


def draw(scene: Scene, seats: Sequence[str], shapes: Mapping[str, str], measures: Measures) -> dict[str, str]:
    """Return the parts of a drawing by key; ``seats`` are all seats of the game in order, ``shapes`` its shapes."""
    return Pen(seats, shapes, measures).draw(scene)


def definitions(seats: Sequence[str], shapes: Mapping[str, str]) -> str:
    """Return the SVG definitions that the parts use: the plates of the seats and the shapes of the game."""
    plates = [f'<g id="bh-s{number}">{plate}</g>' for number, plate in enumerate(PLATES[: len(seats)], 1)]
    drawn = [f'<path id="bh-{escape(kind)}" d="{escape(path)}"/>' for kind, path in shapes.items()]
    return "".join([*plates, f'<g id="bh-s0">{_NOBODY}</g>', *drawn])


def _lines(scene: Scene) -> list[tuple[Tray, int, bool]]:
    """Return the trays beside the grid, the height of each, and whether its owner is named above it."""
    found, owner = [], None
    for tray in scene.trays:
        if not tray.edge:
            is_first = tray.owner != owner
            found.append((tray, (_ROW * _rows(tray) or _EMPTY) + is_first * _HEAD, is_first))
            owner = tray.owner
    return found


def _rows(tray: Tray) -> int:
    """Return the number of rows that the cards of a tray need; other pieces share one."""
    has_cards = any(piece is not None and (piece.style or not piece.kind) for piece in tray.places)
    return -(-len(tray.places) // _CARDS) if has_cards else min(1, len(tray.places))


class Pen:
    """Draws the scenes of one game. What was drawn before is remembered, as most of a scene is that of the one before."""

    def __init__(self, seats: Sequence[str], shapes: Mapping[str, str], measures: Measures) -> None:
        self.numbers = {seat: number for number, seat in enumerate(seats, 1)}
        self.shapes = shapes
        self.measures = measures
        self._grid: dict[tuple[tuple[str, int, int], ...], dict[str, str]] = {}
        self._pieces: dict[Cell, list[str]] = {}

    def draw(self, scene: Scene) -> dict[str, str]:
        """Return the parts of a drawing by key."""
        grid = tuple([cell[:3] for cell in scene.cells])
        if grid not in self._grid:
            cells = {f"cell/{cell.place}": self.cell(cell) for cell in scene.cells}
            self._grid[grid] = cells | self.labels(scene)
        parts = dict(self._grid[grid])
        where = {cell.place: self.measures.corner(cell.column, cell.row) for cell in scene.cells}
        for tray in scene.trays:
            if tray.edge:
                parts.update(self.edge(tray))
        for mark in scene.marks:
            if mark.place in where:
                parts[f"mark/{mark.kind.value}/{mark.place}"] = _mark(mark, *where[mark.place])
        for cell in scene.cells:
            if not cell.pieces:
                continue
            if cell not in self._pieces:
                self._pieces[cell] = self.pieces(cell)
            for number, drawn in enumerate(self._pieces[cell]):
                parts[f"piece/{cell.place}/{number}"] = drawn
        for arrow in scene.arrows:
            if arrow.src in where and arrow.dst in where:
                is_preview = "preview" if arrow.is_preview else "last"
                key = f"arrow/{is_preview}/{arrow.kind.value}/{arrow.src}/{arrow.dst}"
                parts[key] = _arrow(arrow, where[arrow.src], where[arrow.dst])
        parts.update(self.beside(scene))
        return parts

    def cell(self, cell: Cell) -> str:
        x, y = self.measures.corner(cell.column, cell.row)
        odd = " odd" if (cell.column + cell.row) % 2 else ""
        return f'<rect class="cell{odd}" data-place="{escape(cell.place)}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}"/>'

    def labels(self, scene: Scene) -> dict[str, str]:
        measures = self.measures
        parts = {}
        low, right = measures.top + measures.rows * SIZE + 18, measures.left + measures.columns * SIZE + 13
        for column, name in enumerate(scene.columns):
            x = measures.left + column * SIZE + SIZE // 2
            text = escape(name)
            parts[f"label/column/{column}"] = _text(x, measures.top - 8, text) + _text(x, low, text)
        for row, name in enumerate(scene.rows):
            y = measures.corner(0, row)[1] + SIZE // 2 + 5
            text = escape(name)
            parts[f"label/row/{row}"] = _text(measures.left - 13, y, text) + _text(right, y, text)
        return parts

    def edge(self, tray: Tray) -> dict[str, str]:
        """Return a tray along an edge: its slots beside their columns, each with its number."""
        measures = self.measures
        y = 2 if tray.edge == "north" else measures.height - SIZE - 2
        parts = {}
        for slot, piece in enumerate(tray.places):
            x = measures.left + (tray.column + slot) * SIZE
            frame = f'<rect class="slot" x="{x + 3}" y="{y + 3}" width="{SIZE - 6}" height="{SIZE - 6}" rx="6"/>'
            place = f"slot {slot + 1} of the {tray.name}"
            number = f'<text class="faint number" x="{x + 6}" y="{y + 13}">{slot + 1}</text>'
            drawn = "" if piece is None else self.plate(piece, x + SIZE // 2, y + SIZE // 2 + 1, 0.8, place)
            parts[f"edge/{tray.owner}/{tray.name}/{slot}"] = f"<g>{frame}{number}{drawn}</g>"
        return parts

    def pieces(self, cell: Cell) -> list[str]:
        """Return the pieces on a cell: a card fills it, and the pieces on the card stand in a row below its value."""
        x, y = self.measures.corner(cell.column, cell.row)
        cards = [piece for piece in cell.pieces if self.is_card(piece)]
        plates = [piece for piece in cell.pieces if not self.is_card(piece)]
        drawn = [self.card(card, x + 3, y + 3, cell.place) for card in cards]
        step = min(18.0, (SIZE - 18) / max(1, len(plates) - 1))
        left = x + SIZE / 2 - step * (len(plates) - 1) / 2
        middle, scale = y + (SIZE - 13 if cards else SIZE // 2), 0.45
        if len(plates) == 1 and not cards:
            scale = 1 if plates[0].kind in self.shapes else 0.7
        return drawn + [self.plate(p, left + n * step, middle, scale, cell.place) for n, p in enumerate(plates)]

    def is_card(self, piece: Piece) -> bool:
        """Return whether a piece is drawn as a card: it has its own style, or only its back is visible."""
        return piece.kind not in self.shapes and (bool(piece.style) or not piece.kind)

    def plate(self, piece: Piece, x: float, y: float, scale: float, place: str = "") -> str:
        """Return a piece as the shape of its kind, or else its label, on the plate of its owner, turned to its facing."""
        spot = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        title = f"<title>{escape(_named(piece, place))}</title>"
        shape = f"#bh-{escape(piece.kind)}" if piece.kind in self.shapes else ""
        if shape and not piece.owner:
            return f'<g transform="{spot}">{title}<use href="{shape}" class="bare"/></g>'
        number = self.numbers.get(piece.owner, 0)
        turn = _TURNS.get(piece.facing)
        drawn = [f'<use href="#bh-s{number}" class="plate"/>']
        if turn is not None:
            drawn.append(f'<path class="plate" d="M-9-23 0-31 9-23z" transform="rotate({turn})"/>')
        if shape:
            drawn.append(f'<use href="{shape}" class="shape"' + (f' transform="rotate({turn})"' if turn else "") + "/>")
        else:
            drawn.append(f'<text class="name" y="8">{escape(piece.label or piece.kind[:1].upper())}</text>')
        if piece.is_down:
            drawn.append('<path class="cross" d="M-26-26 26 26"/>')
        down = " down" if piece.is_down else ""
        return f'<g class="s{number}{down}" transform="{spot}">{title}{"".join(drawn)}</g>'

    def card(self, piece: Piece, x: float, y: float, place: str = "") -> str:
        """Return a card of 54 by 54: a large value with the name above, or its back."""
        title = f"<title>{escape(_named(piece, place))}</title>"
        if not piece.kind:
            mark = '<text class="value" x="27" y="34">?</text>'
            back = '<rect class="back" width="54" height="54" rx="5"/>'
            return f'<g transform="translate({x:g} {y:g})">{title}{back}{mark}</g>'
        lines = _wrapped(piece.kind)
        names = [_squeezed(line, 27, 11 + 9 * number) for number, line in enumerate(lines)]
        value = piece.counts or piece.label
        was = f' <tspan class="was">{escape(piece.label)}</tspan>' if piece.counts else ""
        drawn = f'<text class="value" x="27" y="{27 + 5 * len(lines)}">{escape(value)}{was}</text>'
        style = ' class="curse"' if piece.style == "block" else ""
        frame = '<rect class="card" width="54" height="54" rx="5"/>'
        return f'<g{style} transform="translate({x:g} {y:g})">{title}{frame}{"".join(names)}{drawn}</g>'

    def beside(self, scene: Scene) -> dict[str, str]:
        """Return the trays beside the grid, under the names of their owners: cards in rows, other pieces in one."""
        parts, y = {}, 0
        for tray, height, is_first in _lines(scene):
            key, number = f"tray/{tray.owner}/{tray.name}", self.numbers.get(tray.owner, 0)
            if is_first and tray.owner:
                plate = f'<use href="#bh-s{number}" class="plate" transform="translate(14 {y + 14}) scale(.55)"/>'
                name = f'<text class="title" x="34" y="{y + 20}">{escape(tray.owner.title())}</text>'
                parts[f"tray/{tray.owner}"] = f'<g class="s{number}">{plate}{name}</g>'
            top = y + is_first * _HEAD
            below = 32 if tray.places else 20
            parts[key] = f'<text class="faint" x="2" y="{top + below}">{escape(tray.name)}</text>'
            if not tray.places:
                parts[f"{key}/none"] = f'<text class="faint" x="{_LABEL}" y="{top + below}">none</text>'
            step = min(_STEP, (SIDE_WIDTH - _LABEL) / max(1, len(tray.places)))  # of pieces that are no cards
            for place, piece in enumerate(tray.places):
                row, column = divmod(place, _CARDS)
                x, line = _LABEL + column * _STEP, top + row * _ROW + 1
                if piece is None:
                    drawn = f'<rect class="slot" x="{x}" y="{line}" width="54" height="54" rx="5"/>'
                elif self.is_card(piece):
                    drawn = self.card(piece, x, line)
                else:
                    drawn = self.plate(piece, _LABEL + (place + 0.5) * step, top + 28, 0.9 * step / _STEP)
                parts[f"{key}/{place}"] = drawn
            y += height
        return parts


def _text(x: float, y: float, text: str) -> str:
    return f'<text class="faint middle" x="{x:g}" y="{y:g}">{text}</text>'


def _named(piece: Piece, place: str) -> str:
    """Return a piece in words, for screen readers; ``place`` is its place."""
    on = f" on {place}" if place else ""
    if not piece.kind:
        return f"{piece.owner.title()}'s card, face down" if piece.owner else f"a card{on}, face down"
    words = [(f"{piece.owner.title()}'s {piece.kind}" if piece.owner else piece.kind) + on]
    if piece.label.isdecimal() and piece.style:
        words.append(f"value {piece.label}")
    words += [f"counts {piece.counts}"] if piece.counts else []
    words += [f"facing {piece.facing}"] if piece.facing else []
    words += ["down"] if piece.is_down else []
    return ", ".join(words)


def _wrapped(name: str) -> list[str]:
    """Return a card's name as one or two lines."""
    if len(name) <= 10:
        return [name]
    before, _, after = name.rpartition("-")
    return [f"{before}-", after] if before else [name]


def _squeezed(line: str, x: int, y: int) -> str:
    room = ' textLength="50" lengthAdjust="spacingAndGlyphs"' if len(line) > 8 else ""
    return f'<text class="id" x="{x}" y="{y}"{room}>{escape(line)}</text>'


def _mark(mark: Mark, x: int, y: int) -> str:
    name, middle, low = mark.kind.value, (x + SIZE // 2, y + SIZE // 2), SIZE - 2
    match mark.kind:
        case MarkKind.LAST:
            return f'<rect class="{name}" x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}"/>'
        case MarkKind.PREVIEW:
            return f'<rect class="{name}" x="{x + 5}" y="{y + 5}" width="{SIZE - 10}" height="{SIZE - 10}" rx="8"/>'
        case MarkKind.REMOVED:
            return f'<path class="{name}" d="M{x + 12} {y + 12}l36 36m0-36l-36 36"/>'
        case MarkKind.THREAT:
            ticks = f"M{middle[0]} {y + 1}v9m0 40v9M{x + 1} {middle[1]}h9m40 0h9"
            ring = f'<circle class="{name}" cx="{middle[0]}" cy="{middle[1]}" r="27"/>'
            return f'<g>{ring}<path class="{name}" d="{ticks}"/></g>'
        case MarkKind.GOAL:
            return f'<path class="{name}" d="M{x + 2} {y + low}v-16l16 16zM{x + low} {y + 2}v16l-16-16z"/>'


def _arrow(arrow: Arrow, src: tuple[int, int], dst: tuple[int, int]) -> str:
    """Return an arrow: a move ends in a triangle, a shot in a ring, a crossfire in a diamond."""
    half = SIZE / 2
    x, y, u, v = src[0] + half, src[1] + half, dst[0] + half, dst[1] + half
    length = hypot(u - x, v - y) or 1.0
    east, south = (u - x) / length, (v - y) / length
    classes = arrow.kind.value + (" maybe" if arrow.is_preview else "")
    reach = 34 if arrow.kind is ArrowKind.MOVE else 10
    line = (x + east * 24, y + south * 24, u - east * reach, v - south * reach)
    drawn = f'<path class="arrow {classes}" d="M{line[0]:.1f} {line[1]:.1f}L{line[2]:.1f} {line[3]:.1f}"/>'
    if arrow.kind is ArrowKind.MOVE:
        tip, base = (u - east * 23, v - south * 23), (u - east * 38, v - south * 38)
        left, right = (base[0] - south * 9, base[1] + east * 9), (base[0] + south * 9, base[1] - east * 9)
        corners = " ".join([f"{a:.1f} {b:.1f}" for a, b in (tip, left, right)])
        head = f'<path class="head {classes}" d="M{corners}z"/>'
    elif arrow.kind is ArrowKind.SHOT:
        head = f'<circle class="head {classes}" cx="{u:g}" cy="{v:g}" r="9"/>'
    else:
        head = f'<path class="head {classes}" d="M{u:g} {v - 9:g}l9 9-9 9-9-9z"/>'
    return f"<g>{drawn}{head}</g>"
