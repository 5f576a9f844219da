"""The carrier pad and the three options of a 0: reinforce, move the pad, turn a character (rule ids 2, 4, 6, `zero`)."""

from beachhead.engine.game import Action, IllegalAction
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
    ROLL,
    SLIDE,
    ZERO,
    Pad,
    State,
    due,
    put,
    trimmed,
    with_island,
    with_pad,
)


def options(state: State) -> list[Action]:
    """What a 0 allows besides shots.

    R6: the pad may always be nominated, even an empty one. In allout and blitz there is none.
    """
    found = reinforcements(state, state.side)
    if state.mode.has_pads:
        found.append(NOMINATE_PAD)
    for square in state.troops[state.side]:
        found += SPINS[square]
    return found


def reinforcements(state: State, side: int) -> list[Action]:
    """Whom a side can bring on: characters on slots with an open square in front."""
    pad = state.pads[side]
    found: list[Action] = []
    for slot, who in enumerate(pad.slots):
        if who != NOBODY:
            action = REINFORCEMENTS[side][pad.centre][slot]
            if action is not None and is_open(state, action.dst):
                found.append(action)
    return found


def is_open(state: State, square: int) -> bool:
    """Whether a reinforcement can step there. R5: the square must be empty, also of a block."""
    return not state.board[square]


def reinforce(state: State, action: Reinforce) -> State:
    """A character has come on, facing forward; after a 0 only it may use the next roll (2a)."""
    side = state.side
    pad = state.pads[side]
    board = state.board.copy()
    board[action.dst] = code(side, pad.slots[action.slot], forward(side))
    troops = put(state.troops, side, trimmed([*state.troops[side], action.dst]))
    arrived = with_island(with_pad(state, side, emptied(pad, action.slot)), board, troops)
    return due(arrived, side, ROLL, 0, NOBODY if state.phase == RESCUE else action.dst, state.turn)


def emptied(pad: Pad, slot: int) -> Pad:
    """The pad with nobody on that slot."""
    return Pad(pad.centre, (*pad.slots[:slot], NOBODY, *pad.slots[slot + 1 :]))


def slides(state: State) -> list[Action]:
    """Where the pad can go: its centre stays within a to l."""
    centre = state.pads[state.side].centre
    return [action for action in SLIDES if 0 <= centre + action.step * state.die < SIZE]


def slide(state: State, action: Slide) -> State:
    """The pad has moved; the turn's end follows."""
    pad = state.pads[state.side]
    return with_pad(state, state.side, Pad(pad.centre + action.step * state.die, pad.slots))


def why_not_reinforce(state: State, slot: int, dst: int) -> IllegalAction | None:
    """Checks in order: phase, pads at all, the slot, the square in front of it, whether that is open."""
    if state.phase not in (ZERO, RESCUE):
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
    """Checks in order: phase, pads at all."""
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
