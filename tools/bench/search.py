"""The search of the island: positions a second of `general`, and the time to analyse a battle."""

import time
from collections.abc import Iterator

from beachhead.bots.analysis import analyse
from beachhead.bots.island.analyst import IslandAnalyst
from beachhead.bots.island.general import PLANS
from beachhead.bots.island.turns import Turns
from beachhead.bots.island.weights import evaluation_for
from beachhead.bots.roster import find_bot
from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import Expectimax
from beachhead.engine.island import ISLAND
from tests.bots.battles import battle
from tools.bench import Figure, rate

POSITIONS_BAR = 70_000.0
ANALYSE_BAR = 10.0  # seconds
_BUDGET = 12_000
_BOARD = "12/2ss4js1tn2/12/5*6/1sw10/7Sw4/12/3*8/8Je3/12/2Sn3Tn5/1Jn4Sn5 d:S..J. i:.s.sj 4+2 south"
_DUE = ("act:1", "act:2", "act:3", "act:4", "act:5", "zero")


def positions() -> int:
    """Search a middle game after every roll; return the number of positions searched."""
    count = 0
    for due in _DUE:
        state = ISLAND.read(f"{_BOARD} {due} 31")
        search = Expectimax(Turns(evaluation_for(state.mode)), state, Budget(_BUDGET))
        search.run(PLANS)
        count += search.nodes
    return count


def figures() -> Iterator[Figure]:
    """Yield positions a second, and the seconds to analyse a whole battle."""
    yield Figure("general positions", rate(positions), "positions/s", POSITIONS_BAR)
    timeline = battle("standard", "bench", find_bot("greedy")(1), find_bot("greedy")(2))
    begun = time.perf_counter()
    analyse(timeline, IslandAnalyst())
    yield Figure("analyse battle", time.perf_counter() - begun, "s", ANALYSE_BAR, is_ceiling=True)
