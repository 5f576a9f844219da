"""The bot `scout`: looks one whole turn ahead, with its shots, and averages the roll that follows a 0.

Between its best two choices the enemy's likeliest reply to every roll decides.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.island.evaluation import Evaluation
from beachhead.bots.island.seated import seated
from beachhead.bots.island.turns import Turns
from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision
from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import Expectimax, Plan
from beachhead.engine.island.state import State
from beachhead.engine.values import Action

PLANS: Final = (Plan(12), Plan(2, 1, rolls=0))
_NODES: Final = 200  # a 0 with many characters, and many more to come, has no end otherwise


def chooser(seed: int | None) -> Choose:
    """The bot's choice; with a seed always the same in the same place of the same game."""
    return seated(seed, _think)


def _think(decision: Decision, state: State, evaluation: Evaluation, _: Luck) -> Action:
    search = Expectimax(Turns(evaluation), state, Budget(_NODES))
    best = search.run(PLANS)
    decision.info(f"score {search.value:.3f} depth {search.depth} nodes {search.nodes}")
    return best
