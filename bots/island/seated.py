"""What the searching bots of the island share: the position is read, and a set-up or a single action needs no thought."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.bots.island.evaluation import Evaluation
from beachhead.bots.island.setup import place
from beachhead.bots.island.weights import evaluation_for
from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.values import Action

Think = Callable[[Decision, State, Evaluation, Luck], Action]


def seated(seed: int | None, think: Think) -> Choose:
    """Return a choice that asks ``think`` wherever there is something to decide in play."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        state = ISLAND.read(decision.state)
        actions = ISLAND.legal(state)
        if len(actions) == 1:
            return actions[0].text
        evaluation = evaluation_for(state.mode)
        if ISLAND.turn(state) == 0:
            return place(state, evaluation, lambda count: luck.pick(decision, count)).text
        return think(decision, state, evaluation, luck).text

    return choose
