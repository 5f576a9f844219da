"""The island for the analysis: a look one turn ahead for luck, two turns ahead for decisions."""

from __future__ import annotations

from typing import Final

from beachhead.bots.analysis import outcomes_of
from beachhead.bots.island.turns import Turns
from beachhead.bots.island.weights import evaluation_for
from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import Expectimax, Plan
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.values import Action

_AHEAD: Final = (Plan(4, inner=1),)
_DEEP: Final = (Plan(12), Plan(6, 4))
_POSITIONS: Final = 3000  # for one decision


class IslandAnalyst:
    """An ``Analyst`` of the island."""

    def value(self, state: State) -> tuple[float, float]:
        """Return the chances of South and North."""
        search = Expectimax(Turns(evaluation_for(state.mode)), state, Budget(_POSITIONS))
        search.run(_AHEAD)
        value = search.value if search.actor == 0 else 1.0 - search.value
        return value, 1.0 - value

    def outcomes(self, state: State) -> list[tuple[float, State]]:
        """Return the states after each roll or reveal, with its probability."""
        return outcomes_of(ISLAND, state)

    def judge(self, state: State, action: Action) -> tuple[float, float, str]:
        """Return the chances of the side that decides after the best action and after the given one, and the best one."""
        search = Expectimax(Turns(evaluation_for(state.mode)), state, Budget(_POSITIONS))
        best = search.run(_DEEP)
        taken = search.look_at(action)
        return search.value, taken, best.text
