"""The island: random battles through the public API, import time, the size of a state, the signature of its play."""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from beachhead.engine.bench import bench
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from tools.bench import Figure, rate

GAMES = 200
SIGNED = 4000
IMPORT_BAR = 60.0  # ms
STATE_BAR = 2048.0  # bytes
_EXISTING = "import beachhead.engine.island"


def actions() -> int:
    """Play random battles (legal, pick, apply, chance included); return the number of actions."""
    return bench(ISLAND, GAMES).actions


def figures() -> Iterator[Figure]:
    """Yield speed, start-up time, size and signature."""
    yield Figure("island actions", rate(actions), "actions/s")
    yield Figure("island listing", rate(_listed), "legal actions/s")
    yield Figure("island import", import_time(), "ms", IMPORT_BAR, is_ceiling=True)
    yield Figure("island state", float(max(map(own_size, _STATES))), "bytes", STATE_BAR, is_ceiling=True)
    signed = bench(ISLAND, SIGNED)
    yield Figure("island signature", signed.signature, f"over {SIGNED} battles")
    yield Figure("island battle", signed.turns / SIGNED, "turns")
    yield Figure("island decisions", signed.decisions / SIGNED, "decisions/battle")


def _states() -> list[State]:
    """Return the states of a few battles in which a seat decides."""
    found: list[State] = []
    for number in range(20):
        state, x = ISLAND.start("standard", {"first": "south"})[0], number + 1
        while (actor := ISLAND.actor(state)) is not None:
            tickets = ISLAND.legal(state)
            if actor != "chance":
                found.append(state)
            x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
            state, _ = ISLAND.apply(state, tickets[(x >> 33) % len(tickets)])
    return found


def _listed() -> int:
    """List the legal actions of many states; return their number."""
    legal = ISLAND.legal
    return sum(len(legal(state)) for state in _STATES)


_STATES = _states()


def own_size(state: State) -> int:
    """Return the bytes of a state and its parts, without tables, mode and hands, which states share."""
    parts: list[object] = [state, state.board, state.troops, *state.troops, state.pads, *state.pads, state.hands]
    parts += [pad.slots for pad in state.pads]
    return sum(map(sys.getsizeof, parts))


def import_time(repeats: int = 15) -> float:
    """Return the milliseconds that importing the island adds to a fresh interpreter's start."""
    return max(0.0, 1000 * (_start(_EXISTING, repeats) - _start("pass", repeats)))


def _start(program: str, repeats: int) -> float:
    found = []
    for _ in range(repeats):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        found.append(time.perf_counter() - begun)
    return median(found)
