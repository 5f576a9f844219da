"""The moments of a recorded game as frames: tables of the visible parts by key, stored as changes.

A frame is a table of parts of the drawing (`piece/d4/0`) and of the texts beside it (`text/due`, `note/0`). A page gets
the first table and, for every later frame, the changes from the frame before. If a seat sees something different, that
is a second table on top. Keys and values are indices into one list, in which those that are used most come first. A
group of markup is a pair of indices there, of its first tag and of the rest: the same card lies in many places.

The text of a position is stored as the words that differ from the position before, each as the lengths of its unchanged
beginning and end, and the new middle; the parts of a word between colons count as words. If the same changes what a
seat sees, a 0 stands for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from beachhead.engine.drawing.drawing import Measures, Pen, measure, size_beside
from beachhead.engine.drawing.moments import scene_of
from beachhead.engine.game import Game
from beachhead.engine.scene import Scene
from beachhead.engine.timeline import Moment
from beachhead.protocol.page.style import style_of
from beachhead.protocol.recorded import RecordedGame

GONE: Final = -1  # a key is removed
SAME: Final = -2  # a seat sees the same as everybody

Value = str | list[list[str]]  # markup or text; or a line in spans, each with its class
Entry = Value | list[int]  # of the list of all values: a value, or the indices of the two parts of a group
Table = dict[str, Value]


class Line(NamedTuple):
    """A line of the game: its name (empty for the main line), its frames, and the frame where it branches off."""

    name: str
    frames: range
    leaves: int


class Frames(NamedTuple):
    """All frames, the lines they belong to, and the data of the page."""

    moments: list[Moment[Any]]  # Any: a page is independent of the game
    lines: list[Line]
    measures: Measures
    data: dict[str, Any]  # Any: JSON


def frames_of(recorded: RecordedGame) -> Frames:
    """Return the frames of a record: first the main line, then each side line."""
    game = recorded.game
    moments = recorded.moments
    numbers = {id(moment): number for number, moment in enumerate(moments)}
    lines = [Line("", range(len(moments)), 0)]
    for variation in recorded.variations:
        own = [moment for moment in variation.end.since() if id(moment) not in numbers]
        if own:
            assert own[0].before is not None
            lines.append(Line(variation.name, range(len(moments), len(moments) + len(own)), numbers[id(own[0].before)]))
            numbers.update({id(moment): len(moments) + number for number, moment in enumerate(own)})
            moments = moments + own
    seats = [seat for seat in game.seats(moments[0].state) if _sees_less(game, moments, seat)]
    whole = [scene_of(game, moment) for moment in moments]
    scenes: dict[str | None, list[Scene]] = {None: whole}
    for seat in seats:
        scenes[seat] = [_seen(game, moment, seat, scene) for moment, scene in zip(moments, whole, strict=True)]
    measures = measure([scene for seen in scenes.values() for scene in seen])
    data = _Writer(game, moments, numbers, scenes, measures).data()
    data["lines"] = [[line.name, line.frames.start, line.frames.stop, line.leaves] for line in lines]
    return Frames(moments, lines, measures, data)


def _sees_less(game: Game[Any], moments: Sequence[Moment[Any]], seat: str) -> bool:
    """Return whether something is hidden from a seat at any moment."""
    return any(game.view(moment.state, seat) != game.write(moment.state) for moment in moments)


def _seen(game: Game[Any], moment: Moment[Any], seat: str, whole: Scene) -> Scene:
    """Return the scene as a seat sees it; its arrows are those that everybody sees."""
    events = moment.events if moment.action is not None else ()
    scene = game.show.scene(moment.state, seat=seat, last=moment.action, events=events)
    return scene._replace(arrows=whole.arrows)


class _Writer:
    """Writes tables as changes between them."""

    def __init__(
        self,
        game: Game[Any],
        moments: Sequence[Moment[Any]],
        numbers: dict[int, int],
        scenes: Mapping[str | None, Sequence[Scene]],
        measures: Measures,
    ) -> None:
        self.game = game
        self.moments = moments
        self.numbers = numbers
        self.scenes = scenes  # by seat; None is everybody
        self.measures = measures
        self.seats = game.seats(moments[0].state)
        self.pen = Pen(self.seats, game.show.shapes, measures)
        self.entries: dict[str, int] = {}
        self.values: list[Entry] = []

    def data(self) -> dict[str, Any]:
        tables = [self.table(scene) for scene in self.scenes[None]]
        before = [-1 if m.before is None else self.numbers[id(m.before)] for m in self.moments]
        frames = [self.changes(tables[b] if b >= 0 else {}, table) for b, table in zip(before, tables, strict=True)]
        positions: dict[str, Sequence[list[int] | int]] = {
            "": self.splices([self.game.write(moment.state) for moment in self.moments], before)
        }
        views = {}
        for seat in self.seats:
            seen = self.scenes.get(seat, ())
            over = [_difference(table, self.table(scene)) for scene, table in zip(seen, tables, strict=False)]
            if any(over):
                views[seat] = [
                    self.changes(over[b] if b >= 0 else {}, table, SAME) for b, table in zip(before, over, strict=True)
                ]
                seen_by = self.splices([self.game.view(moment.state, seat) for moment in self.moments], before)
                positions[seat] = [0 if own == all else own for own, all in zip(seen_by, positions[""], strict=True)]
        _sort_by_use(self.values, [*frames, *[changes for seen in views.values() for changes in seen]], positions)
        return {
            "board": [self.measures.width, self.measures.height],
            "before": before,
            "frames": frames,
            "views": views,
            "positions": positions,
            "values": self.values,
        }

    def table(self, scene: Scene) -> Table:
        """Return the table of a scene."""
        # Text in markup has no quotes that are not escaped; JSON would escape those of attributes, but not apostrophes.
        table: Table = {key: part.replace('"', "'") for key, part in self.pen.draw(scene).items()}
        table["text/title"], table["text/due"] = scene.title, scene.due
        table["text/last"] = scene.last
        table["text/beside"] = size_beside(scene)
        for number, shout in enumerate(scene.shouts):
            table[f"shout/{number}"] = shout
        for number, note in enumerate(scene.notes):
            table[f"note/{number}"] = [[style_of(style, self.seats), text] for style, text in note]
        return table

    def changes(self, old: dict[str, Any], new: dict[str, Any], gone: int = GONE) -> list[int]:
        """Return alternating keys and values that turn the old table into the new one."""
        found = []
        for key, value in new.items():
            if key not in old or old[key] != value:
                found += [self.number(key), GONE if value is None else self.number(value)]
        for key in old:
            if key not in new:
                found += [self.number(key), gone]
        return found

    def splices(self, texts: Sequence[str], before: Sequence[int]) -> list[list[int]]:
        """Return the changes that make each text from an earlier one, whose number is in ``before`` (-1: from nothing).

        They are, for every word that differs, its number, the lengths of its unchanged beginning and end, and the new
        middle. The first number is that of all words: those beyond the earlier text were empty.
        """
        found = []
        for number, text in zip(before, texts, strict=True):
            new, old = _words(text), _words(texts[number]) if number >= 0 else []
            old = [*old, *[""] * len(new)][: len(new)]
            splices = [len(new)]
            for place, (word, other) in enumerate(zip(new, old, strict=True)):
                if word != other:
                    front = _alike(other, word)
                    back = _alike(other[front:][::-1], word[front:][::-1])
                    splices += [place, front, back, self.number(word[front : len(word) - back])]
            found.append(splices)
        return found

    def number(self, value: Value) -> int:
        """Return the index of a value in the list of all values."""
        if isinstance(value, str) and value.startswith("<g "):
            tag, end, rest = value.partition(">")
            return self._index(value, [self._index(tag, tag + end), self._index(rest, rest)])
        return self._index(value if isinstance(value, str) else json.dumps(value), value)

    def _index(self, key: str, entry: Entry) -> int:
        if key not in self.entries:
            self.entries[key] = len(self.values)
            self.values.append(entry)
        return self.entries[key]


def _sort_by_use(
    values: list[Entry], tables: Sequence[list[int]], positions: Mapping[str, Sequence[list[int] | int]]
) -> None:
    """Give the values that are used most the shortest indices, in changes of tables, in splices and in groups."""
    groups = [value for value in values if _is_group(value)]
    splices = [own for texts in positions.values() for own in texts if isinstance(own, list)]
    uses = Counter([number for numbers in (*tables, *groups, *[own[4::4] for own in splices]) for number in numbers])
    order = sorted(range(len(values)), key=lambda number: -uses[number])
    place = {number: number for number in (GONE, SAME)} | {number: place for place, number in enumerate(order)}
    for numbers in (*tables, *groups):
        numbers[:] = [place[number] for number in numbers]
    for own in splices:
        own[4::4] = [place[number] for number in own[4::4]]
    values[:] = [values[number] for number in order]


def _is_group(value: Entry) -> TypeGuard[list[int]]:
    return isinstance(value, list) and isinstance(value[0], int)


def _words(position: str) -> list[str]:
    """Return the words of a position; the parts of a word after a colon are words that begin with it."""
    return position.replace(":", " :").split(" ")


def _alike(first: str, second: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(first), len(second)))


def _difference(table: Table, seen: Table) -> dict[str, Value | None]:
    """Return what a seat sees differently: another value, or None if it does not see the part."""
    other: dict[str, Value | None] = {key: value for key, value in seen.items() if table.get(key) != value}
    return other | dict.fromkeys([key for key in table if key not in seen])
