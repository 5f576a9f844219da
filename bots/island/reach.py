"""What a character on the island could walk and hit, from tables, with the board as sets of squares.

A set of squares is one integer, a bit for each square (``BIT``). For a character (its code and square) the squares ahead
decide how far it can walk (its run); its run decides from where it could shoot in its next turn, and at which squares.
All of that is worked out once for every character and run, when it is first needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.island.actions import SHOTS
from beachhead.engine.island.pieces import BLOCK, FACING, LEFT, OWNER, RIGHT, TURNED, TYPE, TYPE_NAMES, forward
from beachhead.engine.island.squares import RAYS, REACH, SIZE, column, row

SQUARE_COUNT: Final = SIZE * SIZE
LONGEST: Final = 5  # the longest run that counts: no roll is higher
BIT: Final = [1 << (SQUARE_COUNT - 1 - square) for square in range(SQUARE_COUNT)]

# Translations of a board's bytes to digits of base 2, by what is to be found.
_ZERO: Final = ord("0")
_ONE: Final = ord("1")
OCCUPIED: Final = bytes(_ONE if code else _ZERO for code in range(256))
BLOCKED: Final = bytes(_ONE if code == BLOCK else _ZERO for code in range(256))


def set_of(squares: Sequence[int]) -> int:
    """The set of these squares."""
    found = 0
    for square in squares:
        found |= BIT[square]
    return found


RING: Final = [set_of(REACH[square]) & ~BIT[square] for square in range(SQUARE_COUNT)]  # the eight around a square
FRONT: Final[tuple[int, ...]] = (
    set_of(tuple(range(SIZE))),
    set_of(tuple(range(SQUARE_COUNT - SIZE, SQUARE_COUNT))),
)  # row 1, row 12

Shot = tuple[int, int, int]  # the die that it takes (0: none), the target, the squares between

# Standings: what the evaluation tells apart besides fire. By facing (forward, sideways, back), depth (rows from the own
# edge), run, type, and whether the character stands in the first or last column.
FACINGS: Final = ("forward", "sideways", "back")
DEPTHS: Final = ("home", "near", "far", "beach")
_DEPTH_OF: Final[tuple[int, ...]] = (0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3)
STANDINGS: Final = [
    (facing, depth, run, kind, is_edge)
    for facing in range(len(FACINGS))
    for depth in range(len(DEPTHS))
    for run in range(LONGEST + 1)
    for kind in range(len(TYPE_NAMES))
    for is_edge in (False, True)
]
_STANDING_OF: Final = {standing: i for i, standing in enumerate(STANDINGS)}
_PACKED: Final[tuple[int, ...]] = (
    0,
    0x1,
    0x11,
    0x111,
    0x1111,
    0x1111,
)  # by run: one in the digit of each length that it reaches


class Reach:
    """What a character could do with a certain run."""

    __slots__ = ("_known", "_shots", "mask", "packed", "run", "standing")

    def __init__(self, code: int, square: int, run: int, shots: tuple[Shot, ...]) -> None:
        self.run = run
        self.packed = _PACKED[run]
        self.standing = _standing(code, square, run)
        self._shots = shots
        self._known: dict[int, tuple[Shot, ...]] = {}
        self.mask = 0  # all squares that it could hit in its next turn, or hits now
        for _, target, _ in shots:
            self.mask |= target

    def shots(self, targets: int) -> tuple[Shot, ...]:
        """The shots at a set of targets, all within ``mask``; the one that needs no move comes first."""
        found = self._known.get(targets)
        if found is None:
            found = tuple(shot for shot in self._shots if shot[1] & targets)
            self._known[targets] = found
        return found


Lane = tuple[int, dict[int, Reach]]
LANES: Final[list[Lane | None]] = [None] * (BLOCK * SQUARE_COUNT)


def lane(code: int, square: int) -> Lane:
    """The squares ahead of a character that limit its run, and its reach by those of them that are occupied."""
    found = LANES[code * SQUARE_COUNT + square]
    if found is None:
        found = _lane(code, square)
        LANES[code * SQUARE_COUNT + square] = found
    return found


def _lane(code: int, square: int) -> Lane:
    facing = FACING[code]
    ahead = _RUNS[facing][square]
    if ahead is None:
        ahead = _RUNS[facing][square] = _runs(facing, square)
    squares, runs = ahead
    reaches = _reaches(code, square)
    return squares, {occupied: reaches[run] for occupied, run in runs.items()}


Runs = tuple[int, dict[int, int]]
_RUNS: Final[list[list[Runs | None]]] = [[None] * SQUARE_COUNT for _ in range(4)]


def _runs(facing: int, square: int) -> Runs:
    """The squares ahead that limit a run, and the run by those of them that are occupied."""
    ray = RAYS[facing][square][:LONGEST]
    runs: dict[int, int] = {}
    for chosen in range(1 << len(ray)):
        occupied = 0
        run = len(ray)
        for i in range(len(ray) - 1, -1, -1):
            if chosen >> i & 1:
                occupied |= BIT[ray[i]]
                run = i
        runs[occupied] = run
    return set_of(ray), runs


def _standing(code: int, square: int, run: int) -> int:
    side = OWNER[code]
    turned = (FACING[code] - forward(side)) % 4
    facing = 0 if turned == 0 else 2 if turned == 2 else 1
    depth = _DEPTH_OF[SIZE - 1 - row(square) if side else row(square)]
    return _STANDING_OF[facing, depth, run, TYPE[code], column(square) in (0, SIZE - 1)]


def _reaches(code: int, square: int) -> list[Reach]:
    """What a character could do, by its run."""
    shots: list[Shot] = []

    def add(die: int, shooter: int, place: int) -> None:
        shot = SHOTS[shooter][place]
        if shot is not None:
            shots.append((die, BIT[shot.dst], set_of(shot.between)))

    add(0, code, square)
    found = [Reach(code, square, 0, tuple(shots))]
    for step, place in enumerate(RAYS[FACING[code]][square][:LONGEST], 1):
        add(step, code, place)
        if step < LONGEST:
            add(step + 1, TURNED[LEFT][code], place)
            add(step + 1, TURNED[RIGHT][code], place)
        found.append(Reach(code, square, step, tuple(shots)))
    return found
