"""Squares of the island: names, facings, and the lines across it."""

from typing import Final, NewType

Square = NewType("Square", int)
Facing = NewType("Facing", int)

SIZE: Final = 12
COLUMNS: Final = "abcdefghijkl"
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
SQUARES: Final = {name: Square(i) for i, name in enumerate(NAMES)}

NORTH: Final = Facing(0)
EAST: Final = Facing(1)
SOUTH: Final = Facing(2)
WEST: Final = Facing(3)
FACING_NAMES: Final[tuple[str, ...]] = ("north", "east", "south", "west")
STEPS: Final[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))  # (columns, rows) by facing


def row(square: int) -> int:
    """Return the row of a square, 0 for row 1."""
    return square // SIZE


def column(square: int) -> int:
    """Return the column of a square, 0 for column a."""
    return square % SIZE


def _ray(square: int, facing: int) -> tuple[Square, ...]:
    east, north = STEPS[facing]
    x, y = column(square) + east, row(square) + north
    squares = []
    while 0 <= x < SIZE and 0 <= y < SIZE:
        squares.append(Square(y * SIZE + x))
        x, y = x + east, y + north
    return tuple(squares)


# The rank of each square if the island is read like a page: row 12 first, a before l.
READING_ORDER: Final = tuple((SIZE - 1 - row(square)) * SIZE + column(square) for square in range(SIZE * SIZE))


def _ring(square: int) -> tuple[Square, ...]:
    x, y = column(square), row(square)
    return tuple(
        Square(b * SIZE + a) for b in (y + 1, y, y - 1) for a in (x - 1, x, x + 1) if 0 <= a < SIZE and 0 <= b < SIZE
    )


# RAYS[facing][square]: the squares ahead, nearest first, up to the edge.
RAYS: Final = tuple(tuple(_ray(square, facing) for square in range(SIZE * SIZE)) for facing in range(4))

# REACH[square]: the square and its neighbours (up to eight), in reading order.
REACH: Final = tuple(_ring(square) for square in range(SIZE * SIZE))
