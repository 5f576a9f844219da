"""The island as a search sees it: who decides, what can follow, and a first opinion on it.

At the root every legal action has its edge. Below, a side fires every shot that takes more from the enemy than from
itself as soon as it can, since shots cost nothing; then each of its moves is an edge that ends the turn. The shots that
such a move makes possible are in the opinion on it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from beachhead.bots.island.evaluation import Evaluation, Survey, probability
from beachhead.bots.search.expectimax import CHANCE, ENDS, FREE, OVER, ROLLS, Edge
from beachhead.engine.island.actions import END, REVEALS, SHOTS, Move, Reveal, Shoot, Turn
from beachhead.engine.island.actions import ROLLS as DICE
from beachhead.engine.island.fire import reveal, shots
from beachhead.engine.island.flow import apply, legal
from beachhead.engine.island.movement import movers, moves
from beachhead.engine.island.pieces import BLOCK, OWNER, TURNED
from beachhead.engine.island.squares import REACH
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    PAD_PENALTY,
    PAD_ROLL,
    PENALTY,
    RESCUE,
    REVEAL,
    ROLL,
    SLIDE,
    ZERO,
    State,
)
from beachhead.engine.island.state import OVER as ENDED
from beachhead.engine.island.zero import options, slides
from beachhead.engine.values import Action

_SIXTH: Final = 1 / 6
_FIRST: Final[tuple[float, ...]] = (0.0, 1.0)  # by side: certain defeat of it (mypyc loses a pair of floats)

IslandEdge = Edge[State]


class Turns:
    """A ``Model`` of the island for `Expectimax`, by an evaluation."""

    __slots__ = ("_evaluation",)

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation

    def key(self, state: State) -> Hashable:
        """What tells the state from all others of the same search."""
        blast = state.blast
        return (
            bytes(state.board), state.side, state.phase, state.die, state.nominee, state.turn, state.pads, state.live,
            state.safe, None if blast is None else (blast.queue, blast.landing, blast.between, blast.by_character),
        )  # fmt: skip

    def after(self, state: State, action: Action) -> State:
        """Return the state after an action."""
        return apply(state, action)[0]

    def edges(self, state: State, is_root: bool) -> tuple[int, list[IslandEdge]]:
        """Who decides, and what can follow."""
        phase = state.phase
        if is_root:
            return state.side, self._root_edges(state)
        if phase == ACT or phase == AFTER or phase == ZERO or phase == SLIDE:
            state = self.salvo(state)
            phase = state.phase
        if phase == AFTER:
            state = apply(state, END)[0]
            phase = state.phase
        if phase == ROLL or phase == PAD_ROLL:
            return CHANCE, [(_SIXTH, state, FREE, roll) for roll in DICE]
        if phase == ENDED:
            return OVER, [(_outcome(state), state, FREE, END)]
        if phase == REVEAL:
            return CHANCE, [(chance, state, FREE, action) for chance, action in _reveals(state)]
        if phase == ACT:
            return state.side, self._steps(state, moves(state.board, movers(state), state.die))
        if phase == ZERO:
            return state.side, self._options(state)
        if phase == SLIDE:
            return state.side, [self._root_edge(state, action) for action in slides(state)]
        return state.side, [self._root_edge(state, action) for action in legal(state)]  # rescue, penalties

    def _root_edges(self, state: State) -> list[IslandEdge]:
        actions = legal(state)
        found = [self._root_edge(state, action) for action in actions if isinstance(action, Shoot)]
        rest = [action for action in actions if not isinstance(action, Shoot)]
        if state.phase == ACT and rest != [END]:
            return found + self._steps(state, rest)
        if state.phase == ZERO:
            return found + self._options(state)
        return found + [self._root_edge(state, action) for action in rest]

    def salvo(self, state: State) -> State:
        """The state after all shots that pay; a reveal is due, or the battle is over, if one of them leads to that."""
        side = state.side
        is_done = state.phase == REVEAL
        while not is_done:
            is_done = True
            for shot in shots(state.board, state.troops[side]):
                assert isinstance(shot, Shoot)
                if gain(state, shot) > 0.0:
                    state = apply(state, shot)[0]
                    if state.phase == REVEAL or state.phase == ENDED:
                        return state
                    is_done = False
                    break
        return state

    def opinion(self, state: State, side: int) -> float:
        """The probability that side 0 wins, by a look at the position; over a reveal the expectation.

        ``side`` has acted, and its turn is taken to be over if the dice do not go on with it.
        """
        phase = state.phase
        if phase == ENDED:
            return _outcome(state)
        if phase == REVEAL:
            return sum(chance * self.opinion(reveal(state, action)[0], side) for chance, action in _reveals(state))
        if phase == PENALTY or phase == PAD_PENALTY:
            best = _FIRST[state.side]  # any removal is better than this one
            for action in legal(state):
                value = self.opinion(apply(state, action)[0], state.side)
                best = max(best, value) if state.side == 0 else min(best, value)
            return best
        mover = state.side if phase == ROLL or phase == RESCUE else 1 - side
        return self._chance(self._evaluation.survey(state), mover)

    def _chance(self, survey: Survey, mover: int) -> float:
        value = probability(self._evaluation.logit(survey, mover))
        return 1.0 - value if mover else value

    def _root_edge(self, state: State, action: Action) -> IslandEdge:
        """The edge of a shot, a slide, an end, a rescue, a penalty."""
        side, phase = state.side, state.phase
        after = apply(state, action)[0]
        if isinstance(action, Shoot):
            value = _FIRST[1 - side] if gain(state, action) > 0.0 else self.opinion(after, side)
            return value, state, FREE, action
        cost = FREE if phase == RESCUE or after.phase == PENALTY else ENDS
        return self.opinion(after, side), state, cost, action

    def _steps(self, state: State, steps: list[Action]) -> list[IslandEdge]:
        """The edges of all moves with the die; without one the turn ends, perhaps with a penalty (rules 1a, 15)."""
        if not steps:
            return [self._root_edge(state, END)]
        side, board = state.side, state.board
        evaluation = self._evaluation
        survey = evaluation.survey(state)
        enemy = 1 - side
        found: list[IslandEdge] = []
        for action in steps:
            if isinstance(action, Turn):
                src, dst = action.src, action.dst
                code = TURNED[action.hand][board[src]]
            else:
                assert isinstance(action, Move)
                src, dst = action.src, action.dst
                code = board[src]
            if board[dst]:
                found.append((self.opinion(apply(state, action)[0], side), state, ENDS, action))
                continue
            shot = SHOTS[code][dst]
            if shot is not None and board[shot.dst]:
                after = apply(state, action)[0]
                if gain(after, shot) > 0.0:
                    found.append((self.opinion(self.salvo(after), side), state, ENDS, action))
                    continue
            value = probability(evaluation.stepped(survey, state, side, src, dst, code, enemy))
            found.append((value if side else 1.0 - value, state, ENDS, action))
        return found

    def _options(self, state: State) -> list[IslandEdge]:
        """The edges of the options of a 0."""
        side = state.side
        evaluation = self._evaluation
        survey = evaluation.survey(state)
        found: list[IslandEdge] = []
        board = state.board
        for action in options(state):
            if isinstance(action, Turn):
                code = TURNED[action.hand][board[action.src]]
                value = probability(evaluation.stepped(survey, state, side, action.src, action.dst, code, side))
            else:
                value = probability(evaluation.logit(evaluation.survey(apply(state, action)[0]), side))
            found.append((1.0 - value if side else value, state, ROLLS, action))
        return found


def gain(state: State, shot: Shoot) -> float:
    """The characters that a shot takes from the enemy, less the own; at a block, times the odds that it is live."""
    board = state.board
    dst = shot.dst
    if any(board[square] == BLOCK for square in shot.between):
        return 0.0
    struck: set[int] = {dst, *shot.between}
    odds = 1.0
    if board[dst] == BLOCK:
        struck.update(REACH[dst])
        odds = state.live / (state.live + state.safe)
    balance = 0
    for square in struck:
        owner = OWNER[board[square]]
        if owner != -1:
            balance += -1 if owner == state.side else 1
    return balance * odds


def _outcome(state: State) -> float:
    assert state.outcome is not None
    winner = state.outcome.winner
    return 1.0 if winner == 0 else 0.0 if winner == 1 else 0.5


def _reveals(state: State) -> list[tuple[float, Reveal]]:
    """Return what a block can prove to be, and how likely."""
    assert state.blast is not None
    live, safe = REVEALS[state.blast.queue[0]]
    count = state.live + state.safe
    found: list[tuple[float, Reveal]] = []
    if state.live:
        found.append((state.live / count, live))
    if state.safe:
        found.append((state.safe / count, safe))
    return found
