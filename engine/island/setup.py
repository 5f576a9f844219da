"""Set-up (rule id `setup`): blocks, then characters on the rows, then on the pads, one at a time, sides alternating."""

from typing import Final

from beachhead.engine.island.actions import (
    BLOCK_SETUPS,
    HOME,
    NOBODY,
    PAD_SETUPS,
    TROOP_SETUPS,
    SetupBlock,
    SetupPad,
    SetupTroop,
)
from beachhead.engine.island.mode import BLOCK_COUNT
from beachhead.engine.island.pieces import BLOCK, FEWER, NO_HAND, SEATS, TYPE_NAMES, code
from beachhead.engine.island.squares import COLUMNS, NAMES, SIZE, column, row
from beachhead.engine.island.state import BLOCKS, PADS, TROOPS, State, hand_size, put, trimmed
from beachhead.engine.values import Action, IllegalAction

_BLOCK: Final = bytes([BLOCK])


def block_setups(board: bytes) -> list[Action]:
    """Return the placements of a block: any empty square, but never two blocks in one row or column."""
    full_rows, full_columns = set(), set()
    for square in _blocks(board):
        full_rows.add(row(square))
        full_columns.add(column(square))
    rows = [y for y in range(SIZE) if y not in full_rows]
    columns = [x for x in range(SIZE) if x not in full_columns]
    found: list[Action] = []
    for y in rows:
        setups = BLOCK_SETUPS[y]
        found += [setups[x] for x in columns]
    return found


def troop_setups(state: State) -> list[Action]:
    """Return the placements of characters on the island: any empty square of the owner's first two rows, any facing."""
    board = state.board
    kinds = 0
    for kind, count in enumerate(state.hands[state.side]):
        if count:
            kinds += 1 << kind
    found: list[Action] = []
    for square, setups in TROOP_SETUPS[state.side][kinds]:
        if not board[square]:
            found += setups
    return found


def pad_setups(state: State) -> list[Action]:
    """Return the placements of the other five characters: on their owner's pad, one on each slot."""
    slots = [slot for slot, who in enumerate(state.pads[state.side].slots) if who == NOBODY]
    kinds = [kind for kind, count in enumerate(state.hands[state.side]) if count]
    return [PAD_SETUPS[kind][slot] for kind in kinds for slot in slots]


def place_block(state: State, action: SetupBlock) -> State:
    """Return the state with one more block; after the tenth, characters are placed."""
    board = bytearray(state.board)
    board[action.square] = BLOCK
    phase = TROOPS if board.count(BLOCK) == BLOCK_COUNT else BLOCKS
    return state.block_placed(bytes(board), phase)


def place_troop(state: State, action: SetupTroop) -> State:
    """Return the state with one more character; if both sides are complete, the pads or the first turn follow."""
    side, mode = state.side, state.mode
    board = bytearray(state.board)
    board[action.square] = code(side, action.kind_of, action.facing)
    placed = trimmed([*state.troops[side], action.square])
    hand = _without(state.hands[side], action.kind_of)
    if len(placed) == mode.on_island and not mode.has_pads:
        hand = NO_HAND  # blitz: the other characters are out of the game
    troops = put(state.troops, side, placed)
    phase = PADS if len(troops[0]) == len(troops[1]) == mode.on_island else TROOPS
    return state.troop_placed(bytes(board), troops, hand, phase)


def place_on_pad(state: State, action: SetupPad) -> State:
    """Return the state with one more character on its slot. R3: the sides alternate here too."""
    side = state.side
    pad = state.pads[side].placed(action.slot, action.kind_of)
    return state.pad_filled(pad, _without(state.hands[side], action.kind_of))


def _blocks(board: bytes) -> list[int]:
    """Return the squares of the blocks."""
    squares: list[int] = []
    square = -1
    for piece in board.split(_BLOCK)[:-1]:
        square += len(piece) + 1
        squares.append(square)
    return squares


def is_done(state: State) -> bool:
    """Return whether the set-up is complete, so that the first turn begins."""
    return state.phase == PADS and not hand_size(state.hands[0]) and not hand_size(state.hands[1])


def why_not_block(state: State, square: int) -> IllegalAction | None:
    """Checks in order: phase, the square, its row, its column."""
    board = state.board
    if state.phase != BLOCKS:
        return IllegalAction("phase", "blocks are placed at the beginning of the set-up")
    if board[square]:
        return IllegalAction("setup", f"there is a block on {NAMES[square]} already")
    y, x = row(square), column(square)
    blocks = _blocks(board)
    if y in [row(block) for block in blocks]:
        return IllegalAction("setup", f"row {y + 1} has a block already")
    if x in [column(block) for block in blocks]:
        return IllegalAction("setup", f"column {COLUMNS[x]} has a block already")
    return None


def why_not_troop(state: State, kind: int, square: int) -> IllegalAction | None:
    """Checks in order: phase, the hand, the rows, the square."""
    if state.phase != TROOPS:
        return IllegalAction("phase", "characters are placed on the island after the blocks, and before the pads")
    if not state.hands[state.side][kind]:
        return IllegalAction("setup", f"no {TYPE_NAMES[kind]} is left in {SEATS[state.side].title()}'s hand")
    if square not in HOME[state.side]:
        rows = "rows 11 and 12" if state.side else "rows 1 and 2"
        return IllegalAction("setup", f"{NAMES[square]} is not on {SEATS[state.side].title()}'s {rows}")
    if state.board[square]:
        what = "a block" if state.board[square] == BLOCK else "a character"
        return IllegalAction("setup", f"there is {what} on {NAMES[square]} already")
    return None


def why_not_pad(state: State, kind: int, slot: int) -> IllegalAction | None:
    """Checks in order: phase, the hand, the slot."""
    if state.phase != PADS:
        reason = (
            "the pads are filled at the end of the set-up" if state.mode.has_pads else "there are no pads in this mode"
        )
        return IllegalAction("phase", reason)
    if not state.hands[state.side][kind]:
        return IllegalAction("setup", f"no {TYPE_NAMES[kind]} is left in {SEATS[state.side].title()}'s hand")
    if state.pads[state.side].slots[slot] != NOBODY:
        return IllegalAction("setup", f"slot {slot + 1} is taken")
    return None


def _without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Return the hand without one character of that type."""
    return FEWER[hand][kind]
