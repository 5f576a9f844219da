"""All actions of the island, each made once, with its text.

The tables below hold one object for every action that the geometry of the board allows, so that listing the legal ones
allocates almost nothing. ``BY_TEXT`` finds the same objects by their text.
"""

from typing import Final

from beachhead.engine.island.pieces import (
    CODES,
    FACING,
    LEFT,
    RANGES,
    RIGHT,
    TURN_NAMES,
    TYPE,
    TYPE_NAMES,
)
from beachhead.engine.island.squares import (
    FACING_NAMES,
    NAMES,
    RAYS,
    SIZE,
    Square,
    row,
)
from beachhead.engine.values import RESIGN, Action

SLOTS: Final = 5
DIE: Final = range(6)
NOBODY: Final = -1  # an empty slot, or nobody nominated


class SetupBlock(Action):
    """An obstacle block is placed."""

    __slots__ = ("square",)

    def __init__(self, square: int) -> None:
        self.text = f"setup block {NAMES[square]}"
        self.square = square


class SetupTroop(Action):
    """A character from the hand is placed on its owner's first two rows."""

    __slots__ = ("facing", "kind_of", "square")

    def __init__(self, kind_of: int, square: int, facing: int) -> None:
        self.text = f"setup {TYPE_NAMES[kind_of]} {NAMES[square]} {FACING_NAMES[facing]}"
        self.kind_of = kind_of
        self.square = square
        self.facing = facing


class SetupPad(Action):
    """A character from the hand is placed on a slot of the pad."""

    __slots__ = ("kind_of", "slot")

    def __init__(self, kind_of: int, slot: int) -> None:
        self.text = f"setup {TYPE_NAMES[kind_of]} pad {slot + 1}"
        self.kind_of = kind_of
        self.slot = slot


class Shoot(Action):
    """A character hits the square at its range."""

    __slots__ = ("between", "dst", "src")

    def __init__(self, src: int, dst: int, between: tuple[Square, ...] = ()) -> None:
        self.text = f"shoot {NAMES[src]} {NAMES[dst]}"
        self.src = src
        self.dst = dst
        self.between = between


class Move(Action):
    """A character walks straight ahead, using all units of the die."""

    __slots__ = ("dst", "src")

    def __init__(self, src: int, dst: int) -> None:
        self.text = f"move {NAMES[src]} {NAMES[dst]}"
        self.src = src
        self.dst = dst


class Turn(Action):
    """A character walks all units but the last, and uses that one for a quarter turn; after a 0 it turns on the spot."""

    __slots__ = ("dst", "hand", "src")

    def __init__(self, src: int, dst: int, hand: int) -> None:
        self.text = f"turn {NAMES[src]} {NAMES[dst]} {TURN_NAMES[hand]}"
        self.src = src
        self.dst = dst
        self.hand = hand


class Reinforce(Action):
    """A character moves from its slot to the square in front of it."""

    __slots__ = ("dst", "slot")

    def __init__(self, slot: int, dst: int) -> None:
        self.text = f"reinforce {slot + 1} {NAMES[dst]}"
        self.slot = slot
        self.dst = dst


class NominatePad(Action):
    """After a 0: nominate the pad, so that the next roll moves it."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "pad"


class Slide(Action):
    """The pad slides along its edge, west or east, by the number on the die."""

    __slots__ = ("step",)

    def __init__(self, step: int) -> None:
        self.text = f"pad {'west' if step < 0 else 'east'}"
        self.step = step


class Remove(Action):
    """The penalty of rule 1a: remove an opponent's character from the island."""

    __slots__ = ("square",)

    def __init__(self, square: int) -> None:
        self.text = f"remove {NAMES[square]}"
        self.square = square


class RemovePad(Action):
    """The penalty of rule 1b: remove an opponent's character from its pad."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.text = f"remove pad {slot + 1}"
        self.slot = slot


class End(Action):
    """The side to act ends its turn."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "end"


class Roll(Action):
    """Chance: the die shows a number."""

    __slots__ = ("pips",)

    def __init__(self, pips: int) -> None:
        self.text = f"roll {pips}"
        self.pips = pips


class Reveal(Action):
    """Chance: an activated block is turned over."""

    __slots__ = ("is_live", "square")

    def __init__(self, square: int, is_live: bool) -> None:
        self.text = f"reveal {NAMES[square]} {'live' if is_live else 'safe'}"
        self.square = square
        self.is_live = is_live


Lane = tuple[tuple[Square, ...], Move | None, tuple[Turn, ...]]
_ALL: Final = range(SIZE * SIZE)


