"""The text diagram of a battle: the island, both pads beside their columns, and who has to act.

A character is a letter, upper case for South and lower case for North, with an arrow for its facing. The squares of the
last action are in [ ], those of a considered action in { }, with a bar between neighbours; a ! stands before a character in
danger. Everything is read from the scene.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from beachhead.engine.picture import Picture, Span
from beachhead.engine.scene import Cell, MarkKind, Scene, Tray

_ARROWS: Final = {"north": "↑^", "east": "→>", "south": "↓v", "west": "←<"}  # Unicode, ASCII
_EMPTY: Final = (("dim", " ·"), ("dim", " ."))
_BLOCK: Final = (("block", "▒▒"), ("block", "##"))
_GAP: Final = ("", " ")
_OPENING: Final = {"preview": "{", "last": "[", "threat": "!"}
_CLOSING: Final = {"preview": "}", "last": "]"}
_BETWEEN: Final = "|"  # between two squares in brackets
_MARGIN: Final = 8  # space for the row number, and for two slots that extend beyond a corner
_WIDE: Final = _MARGIN * 2 + 12 * 3
_PANEL: Final = _MARGIN + 12 * 3 + 5  # the column of the panel: below the lines of the pads it needs no margin
_BESIDE: Final = _PANEL + 29

Marks = Mapping[str, str]


def draw(scene: Scene, ascii: bool, width: int) -> Picture:
    """Return the island as South sees it. Below 52 columns it has no margins, and the pads are lines of text."""
    marks = _marks(scene)
    if width < _WIDE:
        # There is no space for brackets, so the actions are written out.
        texts: Picture = [[("last", f"[{scene.last}]")]] if scene.last else []
        texts += [[("preview", f"{{{scene.preview}}}")]] if scene.preview else []
        return [*_compact(scene, marks, ascii), *_panel(scene, width), *texts]
    header: Span = ("dim", " " * (_MARGIN + 1) + "  ".join(scene.columns))
    board = [_pad_line(scene, "north"), [header]]
    ends = [len(header[1])]  # the columns at which the lines end
    for number, cells in reversed(_rows(scene)):
        label: Span = ("dim", number.rjust(_MARGIN - 1))
        board.append([label, *_row(cells, marks, ascii), ("dim", f" {number}")])
        ends.append(_MARGIN + 3 * len(cells) + 1 + len(number))
    board += [[header], _pad_line(scene, "south")]
    ends += [len(header[1]), sum([len(text) for _, text in board[-1]])]
    if width < _BESIDE:
        return board + _panel(scene, width)
    for line, end, beside in zip(board[1:], ends, _panel(scene, width - _PANEL), strict=False):
        line += [("", " " * (_PANEL - end)), *beside]
    return board


def _marks(scene: Scene) -> Marks:
    """Return the style of each marked place; a considered action takes precedence over the last one, and that over threats."""
    if not scene.marks:
        return {}
    marks = {mark.place: "threat" for mark in scene.marks if mark.kind is MarkKind.THREAT}
    marks.update({mark.place: "last" for mark in scene.marks if mark.kind is MarkKind.LAST})
    marks.update({mark.place: "preview" for mark in scene.marks if mark.kind is MarkKind.PREVIEW})
    return marks


def _rows(scene: Scene) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the names and the cells of the rows, south to north."""
    size = len(scene.columns)
    return [(name, scene.cells[row * size : row * size + size]) for row, name in enumerate(scene.rows)]


def _cell(cell: Cell, ascii: bool) -> Span:
    if not cell.pieces:
        return _EMPTY[ascii]
    piece = cell.pieces[0]
    if not piece.owner:
        return _BLOCK[ascii]
    return piece.owner, piece.label + _ARROWS[piece.facing][ascii]


def _row(cells: tuple[Cell, ...], marks: Marks, ascii: bool) -> list[Span]:
    spans: list[Span] = []
    if not marks:
        empty = _GAP, _EMPTY[ascii]
        for cell in cells:
            spans += (_GAP, _cell(cell, ascii)) if cell.pieces else empty
        spans.append(_GAP)
        return spans
    before = ""  # the style of the cell before: its bracket closes here
    for cell in cells:
        mark = marks.get(cell.place, "")
        span = _cell(cell, ascii)
        if mark:
            is_run = before in _CLOSING and mark in _CLOSING
            spans += [(mark, _BETWEEN if is_run else _OPENING[mark]), (f"{span[0]} {mark}", span[1])]
        else:
            spans += [(before, _CLOSING[before]) if before in _CLOSING else _GAP, span]
        before = mark
    spans.append((before, _CLOSING[before]) if before in _CLOSING else _GAP)
    return spans


def _pad(scene: Scene, edge: str) -> Tray | None:
    for tray in scene.trays:
        if tray.edge == edge:
            return tray
    return None


def _pad_line(scene: Scene, edge: str) -> list[Span]:
    """Return the slots of a pad beside their columns, each with its number; a dot is an empty slot."""
    pad = _pad(scene, edge)
    if pad is None:
        return [("", "")]
    start = _MARGIN + pad.column * 3
    label = pad.owner.title()[:1] if start < 6 else pad.owner.title()
    spans: list[Span] = [("dim", label.ljust(start))]
    for slot, piece in enumerate(pad.places, 1):
        spans += [("dim", ".") if piece is None else (pad.owner, piece.label), ("dim", f"{slot} ")]
    return spans


def _compact(scene: Scene, marks: Marks, ascii: bool) -> Picture:
    lines: Picture = [[("dim", "   " + " ".join(scene.columns))]]
    for number, cells in reversed(_rows(scene)):
        spans: list[Span] = [("dim", f"{number:>2} ")]
        for cell in cells:
            style, text = _cell(cell, ascii)
            mark = marks.get(cell.place, "")
            spans.append((f"{style} {mark}".strip(), text.strip().ljust(2)))
        lines.append(spans)
    for edge in ("north", "south"):
        pad = _pad(scene, edge)
        if pad is not None:
            slots = "".join(["." if piece is None else piece.label for piece in pad.places])
            centre = scene.columns[pad.column + len(pad.places) // 2]
            lines.append([("dim", f"{pad.owner.title()}'s pad: "), (pad.owner, slots), ("dim", f" at {centre}")])
    return lines


def _panel(scene: Scene, width: int) -> Picture:
    lines: Picture = [[("dim", scene.title)]]
    lines += [[("due", part)] for part in ([scene.due] if len(scene.due) <= width else wrap(scene.due, width))]
    return [*lines, [("", "")], *[list(note) for note in scene.notes]]
