"""Chance summed up: what an action can lead to, against going through every throw of the engine."""

from collections import Counter

import pytest

from beachhead.bots.royale.planner import mark
from beachhead.bots.royale.prospect import settled
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.odds import duel_odds
from beachhead.engine.royale.state import DUEL, State
from tests.engine.royale.tables import at, state_of

CHANCES = [
    at("d4:sword e4:boots", phase="strike"),
    at("d4:boots e4:boots", ["d4:greatsword,greatsword", "e5"], "strike"),
    at("d4:crown", phase="strike"),
    at("d4:crown e4:boots", ["d4:second-wind", "e5"], "strike"),
    at("d4:jester e4:boots", ["d4:sword,crown,boots", "e5"], "strike"),
    at(players=["d4", "d5x:sword,sword,crown:dagger"], phase="pick@p1:p2", budget="1.0:beaten"),
]


@pytest.mark.parametrize("text", CHANCES)
def test_summed_up(text: str) -> None:
    """A strike or a pick leads to the states that its tickets lead to, each as likely as they make it."""
    state = state_of(text)
    tickets = ROYALE.urn(state)
    found = Counter(mark(ROYALE.apply(state, ticket)[0]) for ticket in tickets)
    summed = {mark(after): chance for chance, after in settled(state)}
    assert summed == {key: pytest.approx(count / len(tickets)) for key, count in found.items()}


@pytest.mark.parametrize("score", ["0-0", "2-2", "2-0"])
@pytest.mark.parametrize("players", [["d4:crown", "d4:sword"], ["d4", "d4:dagger"], ["d4:dagger", "d4:bulwark,jester"]])
def test_a_duel_is_won_or_lost(players: list[str], score: str) -> None:
    """A duel leads to the death of the one or the other, by the exact odds, in the states that the last throw makes."""
    state = state_of(at(players=players, phase=f"duel:p2:{score}", budget="1.0"))
    ends: set[object] = set()
    seen: set[str] = set()
    waiting: list[State] = [state]
    while waiting:
        now = waiting.pop()
        for ticket in ROYALE.urn(now):
            after, _ = ROYALE.apply(now, ticket)
            if after.phase != DUEL:
                ends.add(mark(after))
            elif ROYALE.write(after) not in seen:
                seen.add(ROYALE.write(after))
                waiting.append(after)
    found = settled(state)
    won, lost = state.score
    assert {mark(after) for _, after in found} == ends
    assert [chance for chance, _ in found] == pytest.approx(
        [duel_odds(state, 1, (won, lost)), 1 - duel_odds(state, 1, (won, lost))]
    )


def test_nothing_to_sum_up() -> None:
    """If a seat decides, the only outcome is the state itself."""
    state = state_of(at())
    assert settled(state) == [(1.0, state)]