def _lane(square: int, facing: int, die: int) -> Lane | None:
    """Return the squares passed, the move (None if it leaves the island) and the turns; None if nothing is possible."""
    ray = RAYS[facing][square]
    if len(ray) < die - 1:
        return None
    path = ray[: die - 1]
    move = Move(square, ray[die - 1]) if len(ray) >= die else None
    if die == 1:
        return (path, move, ()) if move else None
    dst = path[-1]
    return path, move, (Turn(square, dst, LEFT), Turn(square, dst, RIGHT))


def _shot(square: int, facing: int, reach: int) -> Shoot | None:
    ray = RAYS[facing][square]
    return Shoot(square, ray[reach - 1], ray[: reach - 1]) if len(ray) >= reach else None


_FACED_LANES: Final = [[[_lane(square, facing, die) for square in _ALL] for facing in range(4)] for die in DIE if die]
_FACED_SHOTS: Final = [[[_shot(square, facing, reach) for square in _ALL] for facing in range(4)] for reach in RANGES]

# LANES[die][code][square], SHOTS[code][square]: the possible moves, turns and shots of a character on that square.
LANES: Final = [[], *([[], *(lanes[FACING[c]] for c in CODES)] for lanes in _FACED_LANES)]
SHOTS: Final = [[], *(_FACED_SHOTS[TYPE[c]][FACING[c]] for c in CODES)]

# SPINS[square]: the turns on the spot after a 0.
SPINS: Final = [(Turn(square, square, LEFT), Turn(square, square, RIGHT)) for square in _ALL]

END: Final = End()
NOMINATE_PAD: Final = NominatePad()
SLIDES: Final = (Slide(-1), Slide(1))
ROLLS: Final = tuple(Roll(pips) for pips in DIE)
REVEALS: Final = [(Reveal(square, True), Reveal(square, False)) for square in _ALL]
REMOVES: Final = [Remove(square) for square in _ALL]
PAD_REMOVES: Final = [RemovePad(slot) for slot in range(SLOTS)]

# BLOCK_SETUPS[row][column]
BLOCK_SETUPS: Final = [[SetupBlock(y * SIZE + x) for x in range(SIZE)] for y in range(SIZE)]
_HOME_ROWS: Final = ((0, 1), (SIZE - 2, SIZE - 1))
HOME: Final = tuple(tuple(Square(square) for square in _ALL if row(square) in rows) for rows in _HOME_ROWS)
_TYPES: Final = range(len(TYPE_NAMES))


def _troop_setups(side: int) -> list[tuple[tuple[Square, list[Action]], ...]]:
    """Return by the set of types in a hand (a bit for each) the squares of a side, and all actions for each square."""
    by_type: dict[tuple[Square, int], list[Action]] = {
        (square, kind): [SetupTroop(kind, square, facing) for facing in range(4)]
        for square in HOME[side]
        for kind in _TYPES
    }
    found = []
    for kinds in range(1 << len(TYPE_NAMES)):
        held = [kind for kind in _TYPES if kinds >> kind & 1]
        found.append(
            tuple((square, [each for kind in held for each in by_type[square, kind]]) for square in HOME[side])
        )
    return found


# TROOP_SETUPS[side][types]
TROOP_SETUPS: Final = [_troop_setups(side) for side in (0, 1)]
PAD_SETUPS: Final = [[SetupPad(kind, slot) for slot in range(SLOTS)] for kind in range(len(TYPE_NAMES))]


def _reinforcement(side: int, centre: int, slot: int) -> Reinforce | None:
    column = centre + slot - SLOTS // 2
    return Reinforce(slot, side * (SIZE - 1) * SIZE + column) if 0 <= column < SIZE else None


# REINFORCEMENTS[side][centre][slot]: None for a slot that extends beyond a corner.
REINFORCEMENTS: Final = [
    [[_reinforcement(side, centre, slot) for slot in range(SLOTS)] for centre in range(SIZE)] for side in (0, 1)
]


def _every_action() -> dict[str, Action]:
    actions: list[Action | None] = [*REMOVES, *PAD_REMOVES, *SLIDES, *ROLLS, END, NOMINATE_PAD, RESIGN]
    for row_of_blocks in BLOCK_SETUPS:
        actions += row_of_blocks
    for by_types in TROOP_SETUPS:
        for _, setups in by_types[-1]:  # all types
            actions += setups
    for slots in PAD_SETUPS:
        actions += slots
    for centres in REINFORCEMENTS:
        for slots_of in centres:
            actions += slots_of
    for pair in REVEALS:
        actions += pair
    for spins in SPINS:
        actions += spins
    for shots_by_facing in _FACED_SHOTS:
        for shots in shots_by_facing:
            actions += shots
    table = {action.text: action for action in actions if action is not None}
    for lanes_by_facing in _FACED_LANES:
        for lanes in lanes_by_facing:
            for lane in lanes:
                if lane is not None:
                    for step in (lane[1], *lane[2]):
                        if step is not None:
                            table[step.text] = step
    return table


BY_TEXT: Final = _every_action()
