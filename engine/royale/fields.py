"""Fields of the diamond: names in reading order, neighbours, distances (rule id 1)."""

from typing import Final, NewType

Field = NewType("Field", int)
COLUMNS: Final = "abcdefg"
_CENTRE: Final = 4


def _from_centre(column: int, row: int) -> int:
    return abs(column - _CENTRE) + abs(row - _CENTRE)


# Column and row of each field, from 1, in reading order: row 7 first, west to east.
_PLACES: Final = [
    (column, row) for row in range(7, 0, -1) for column in range(1, 8) if _from_centre(column, row) <= _CENTRE - 1
]
COUNT: Final = len(_PLACES)
NOWHERE: Final = -1
NAMES: Final = tuple(f"{COLUMNS[column - 1]}{row}" for column, row in _PLACES)
FIELDS: Final = {name: Field(i) for i, name in enumerate(NAMES)}
ROWS: Final = tuple(tuple(i for i, place in enumerate(_PLACES) if place[1] == row) for row in range(7, 0, -1))
COLUMN: Final = tuple(column - 1 for column, _ in _PLACES)
EDGE: Final = tuple(i for i, (column, row) in enumerate(_PLACES) if _from_centre(column, row) == _CENTRE - 1)

# DISTANCE[src][dst]: the number of steps, including diagonal ones.
DISTANCE: Final = tuple(tuple(max(abs(x - u), abs(y - v)) for u, v in _PLACES) for x, y in _PLACES)
NEIGHBOURS: Final = tuple(tuple(i for i, steps in enumerate(row) if steps == 1) for row in DISTANCE)
# NEARER[dst][src]: the neighbours of src that are one step nearer to dst.
NEARER: Final = tuple(
    tuple(tuple(near for near in NEIGHBOURS[src] if to[near] < to[src]) for src in range(COUNT)) for to in DISTANCE
)
