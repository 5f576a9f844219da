"""All games by name, one line each; a game is imported on first use."""

from functools import cache
from importlib import import_module
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.values import BadOption

_GAMES: Final = {
    "island": ("beachhead.engine.island", "ISLAND"),
    "royale": ("beachhead.engine.royale", "ROYALE"),
}
NAMES: Final = tuple(_GAMES)
DEFAULT_GAME: Final = NAMES[0]  # used if no game is named


def find_game(name: str, deck: str = "") -> Game[Any]:
    """Return the game of that name; raise BadOption. (Any: callers by name do not depend on its class of states.)

    ``deck`` is the text of another deck of cards, for a game that has one; raise ValueError if it is invalid.
    """
    if name not in _GAMES:
        raise BadOption(f"'{name[:20]}' is not a game: expected {' or '.join(NAMES)}")
    module, attribute = _GAMES[name]
    game: Game[Any] = getattr(import_module(module), attribute)
    return _with_deck(game, deck) if deck and game.with_deck is not None else game


@cache
def _with_deck(game: Game[Any], deck: str) -> Game[Any]:
    assert game.with_deck is not None
    return game.with_deck(deck)
