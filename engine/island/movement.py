"""Movement: straight ahead, by all units of the die, with a quarter turn as the last one (rule ids 1, 9, 11, 14, `movement`).

Also which characters may move at all (rule 2a), and what happens if none can (rules 1a and 15).
"""

from beachhead.engine.island.actions import LANES, NOBODY, Move, Turn
from beachhead.engine.island.pieces import BLOCK, FACING, OWNER, SEATS, TURNED, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, NAMES, RAYS
from beachhead.engine.island.state import ACT, AFTER, ROLL, ZERO, State
from beachhead.engine.values import Action, IllegalAction


def movers(state: State) -> list[int]:
    """Return the squares of the characters that may use the roll.

    R7: only a nominated character may move (rule 2a), and nobody may if it is gone; all may shoot.
    """
    nominee = state.nominee
    if nominee == NOBODY:
        return state.troops[state.side]
    return [nominee] if state.board[nominee] else []


def moves(board: bytes, squares: list[int], die: int) -> list[Action]:
    """Return the moves and turns of the characters on these squares with this die."""
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
    """Return whether `end` costs a character: rule 1a, all characters on the island are blocked, nominated or not.

    R4: a side without characters on the island is not blocked.
    """
    troops = state.troops[state.side]
    return len(troops) > 0 and not moves(state.board, troops, state.die)


def walk(state: State, action: Move) -> State:
    """Return the state after a character has moved to an empty square."""
    src, dst = action.src, action.dst
    board = bytearray(state.board)
    board[dst] = board[src]
    board[src] = 0
    return state.stepped(bytes(board), src, dst, AFTER, NOBODY)


def turn(state: State, action: Turn) -> State:
    """Return the state after a turn. After a 0 only the turned character may use the next roll (rule 2a)."""
    src, dst = action.src, action.dst
    board = bytearray(state.board)
    turned = TURNED[action.hand][board[src]]
    board[src] = 0
    board[dst] = turned
    if state.phase == ZERO:
        return state.stepped(bytes(board), src, dst, ROLL, dst)
    return state.stepped(bytes(board), src, dst, AFTER, NOBODY)


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
        if OWNER[state.board[src]] != state.side:
            return not_own(state, src, "movement")
        if dst != src:
            return IllegalAction("zero", f"after a 0 a character turns where it stands, on {NAMES[src]}")
        return None
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


def not_own(state: State, src: int, rule: str) -> IllegalAction:
    """Return the refusal of an action of a square on which the side to act has no character."""
    piece = state.board[src]
    if piece == BLOCK:
        return IllegalAction(rule, f"a block stands on {NAMES[src]}, not a character")
    if piece:
        return IllegalAction(rule, f"the {TYPE_NAMES[TYPE[piece]]} on {NAMES[src]} is {SEATS[OWNER[piece]].title()}'s")
    return IllegalAction(rule, f"nobody stands on {NAMES[src]}")


def _why_not_mover(state: State, src: int) -> IllegalAction | None:
    if OWNER[state.board[src]] != state.side:
        return not_own(state, src, "movement")
    if state.nominee not in (NOBODY, src):
        gone = "" if state.board[state.nominee] else ", and it is gone"
        return IllegalAction("2a", f"only the character on {NAMES[state.nominee]} may use this roll{gone}")
    return None


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
