"""Drawing: fits the picture of a game into a screen, with the latest news beside it if there is room."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from beachhead.engine.picture import Picture, Span
from beachhead.engine.scene import Mark, MarkKind
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE, Action, Event
from beachhead.protocol.repl.clean import Line, clean_line

MENU: Final = 3  # lines for the completion menu below the prompt
AROUND: Final = 2  # the prompt and the toolbar
_GAP: Final = 2
_LEAST: Final = 20  # preferred least width of text beside the picture
_TIGHT: Final = 10  # least width if the text fits nowhere else
_ANOTHER: Final[Line] = [("", "…")]  # lines of other news
_MOST_ASIDE: Final = 0.4  # share of the picture's lines that may be folded: more would be the board itself
_NARROW: Final = 48  # a width for which a game draws its compact form


def latest(timeline: Timeline[Any]) -> tuple[Action | None, Sequence[Event]]:
    """Return the last action that affected a place, and its events: the picture marks them."""
    moment = timeline.now
    for _ in range(_LEAST):
        if moment.action is None:
            break
        if moment.actor != CHANCE and " " in moment.action.text:
            return moment.action, moment.events
        if moment.before is None:
            break
        moment = moment.before
    return timeline.now.action, timeline.now.events


def draw(
    timeline: Timeline[Any],
    seat: str | None,
    preview: Action | None,
    news: Sequence[Line],
    size: tuple[int, int],
    ascii: bool = False,
    task: Sequence[Line] = (),
    short: Sequence[Line] = (),
    endangered: Sequence[str] = (),
    shouts: tuple[str, ...] = (),
    praise: Sequence[Line] = (),
) -> Picture:
    """Return the picture for this number of columns and rows: wide if it fits, else compact, else folded, else squeezed.

    News are shown as far as there is room beside it, in their ``short`` form if not all fit; a task is shown whole, below
    if it does not fit beside, with the ``praise`` for the one before if that has room too. ``endangered`` places are
    marked.
    """
    columns, rows = size
    game, (last, events) = timeline.game, latest(timeline)
    scene = game.show.scene(timeline.state, seat=seat, last=last, events=events, preview=preview)
    marks = (*scene.marks, *[Mark(place, MarkKind.THREAT) for place in endangered])
    scene = scene._replace(marks=marks, shouts=shouts)
    room = max(rows - AROUND - MENU, 1)
    drawn: Picture = []
    for width in (columns, min(columns, _NARROW)):
        drawn = game.show.picture(scene, ascii=ascii, width=width, height=room)
        if len(drawn) > room:
            drawn = fold(drawn, columns, room)
        if len(drawn) <= room:
            break
    else:
        drawn = squeezed(drawn, columns, rows - AROUND, seat, len(scene.rows) + 1)
    if not task:
        shown = _with_news(drawn, news, short or news, columns, room)
        return [clean_line(line, ascii) for line in shown]
    for lines in ([*praise, *task], task):
        shown = beside(drawn, lines, columns, is_whole=True)
        if shown is drawn:
            below = _wrapped(lines, columns)
            smaller = game.show.picture(scene, ascii=ascii, width=columns, height=max(rows - AROUND - len(below), 1))
            shown = [*(smaller if len(smaller) < len(drawn) else drawn), *below]
        if len(shown) <= rows - AROUND:
            break
    else:
        below = _wrapped(task, columns)
        left = max(rows - AROUND - len(below), 1)
        shown = [*squeezed(drawn, columns, left, seat, len(scene.rows) + 1), *below]
    return [clean_line(line, ascii) for line in shown]


def _wrapped(lines: Sequence[Line], columns: int) -> Picture:
    return [part for line in lines for part in wrapped(line, columns)]


def _with_news(drawn: Picture, news: Sequence[Line], short: Sequence[Line], columns: int, room: int) -> Picture:
    """Return the picture with the news beside or below it: in full, in short, or as many as fit."""
    if not news:
        return drawn
    for lines in (news, short):
        shown = _whole(drawn, lines, columns, room)
        if shown is not None:
            return shown
    return beside(drawn, short, columns)


def _whole(drawn: Picture, lines: Sequence[Line], columns: int, room: int) -> Picture | None:
    """Return the picture with all these lines: beside it, below it, or beside and deeper than it; None if none has room."""
    tall = [*drawn, *([] for _ in range(room - len(drawn)))]
    for picture in (drawn, tall):
        shown = beside(picture, lines, columns, is_whole=True)
        if shown is not picture:
            return shown
        below = [*drawn, *_wrapped(lines, columns)]
        if len(below) <= room:
            return below
    return None


def stays_in_sight(timeline: Timeline[Any], seat: str | None, lines: Sequence[Line], size: tuple[int, int]) -> bool:
    """Return whether these lines all fit beside the board as the latest news."""
    drawn = draw(timeline, seat, None, (), size)
    return beside(drawn, [_ANOTHER, _ANOTHER, *lines], size[0], is_whole=True) is not drawn


def has_room(timeline: Timeline[Any], seat: str | None, lines: Sequence[Line], size: tuple[int, int]) -> bool:
    """Return whether these lines all fit beside the board or below it."""
    columns, rows = size
    drawn = draw(timeline, seat, None, (), size)
    room = max(rows - AROUND - MENU, 1)
    return not lines or _whole(drawn, lines, columns, room) is not None


def length(line: Sequence[Span]) -> int:
    """Return the width of a line in columns."""
    return sum([len(text) for _, text in line])


def fold(picture: Picture, columns: int, rows: int) -> Picture:
    """Return the picture with its last lines beside its first ones if it fits then; else unchanged."""
    best: tuple[int, Picture] | None = None
    for head in range(rows, len(picture) // 2, -1):
        wide = max(length(line) for line in picture[:head]) + _GAP
        if columns - wide < _LEAST or (best is not None and wide >= best[0]):
            continue
        tail = [part for line in picture[head:] for part in wrapped(line, columns - wide)]
        if len(tail) > head:
            tail = [line for line in tail if length(line)]
        if len(tail) <= head:
            best = wide, _joined(picture[:head], tail, int(len(tail) < head), wide)
    return picture if best is None else best[1]


def squeezed(picture: Picture, columns: int, rows: int, seat: str | None = None, grid: int = 0) -> Picture:
    """Return the part of a tall picture that fits: its first lines, with later ones beside them."""
    lines = [line for line in picture if length(line)]
    if len(lines) < rows:
        return lines
    head, tail = lines[: max(rows, 1)], lines[max(rows, 1) :]
    wide = max(length(line) for line in head) + _GAP
    if columns - wide < _TIGHT or len(tail) > _MOST_ASIDE * len(lines):
        return _own_part(lines, max(rows - 1, 1), seat, grid)
    return _joined(head, [part for line in tail for part in wrapped(line, columns - wide)][:rows], 0, wide)


def _own_part(lines: Picture, rows: int, seat: str | None, grid: int) -> Picture:
    """Return the first line, and the lines of the grid that hold most pieces of a seat, as many as fit."""
    own = [sum([style.split()[:1] == [seat] for style, _ in line]) for line in lines]
    starts = range(1, max(min(grid, len(lines)) - rows + 2, 2))
    first = max(starts, key=lambda start: (sum(own[start : start + rows - 1]), -start))
    return [lines[0], *lines[first : first + rows - 1]]


def beside(picture: Picture, news: Sequence[Line], columns: int, is_whole: bool = False) -> Picture:
    """Return the picture with the latest news to the right of it if there is room; else the same object.

    News that do not fit are left out, oldest first; all of them, if only the whole text is wanted.
    """
    free = [columns - length(line) - _GAP for line in picture]
    best, begin = (0, 0), 0
    for end in range(len(picture) + 1):
        if end == len(picture) or free[end] < _LEAST:
            best = max(best, (end - begin, begin))
            begin = end + 1
    count, first = best
    if count < 2 or not news:
        return picture
    wide = max(length(line) for line in picture[first : first + count]) + _GAP
    entries = [wrapped(line, columns - wide) for line in news]
    room = count - 1 + is_whole
    if sum(map(len, entries)) > room:
        if is_whole:
            return picture
        while entries and sum(map(len, entries)) > room - 1:
            del entries[0]
        if entries:
            earlier: Line = [("dim", f"({len(news) - len(entries)} earlier above)")]
            entries.insert(0, [earlier])
    lines = [line for entry in entries for line in entry][-room:]
    return _joined(picture, lines, first + count - len(lines), wide)


def _joined(left: Picture, right: Picture, first: int, wide: int) -> Picture:
    joined = [list(line) for line in left]
    for number, line in enumerate(right, first):
        joined[number] += [("", " " * (wide - length(joined[number]))), *line]
    return joined


def wrapped(line: Sequence[Span], columns: int) -> Picture:
    """Return a line wrapped at blanks; each character keeps its style."""
    if length(line) <= columns:
        return [list(line)]
    text = "".join([part for _, part in line])
    style_at = [style for style, part in line for _ in part]
    lines: Picture = []
    at = 0
    for piece in wrap(text, columns, drop_whitespace=True, break_on_hyphens=False):
        at = text.index(piece, at)
        spans: list[Span] = []
        for letter, style in zip(piece, style_at[at:], strict=False):
            if spans and spans[-1][0] == style:
                spans[-1] = (style, spans[-1][1] + letter)
            else:
                spans.append((style, letter))
        lines.append(spans)
        at += len(piece)
    return lines or [[]]
