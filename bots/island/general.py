"""The bot `general`: searches over whole turns for as long as its clock allows.

It looks at its own turn, at the enemy's best replies to every roll, at its own turn after those, and so on, with fewer
choices the deeper it goes. Without a clock it stops after a fixed number of positions, and so plays the same every time.
Its levels, for people, differ in the number of positions and in how far its judgement is blurred by luck.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from beachhead.bots.island.evaluation import Evaluation
from beachhead.bots.island.seated import Think, seated
from beachhead.bots.island.turns import Turns
from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision
from beachhead.bots.search.budget import Budget, seconds_for
from beachhead.bots.search.expectimax import Expectimax, Plan
from beachhead.engine.island.state import State
from beachhead.engine.values import Action

PLANS: Final = (
    Plan(12),
    Plan(6, 4),
    Plan(4, 3, 3),
    Plan(6, 4, 3),
    Plan(8, 5, 4, rolls=2),
    Plan(8, 8, 6, rolls=3),
    Plan(6, 4, 3, 3),
    Plan(8, 6, 4, 4, rolls=2),
)
_QUICK: Final = (Plan(12),)
LEVELS: Final = 9
UNTIMED: Final = 12_000  # positions for a decision without a clock
_MOST: Final = 250_000  # positions for a decision with a clock: they are all kept in memory
# By level: how many positions, how deep, and by how much (in logarithms of odds) the judgement of an action is off.
_BY_LEVEL: Final[tuple[tuple[int, tuple[Plan, ...], float], ...]] = (
    (400, _QUICK, 1.6),
    (400, _QUICK, 1.0),
    (400, _QUICK, 0.7),
    (400, _QUICK, 0.45),
    (400, _QUICK, 0.25),
    (400, _QUICK, 0.0),
    (1_200, PLANS, 0.0),
    (4_000, PLANS, 0.0),
    (UNTIMED, PLANS, 0.0),
)


def chooser(seed: int | None, level: int | None = None, positions: int = UNTIMED) -> Choose:
    """Return the bot's choice; with a seed and without a clock always the same in the same place of the same game.

    Without a clock it looks at so many positions for a decision.
    """
    return seated(seed, _at_length(positions) if level is None else _at_level(level))


def _at_length(positions: int) -> Think:
    def think(decision: Decision, state: State, evaluation: Evaluation, _: Luck) -> Action:
        seconds = seconds_for(decision.clock, decision.time)
        budget = Budget(positions if seconds is None else _MOST, seconds)
        search = Expectimax(Turns(evaluation), state, budget)
        best = search.run(PLANS, lambda found: _report(decision, found, budget))
        _report(decision, search, budget)
        return best

    return think


def _at_level(level: int) -> Think:
    nodes, plans, blur = _BY_LEVEL[level - 1]

    def think(decision: Decision, state: State, evaluation: Evaluation, luck: Luck) -> Action:
        budget = Budget(nodes, seconds_for(decision.clock, decision.time))
        search = Expectimax(Turns(evaluation), state, budget)
        best = search.run(plans)
        if blur:
            noise = Random(luck.pick(decision, 1 << 62))
            sign = 1.0 if search.actor == 0 else -1.0
            blurred = [
                (sign * _logit(choice.value) + blur * _bell(noise), choice.action)
                for choice in sorted(search.ranked, key=lambda choice: choice.action.text)
            ]
            best = max(blurred, key=lambda scored: scored[0])[1]
        _report(decision, search, budget)
        return best

    return think


def _report(decision: Decision, search: Expectimax[State], budget: Budget) -> None:
    line = " ".join(action.text.replace(" ", "-") for action in search.line())
    decision.info(f"score {search.value:.3f} depth {search.depth} nodes {budget.nodes} pv {line}")


def _logit(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1.0 - 1e-6)
    return math.log(bounded / (1.0 - bounded))


def _bell(noise: Random) -> float:
    """Return a number about zero, spread nearly normally, with a variance of one."""
    return sum(noise.random() for _ in range(12)) - 6.0
