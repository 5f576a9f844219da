"""Shooting and obstacle blocks (rule ids 3, 5, 7, 10, 12, 13, `shooting`, `blocks`).

A shot at a character removes it and all characters in between. A block that is hit or landed on is activated: chance turns
it over, and a live block strikes the squares around it and may set off more blocks, which wait in a queue. The losses are
counted only when the queue is empty, because they are simultaneous. Characters on a pad are never struck (rule 7).
"""

from beachhead.engine.island.actions import NOBODY, SHOTS, Move, Reveal, Shoot
from beachhead.engine.island.ending import Step, settle
from beachhead.engine.island.events import Removed
from beachhead.engine.island.movement import not_own
from beachhead.engine.island.pieces import BLOCK, EMPTY, FACING, OWNER, RANGES, SEATS, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, NAMES, RAYS, REACH, READING_ORDER
from beachhead.engine.island.state import ACT, AFTER, SLIDE, ZERO, Blast, State, put, trimmed
from beachhead.engine.values import Action, Event, IllegalAction


def shots(board: bytes, squares: list[int]) -> list[Action]:
    """Return the shots of the characters on these squares, any number in a turn (rule 3), but none from a pad (rule 8).

    R8: the target may belong to either side, because the sheets say "anything on the island".
    """
    found: list[Action] = []
    for src in squares:
        shot = SHOTS[board[src]][src]
        if shot is not None and board[shot.dst]:
            for square in shot.between:
                if board[square] == BLOCK:  # a barricade (rule 5)
                    break
            else:
                found.append(shot)
    return found


def why_not_shoot(state: State, src: int, dst: int) -> IllegalAction | None:
    """Checks in order: phase, the character, the range, blocks between, the target."""
    if state.phase not in (ZERO, ACT, SLIDE, AFTER):
        return IllegalAction("phase", "shots are fired after the roll, before and after the move")
    board = state.board
    if OWNER[board[src]] == 1 - state.side:
        return IllegalAction(
            "12", f"{NAMES[src]} is {SEATS[1 - state.side].title()}'s, and shoots in its own turn only"
        )
    piece = board[src]
    if OWNER[piece] != state.side:
        return not_own(state, src, "shooting")
    ray, reach = RAYS[FACING[piece]][src], RANGES[TYPE[piece]]
    aim = f"the {TYPE_NAMES[TYPE[piece]]} on {NAMES[src]} faces {FACING_NAMES[FACING[piece]]} with range {reach}"
    if len(ray) < reach:
        return IllegalAction("shooting", f"{aim}: its shot would leave the island")
    if dst != ray[reach - 1]:
        return IllegalAction("shooting", f"{aim}: it hits {NAMES[ray[reach - 1]]}, not {NAMES[dst]}")
    for square in ray[: reach - 1]:
        if board[square] == BLOCK:
            return IllegalAction("5", f"the block on {NAMES[square]} is in the way")
    if board[dst] == EMPTY:
        return IllegalAction("3", f"nothing stands on {NAMES[dst]}")
    return None


def shoot(state: State, action: Shoot) -> Step:
    """Return the state after a shot, which hits the target and all in between (rule 10), or activates a block."""
    if state.board[action.dst] == BLOCK:
        return _activate(state, action, action.dst, NOBODY, action.between, state.phase), ()
    board, troops, events = without(state.board, state.troops, [*action.between, action.dst])
    after = state.struck(board, troops)
    return settle(after, events) if after.is_beaten(0) or after.is_beaten(1) else (after, events)


def land(state: State, action: Move) -> State:
    """Return the state after a character has landed on a block, which activates it."""
    return _activate(state, action, action.dst, action.src, (), AFTER)


def reveal(state: State, action: Reveal) -> Step:
    """Return the state after the first block of the queue is turned over; a live block strikes and sets off others."""
    blast = state.blast
    assert blast is not None
    square, landing = blast.queue[0], blast.landing
    changed = bytearray(state.board)
    changed[square] = EMPTY
    troops = state.troops
    if landing != NOBODY:
        changed[square] = changed[landing]
        changed[landing] = EMPTY
        side = state.side
        troops = put(troops, side, [square if s == landing else s for s in troops[side]])
    board = bytes(changed)
    queue = blast.queue[1:]
    events: list[Event] = []
    if action.is_live:
        queue += _set_off(state, board, square, queue)
        board, troops, events = without(board, troops, [*blast.between, *_struck_squares(square)])
    if queue:
        waiting = Blast(blast.origin, (*blast.done, action), queue, False, NOBODY, (), blast.resume)
        return state.revealed(action.is_live, board, troops, waiting, blast.resume), events
    return settle(state.revealed(action.is_live, board, troops, None, blast.resume), events)


def _struck_squares(square: int) -> tuple[int, ...]:
    """Return the square of a live block and the eight around it. R10: a character that landed on it is removed too."""
    return REACH[square]


def _set_off(state: State, board: bytes, square: int, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blocks that a live block activates, in reading order, without duplicates.

    R11: only if the block was set off by a character, not by another block; with the suffix +chain always.
    """
    blast = state.blast
    assert blast is not None
    if not blast.by_character and not state.mode.has_chain:
        return ()
    return tuple([near for near in REACH[square] if board[near] == BLOCK and near not in waiting])


def _activate(state: State, action: Action, square: int, landing: int, between: tuple[int, ...], resume: int) -> State:
    """Return the state in which a block has to be turned over.

    R9: the crossfire at a block counts only if the block proves live, so it waits too.
    """
    return state.activated(Blast(state, (action,), (square,), True, landing, between, resume))


def without(
    board: bytes, troops: tuple[list[int], ...], squares: list[int]
) -> tuple[bytes, tuple[list[int], ...], list[Event]]:
    """Return the board and the troops without the characters on these squares, and the events in reading order."""
    struck = [square for square in squares if OWNER[board[square]] != -1]
    if not struck:
        return board, troops, []
    if len(struck) > 1:
        struck.sort(key=READING_ORDER.__getitem__)
    events: list[Event] = []
    changed = bytearray(board)
    for square in struck:
        piece = changed[square]
        if piece:  # a square may be struck twice: by the crossfire and by a live block
            events.append(Removed(OWNER[piece], TYPE[piece], square))
            changed[square] = EMPTY
    after = bytes(changed)
    south, north = troops
    return after, (trimmed([s for s in south if after[s]]), trimmed([s for s in north if after[s]])), events
