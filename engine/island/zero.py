"""The carrier pad and the three options of a 0: reinforce, move the pad, turn a character (rule ids 2, 4, 6, `zero`)."""

from beachhead.engine.island.actions import (
    NOBODY,
    NOMINATE_PAD,
    REINFORCEMENTS,
    SLIDES,
    SPINS,
    Reinforce,
    Slide,
)
from beachhead.engine.island.pieces import BLOCK, code, forward
from beachhead.engine.island.squares import NAMES, SIZE
from beachhead.engine.island.state import (
    RESCUE,
    SETUP,
    SLIDE,
    ZERO,
    State,
)
from beachhead.engine.values import Action, IllegalAction


def options(state: State) -> list[Action]:
    """Return the options of a 0, without shots.

    R6: the pad may always be nominated, even if it is empty. In allout and blitz there is no pad.
    """
    found = reinforcements(state, state.side)
    if state.mode.has_pads:
        found.append(NOMINATE_PAD)
    for square in state.troops[state.side]:
        found += SPINS[square]
    return found


def reinforcements(state: State, side: int) -> list[Action]:
    """Return the reinforcements of a side: the characters on slots with an open square in front."""
    pad = state.pads[side]
    found: list[Action] = []
    for slot, who in enumerate(pad.slots):
        if who != NOBODY:
            action = REINFORCEMENTS[side][pad.centre][slot]
            if action is not None and is_open(state, action.dst):
                found.append(action)
    return found


def is_open(state: State, square: int) -> bool:
    """Return whether a reinforcement can step onto a square. R5: it must be empty, also of blocks."""
    return not state.board[square]


def reinforce(state: State, action: Reinforce) -> State:
    """Return the state after a character has come on, facing forward; after a 0 only it may use the next roll (rule 2a)."""
    side, dst = state.side, action.dst
    pad = state.pads[side]
    board = bytearray(state.board)
    board[dst] = code(side, pad.slots[action.slot], forward(side))
    nominee = NOBODY if state.phase == RESCUE else dst
    return state.reinforced(bytes(board), dst, pad.placed(action.slot, NOBODY), nominee)


def slides(state: State) -> list[Action]:
    """Return the possible slides of the pad: its centre must stay within a to l."""
    centre = state.pads[state.side].centre
    return [action for action in SLIDES if 0 <= centre + action.step * state.die < SIZE]


def slide(state: State, action: Slide) -> State:
    """Return the state after the pad has slid; the turn ends."""
    side = state.side
    return state.with_pad(side, state.pads[side].moved(action.step * state.die))


def why_not_reinforce(state: State, slot: int, dst: int) -> IllegalAction | None:
    """Checks in order: phase, whether there are pads, the slot, the square in front of it, whether that is open."""
    if state.phase not in (ZERO, RESCUE):
        # A side that loses its last character in its own turn waits for its next turn.
        if state.phase not in SETUP and not state.troops[state.side]:
            return IllegalAction("phase", "the rescue of rule 4 comes at the start of a turn, not in the middle of one")
        return IllegalAction("phase", "a reinforcement comes on after a 0, or when the island holds none of your own")
    if not state.mode.has_pads:
        return IllegalAction("zero", "there are no pads in this mode: a 0 allows only to turn a character")
    pad = state.pads[state.side]
    if pad.slots[slot] == NOBODY:
        return IllegalAction("6", f"nobody stands on slot {slot + 1}, and characters never change slots")
    action = REINFORCEMENTS[state.side][pad.centre][slot]
    if action is None:
        return IllegalAction("zero", f"slot {slot + 1} hangs over the corner: no square is in front of it")
    if dst != action.dst:
        return IllegalAction("6", f"slot {slot + 1} stands before {NAMES[action.dst]}, not before {NAMES[dst]}")
    if is_open(state, dst):
        return None
    if state.board[dst] == BLOCK:
        return IllegalAction("zero", f"a block stands on {NAMES[dst]}")
    return IllegalAction("11", f"{NAMES[dst]} is taken, and two characters cannot share a square")


def why_not_pad(state: State) -> IllegalAction | None:
    """Checks in order: phase, whether there are pads."""
    if state.phase != ZERO:
        return IllegalAction("phase", "the pad is nominated after a 0")
    if not state.mode.has_pads:
        return IllegalAction("zero", "there are no pads in this mode: a 0 allows only to turn a character")
    return None


def why_not_slide(state: State, step: int) -> IllegalAction | None:
    """Checks in order: phase, the edge."""
    if state.phase != SLIDE:
        return IllegalAction("phase", "the pad slides when it was nominated and a number has been rolled")
    if not 0 <= state.pads[state.side].centre + step * state.die < SIZE:
        return IllegalAction("zero", f"the centre of the pad would leave the edge: {state.die} columns are too many")
    return None
