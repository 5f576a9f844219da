"""Actions as people write them: with the second square left out, or impossible.

Die, facing and range determine an omitted square. If they cannot (nobody stands on the first square, or the path leads
off the island), the first square is used as the second one too, and the rules refuse the action for its first fault.
"""

from beachhead.engine.island.actions import (
    BY_TEXT,
    REINFORCEMENTS,
    SHOTS,
    Move,
    Reinforce,
    SetupTroop,
    Shoot,
    Turn,
)
from beachhead.engine.island.pieces import FACING, OWNER, TURN_NAMES, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, RAYS, SQUARES
from beachhead.engine.island.state import ACT, State
from beachhead.engine.values import Action


def action(state: State, text: str) -> Action:
    """Return the action of a well-formed text, from the table or with the omitted parts filled in."""
    known = BY_TEXT.get(text)
    if known is not None:
        return known
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
            shot = SHOTS[piece][square] if OWNER[piece] == state.side else None
            return Shoot(square, square) if shot is None else shot
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
    """Return the action with the square in front of a slot; if there is none, with a corner, which the rules refuse."""
    pad = state.pads[state.side]
    action = REINFORCEMENTS[state.side][pad.centre][slot] if state.mode.has_pads else None
    return Reinforce(slot, 0) if action is None else action
