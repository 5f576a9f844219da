"""Actions as people write them: the second square left out, or one that cannot be right.

Die, facing and range fix the square that was left out. Where they do not (nobody stands there, or the way leads off the
island) the action gets its own first square for a second one: refused, for the reason that counts first.
"""

from beachhead.engine.game import Action
from beachhead.engine.island.actions import (
    BY_TEXT,
    REINFORCEMENTS,
    Move,
    Reinforce,
    SetupTroop,
    Shoot,
    Turn,
)
from beachhead.engine.island.pieces import FACING, OWNER, RANGES, TURN_NAMES, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, RAYS, SQUARES
from beachhead.engine.island.state import ACT, State


def complete(state: State, text: str) -> Action:
    """The action of a well-formed text that is in no table as it stands."""
    match text.split():
        case ["move", src]:
            square = SQUARES[src]
            return _canonical(Move(square, _ahead(state, square, state.die if state.phase == ACT else 0)))
        case ["turn", src, hand]:
            square = SQUARES[src]
            units = state.die - 1 if state.phase == ACT else 0
            return _canonical(Turn(square, _ahead(state, square, units), TURN_NAMES.index(hand)))
        case ["shoot", src]:
            square = SQUARES[src]
            piece = state.board[square]
            return _canonical(Shoot(square, _ahead(state, square, RANGES[TYPE[piece]] if OWNER[piece] != -1 else 0)))
        case ["reinforce", slot]:
            return _front(state, int(slot) - 1)
        case ["move", src, dst]:
            return Move(SQUARES[src], SQUARES[dst])
        case ["turn", src, dst, hand]:
            return Turn(SQUARES[src], SQUARES[dst], TURN_NAMES.index(hand))
        case ["shoot", src, dst]:
            return Shoot(SQUARES[src], SQUARES[dst])
        case ["reinforce", slot, dst]:
            return Reinforce(int(slot) - 1, SQUARES[dst])
        case ["setup", kind, square_name, facing]:
            return SetupTroop(TYPE_NAMES.index(kind), SQUARES[square_name], FACING_NAMES.index(facing))
        case _:
            raise ValueError(f"no action of the island: {text}")


def _canonical(action: Action) -> Action:
    return BY_TEXT.get(action.text, action)


def _ahead(state: State, square: int, units: int) -> int:
    piece = state.board[square]
    ray = RAYS[FACING[piece]][square] if OWNER[piece] == state.side else ()
    return ray[units - 1] if 0 < units <= len(ray) else square


def _front(state: State, slot: int) -> Action:
    """The square in front of a slot; where there is none, a corner, which is refused in the order of the checks."""
    pad = state.pads[state.side]
    action = REINFORCEMENTS[state.side][pad.centre][slot] if state.mode.has_pads else None
    return Reinforce(slot, 0) if action is None else action
