"""The outcomes of an action with their chances: a strike or duel is won or lost, a card is taken.

The engine applies the rules: of all throws with the same effect, one is played.
"""

from __future__ import annotations

from beachhead.engine.royale import duel, strike
from beachhead.engine.royale.actions import ROLLS
from beachhead.engine.royale.flow import apply, urn
from beachhead.engine.royale.odds import card_odds, duel_odds
from beachhead.engine.royale.state import DUEL, PICK, STRIKE, State
from beachhead.engine.values import Action

Outcomes = list[tuple[float, State]]


def outcomes(state: State, action: Action) -> Outcomes:
    """Return the states after an action and all chance that follows, each with its probability."""
    after, _ = apply(state, action)
    return settled(after)


def settled(state: State) -> Outcomes:
    """Return the states after all chance that is due, each with its probability; usually one to three states."""
    phase = state.phase
    if phase == STRIKE:
        return _struck(state)
    if phase == DUEL:
        return _fought(state)
    if phase == PICK:
        tickets = urn(state)
        cards = dict.fromkeys(tickets)
        return [(tickets.count(ticket) / len(tickets), apply(state, ticket)[0]) for ticket in cards]
    return [(1.0, state)]


def _struck(state: State) -> Outcomes:
    """Return the outcomes of a strike: three sixes win it, the lowest throw without three of a kind loses it."""
    chance = card_odds(state)
    found = [(chance, strike.struck(state, _SIXES)[0])]
    if chance < 1:
        found.append((1 - chance, strike.struck(state, _LOWEST)[0]))
    return found


def _fought(state: State) -> Outcomes:
    """Return the outcomes of a duel: its last throw is played, from a score that makes it the last."""
    rival, mover = state.rival, state.mover
    assert len(state.score) == 2
    chance = duel_odds(state, rival, (state.score[0], state.score[1]))
    found: Outcomes = []
    for share, last, score in (
        (chance, 1, (duel.needed(state, rival) - 1, 0)),
        (1 - chance, -1, (0, duel.needed(state, mover) - 1)),
    ):
        throw = next((roll for roll in duel.throws(state) if duel.compare(state, rival, roll) == last), None)
        if share > 0 and throw is not None:
            before = state.duelling(rival, score, state.actions, state.movements)
            found.append((share, duel.thrown(before, throw)[0]))
    return found or [(1.0, state)]


_SIXES = ROLLS[3][-1]
_LOWEST = ROLLS[3][1]
