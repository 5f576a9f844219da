"""Random games from fixed seeds, and a checksum over where they ended: the signature of a game's behaviour."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

from beachhead.engine.game import CHANCE, Game

S = TypeVar("S")
GAMES: Final = 100
LIMIT: Final = 100_000
_MASK: Final = (1 << 64) - 1


class Bench:
    """What a run of random games came to."""

    __slots__ = ("actions", "decisions", "games", "listed", "signature", "turns")

    def __init__(self) -> None:
        self.games = 0
        self.actions = 0
        self.decisions = 0
        self.listed = 0  # legal actions at all decisions together
        self.turns = 0
        self.signature = ""


def bench(game: Game[S], games: int = GAMES, start: Callable[[int], S] | None = None) -> Bench:
    """Plays games by uniform choice; ``start`` gives the first state of each by its number."""
    done, digest = Bench(), sha256()
    for number in range(games):
        state = start(number) if start else game.start()[0]
        state = play_out(game, state, number + 1, done)
        digest.update(f"{game.write(state)} {game.result(state)}\n".encode())
        done.games += 1
        done.turns += game.turn(state)
    done.signature = digest.hexdigest()[:8]
    return done


def play_out(game: Game[S], state: S, seed: int, count: Bench) -> S:
    """One random game to its end. The generator is Knuth's for MMIX: the same on every Python."""
    legal, urn, apply, actor = game.legal, game.urn, game.apply, game.actor
    x = seed * 0x9E3779B97F4A7C15 & _MASK
    actions = decisions = listed = 0
    while True:
        who = actor(state)
        if who is None:
            break
        if who is CHANCE:
            tickets = urn(state)
        else:
            tickets = legal(state)
            decisions += 1
            listed += len(tickets)
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK
        state, _ = apply(state, tickets[(x >> 33) * len(tickets) >> 31])
        actions += 1
    count.actions += actions
    count.decisions += decisions
    count.listed += listed
    return state
