"""Random games from fixed seeds, and a checksum over their final positions: the signature of a game's behaviour."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.interrupt import IsStopped, Stopped, never
from beachhead.engine.playout import Count, play_out

S = TypeVar("S")
GAMES: Final = 100
LIMIT: Final = 100_000


class Bench(Count):
    """The number of games and actions played, and the signature of the games."""

    __slots__ = ("signature",)

    def __init__(self) -> None:
        super().__init__()
        self.signature = ""


def bench(
    game: Game[S], games: int = GAMES, start: Callable[[int], S] | None = None, is_stopped: IsStopped = never
) -> Bench:
    """Play games with random actions; ``start`` returns the first state of game N. Raise Stopped."""
    done, digest = Bench(), sha256()
    for number in range(games):
        if is_stopped():
            raise Stopped(f"after {done.games:,} games")
        state = start(number) if start else game.start()[0]
        state = play_out(game, state, number + 1, done, None, is_stopped)
        digest.update(f"{game.write(state)} {game.result(state)}\n".encode())
        done.games += 1
        done.turns += game.turn(state)
    done.signature = digest.hexdigest()[:8]
    return done
