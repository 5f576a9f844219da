"""Set-up (rule id `setup`): blocks, then characters on the rows, then characters on the pads, one at a time by turns."""

from beachhead.engine.game import Action, IllegalAction
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
from beachhead.engine.island.pieces import BLOCK, HANDS, NO_HAND, SEATS, TYPE_NAMES, code
from beachhead.engine.island.squares import COLUMNS, NAMES, SIZE, column, row
from beachhead.engine.island.state import BLOCKS, PADS, TROOPS, Pad, State, hand_size, put, trimmed


def block_setups(board: list[int]) -> list[Action]:
    """Blocks go on any empty square; never two in one row or one column."""
    rows = [y for y in range(SIZE) if BLOCK not in board[y * SIZE : y * SIZE + SIZE]]
    columns = [x for x in range(SIZE) if BLOCK not in board[x::SIZE]]
    return [BLOCK_SETUPS[y * SIZE + x] for y in rows for x in columns]


def troop_setups(state: State) -> list[Action]:
    """Characters go on an empty square of their owner's first two rows, facing any way."""
    board = state.board
    kinds = [kind for kind, count in enumerate(state.hands[state.side]) if count]
    found: list[Action] = []
    for square in HOME[state.side]:
        if not board[square]:
            setups = TROOP_SETUPS[square]
            for kind in kinds:
                found += setups[kind]
    return found


def pad_setups(state: State) -> list[Action]:
    """The other five go on their owner's pad, one a slot."""
    slots = [slot for slot, who in enumerate(state.pads[state.side].slots) if who == NOBODY]
    kinds = [kind for kind, count in enumerate(state.hands[state.side]) if count]
    return [PAD_SETUPS[kind][slot] for kind in kinds for slot in slots]


def place_block(state: State, action: SetupBlock) -> State:
    """A block stands on the island; after the tenth come the characters."""
    board = state.board.copy()
    board[action.square] = BLOCK
    phase = TROOPS if board.count(BLOCK) == BLOCK_COUNT else BLOCKS
    return _placed(state, board, state.troops, state.pads, state.hands, phase)


def place_troop(state: State, action: SetupTroop) -> State:
    """A character stands on the island; once both sides have theirs, the pads follow (or the first turn: `is_done`)."""
    side, mode = state.side, state.mode
    board = state.board.copy()
    board[action.square] = code(side, action.kind_of, action.facing)
    placed = trimmed([*state.troops[side], action.square])
    hand = _without(state.hands[side], action.kind_of)
    if len(placed) == mode.on_island and not mode.has_pads:
        hand = NO_HAND  # blitz: the rest is out of the game
    troops = put(state.troops, side, placed)
    phase = PADS if len(troops[0]) == len(troops[1]) == mode.on_island else TROOPS
    return _placed(state, board, troops, state.pads, put(state.hands, side, hand), phase)


def place_on_pad(state: State, action: SetupPad) -> State:
    """A character stands on its slot. R3: alternately too, as everything in the set-up."""
    side = state.side
    pad = state.pads[side]
    slots = (*pad.slots[: action.slot], action.kind_of, *pad.slots[action.slot + 1 :])
    pads = put(state.pads, side, Pad(pad.centre, slots))
    hands = put(state.hands, side, _without(state.hands[side], action.kind_of))
    return _placed(state, state.board, state.troops, pads, hands, PADS)


def is_done(state: State) -> bool:
    """Whether everything stands, so that the first turn begins."""
    return state.phase == PADS and not hand_size(state.hands[0]) and not hand_size(state.hands[1])


def why_not_block(state: State, square: int) -> IllegalAction | None:
    """Checks in order: phase, the square, its row, its column."""
    board = state.board
    if state.phase != BLOCKS:
        return IllegalAction("phase", "blocks are placed at the beginning of the set-up")
    if board[square]:
        return IllegalAction("setup", f"there is a block on {NAMES[square]} already")
    y, x = row(square), column(square)
    if BLOCK in board[y * SIZE : y * SIZE + SIZE]:
        return IllegalAction("setup", f"row {y + 1} has a block already")
    if BLOCK in board[x::SIZE]:
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


def _placed(
    state: State,
    board: list[int],
    troops: tuple[list[int], list[int]],
    pads: tuple[Pad, Pad],
    hands: tuple[tuple[int, ...], tuple[int, ...]],
    phase: int,
) -> State:
    return State(
        state.mode, board, troops, pads, hands, state.live, state.safe, 1 - state.side, phase, 0, NOBODY, state.turn
    )


def _without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return HANDS[(*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])]
