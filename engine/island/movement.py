"""Movement: straight ahead, by all units of the die, with a quarter turn as the last one (rule ids 1, 9, 11, 14, `movement`).

Also whom the die may move at all: rule 2a, and what follows where nobody can move: rules 1a and 15.
"""

from collections.abc import Sequence

from beachhead.engine.game import Action, IllegalAction
from beachhead.engine.island.actions import LANES, NOBODY, Move, Turn
from beachhead.engine.island.pieces import BLOCK, FACING, OWNER, SEATS, TURNED, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, NAMES, RAYS
from beachhead.engine.island.state import ACT, AFTER, ROLL, ZERO, State, put


def movers(state: State) -> Sequence[int]:
    """The squares of the characters that may use the roll.

    R7: a nominated character is the only mover (rule 2a), and nobody is when it is gone; shooting is free to all.
    """
    if state.nominee == NOBODY:
        return state.troops[state.side]
    return (state.nominee,) if state.board[state.nominee] else ()


def moves(board: list[int], squares: Sequence[int], die: int) -> list[Action]:
    """What the characters on these squares can do with the die."""
    lanes = LANES[die]
    found: list[Action] = []
    for src in squares:
        lane = lanes[board[src]][src]
        if lane is None:
            continue
        path, move, turns = lane
        for square in path:
            if board[square]:
                break
        else:
            if move is not None:
                target = board[move.dst]
                if not target or target == BLOCK:
                    found.append(move)
            found += turns
    return found


def is_stuck(state: State) -> bool:
    """Whether `end` costs a character: rule 1a, all characters on the island are blocked, nominated or not.

    R4: somebody without a character on the island has none that is blocked.
    """
    troops = state.troops[state.side]
    return len(troops) > 0 and not moves(state.board, troops, state.die)


def walk(state: State, action: Move) -> State:
    """A character has moved to an empty square."""
    board = state.board.copy()
    board[action.dst] = board[action.src]
    board[action.src] = 0
    return _stepped(state, board, action.src, action.dst, AFTER, NOBODY)


def turn(state: State, action: Turn) -> State:
    """A character has turned: as the last unit of its move, or after a 0, and then only it may use the next roll (2a)."""
    board = state.board.copy()
    turned = TURNED[action.hand][board[action.src]]
    board[action.src] = 0
    board[action.dst] = turned
    if state.phase == ZERO:
        return _stepped(state, board, action.src, action.dst, ROLL, action.dst)
    return _stepped(state, board, action.src, action.dst, AFTER, NOBODY)


def why_not_move(state: State, src: int, dst: int) -> IllegalAction | None:
    """Checks in order: phase, the character, its nomination, the edge, direction and distance, the path, the last square."""
    if state.phase == ZERO:
        return IllegalAction("2", "a 0 moves nobody: bring on a reinforcement, nominate the pad or turn a character")
    if state.phase != ACT:
        return IllegalAction("phase", _not_now(state, "move"))
    refusal = _why_not_mover(state, src)
    if refusal is not None:
        return refusal
    die = state.die
    ray = RAYS[FACING[state.board[src]]][src]
    if len(ray) < die:
        return IllegalAction("1", f"{NAMES[src]} would leave the island")
    if dst != ray[die - 1]:
        return _wrong_square(state, src, dst, f"with a {die} it moves to {NAMES[ray[die - 1]]}")
    for square in ray[: die - 1]:
        if state.board[square]:
            return _in_the_way(state, square)
    if OWNER[state.board[dst]] != -1:
        return IllegalAction("11", f"{NAMES[dst]} is taken, and two characters cannot share a square")
    return None


def why_not_turn(state: State, src: int, dst: int) -> IllegalAction | None:
    """Checks in order: phase, the character, then after a 0 the square; else nomination, a 1, the edge, direction and
    distance, the path, the last square."""
    if state.phase not in (ACT, ZERO):
        return IllegalAction("phase", _not_now(state, "turn"))
    if state.phase == ZERO:
        refusal = why_not_own(state, src, "movement")
        if refusal is None and dst != src:
            return IllegalAction("zero", f"after a 0 a character turns where it stands, on {NAMES[src]}")
        return refusal
    refusal = _why_not_mover(state, src)
    if refusal is not None:
        return refusal
    die = state.die
    if die == 1:
        return IllegalAction("9", "only the last unit turns, and a 1 has none before it: it can only be moved")
    ray = RAYS[FACING[state.board[src]]][src]
    if len(ray) < die - 1:
        return IllegalAction("1", f"{NAMES[src]} would leave the island")
    if dst != ray[die - 2]:
        return _wrong_square(state, src, dst, f"with a {die} it turns on {NAMES[ray[die - 2]]}")
    for square in ray[: die - 2]:
        if state.board[square]:
            return _in_the_way(state, square)
    if state.board[dst] == BLOCK:
        return IllegalAction("blocks", f"the block on {NAMES[dst]} cannot be landed on with a turn")
    if state.board[dst]:
        return IllegalAction("11", f"{NAMES[dst]} is taken, and two characters cannot share a square")
    return None


def why_not_own(state: State, src: int, rule: str) -> IllegalAction | None:
    """Refuses a square that no character of the side to act stands on."""
    piece = state.board[src]
    if OWNER[piece] == state.side:
        return None
    if piece == BLOCK:
        return IllegalAction(rule, f"a block stands on {NAMES[src]}, not a character")
    if piece:
        return IllegalAction(rule, f"the {TYPE_NAMES[TYPE[piece]]} on {NAMES[src]} is {SEATS[OWNER[piece]].title()}'s")
    return IllegalAction(rule, f"nobody stands on {NAMES[src]}")


def _why_not_mover(state: State, src: int) -> IllegalAction | None:
    refusal = why_not_own(state, src, "movement")
    if refusal is None and state.nominee not in (NOBODY, src):
        gone = "" if state.board[state.nominee] else ", and it is gone"
        return IllegalAction("2a", f"only the character on {NAMES[state.nominee]} may use this roll{gone}")
    return refusal


def _wrong_square(state: State, src: int, dst: int, right: str) -> IllegalAction:
    facing = FACING[state.board[src]]
    if dst in RAYS[facing][src]:
        return IllegalAction("1", f"all {state.die} units are used: {right}")
    return IllegalAction("movement", f"{NAMES[src]} faces {FACING_NAMES[facing]} and goes straight ahead: {right}")


def _in_the_way(state: State, square: int) -> IllegalAction:
    what = "the block on " if state.board[square] == BLOCK else ""
    return IllegalAction("14", f"{what}{NAMES[square]} is in the way")


def _not_now(state: State, verb: str) -> str:
    if state.phase == AFTER:
        return "the move of this turn has been made: shoot, or end the turn"
    return f"there is no number on the die to {verb} with"


def _stepped(state: State, board: list[int], src: int, dst: int, phase: int, nominee: int) -> State:
    side = state.side
    squares = state.troops[side].copy()
    squares[squares.index(src)] = dst
    return State(
        state.mode, board, put(state.troops, side, squares), state.pads, state.hands, state.live, state.safe, side,
        phase, 0, nominee, state.turn,
    )  # fmt: skip
