"""The bot `wanderer`: any legal kind of action, all equally likely, and then any action of that kind.

If a few kinds have most of the actions (many moves, one attack), its play is more varied than that of `random`.
"""

from __future__ import annotations

from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision


def chooser(seed: int | None) -> Choose:
    """Return the bot's choice; with a seed it is the same in the same place of the same game."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        kinds: dict[str, list[str]] = {}
        for action in decision.legal():
            kinds.setdefault(action.partition(" ")[0], []).append(action)
        actions = list(kinds.values())[luck.pick(decision, len(kinds), 0)]
        return actions[luck.pick(decision, len(actions), 1)]

    return choose
