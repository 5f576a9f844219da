"""Battles in one process, as fast as they go, and the terms of their positions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from beachhead.bots.island.evaluation import TERMS, Evaluation, terms
from beachhead.bots.island.greedy import best_of
from beachhead.bots.island.setup import place
from beachhead.bots.island.turns import Turns
from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import Expectimax, Plan
from beachhead.engine.island.actions import NOBODY
from beachhead.engine.island.flow import actor, apply, first_turn_of, legal, urn
from beachhead.engine.island.mode import read_mode
from beachhead.engine.island.state import DRAW, OVER, ROLL, SETUP, State, first_state
from beachhead.engine.values import CHANCE, Action

Player = Callable[[State, Random], Action]
Weights = Mapping[str, float]

SCOUTING: Final = (Plan(4, inner=1),)
GREEDY_BLUNDERS: Final = 0.1  # the share of decisions that is left to luck, so that bad positions are seen too
SCOUT_BLUNDERS: Final = 0.05


def greedy(state: State, luck: Random) -> Action:
    """Play as the bot `greedy` does, the start of it all."""
    return luck.choice(best_of(state))


def scout(evaluation: Evaluation) -> Player:
    """Return a player that looks one turn ahead with an evaluation."""
    turns = Turns(evaluation)

    def play(state: State, luck: Random) -> Action:
        if state.phase in SETUP:
            return place(state, evaluation, luck.randrange)
        return Expectimax(turns, state, Budget(2000)).run(SCOUTING)

    return play


def battle(
    mode: str,
    seed: str,
    player: Player,
    first: int,
    blunders: float,
    watch: Callable[[State], object] = lambda _: None,
) -> float:
    """Play a battle of a player with itself; return its result for South: 1, 0, or ½ for a draw.

    ``watch`` sees the state before the first roll of every turn.
    """
    luck = Random(f"{seed} luck")
    dice = Random(f"{seed} dice")
    state = first_turn_of(first_state(read_mode(mode)), first)[0]
    while state.phase != OVER:
        if actor(state) == CHANCE:
            if state.phase == ROLL and state.nominee == NOBODY:
                watch(state)
            action = dice.choice(urn(state))
        else:
            actions = legal(state)
            if len(actions) == 1:
                action = actions[0]
            else:
                action = luck.choice(actions) if luck.random() < blunders else player(state, luck)
        state = apply(state, action)[0]
    assert state.outcome is not None
    return 0.5 if state.outcome.winner == DRAW else 1.0 - state.outcome.winner


class Sample:
    """Positions of battles: their terms, whose roll it is, the number of the battle, and its result for South."""

    def __init__(self) -> None:
        self.terms = array("f")
        self.movers = array("b")
        self.battles = array("i")
        self.results = array("f")
        self.width = len(TERMS)

    def extend(self, other: Sample) -> None:
        """Add the positions of other battles."""
        self.terms.extend(other.terms)
        self.movers.extend(other.movers)
        self.battles.extend(other.battles)
        self.results.extend(other.results)


Batch = tuple[str, str, Weights | None, int, int]  # the mode, the seed, the weights (None: greedy), battles from, to


def play_batch(batch: Batch) -> Sample:
    """Play some battles; the same batch gives the same sample in any process."""
    mode, seed, weights, begin, end = batch
    is_short = read_mode(mode).is_short
    player = greedy if weights is None else scout(Evaluation(weights, is_short))
    blunders = GREEDY_BLUNDERS if weights is None else SCOUT_BLUNDERS
    sample = Sample()

    def watch(state: State) -> None:
        sample.terms.extend(terms(state, state.side, is_short))
        sample.movers.append(state.side)

    for number in range(begin, end):
        result = battle(mode, f"{seed} {mode} {number}", player, number % 2, blunders, watch)
        count = len(sample.movers) - len(sample.results)
        sample.battles.extend([number] * count)
        sample.results.extend([result] * count)
    return sample
