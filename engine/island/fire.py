"""Shooting and obstacle blocks (rule ids 3, 5, 7, 10, 12, 13, `shooting`, `blocks`).

A shot at a character removes it and all between. A block that is hit or landed on is activated: chance turns it over, and
a live one strikes the squares around it and may set off further blocks, which wait in a queue. Only when the queue is
empty are the losses counted, as they are simultaneous. Nobody on a pad is ever struck (rule 7).
"""

from beachhead.engine.game import Action, Event, IllegalAction
from beachhead.engine.island.actions import NOBODY, SHOTS, Move, Reveal, Shoot
from beachhead.engine.island.ending import Step, settle
from beachhead.engine.island.movement import why_not_own
from beachhead.engine.island.pieces import BLOCK, EMPTY, FACING, OWNER, RANGES, SEATS, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, NAMES, RAYS, REACH, reading_order
from beachhead.engine.island.state import ACT, AFTER, REVEAL, SLIDE, ZERO, Blast, State, put, trimmed, with_island


def shots(board: list[int], squares: list[int]) -> list[Action]:
    """The shots of the characters on these squares, as often as they like (rule 3); nobody on a pad shoots (rule 8).

    R8: the target may be of either side, as the sheets say anything on the island.
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
    refusal = why_not_own(state, src, "shooting")
    if refusal is not None:
        return refusal
    piece = board[src]
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
    """The target is hit, and whoever is caught in the crossfire (rule 10); or a block is activated."""
    if state.board[action.dst] == BLOCK:
        return _activate(state, action, action.dst, NOBODY, action.between, state.phase), ()
    board, troops, events = without(state.board, state.troops, [*action.between, action.dst])
    return settle(with_island(state, board, troops), events)


def land(state: State, action: Move) -> State:
    """A character comes to stand on a block and activates it."""
    return _activate(state, action, action.dst, action.src, (), AFTER)


def reveal(state: State, action: Reveal) -> Step:
    """The first block of the queue is turned over and leaves the island; a live one strikes and sets off others."""
    blast = state.blast
    assert blast is not None
    square = blast.queue[0]
    board = state.board.copy()
    board[square] = EMPTY
    troops = state.troops
    if blast.landing != NOBODY:
        board[square] = board[blast.landing]
        board[blast.landing] = EMPTY
        side = state.side
        troops = put(troops, side, [square if s == blast.landing else s for s in troops[side]])
    queue = blast.queue[1:]
    events: list[Event] = []
    if action.is_live:
        queue += _set_off(state, board, square, queue)
        board, troops, events = without(board, troops, [*blast.between, *_struck_squares(square)])
    live, safe = state.live - action.is_live, state.safe - (not action.is_live)
    if queue:
        waiting = Blast(blast.origin, (*blast.done, action), queue, False, NOBODY, (), blast.resume)
        return _struck(state, board, troops, live, safe, REVEAL, waiting), events
    return settle(_struck(state, board, troops, live, safe, blast.resume, None), events)


def _struck_squares(square: int) -> tuple[int, ...]:
    """The eight squares around a live block, and its own. R10: who landed on it is removed too."""
    return REACH[square]


def _set_off(state: State, board: list[int], square: int, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """The blocks that a live block activates, in reading order, none twice.

    R11: only if a character set that one off, and not a block; the suffix +chain lets them go on without end.
    """
    blast = state.blast
    assert blast is not None
    if not blast.by_character and not state.mode.has_chain:
        return ()
    return tuple(near for near in REACH[square] if board[near] == BLOCK and near not in waiting)


def _activate(state: State, action: Action, square: int, landing: int, between: tuple[int, ...], resume: int) -> State:
    """The block waits to be turned over. R9: the crossfire at a block counts only if it proves live, so it waits too."""
    blast = Blast(state, (action,), (square,), True, landing, between, resume)
    return _struck(state, state.board, state.troops, state.live, state.safe, REVEAL, blast)


def without(
    board: list[int], troops: tuple[list[int], list[int]], squares: list[int]
) -> tuple[list[int], tuple[list[int], list[int]], list[Event]]:
    """Board and troops without the characters on these squares, and the events, in reading order."""
    struck = sorted({square for square in squares if OWNER[board[square]] != -1}, key=reading_order)
    if not struck:
        return board, troops, []
    events = []
    board = board.copy()
    for square in struck:
        piece = board[square]
        events.append(Event(f"removed {SEATS[OWNER[piece]]} {TYPE_NAMES[TYPE[piece]]} {NAMES[square]}"))
        board[square] = EMPTY
    south, north = troops
    return board, (trimmed([s for s in south if board[s]]), trimmed([s for s in north if board[s]])), events


def _struck(
    state: State,
    board: list[int],
    troops: tuple[list[int], list[int]],
    live: int,
    safe: int,
    phase: int,
    blast: Blast | None,
) -> State:
    """The state after a block; once a landing has been settled, the die is used up."""
    is_after = phase == AFTER
    return State(
        state.mode, board, troops, state.pads, state.hands, live, safe, state.side, phase,
        0 if is_after else state.die, NOBODY if is_after else state.nominee, state.turn, blast,
    )  # fmt: skip
