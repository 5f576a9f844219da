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

_CELL: Final = 10  # the least room for a card's name
_MARGIN: Final = 3
_BESIDE: Final = 48  # the least room for a panel beside the map
_SMALL: Final = 5  # a field of the compact map, and one more where there is room for it
_DEAD: Final = ("†", "x")  # by ascii
_EMPTY: Final = ("·", ".")
_CUT: Final = ("…", "~")
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
    if width >= _wide(_CELL) + _BESIDE:
        cell = _cell(state, width - _BESIDE)
        wide = _wide(cell)
        return _beside(_map(state, marks, ascii, cell), wide, panel(state, seat, news, ascii, width - wide - 2))
    if width >= _wide(_CELL) - 1:
        drawn = _map(state, marks, ascii, _cell(state, width))
    else:
        drawn = _small_map(state, marks, ascii, _SMALL + (width >= _MARGIN + len(COLUMNS) * (_SMALL + 1)))
    return [*drawn, [("", "")], *panel(state, seat, news, ascii, width)]


def _wide(cell: int) -> int:
    return _MARGIN + len(COLUMNS) * (cell + 1) + 1


def _cell(state: State, width: int) -> int:
    """The room for a card's name: as much as the longest needs, as far as there is."""
    longest = max(map(len, state.box.ids))
    return max(_CELL, min(longest, (width - _MARGIN - 1) // len(COLUMNS) - 1))


def touched(state: State, action: Action | None) -> list[int]:
    """The fields that an action is about."""
    match action:
        case Move() | Fly() | Retreat() | SetupPlace():
            return [action.field]
        case AttackCard() | AttackPlayer() if state.mover != NOBODY:
            return [state.field(state.mover)]
        case _:
            return []


def _beside(drawn: Picture, wide: int, panel: Picture) -> Picture:
    lines: Picture = []
    for number in range(max(len(drawn), len(panel))):
        line = drawn[number] if number < len(drawn) else []
        used = sum([len(text) for _, text in line])
        beside = panel[number] if number < len(panel) else []
        lines.append([*line, ("", " " * (wide + 2 - used)), *beside])
    return lines


def _map(state: State, marks: Mapping[int, str], ascii: bool, cell: int) -> Picture:
    """Two lines a row: the cards, and their values with who is there."""
    header: list[Span] = [("dim", "    " + "".join([f"{letter:<{cell + 1}}" for letter in COLUMNS]))]
    lines: Picture = [header]
    for number, row in zip(range(len(ROWS), 0, -1), ROWS, strict=True):
        names = {COLUMN[field]: [_name(state, field, ascii, cell)] for field in row}
        values = {COLUMN[field]: _value(state, field, ascii) for field in row}
        row_marks = {COLUMN[field]: marks[field] for field in row if field in marks}
        lines.append(_line(str(number), names, row_marks, cell))
        lines.append(_line("", values, row_marks, cell))
    return lines


def _line(label: str, cells: Mapping[int, list[Span]], marks: Mapping[int, str], room: int) -> list[Span]:
    spans: list[Span] = [("dim", f"{label:>2} ")]
    before = ""  # what opened the cell before: its bracket closes here
    for column in range(len(COLUMNS)):
        mark = marks.get(column, "")
        spans.append((mark or before, _OPENING.get(mark) or _CLOSING.get(before, " ")))
        cell = cells.get(column, [])
        spans += [(f"{style} {mark}".strip(), text) for style, text in cell]
        spans.append((mark, " " * (room - sum([len(text) for _, text in cell]))))
        before = mark
    spans.append((before, _CLOSING.get(before, " ")))
    return spans


def _name(state: State, field: int, ascii: bool, room: int) -> Span:
    card = state.map.cards[field]
    if card < 0:
        return "dim", "?" if card == UNDEALT else _EMPTY[ascii]
    id = state.box.ids[card]
    text = id if len(id) <= room else id[: room - 1] + _CUT[ascii]
    return "block" if state.box.cards[card].is_cursed else "card", text


def _value(state: State, field: int, ascii: bool) -> list[Span]:
    """The value, the printed one behind it where another counts, and the players; shorter where many are there."""
    card, value = state.map.cards[field], list[Span]()
    living = [seat for seat, spot in enumerate(state.spots) if spot == field]
    dead = [seat for seat, spot in enumerate(state.spots) if spot == field + DEAD]
    spans: list[Span] = [(SEATS[seat], SEATS[seat]) for seat in living]
    spans += [(f"{SEATS[seat]} dim", f"{_DEAD[ascii]}{seat + 1}") for seat in dead]
    if card >= 0:
        printed = state.box.values[card]
        value.append(("due", f"{REDUCED}({printed}) " if state.map.is_reduced else f"{printed} "))
    if sum([len(text) for _, text in value + spans]) <= _CELL:
        return value + spans
    if card >= 0:
        value = [("due", f"{REDUCED if state.map.is_reduced else state.box.values[card]}:")]
    spans = [(SEATS[seat], str(seat + 1)) for seat in living]
    spans += [("dim", _DEAD[ascii])] if dead else []
    return value + spans + [(f"{SEATS[seat]} dim", str(seat + 1)) for seat in dead]


def _small_map(state: State, marks: Mapping[int, str], ascii: bool, cell: int) -> Picture:
    """One line a row: values, and the numbers of who is there alive, + for more than there is room for."""
    lines: Picture = [[("dim", "   " + "".join([f"{letter:<{cell}}" for letter in COLUMNS]))]]
    for number, row in zip(range(len(ROWS), 0, -1), ROWS, strict=True):
        spans: list[Span] = [("dim", f"{number:>2} "), ("", " " * cell * COLUMN[row[0]])]
        for field in row:
            card, mark = state.map.cards[field], marks.get(field, "")
            value = REDUCED if state.map.is_reduced else state.box.values[card]
            text = "?" if card == UNDEALT else _EMPTY[ascii] if card < 0 else str(value)
            spans.append((f"{'dim' if card < 0 else 'card'} {mark}".strip(), text))
            living = [seat for seat, spot in enumerate(state.spots) if spot == field]
            who: list[Span] = [(SEATS[seat], str(seat + 1)) for seat in living]
            if len(who) > cell - 4:
                who[cell - 5 :] = [("", "+")]
            if who:
                spans += [("", ":"), *who]
            spans.append(("", " " * (cell - len(text) - len(who) - bool(who))))
        lines.append(spans)
    return lines
