"""Battle Royale: random games of two to six players through the public API, and the signature of its play."""

from collections.abc import Iterator

from beachhead.engine.bench import bench
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import State
from tools.bench import Figure, rate

GAMES = 100
SIGNED = 500
BAR = 100_000.0  # actions a second, chance included


def start(number: int) -> State:
    """Return the first state of a game of two to six players, in turn; the first player is rolled."""
    return ROYALE.start("standard", {"players": str(2 + number % 5)})[0]


def actions() -> int:
    """Play random games (legal, pick, apply, chance included); return the number of actions."""
    return bench(ROYALE, GAMES, start).actions


def figures() -> Iterator[Figure]:
    """Yield speed and signature."""
    yield Figure("royale actions", rate(actions), "actions/s", BAR)
    signed = bench(ROYALE, SIGNED, start)
    yield Figure("royale signature", signed.signature, f"over {SIGNED} games")
    yield Figure("royale game", signed.turns / SIGNED, "turns")
    yield Figure("royale decisions", signed.decisions / SIGNED, "decisions/game")
