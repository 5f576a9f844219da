"""Battle Royale: random games of two to six players through the public API, and the signature of its play."""

from collections.abc import Iterator

from beachhead.engine.bench import bench
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import State
from tests.bench import Figure, rate

GAMES = 100
SIGNED = 500
BAR = 100_000.0  # actions a second, chance included


def start(number: int) -> State:
    """The first state of a game: two to six players in turn, and who is first is rolled."""
    return ROYALE.start("standard", {"players": str(2 + number % 5)})[0]


def actions() -> int:
    """Random games: legal, pick, apply, chance included; gives how many actions were done."""
    return bench(ROYALE, GAMES, start).actions


def figures() -> Iterator[Figure]:
    """Speed and signature."""
    yield Figure("royale actions", rate(actions), "actions/s", BAR)
    signed = bench(ROYALE, SIGNED, start)
    yield Figure("royale signature", signed.signature, f"over {SIGNED} games")
    yield Figure("royale game", signed.turns / SIGNED, "turns")
    yield Figure("royale decisions", signed.decisions / SIGNED, "decisions/game")
