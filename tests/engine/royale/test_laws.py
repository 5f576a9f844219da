"""The laws over random games of two to six players with resignations and forfeits, from fixed seeds; `make soak` draws
others.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import NESTED, OVER, SETUP, State
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE, FORFEITS
from tests.engine import laws as all_laws
from tests.engine.royale import laws
from tests.engine.royale.laws import MODES

SETTINGS = settings(derandomize=True, deadline=None, database=None, max_examples=30)
games = given(st.sampled_from(MODES), st.sampled_from((0.0, 0.003, 0.05)), st.integers(0, 2**32).map(Random))


def played(mode: str, leaving: float, rng: Random) -> list[Timeline[State]]:
    """A random game, moment by moment."""
    return list(laws.play(ROYALE, rng, mode, leaving))


def moments(mode: str, leaving: float, rng: Random, count: int) -> list[State]:
    """Some states of one game: its last, and others at random, the rarer phases before the common ones."""
    states = [timeline.state for timeline in played(mode, leaving, rng)]
    by_phase: dict[int, list[State]] = {}
    for state in states:
        by_phase.setdefault(state.phase, []).append(state)
    return [states[-1], *(rng.choice(rng.choice(list(by_phase.values()))) for _ in range(count))]


@SETTINGS
@games
def test_there_is_always_an_action(mode: str, leaving: float, rng: Random) -> None:
    """There is an action until the game is over, and none afterwards; every game ends."""
    for timeline in laws.play(ROYALE, rng, mode, leaving):
        all_laws.goes_on(ROYALE, timeline.state)


@SETTINGS
@games
def test_listed_actions_apply(mode: str, leaving: float, rng: Random) -> None:
    """Every action that `legal` lists is allowed, applies, and leaves the state before it unchanged."""
    for state in moments(mode, leaving, rng, 20):
        laws.applies(ROYALE, state)


@SETTINGS
@games
def test_other_actions_are_refused(mode: str, leaving: float, rng: Random) -> None:
    """Every well-formed action that `legal` does not list is refused with an id of the rulebook and changes nothing."""
    for state in moments(mode, leaving, rng, 12):
        assert all_laws.others_are_refused(ROYALE, state, laws.well_formed(ROYALE, state)) > 700


@SETTINGS
@games
def test_positions_read_back(mode: str, leaving: float, rng: Random) -> None:
    """A position's text reads back to an equal state with equal legal actions."""
    for timeline in laws.play(ROYALE, rng, mode, leaving):
        if rng.random() < 0.2 or timeline.state.phase == OVER:
            all_laws.reads_back(ROYALE, timeline.state)


@SETTINGS
@games
def test_positions_read_back_after_a_forfeit(mode: str, leaving: float, rng: Random) -> None:
    """Whichever seat is taken out, at any moment before play or in it, what follows reads back."""
    for timeline in laws.play(ROYALE, rng, mode, leaving):
        state = timeline.state
        if state.phase != OVER and (state.phase in (*SETUP, *NESTED) or rng.random() < 0.05):
            seat = ROYALE.seats(state)[rng.choice(state.seats_in())]
            all_laws.reads_back(ROYALE, ROYALE.forfeit(state, seat, "crash")[0])


@SETTINGS
@games
def test_undo_redo_and_records(mode: str, leaving: float, rng: Random) -> None:
    """Undone steps can be redone; the record of a game replays to the same states and events."""
    last = played(mode, leaving, rng)[-1]
    all_laws.undoes_and_redoes(last, rng)
    laws.replays(last, ROYALE)


@SETTINGS
@games
def test_cards_add_up_and_sips_grow(mode: str, leaving: float, rng: Random) -> None:
    """Cards on the map, held, waiting and out of the game are always 25, and sips only grow."""
    before = None
    for timeline in laws.play(ROYALE, rng, mode, leaving):
        if before is not None:
            laws.cards_add_up(before, timeline.now.action, timeline.state)
            laws.sips_only_grow(before, timeline.state)
        before = timeline.state


@SETTINGS
@games
def test_no_leak(mode: str, leaving: float, rng: Random) -> None:
    """Two whole states that look the same to a seat give it the same view, list, descriptions, refusals and picture."""
    for state in moments(mode, leaving, rng, 12):
        seat = rng.randrange(len(state.spots))
        if state.phase != OVER:
            twin = laws.shuffled(ROYALE, state, seat, rng)
            laws.looks_the_same(ROYALE, state, twin, ROYALE.seats(state)[seat], laws.well_formed(ROYALE, state))


def test_twins_differ() -> None:
    """The states that the law about leaks compares are often different ones."""
    different = 0
    for seed in range(8):
        rng = Random(seed)
        for timeline in laws.play(ROYALE, rng, "standard", 0.0):
            state = timeline.state
            if state.turn and state.phase != OVER:
                different += laws.shuffled(ROYALE, state, 0, rng) != state
    assert different > 500


@pytest.mark.parametrize("leaving", [0.0, 0.01])
def test_games_pass_through_every_phase(leaving: float) -> None:
    """The games that the laws are checked on come to every phase of the rules, and to every end."""
    phases, reasons = set[int](), set[str]()
    for seed in range(60):
        for timeline in laws.play(ROYALE, Random(seed), "standard+turns:300", leaving):
            phases.add(timeline.state.phase)
        ended = ROYALE.result(timeline.state)
        assert ended
        reasons.add(ended.reason)
    assert phases == set(range(OVER + 1))
    assert reasons >= ({"cards", "lead"} if leaving == 0.0 else {"resign", *FORFEITS})


def test_chance_is_an_actor() -> None:
    """Deals, dice and picks are due from chance, everything else from the seat that the position names."""
    for timeline in laws.play(ROYALE, Random(1), "standard", 0.0):
        state = timeline.state
        if ROYALE.actor(state) == CHANCE:
            assert {action.kind for action in ROYALE.legal(state)} <= {"deal", "roll", "pick"}
        elif ROYALE.actor(state):
            assert ROYALE.write(state).split()[2] == ROYALE.actor(state)
