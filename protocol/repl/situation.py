"""A situation: one moment of a game for the prompt. The legal actions are listed once, as words."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME
from beachhead.engine.values import CHANCE, RESIGN, Action
from beachhead.protocol.table import Table

Words = tuple[str, ...]
_PARTS: Final = re.compile(r"[0-9]+|[^0-9]+")


class Situation:
    """A game, its state, and whether the person at the prompt may act. (Any: the game's own class of states.)"""

    def __init__(self, game: Game[Any], state: Any | None, is_mine: bool = True, has_future: bool = False) -> None:
        self.game = game
        self.state = state  # None before the first game
        self.is_mine = is_mine
        self.has_future = has_future  # whether there are undone steps to step through
        self.start = f"{game.name}_short"  # the start rule for typed lines
        self.actor = None if state is None else game.actor(state)
        self.is_over = state is not None and self.actor is None
        self.is_setup = self.actor is not None and game.turn(state) == 0
        self._described: dict[Action, str] = {}

    @cached_property
    def actions(self) -> list[tuple[Words, Action]]:
        """The legal actions as words, in the order of the game's verbs, then d2 before d10.

        `resign` comes last if a decision is due.
        """
        if self.state is None or not self.is_mine or self.actor is None:
            return []
        verbs = {verb: number for number, verb in enumerate(self.game.show.verbs)}
        actions = self.game.legal(self.state)
        actions.sort(key=lambda action: (verbs.get(action.kind, len(verbs)), _natural(action.text)))
        if self.actor != CHANCE:
            actions.append(RESIGN)
        return [(action.words, action) for action in actions]

    @cached_property
    def forced(self) -> Action | None:
        """The only legal action besides `resign`, if there is only one."""
        actions = [action for _, action in self.actions if action is not RESIGN]
        return actions[0] if len(actions) == 1 else None

    def describe(self, action: Action) -> str:
        """Return a description of the effect of a legal action."""
        words = self._described.get(action)
        if words is None:
            assert self.state is not None
            words = self._described[action] = self.game.show.describe(self.state, action)
        return words


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _PARTS.findall(text)]


def situation_of(table: Table, is_mine: bool = True, is_stepped: bool = True) -> Situation:
    """Return the situation at a table; an empty one before the first game. ``is_stepped``: people may step through it."""
    if table.game is None:
        return Situation(table.find(DEFAULT_GAME), None)
    return Situation(table.game, table.timeline.state, is_mine, is_stepped and table.timeline.future is not None)
