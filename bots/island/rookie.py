"""The bot `rookie`: a beginner, for a beginner's bot to beat.

It shoots whenever that takes more from the enemy than from itself. Otherwise it tries three actions, and does the one that
leaves its characters more room to walk.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.island.evaluation import Survey
from beachhead.bots.island.turns import gain
from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import Shoot
from beachhead.engine.island.state import State
from beachhead.engine.values import Action

_TRIED: Final = 3


def chooser(seed: int | None) -> Choose:
    """Return the bot's choice; with a seed always the same in the same place of the same game."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        state = ISLAND.read(decision.state)
        actions = sorted(ISLAND.legal(state), key=str)
        shots = [action for action in actions if isinstance(action, Shoot)]
        good = [shot for shot in shots if gain(state, shot) > 0.0]
        if good:
            return good[luck.pick(decision, len(good))].text
        rest = [action for action in actions if not isinstance(action, Shoot)]
        tried = [rest[luck.pick(decision, len(rest), draw)] for draw in range(_TRIED)]
        if ISLAND.turn(state) == 0 or len(rest) == 1:
            return tried[0].text
        return max(tried, key=lambda action: _room(state, action)).text

    return choose


def _room(state: State, action: Action) -> int:
    """How far the side's characters could walk after an action, all together."""
    after = ISLAND.apply(state, action)[0]
    return sum(post.reach.run for post in Survey(after).halves[state.side].posts)
