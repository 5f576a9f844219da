"""What a position of the island is worth to a side, in characters.

Most characters are lost by rule 1a, not by shots: whoever rolls a number that nobody can play loses one. So, besides
those still there, three things count for each side:

* how many of its characters can play each number of the die: one that nobody plays costs a character when it is rolled,
  and one that a single character plays is soon lost too;
* how many of the other side it can expect to hit in its next turn: what it has in its sights now, and for each number of
  the die the best shot after a move;
* how many of its pad could step onto the island.

A character with an open run of n squares plays the numbers 1 to n by moving and n + 1 by turning; with none it plays none.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.island.actions import NOBODY, REVEALS, SHOTS, Shoot
from beachhead.engine.island.fire import reveal
from beachhead.engine.island.movement import is_stuck
from beachhead.engine.island.pieces import BLOCK, FACING, LEFT, OWNER, RIGHT, TURNED
from beachhead.engine.island.squares import RAYS, REACH
from beachhead.engine.island.state import ACT, DRAW, OVER, PAD_PENALTY, PENALTY, RESCUE, REVEAL, ROLL, State
from beachhead.engine.island.zero import reinforcements

# The weights come from matches between variants of the bot; around these values the results hardly change.
_WIN: Final = 1000.0
_STUCK: Final = 2.0  # an unplayable number; more than the one character, as it often stays unplayable
_FIRE_NOW: Final = 1.0  # hits expected of the side that rolls next
_FIRE_LATER: Final = 0.6  # of the other one, whose targets may get away before
_READY: Final = 0.05  # a character on the pad that could step onto the island
_UNPLAYABLE: Final = (
    1.0,
    0.45,
    0.2,
    0.1,
    0.05,
    0.02,
    0.01,
    0.0,
    0.0,
    0.0,
    0.0,
)  # by the number of those who can play it
_SIXTH: Final = 1 / 6


def worth(state: State, side: int) -> float:
    """How many characters a side is ahead, all in all; over a reveal the expectation."""
    phase = state.phase
    if phase == OVER:
        assert state.outcome is not None
        winner = state.outcome.winner
        return 0.0 if winner == DRAW else _WIN if winner == side else -_WIN
    if phase == REVEAL:
        assert state.blast is not None
        live, safe = REVEALS[state.blast.queue[0]]
        value = 0.0
        if state.live:
            value += state.live * worth(reveal(state, live)[0], side)
        if state.safe:
            value += state.safe * worth(reveal(state, safe)[0], side)
        return value / (state.live + state.safe)
    value = _standing(state, side)
    if phase == PENALTY or phase == PAD_PENALTY:
        value += 1.0 if state.side == side else -1.0
    elif phase == ACT and is_stuck(state):
        value -= 1.0 if state.side == side else -1.0
    return value


def _standing(state: State, side: int) -> float:
    """The balance of what the head of this file lists."""
    other = 1 - side
    board, troops = state.board, state.troops
    unrevealed = state.live + state.safe
    odds = state.live / unrevealed if unrevealed else 0.0
    own_fire, own_stuck = _prospects(board, troops[side], side, odds)
    their_fire, their_stuck = _prospects(board, troops[other], other, odds)
    is_begun = (state.phase == ROLL and state.nominee == NOBODY) or state.phase == RESCUE
    if (state.side == side) == is_begun:
        fire = _FIRE_NOW * own_fire - _FIRE_LATER * their_fire
    else:
        fire = _FIRE_LATER * own_fire - _FIRE_NOW * their_fire
    ready = len(reinforcements(state, side)) - len(reinforcements(state, other))
    material = state.strength(side) - state.strength(other)
    return material + fire + _STUCK * (their_stuck - own_stuck) + _READY * ready


def _prospects(board: bytes, squares: list[int], side: int, odds: float) -> tuple[float, float]:
    """For a side's next turn: the hits that it can expect, and the likelihood of an unplayable number, softened."""
    aimed = 0.0
    targets = set()
    best = [0.0] * 7  # by die: the best shot after a move
    runs = [0] * 6
    for src in squares:
        who = board[src]
        ahead, left, right = SHOTS[who], SHOTS[TURNED[LEFT][who]], SHOTS[TURNED[RIGHT][who]]
        shot = ahead[src]
        if shot is not None and board[shot.dst]:
            gain = _gain(board, shot, side, odds)
            if gain > 0:
                aimed += gain
                targets.add(shot.dst)
        run = 0
        for square in RAYS[FACING[who]][src][:5]:
            if board[square]:
                break
            run += 1
            for die, shot in ((run, ahead[square]), (run + 1, left[square]), (run + 1, right[square])):
                if shot is not None and board[shot.dst] and shot.dst not in targets:
                    gain = _gain(board, shot, side, odds)
                    best[die] = max(best[die], gain)
        runs[run] += 1
    five = runs[4] + runs[5]
    four = five + runs[3]
    three = four + runs[2]
    any_number = three + runs[1]
    stuck = _UNPLAYABLE[five] + _UNPLAYABLE[four] + _UNPLAYABLE[three] + 2 * _UNPLAYABLE[any_number]
    return aimed + sum(best[1:6]) * _SIXTH, stuck * _SIXTH


def _gain(board: bytes, shot: Shoot, side: int, odds: float) -> float:
    """The characters that a shot takes from the other side, less the own; at a block, times the odds that it is live."""
    dst, between = shot.dst, shot.between
    struck = {dst, *between}
    for square in between:
        if board[square] == BLOCK:
            return 0.0
    chance = 1.0
    if board[dst] == BLOCK:
        struck.update(REACH[dst])
        chance = odds
    gain = 0
    for place in struck:
        owner = OWNER[board[place]]
        if owner != -1:
            gain += 1 if owner != side else -1
    return gain * chance
