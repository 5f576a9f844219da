"""An analyst for games that no bot evaluates: what a state is worth shows in random games that are played on from it."""

from __future__ import annotations

from typing import Any, Final

from beachhead.bots.analysis import outcomes_of, value_of
from beachhead.engine.game import Game
from beachhead.engine.playout import playouts
from beachhead.engine.values import Action

GAMES: Final = 200  # from each state, with the same dice for all of them


class Sampler:
    """An ``Analyst`` of any game. It sees all of a state, as the record does."""

    def __init__(self, game: Game[Any], games: int = GAMES) -> None:
        self._game = game
        self._games = games

    def value(self, state: Any) -> tuple[float, ...]:
        """Return the share of the random games that each seat wins."""
        found = playouts(self._game, state, self._games)
        return tuple([found.share(seat) for seat in found.seats])

    def outcomes(self, state: Any) -> list[tuple[float, Any]]:
        """Return the states after each outcome of chance, with its probability."""
        return outcomes_of(self._game, state)

    def judge(self, state: Any, action: Action) -> tuple[float, float, str]:
        """Return the value of the best action and of the given one for the seat that decides, and the best one's text."""
        seat = self._game.seats(state).index(str(self._game.actor(state)))
        values = {
            each.text: value_of(self._game, self._game.apply(state, each)[0], self)[seat]
            for each in self._game.legal(state)
        }
        best = max(values, key=lambda text: (values[text], text == action.text))
        return values[best], values[action.text], best
