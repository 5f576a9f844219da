"""The bot `greedy`: looks one action ahead on the island, and takes what leads to the best position.

Equally good actions are told apart by luck.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.island.judgement import worth
from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import SetupBlock, SetupTroop, Shoot
from beachhead.engine.island.fire import shots
from beachhead.engine.island.pieces import BLOCK
from beachhead.engine.island.squares import REACH, SIZE, column, row
from beachhead.engine.island.state import AFTER, BLOCKS, PADS, TROOPS, State
from beachhead.engine.values import Action

_NEAR_BLOCK: Final = 0.3  # what a character's place loses by a block beside it
_EPSILON: Final = 1e-9

Scores = list[tuple[float, Action]]


def chooser(seed: int | None) -> Choose:
    """The bot's choice; with a seed always the same in the same place of the same game."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        state = ISLAND.read(decision.state)
        actions = sorted(ISLAND.legal(state), key=str)
        if len(actions) == 1:
            return actions[0].text
        best, equal = _best(state, actions)
        if ISLAND.turn(state):
            decision.info(f"score {best:.2f}")
        return equal[luck.pick(decision, len(equal))].text

    return choose


def best_of(state: State) -> list[Action]:
    """Return the actions that it likes best, all equally, in a state in which somebody decides."""
    return _best(state, sorted(ISLAND.legal(state), key=str))[1]


def _best(state: State, actions: list[Action]) -> tuple[float, list[Action]]:
    scores = _scores(state, actions)
    best = max(score for score, _ in scores)
    return best, [action for score, action in scores if score > best - _EPSILON]


def _scores(state: State, actions: list[Action]) -> Scores:
    """The actions that come into question, each with what it is worth."""
    if state.phase == BLOCKS:
        return [(_score_block(state, action), action) for action in actions if isinstance(action, SetupBlock)]
    if state.phase == TROOPS:
        return _score_troops(state, actions)
    if state.phase == PADS:
        return [(0.0, action) for action in actions]  # all slots will be filled, and who stands on which matters little
    return _score_play(state, actions)


def _score_block(state: State, action: SetupBlock) -> float:
    """Blocks belong in the way of the other side: near its rows, and in front of its pad."""
    square, side = action.square, state.side
    score = float(SIZE - 1 - row(square) if side else row(square))
    if state.mode.has_pads and abs(column(square) - state.pads[1 - side].centre) <= 2:
        score += 1
    return score


def _score_troops(state: State, actions: list[Action]) -> Scores:
    """Characters look down long runs, and keep away from blocks. The type is left to luck: it makes no difference."""
    found: Scores = []
    places: dict[tuple[int, int], float] = {}
    for action in actions:
        assert isinstance(action, SetupTroop)
        place = (action.square, action.facing)
        if place not in places:
            near = sum(state.board[square] == BLOCK for square in REACH[action.square])
            places[place] = worth(ISLAND.apply(state, action)[0], state.side) - _NEAR_BLOCK * near
        found.append((places[place], action))
    return found


def _score_play(state: State, actions: list[Action]) -> Scores:
    """The shots that better the position as it is, where there are any, for they cost nothing; else all the rest."""
    side = state.side
    fire = [action for action in actions if isinstance(action, Shoot)]
    if fire:
        now = worth(state, side)
        scores = [(worth(ISLAND.apply(state, shot)[0], side), shot) for shot in fire]
        good: Scores = [(score, shot) for score, shot in scores if score > now + _EPSILON]
        if good:
            return good
    return [
        (_prospect(ISLAND.apply(state, action)[0], side), action) for action in actions if not isinstance(action, Shoot)
    ]


def _prospect(state: State, side: int) -> float:
    """What a position is worth, or, after a move, what it is with the best shot that the move makes possible."""
    value = worth(state, side)
    if state.phase == AFTER and state.side == side:
        for shot in shots(state.board, state.troops[side]):
            value = max(value, worth(ISLAND.apply(state, shot)[0], side))
    return value
