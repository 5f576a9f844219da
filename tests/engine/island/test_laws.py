"""The laws of the island over random battles in every mode, from fixed seeds; `make soak` draws others."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.island import ISLAND
from beachhead.engine.island import state as states
from beachhead.engine.island.state import REVEAL, SETUP, State
from beachhead.engine.values import CHANCE
from tests.engine import laws
from tests.engine.island import laws as island_laws
from tests.engine.island.laws import MODES

SETTINGS = settings(derandomize=True, deadline=None, database=None, max_examples=40)
battles = given(st.sampled_from(MODES), st.integers(0, 2**32).map(Random))


def moments(mode: str, rng: Random, count: int) -> list[State]:
    """Some states of one battle: its last, all with a reveal pending, and others at random."""
    found = [timeline.state for timeline in laws.play(ISLAND, rng, mode)]
    return [found[-1], *(state for state in found if state.phase == REVEAL), *rng.choices(found, k=count)]


@SETTINGS
@battles
def test_there_is_always_an_action(mode: str, rng: Random) -> None:
    """There is an action until the battle is over, and none afterwards."""
    for timeline in laws.play(ISLAND, rng, mode):
        laws.goes_on(ISLAND, timeline.state)


@SETTINGS
@battles
def test_listed_actions_apply(mode: str, rng: Random) -> None:
    """Every action that `legal` lists is allowed, applies, and leaves the state before it unchanged."""
    for state in moments(mode, rng, 25):
        laws.listed_actions_apply(ISLAND, state)


@SETTINGS
@battles
def test_other_actions_are_refused(mode: str, rng: Random) -> None:
    """Every well-formed action that `legal` does not list is refused with an id of the rulebook and changes nothing."""
    for state in moments(mode, rng, 4)[-5:]:
        assert laws.others_are_refused(ISLAND, state, island_laws.well_formed(state, rng, 100)) > 8000


@SETTINGS
@battles
def test_positions_read_back(mode: str, rng: Random) -> None:
    """A position's text reads back to an equal state with equal legal actions, with reveals pending and at the end too."""
    for state in moments(mode, rng, 60):
        laws.reads_back(ISLAND, state)
        laws.worlds_look_the_same(ISLAND, state, rng)


@SETTINGS
@battles
def test_forfeited_battles_read_back(mode: str, rng: Random) -> None:
    """Whichever seat is taken out, at any moment of the set-up or of play, the position of that end reads back.

    Unless the winner has nobody left either, in the middle of a chain of blocks.
    """
    for timeline in laws.play(ISLAND, rng, mode):
        state = timeline.state
        if ISLAND.result(state) is None and (state.phase in SETUP or rng.random() < 0.2):
            for side, seat in enumerate(ISLAND.seats(state)):
                over, _ = ISLAND.forfeit(state, seat, "crash")
                if not (over.turn and over.is_beaten(1 - side)):
                    laws.reads_back(ISLAND, over)


@SETTINGS
@battles
def test_undo_and_redo(mode: str, rng: Random) -> None:
    """Undone steps can be redone and lead back to the very same moment, and so does a line that was left."""
    timeline = laws.played_out(ISLAND, rng, mode)
    laws.undoes_and_redoes(timeline, rng)
    laws.keeps_variations(timeline, rng)


@SETTINGS
@battles
def test_records_replay(mode: str, rng: Random) -> None:
    """The record of a battle replays to the same states and events."""
    laws.replays(laws.played_out(ISLAND, rng, mode), {})
    laws.replays(laws.played_out(ISLAND, rng, mode, {"first": "north"}), {"first": "north"})


@SETTINGS
@battles
def test_characters_are_only_lost(mode: str, rng: Random) -> None:
    """No action gives a side a character that it did not have."""
    before = ISLAND.start(mode)[0]
    for timeline in laws.play(ISLAND, rng, mode):
        island_laws.characters_are_only_lost(before, timeline.state)
        before = timeline.state


@SETTINGS
@battles
def test_one_block_a_line(mode: str, rng: Random) -> None:
    """No row and no column ever holds two blocks."""
    for state in moments(mode, rng, 20):
        island_laws.one_block_a_line(state)


@SETTINGS
@battles
def test_mirrored_positions(mode: str, rng: Random) -> None:
    """With the board turned half round, the legal actions of a decision are the same turned half round."""
    for state in moments(mode, rng, 25):
        island_laws.mirrors(state)


def test_battles_pass_through_every_phase() -> None:
    """The battles that the laws are checked on come to every phase of the rules."""
    seen = {t.state.phase for seed in range(12) for t in laws.play(ISLAND, Random(seed), "standard")}
    assert seen == set(range(states.OVER + 1))


def test_chance_is_an_actor() -> None:
    """Rolls and reveals are due from chance, everything else from the side that the position names."""
    for timeline in laws.play(ISLAND, Random(1), "short"):
        state = timeline.state
        if ISLAND.actor(state) == CHANCE:
            assert {action.kind for action in ISLAND.legal(state)} <= {"roll", "reveal"}
        elif ISLAND.actor(state):
            assert ISLAND.write(state).split()[4] == ISLAND.actor(state)
