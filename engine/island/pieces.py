"""The pieces of the island: soldiers, jeeps and tanks of two sides, and obstacle blocks.

A square of the board holds a small number: 0 for empty, BLOCK, or a character's code (owner, type and facing).
"""

from itertools import product
from typing import Final

from beachhead.engine.island.squares import SOUTH

SEATS: Final[tuple[str, ...]] = ("south", "north")

SOLDIER: Final = 0
JEEP: Final = 1
TANK: Final = 2
TYPE_NAMES: Final[tuple[str, ...]] = ("soldier", "jeep", "tank")
TYPE_LETTERS: Final[tuple[str, ...]] = ("SJT", "sjt")  # by side
RANGES: Final[tuple[int, ...]] = (2, 3, 4)
_SET: Final = (5, 3, 2)
# Every possible hand, as soldiers, jeeps and tanks; each is made once and shared by all states.
HANDS: Final = {hand: hand for hand in product(*(range(count + 1) for count in _SET))}
# FEWER[hand][type]: the hand without one character of that type; NO_HAND if it has none.
FEWER: Final = {
    hand: tuple(
        HANDS.get((*hand[:kind], count - 1, *hand[kind + 1 :]), HANDS[0, 0, 0]) for kind, count in enumerate(hand)
    )
    for hand in HANDS
}
FULL_HAND: Final = HANDS[_SET]
NO_HAND: Final = HANDS[0, 0, 0]
CHARACTERS: Final = sum(FULL_HAND)

EMPTY: Final = 0
BLOCK: Final = 25
CODES: Final = range(1, BLOCK)


def code(side: int, kind: int, facing: int) -> int:
    """Return the code of a character."""
    return 1 + side * 12 + kind * 4 + facing


def _by_code(value: int, count: int) -> tuple[int, ...]:
    return (-1, *((c - 1) // value % count for c in CODES), -1)


# By code; -1 for an empty square and a block.
OWNER: Final = _by_code(12, 2)
TYPE: Final = _by_code(4, 3)
FACING: Final = _by_code(1, 4)

LETTERS: Final = (
    "",
    *(TYPE_LETTERS[OWNER[c]][TYPE[c]] + "nesw"[FACING[c]] for c in CODES),
    "*",
)
CODE_OF: Final = {letters: c for c, letters in enumerate(LETTERS) if letters}

LEFT: Final = 0
RIGHT: Final = 1
TURN_NAMES: Final[tuple[str, ...]] = ("left", "right")

# TURNED[hand][code]: the same character a quarter turn to the left, to the right.
TURNED: Final = tuple(
    (EMPTY, *(code(OWNER[c], TYPE[c], (FACING[c] + quarter) % 4) for c in CODES), BLOCK) for quarter in (3, 1)
)


def forward(side: int) -> int:
    """Return the facing of a side towards the other: north for South, south for North."""
    return SOUTH * side
