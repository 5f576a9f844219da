"""How a side sets up: blocks in the enemy's way, characters where the evaluation likes them, pads that can be left.

* Blocks stand near the enemy's rows and in front of its pad, where they shorten its runs.
* Characters are placed for long runs, out of the way of blocks and of the enemy's sights, whoever will roll first.
* A slot with a block in front of it, or with little room ahead, gets a character that others can spare: the tank, whose
  fire reaches farthest from a standstill, comes where the way is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from beachhead.bots.island.evaluation import Evaluation
from beachhead.engine.island.actions import REINFORCEMENTS, SetupBlock, SetupPad, SetupTroop
from beachhead.engine.island.flow import apply, legal
from beachhead.engine.island.pieces import RANGES, forward
from beachhead.engine.island.squares import RAYS, SIZE, column, row
from beachhead.engine.island.state import BLOCKS, TROOPS, State
from beachhead.engine.values import Action

Pick = Callable[[int], int]  # a number below another, by luck
_EQUAL: Final = 0.004  # differences of the probability to win that do not count


def place(state: State, evaluation: Evaluation, pick: Pick) -> Action:
    """What to place, and where; equally good places are told apart by luck."""
    actions = legal(state)
    if state.phase == BLOCKS:
        scores = [_score_block(state, action) for action in actions]
        return _best(actions, scores, 1e-9, pick)
    if state.phase == TROOPS:
        return _best(actions, _score_troops(state, actions, evaluation), _EQUAL, pick)
    return _best(actions, [_score_slot(state, action) for action in actions], 1e-9, pick)


def _best(actions: list[Action], scores: list[float], margin: float, pick: Pick) -> Action:
    best = max(scores)
    good = [action for action, score in zip(actions, scores, strict=True) if score > best - margin]
    good.sort(key=str)
    return good[pick(len(good))]


def _score_block(state: State, action: Action) -> float:
    assert isinstance(action, SetupBlock)
    square, side = action.square, state.side
    score = float(SIZE - 1 - row(square) if side else row(square))
    if state.mode.has_pads and abs(column(square) - state.pads[1 - side].centre) <= 2:
        score += 1
    return score


def _score_troops(state: State, actions: list[Action], evaluation: Evaluation) -> list[float]:
    """By square and facing; the type makes no difference worth a look."""
    side = state.side
    known: dict[tuple[int, int], float] = {}
    scores = []
    for action in actions:
        assert isinstance(action, SetupTroop)
        place = (action.square, action.facing)
        score = known.get(place)
        if score is None:
            survey = evaluation.survey(apply(state, action)[0])
            score = (evaluation.logit(survey, side) - evaluation.logit(survey, 1 - side)) / 8
            known[place] = score
        scores.append(score)
    return scores


def _score_slot(state: State, action: Action) -> float:
    assert isinstance(action, SetupPad)
    step = REINFORCEMENTS[state.side][state.pads[state.side].centre][action.slot]
    if step is None or state.board[step.dst]:
        return 0.0
    run = 0
    for square in RAYS[forward(state.side)][step.dst]:
        if state.board[square]:
            break
        run += 1
    return float(min(run, 5) * RANGES[action.kind_of])
