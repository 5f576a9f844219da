"""The island: one battle a round in a mode drawn by the seed, every law at many of its moments."""

from random import Random

from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import REVEAL
from tests.engine import laws
from tests.engine.island import laws as island_laws


def run(seed: int) -> str:
    """Play one battle and check all the laws."""
    rng = Random(seed)
    mode = rng.choice(island_laws.MODES)
    first = rng.choice(("roll", "south", "north"))
    before, moments, refused = ISLAND.start(mode, {"first": first})[0], 0, 0
    for timeline in laws.play(ISLAND, rng, mode, {"first": first}):
        state = timeline.state
        laws.goes_on(ISLAND, state)
        laws.reads_back(ISLAND, state)
        island_laws.characters_are_only_lost(before, state)
        if state.phase == REVEAL or rng.random() < 0.1:
            island_laws.one_block_a_line(state)
            laws.listed_actions_apply(ISLAND, state)
            island_laws.mirrors(state)
        if rng.random() < 0.03:
            refused += laws.others_are_refused(ISLAND, state, island_laws.well_formed(state, rng, 300))
        before = state
        moments += 1
    laws.undoes_and_redoes(timeline, rng)
    laws.replays(timeline, {"first": first})
    return f"{mode}, {moments} moments, {refused} refusals"
