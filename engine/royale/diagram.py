"""The diagram of a game: the diamond with its cards and players, and beside or below it the panel.

A field shows its card and value, and who is there: p1 is alive, †1 (x1) is dead. What the last action touched stands in
[ ], what a considered one would touch in { }.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from beachhead.engine.game import Action, Event
from beachhead.engine.picture import Picture, Span
from beachhead.engine.royale.actions import SEATS, AttackCard, AttackPlayer, Fly, Move, Retreat, SetupPlace
from beachhead.engine.royale.box import UNDEALT
from beachhead.engine.royale.fields import COLUMN, COLUMNS, ROWS
from beachhead.engine.royale.panel import panel
from beachhead.engine.royale.state import DEAD, NOBODY, REDUCED, State

_CELL: Final = 10
_WIDE: Final = 3 + len(COLUMNS) * (_CELL + 1) + 1
_PANEL: Final = 46  # the least room for a panel beside the map
_GAP: Final = 2
_SMALL: Final = 5
_DEAD: Final = ("†", "x")  # by ascii
_EMPTY: Final = ("·", ".")
_OPENING: Final = {"last": "[", "preview": "{"}
_CLOSING: Final = {"last": "]", "preview": "}"}


def picture(
    state: State,
    *,
    seat: int = NOBODY,
    last: Action | None = None,
    preview: Action | None = None,
    news: Sequence[Event] = (),
    ascii: bool = False,
    width: int = 80,
) -> Picture:
    """The map with the panel beside it where there is room for both, else below; a compact map on narrow screens."""
    marks = dict.fromkeys(touched(state, last), "last") | dict.fromkeys(touched(state, preview), "preview")
    if width >= _WIDE + _GAP + _PANEL:
        return _beside(_map(state, marks, ascii), panel(state, seat, news, ascii, width - _WIDE - _GAP))
    drawn = _map(state, marks, ascii) if width >= _WIDE - 1 else _small_map(state, marks, ascii)
    return [*drawn, [("", "")], *panel(state, seat, news, ascii, width)]


def touched(state: State, action: Action | None) -> list[int]:
    """The fields that an action is about."""
    match action:
        case Move() | Fly() | Retreat() | SetupPlace():
            return [action.field]
        case AttackCard() | AttackPlayer() if state.mover != NOBODY:
            return [state.field(state.mover)]
        case _:
            return []


def _beside(drawn: Picture, panel: Picture) -> Picture:
    lines: Picture = []
    for number in range(max(len(drawn), len(panel))):
        line = drawn[number] if number < len(drawn) else []
        used = sum([len(text) for _, text in line])
        beside = panel[number] if number < len(panel) else []
        lines.append([*line, ("", " " * (_WIDE + _GAP - used)), *beside])
    return lines


def _map(state: State, marks: Mapping[int, str], ascii: bool) -> Picture:
    """Two lines a row: the cards, and their values with who is there."""
    header: list[Span] = [("dim", "    " + "".join([f"{letter:<{_CELL + 1}}" for letter in COLUMNS]))]
    lines: Picture = [header]
    for number, row in zip(range(len(ROWS), 0, -1), ROWS, strict=True):
        names = {COLUMN[field]: [_name(state, field, ascii)] for field in row}
        values = {COLUMN[field]: _value(state, field, ascii) for field in row}
        row_marks = {COLUMN[field]: marks[field] for field in row if field in marks}
        lines.append(_line(str(number), names, row_marks))
        lines.append(_line("", values, row_marks))
    return lines


def _line(label: str, cells: Mapping[int, list[Span]], marks: Mapping[int, str]) -> list[Span]:
    spans: list[Span] = [("dim", f"{label:>2} ")]
    before = ""  # what opened the cell before: its bracket closes here
    for column in range(len(COLUMNS)):
        mark = marks.get(column, "")
        spans.append((mark or before, _OPENING.get(mark) or _CLOSING.get(before, " ")))
        cell = cells.get(column, [])
        spans += [(f"{style} {mark}".strip(), text) for style, text in cell]
        spans.append((mark, " " * (_CELL - sum([len(text) for _, text in cell]))))
        before = mark
    spans.append((before, _CLOSING.get(before, " ")))
    return spans


def _name(state: State, field: int, ascii: bool) -> Span:
    card = state.map.cards[field]
    if card < 0:
        return "dim", "?" if card == UNDEALT else _EMPTY[ascii]
    return "block" if state.box.cards[card].is_cursed else "card", state.box.ids[card][:_CELL]


def _value(state: State, field: int, ascii: bool) -> list[Span]:
    """The value, the printed one behind it where another counts, and the players; digits only where many are there."""
    card, spans = state.map.cards[field], list[Span]()
    if card >= 0:
        value = state.box.values[card]
        spans.append(("due", f"{REDUCED}({value}) " if state.map.is_reduced else f"{value} "))
    living = [seat for seat, spot in enumerate(state.spots) if spot == field]
    dead = [seat for seat, spot in enumerate(state.spots) if spot == field + DEAD]
    if len(living) + len(dead) <= 2 + (not state.map.is_reduced):
        spans += [(SEATS[seat], SEATS[seat]) for seat in living]
        spans += [(f"{SEATS[seat]} dim", f"{_DEAD[ascii]}{seat + 1}") for seat in dead]
        return spans
    if state.map.is_reduced:
        spans = [("due", f"{REDUCED} ")] if card >= 0 else []
    spans += [(SEATS[seat], str(seat + 1)) for seat in living]
    if dead:
        spans.append(("dim", _DEAD[ascii]))
        spans += [(f"{SEATS[seat]} dim", str(seat + 1)) for seat in dead]
    return spans


def _small_map(state: State, marks: Mapping[int, str], ascii: bool) -> Picture:
    """One line a row: values, and the numbers of who is there alive."""
    lines: Picture = [[("dim", "   " + "".join([f"{letter:<{_SMALL}}" for letter in COLUMNS]))]]
    for number, row in zip(range(len(ROWS), 0, -1), ROWS, strict=True):
        spans: list[Span] = [("dim", f"{number:>2} "), ("", " " * _SMALL * COLUMN[row[0]])]
        for field in row:
            card, mark = state.map.cards[field], marks.get(field, "")
            value = REDUCED if state.map.is_reduced else state.box.values[card]
            text = "?" if card == UNDEALT else _EMPTY[ascii] if card < 0 else str(value)
            spans.append((f"{'dim' if card < 0 else 'card'} {mark}".strip(), f"{text:<2}"))
            living = [seat for seat, spot in enumerate(state.spots) if spot == field]
            room = _SMALL - 3
            shown = living if len(living) <= room else living[: room - 1]
            spans += [(SEATS[seat], str(seat + 1)) for seat in shown]
            spans.append(("", ("+" if shown != living else "").ljust(_SMALL - 2 - len(shown))))
        lines.append(spans)
    return lines
