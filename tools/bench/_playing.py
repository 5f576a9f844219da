"""`python -m tools.bench._playing api|loop GAME`: play random games; print actions per second of CPU time, and the build.

`api` is the loop of a Python program around the public functions of a game; `loop` is the engine's own, `bench`.
"""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from beachhead.engine.bench import bench
from beachhead.engine.build import BUILD
from beachhead.engine.game import Game
from beachhead.engine.games import find_game
from beachhead.engine.values import CHANCE

GAMES = 60
SECONDS = 1.0


def api(game: Game[Any]) -> int:
    """Play through the public functions, as lean as the loops of the peers; return the number of actions."""
    choice, count = Random(1).choice, 0
    legal, urn, actor, apply = game.legal, game.urn, game.actor, game.apply
    for _ in range(GAMES):
        state, _ = game.start()
        while (who := actor(state)) is not None:
            state, _ = apply(state, choice(urn(state) if who == CHANCE else legal(state)))
            count += 1
    return count


def loop(game: Game[Any]) -> int:
    """Play in the engine's own loop; return the number of actions."""
    return bench(game, GAMES).actions


def main() -> None:
    """Play for a while."""
    way: Callable[[Game[Any]], int] = {"api": api, "loop": loop}[sys.argv[1]]
    game = find_game(sys.argv[2])
    way(game)
    count, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        count += way(game)
    sys.stdout.write(f"{count / (time.process_time() - begun)} {BUILD}\n")


if __name__ == "__main__":
    main()
