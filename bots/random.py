"""The bot `random`: any legal action, all equally likely."""

from __future__ import annotations

from beachhead.bots.luck import Luck
from beachhead.bots.sdk import Choose, Decision


def chooser(seed: int | None) -> Choose:
    """Return the bot's choice; with a seed it is the same in the same place of the same game."""
    luck = Luck(seed)

    def choose(decision: Decision) -> str:
        actions = decision.legal()
        return actions[luck.pick(decision, len(actions))]

    return choose
