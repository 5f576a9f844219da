"""The bot `wanderer`: any legal kind of action, all equally likely, and then any action of that kind.

Where a few kinds have most of the actions (a walk in every direction against one attack), it does more than `random`.
"""

from __future__ import annotations

from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision


def chooser(seed: int | None) -> Choose:
    """The bot's choice; with a seed always the same in the same place of the same game."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        kinds: dict[str, list[str]] = {}
        for action in decision.legal():
            kinds.setdefault(action.partition(" ")[0], []).append(action)
        actions = list(kinds.values())[luck.pick(decision, len(kinds), 0)]
        return actions[luck.pick(decision, len(actions), 1)]

    return choose
