"""The text diagram of a scene: the diamond with its cards and players, and a panel beside or below it.

A field shows its card and value, and the players there: p1 is alive, †1 (x1) is dead. The fields of the last action are in
[ ], those of a considered action in { }.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from beachhead.engine.picture import Picture, Span
from beachhead.engine.royale.show.scene import FIGURE
from beachhead.engine.scene import Cell, MarkKind, Piece, Scene

_CELL: Final = 10  # minimum width of a card's name
_MARGIN: Final = 3
_BESIDE: Final = 48  # minimum width of a panel beside the map
_DEAD: Final = ("†", "x")  # Unicode, ASCII
_EMPTY: Final = ("·", ".")
_CUT: Final = ("…", "~")
_FRAME: Final = ("╔═╗║╚╝", "+=+|++")
_OPENING: Final = {"last": "[", "preview": "{"}
_CLOSING: Final = {"last": "]", "preview": "}"}
_CARD_NOTE: Final = 4  # spans of a note about a card: indent, name, value, effects


def draw(scene: Scene, longest: int, ascii: bool, width: int) -> Picture:
    """Return the map with the panel beside it if both fit, else below it.

    ``longest`` is the length of the longest card name.
    """
    count = len(scene.columns)
    marks = marks_of(scene)
    if width >= _wide(_CELL, count) + _BESIDE:
        cell = _room(longest, count, width - _BESIDE)
        wide = _wide(cell, count)
        return _beside(_map(scene, marks, ascii, cell), wide, panel(scene, ascii, width - wide - 2))
    return [*_map(scene, marks, ascii, _room(longest, count, width)), [("", "")], *panel(scene, ascii, width)]


def is_wide(scene: Scene, width: int) -> bool:
    """Return whether the map with names fits into a width."""
    return width >= _wide(_CELL, len(scene.columns)) - 1


def _wide(cell: int, columns: int) -> int:
    return _MARGIN + columns * (cell + 1) + 1


def _room(longest: int, columns: int, width: int) -> int:
    """Return the width for card names: enough for the longest, if there is space."""
    return max(_CELL, min(longest, (width - _MARGIN - 1) // columns - 1))


def marks_of(scene: Scene) -> dict[str, str]:
    """Return the style of each marked place; a considered action takes precedence over the last one."""
    return {
        mark.place: kind.value
        for kind in (MarkKind.LAST, MarkKind.PREVIEW)
        for mark in scene.marks
        if mark.kind is kind
    }


def _beside(drawn: Picture, wide: int, panel: Picture) -> Picture:
    lines: Picture = []
    for number in range(max(len(drawn), len(panel))):
        line = drawn[number] if number < len(drawn) else []
        used = sum([len(text) for _, text in line])
        beside = panel[number] if number < len(panel) else []
        lines.append([*line, ("", " " * (wide + 2 - used)), *beside])
    return lines


def rows_of(scene: Scene) -> list[tuple[str, list[Cell]]]:
    """Return the rows from north to south, each with its name and its cells."""
    cells: list[list[Cell]] = [[] for _ in scene.rows]
    for cell in scene.cells:
        cells[cell.row].append(cell)
    return list(zip(scene.rows, cells, strict=True))[::-1]


def _map(scene: Scene, marks: Mapping[str, str], ascii: bool, room: int) -> Picture:
    """Return the map with two lines for each row: the cards, and their values with the players there."""
    lines: Picture = [[("dim", "    " + "".join([f"{letter:<{room + 1}}" for letter in scene.columns]))]]
    count = len(scene.columns)
    for name, row in rows_of(scene):
        names = {cell.column: [_name(cell, ascii, room)] for cell in row}
        values = {cell.column: _value(cell, ascii) for cell in row}
        row_marks = {cell.column: marks[cell.place] for cell in row if cell.place in marks}
        lines.append(line_of(f"{name:>2} ", names, row_marks, room, count))
        lines.append(line_of("   ", values, row_marks, room, count))
    return lines


def line_of(label: str, cells: Mapping[int, list[Span]], marks: Mapping[int, str], room: int, count: int) -> list[Span]:
    """Return a row of the map, with the marks of its fields around them."""
    spans: list[Span] = [("dim", label)]
    before = ""  # the style of the cell before: its bracket closes here
    for column in range(count):
        mark = marks.get(column, "")
        spans.append((mark or before, _OPENING.get(mark) or _CLOSING.get(before, " ")))
        cell = cells.get(column, [])
        spans += [(f"{style} {mark}".strip(), text) for style, text in cell]
        spans.append((mark, " " * (room - sum([len(text) for _, text in cell]))))
        before = mark
    spans.append((before, _CLOSING.get(before, " ")))
    return spans


def card_on(cell: Cell) -> Piece | None:
    """Return the card on a field, face up or down."""
    return next((piece for piece in cell.pieces if piece.kind != FIGURE), None)


def figures_on(cell: Cell, is_down: bool) -> list[Piece]:
    """Return the living players on a field, or the dead ones."""
    return [piece for piece in cell.pieces if piece.kind == FIGURE and piece.is_down == is_down]


def _name(cell: Cell, ascii: bool, room: int) -> Span:
    card = card_on(cell)
    if card is None or card.is_down:
        return "dim", "?" if card else _EMPTY[ascii]
    return card.style, card.kind if len(card.kind) <= room else card.kind[: room - 1] + _CUT[ascii]


def _value(cell: Cell, ascii: bool) -> list[Span]:
    """Return the current value, the printed one if it differs, and the players; shortened if there are many."""
    card, value = card_on(cell), list[Span]()
    living, dead = figures_on(cell, False), figures_on(cell, True)
    is_up = card is not None and not card.is_down
    spans: list[Span] = [(figure.owner, figure.owner) for figure in living]
    spans += [(f"{figure.owner} dim", f"{_DEAD[ascii]}{figure.label}") for figure in dead]
    if card is not None and is_up:
        value.append(("strong", f"{card.counts}({card.label}) " if card.counts else f"{card.label} "))
    if sum([len(text) for _, text in value + spans]) <= _CELL:
        return value + spans
    if card is not None and is_up:
        value = [("strong", f"{card.counts or card.label}:")]
    spans = [(figure.owner, figure.label) for figure in living]
    spans += [("dim", _DEAD[ascii])] if dead else []
    return value + spans + [(f"{figure.owner} dim", figure.label) for figure in dead]


def panel(scene: Scene, ascii: bool, width: int) -> Picture:
    """Return the panel of text beside the map."""
    lines: Picture = [[("dim", scene.title)], [("due", scene.due)]]
    lines += framed(scene.shouts, ascii, width)
    for note in scene.notes:
        lines += _note(note, width)
    return lines


def framed(texts: tuple[str, ...], ascii: bool, width: int) -> Picture:
    """Return texts in a frame, at most this wide."""
    if not texts:
        return []
    top_left, edge, top_right, side, low_left, low_right = _FRAME[ascii]
    lines = [line for text in texts for line in wrap(text, max(10, width - 6))]
    room = max([len(line) for line in lines]) + 4
    framed = [top_left + edge * room + top_right]
    framed += [f"{side}{line:^{room}}{side}" for line in lines]
    framed.append(low_left + edge * room + low_right)
    return [[("loud", line)] for line in framed]


def _note(note: tuple[Span, ...], width: int) -> Picture:
    """Return the lines of a note: label and text are wrapped, effects of a card go to the next line if they do not fit."""
    if len(note) == 2:
        return _wrapped(note[0], note[1], width)
    if len(note) == _CARD_NOTE:
        (_, name), (_, does) = note[1], note[3]
        if len(name) + len(does) + 5 > width:
            return [list(note[:3]), *_wrapped(("", "    "), ("", does.strip()), width)]
    return [list(note)]


def _wrapped(first: Span, rest: Span, width: int) -> Picture:
    """Return the text wrapped into lines, the first one after ``first``, the others indented to match."""
    (style, label), (text_style, text) = first, rest
    lines: Picture = []
    for number, line in enumerate(wrap(text, max(20, width - len(label)))):
        lines.append([(style, label if number == 0 else " " * len(label)), (text_style, line)])
    return lines
