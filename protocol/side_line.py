"""Side lines: what was tried beside the main line of a game, as a comment of its record."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.position import legal_action
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, BadPosition

MAIN: Final = "main"  # the name of the main line
NOTE: Final = "#: variation "  # start of such a comment
_SEPARATOR: Final = "; "


class SideLine(NamedTuple):
    """A side line as a record holds it: its name, the number of actions before it, and its own actions."""

    name: str
    step: int
    actions: tuple[str, ...]

    def line(self) -> str:
        """Return the line of a record."""
        return f"{NOTE}{self.name} {self.step} {_SEPARATOR.join(self.actions)}"


def read_side_line(text: str) -> SideLine:
    """Return the side line of a comment, given from its name on; raise ValueError if it is malformed."""
    name, _, rest = text.strip().partition(" ")
    step, _, actions = rest.strip().partition(" ")
    if not name.isalnum() or name == MAIN or not (step.isascii() and step.isdecimal()):
        raise ValueError(f"'{name[:20]}' is not a name of a variation, or '{step[:20]}' is not a step")
    return SideLine(name, int(step), tuple([" ".join(action.split()) for action in actions.split(";")]))


def grow(timeline: Timeline[Any], line: SideLine, is_auto: bool) -> Moment[Any]:  # Any: independent of the game
    """Return the end of a side line of the game up to now; raise ValueError if it cannot be played.

    ``is_auto`` says that chance is no step of its own.
    """
    game = timeline.game
    moments = timeline.moments()
    if line.step >= len(moments):
        raise ValueError(f"variation {line.name} begins after the end of the game, after action {len(moments) - 1}")
    now = moments[line.step]
    for text in line.actions:
        try:
            actor, action = legal_action(game, now.state, text)
        except BadPosition as bad:
            raise ValueError(f"variation {line.name}: {bad}") from None
        now = now.then(game, actor, action, is_step=not (is_auto and actor == CHANCE))
    return now
