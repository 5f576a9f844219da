"""Battle Royale: one game a round, of 2 to 6 players, some of whom may go out, every law at many of its moments."""

from random import Random

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import OVER
from tests.engine import laws as all_laws
from tests.engine.royale import laws

WELL_FORMED = laws.well_formed(ROYALE)


def run(seed: int) -> str:
    """Play one game and check all the laws."""
    rng = Random(seed)
    mode, leaving = rng.choice(laws.MODES), rng.choice((0.0, 0.001, 0.01))
    before, moments, refused = None, 0, 0
    for timeline in laws.play(ROYALE, rng, mode, leaving):
        state = timeline.state
        all_laws.goes_on(ROYALE, state)
        all_laws.reads_back(ROYALE, state)
        if before is not None:
            laws.cards_add_up(before, timeline.now.action, state)
            laws.sips_only_grow(before, state)
        if rng.random() < 0.1:
            laws.applies(ROYALE, state)
        if rng.random() < 0.03:
            refused += all_laws.others_are_refused(ROYALE, state, WELL_FORMED)
            if state.phase != OVER:
                seat = rng.randrange(len(state.spots))
                twin = laws.shuffled(ROYALE, state, seat, rng)
                laws.looks_the_same(ROYALE, state, twin, ROYALE.seats(state)[seat], WELL_FORMED)
        before = state
        moments += 1
    all_laws.undoes_and_redoes(timeline, rng)
    laws.replays(timeline, ROYALE)
    return f"{mode}, {len(timeline.state.spots)} players, {moments} moments, {refused} refusals"
