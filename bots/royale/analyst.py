"""Royale for the analysis: chances by a look at the next action, decisions by a search of the rest of the turn.

All cards are open to it. Winning, taking and equipping are public, so a player that has followed the game knows every
reserve, and a decision is judged by what that player could know.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.royale.judgement import tempered
from beachhead.bots.royale.planner import Budget, Plan, Search
from beachhead.bots.royale.prospect import settled
from beachhead.bots.royale.raider import WEIGHTS
from beachhead.engine.royale.state import State
from beachhead.engine.values import Action

_PLAN: Final[Plan] = ((6, 4, 2, 1),)
_WIDTH: Final = _PLAN[0][0]
_NO_LIMIT: Final = 1 << 30  # the plan is narrow enough to end by itself


class RoyaleAnalyst:
    """An ``Analyst`` of royale."""

    def value(self, state: State) -> tuple[float, ...]:
        """Return the chance of every seat."""
        return tuple(tempered(_search(state).ranked()[0].value))

    def outcomes(self, state: State) -> list[tuple[float, State]]:
        """Return the states after all chance that is due, each with its probability."""
        return settled(state)

    def judge(self, state: State, action: Action) -> tuple[float, float, str]:
        """Return the chances of the seat that decides after the best action and after the given one, and the best one."""
        search = _search(state)
        side = state.side
        taken = search.choice(action)
        seen = [taken]
        search.follow(action, _PLAN)
        for choice in [choice for choice in search.ranked()[:_WIDTH] if choice is not taken]:
            search.follow(choice.action, _PLAN)
            seen.append(choice)
        best = max(seen, key=lambda choice: choice.value[side])
        return tempered(best.value)[side], tempered(taken.value)[side], best.action.text


def _search(state: State) -> Search:
    return Search(state, WEIGHTS, Budget(_NO_LIMIT), is_hasty=False)
