"""The games that there are, by name; each is imported when it is asked for."""

from importlib import import_module
from typing import Any, Final

from beachhead.engine.game import BadOption, Game

_GAMES: Final = {
    "island": ("beachhead.engine.island", "ISLAND"),
    "royale": ("beachhead.engine.royale", "ROYALE"),
}
NAMES: Final = tuple(_GAMES)


def find_game(name: str) -> Game[Any]:
    """The game of that name; raises BadOption. (Any: whoever asks by name does not care what its states are.)"""
    if name not in _GAMES:
        raise BadOption(f"'{name[:20]}' is no game: expected {' or '.join(NAMES)}")
    module, attribute = _GAMES[name]
    game: Game[Any] = getattr(import_module(module), attribute)
    return game
