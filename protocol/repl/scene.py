"""A scene: one moment of a game as the prompt sees it. What is legal is found once for each, and split into words."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from beachhead.engine.game import CHANCE, RESIGN, Action, Game
from beachhead.protocol.table import DEFAULT_GAME, Table

Words = tuple[str, ...]


class Scene:
    """A game, its state, and whether the person at the prompt may act in it. (Any: states are the game's own matter.)"""

    def __init__(self, game: Game[Any], state: Any | None, is_mine: bool = True) -> None:
        self.game = game
        self.state = state  # None where no game has begun
        self.is_mine = is_mine
        self.start = f"{game.name}_short"  # the grammar's rule for what people type
        self.actor = None if state is None else game.actor(state)
        self._described: dict[Action, str] = {}

    @cached_property
    def actions(self) -> list[tuple[Words, Action]]:
        """What may be done now, in ascending order, as words; resigning at the end where a decision is due."""
        if self.state is None or not self.is_mine or self.actor is None:
            return []
        actions = sorted(self.game.legal(self.state), key=str)
        if self.actor != CHANCE:
            actions.append(RESIGN)
        return [(tuple(action.text.split()), action) for action in actions]

    @cached_property
    def forced(self) -> Action | None:
        """The only action that there is, resigning apart."""
        actions = [action for _, action in self.actions if action is not RESIGN]
        return actions[0] if len(actions) == 1 else None

    def describe(self, action: Action) -> str:
        """What a legal action would do."""
        words = self._described.get(action)
        if words is None:
            assert self.state is not None
            words = self._described[action] = self.game.describe(self.state, action)
        return words


def scene_of(table: Table, is_mine: bool = True) -> Scene:
    """The scene of a table; an empty one where no game has begun."""
    if table.game is None:
        return Scene(table.find(DEFAULT_GAME), None)
    return Scene(table.game, table.timeline.state, is_mine)
