"""The diagram for small screens: a map of codes and values with one line a row, and a line for every player.

A field shows the code and the value of its card, and the numbers of the living players there: `Sw8:13`.
"""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from beachhead.engine.picture import Picture, Span
from beachhead.engine.royale.show.brief import Note
from beachhead.engine.royale.show.diagram import card_on, figures_on, framed, line_of, marks_of, panel, rows_of
from beachhead.engine.scene import Cell, Scene

_ROOMS: Final = (6, 5, 4)  # widths of a field
_LABEL: Final = 2
_NEWS: Final = 24  # columns that are left free beside the map if there is room
_EMPTY: Final = ("·", ".")
_DIES: Final = ("†", "x")


def draw_short(scene: Scene, codes: Mapping[str, str], ascii: bool, width: int, height: int) -> Picture:
    """Return the map, and below it as many of the short notes as there is room for."""
    room = _room(scene, width)
    wide = _wide(room, len(scene.columns))
    columns = wide if width >= wide + _NEWS else width
    head, *notes = scene.brief
    drawn = _map(scene, codes, ascii, room)
    players = sum([note[0][0] != "" for note in notes])
    lines = _wrapped(head, columns, ascii)[: 2 if len(drawn) + players + 2 <= height else 1] + drawn
    for note in [*notes[:players], *_fitting(notes[players:], columns, height - len(lines) - players)]:
        part = _wrapped(_coded(note, codes), columns, ascii)
        if len(lines) + len(part) <= height:
            lines += part
    if not scene.shouts:
        return lines
    if width >= wide + _NEWS:
        return _with_banner(lines, scene.shouts, ascii, wide, width)
    banner = framed(scene.shouts, ascii, width)
    return [*lines[: max(height - len(banner), len(drawn) + 1)], *banner][:height]


def _fitting(notes: Sequence[Note], columns: int, height: int) -> Sequence[Note]:
    """Return notes as they are if they have room one below the other, else all in one paragraph."""
    texts = ["".join([text for _, text in note]).strip() for note in notes]
    if sum([len(wrap(text, columns)) for text in texts]) <= height:
        return notes
    return [(("", f"  {'; '.join(texts)}"),)]


def draw_narrow(scene: Scene, codes: Mapping[str, str], ascii: bool, width: int) -> Picture:
    """Return the map of codes, and below it the whole panel."""
    return [*_map(scene, codes, ascii, _room(scene, width)), [("", "")], *panel(scene, ascii, width)]


def _room(scene: Scene, width: int) -> int:
    """Return the width of a field that fits."""
    return next((room for room in _ROOMS if _wide(room, len(scene.columns)) <= width), _ROOMS[-1])


def _wide(room: int, count: int) -> int:
    return _LABEL + count * (room + 1) + 1


def _map(scene: Scene, codes: Mapping[str, str], ascii: bool, room: int) -> Picture:
    lines: Picture = [
        [("dim", " " * (_LABEL + 1) + "".join([f"{name:<{room + 1}}" for name in scene.columns]).rstrip())]
    ]
    marks = marks_of(scene)
    for name, row in rows_of(scene):
        cells = {cell.column: _field(cell, codes, ascii, room) for cell in row}
        styles = {cell.column: marks[cell.place] for cell in row if cell.place in marks}
        lines.append(_cut(line_of(f"{name:<{_LABEL}}", cells, styles, room, len(scene.columns))))
    return lines


def _field(cell: Cell, codes: Mapping[str, str], ascii: bool, room: int) -> list[Span]:
    """Return the card of a field and the living players there, in the fullest form that fits."""
    card = card_on(cell)
    living = figures_on(cell, False)
    if card is not None and card.is_down:
        return [("dim", "?")]
    names: list[list[Span]] = [[("dim", _EMPTY[ascii])]]
    if card is not None:
        code = codes.get(card.kind, card.kind[:2])
        names = [[(card.style, code), ("strong", card.counts or card.label)], [(card.style, code)]]
    if not living:
        return names[0]
    who: list[Span] = [(figure.owner, figure.label) for figure in living]
    forms = [[*name, ("", ":"), *who] for name in names] + [[*names[-1], ("", ":+")]]
    return next((form for form in forms if sum([len(text) for _, text in form]) <= room), forms[-1])


def _coded(note: tuple[Span, ...], codes: Mapping[str, str]) -> tuple[Span, ...]:
    """Return a note with codes in the place of the names of cards that are marked as such."""
    return tuple(
        [(style, codes.get(text, text)) if style in ("card", "block") else (style, text) for style, text in note]
    )


def _wrapped(note: tuple[Span, ...], width: int, ascii: bool) -> Picture:
    """Return a note in lines of this width; the style of the first span is kept for the first line only."""
    spans = [(style, text.replace(_DIES[0], _DIES[1])) for style, text in note] if ascii else list(note)
    text = "".join([part for _, part in spans])
    if len(text) <= width:
        return [spans]
    return [[(spans[0][0] if number == 0 else "", line)] for number, line in enumerate(wrap(text, width))]


def _cut(line: list[Span]) -> list[Span]:
    """Return a line without the blanks at its end."""
    while line and not line[-1][1].strip():
        line = line[:-1]
    return line


def _with_banner(lines: Picture, shouts: tuple[str, ...], ascii: bool, wide: int, width: int) -> Picture:
    """Return the lines with the large messages beside the map."""
    shown = [list(line) for line in lines]
    for number, text in enumerate(framed(shouts, ascii, width - wide - 2)[: len(shown)]):
        used = sum([len(part) for _, part in shown[number]])
        shown[number] += [("", " " * (wide + 1 - used)), *text]
    return shown
