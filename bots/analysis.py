"""Skill and luck in a finished or running game, move by move.

The value of a state to a seat is the share of the win that it can expect. Chance changes it, and so do decisions:

* the luck of a roll, a reveal or a deal is the value of what came, minus the mean of the values of all that could have
  come. Its expectation is zero before the dice are thrown, whatever the values are, so subtracting luck from a result is
  fair to every seat, and the rest varies less: *result = an equal share + luck + skill*.
* the cost of a decision is the value of the best action minus the value of the action taken, with the same search for both.

An ``Analyst`` evaluates the states of a game. Games without one of their own are evaluated by random games (``Sampler``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE, Action

S = TypeVar("S")


class Analyst(Protocol[S]):
    """Evaluates the states of a game."""

    def value(self, state: S) -> tuple[float, ...]:
        """Return the share of the win that each seat can expect, in the order of seats; they add up to one."""

    def outcomes(self, state: S) -> Sequence[tuple[float, S]]:
        """Return the states that chance can lead to, each with its probability; those that differ in nothing as one."""

    def judge(self, state: S, action: Action) -> tuple[float, float, str]:
        """Return what the best action and the given one are worth to the seat that decides, and the best one's text."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action: of a seat, with its cost; or of chance, with the luck of every seat."""

    turn: int
    actor: str
    action: str
    values: tuple[float, ...]  # of the seats, before it
    luck: tuple[float, ...] = ()
    cost: float = 0.0
    best: str = ""  # the better action; empty if there is none


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game with its luck and skill, by seat."""

    seats: tuple[str, ...]
    steps: tuple[Step, ...]
    result: tuple[float, ...]  # the share of the win; while the game goes on, the expected one

    @property
    def luck(self) -> tuple[float, ...]:
        """The total luck of each seat."""
        return tuple(sum(step.luck[i] for step in self.steps if step.luck) for i in range(len(self.seats)))

    @property
    def skill(self) -> tuple[float, ...]:
        """The result of each seat minus an equal share and minus its luck."""
        fair = 1.0 / len(self.seats)
        return tuple(share - fair - luck for share, luck in zip(self.result, self.luck, strict=True))

    def costs(self, seat: str) -> float:
        """Return the total cost of a seat's decisions."""
        return sum(step.cost for step in self.steps if step.actor == seat)

    def mistakes(self, count: int) -> list[Step]:
        """Return the decisions that cost most, the worst first."""
        costly = [step for step in self.steps if step.cost > 0.0]
        return sorted(costly, key=lambda step: -step.cost)[:count]


# Any: a game that was found by its name has states of any class.
def analyse(timeline: Timeline[Any], analyst: Analyst[Any], has_costs: bool = True) -> Analysis:
    """Analyse a game up to where its timeline stands; the set-up counts as neither lucky nor costly.

    Without costs only luck is computed, which is faster.
    """
    game = timeline.game
    seats = game.seats(timeline.state)
    steps: list[Step] = []
    moments = timeline.moments()
    values = fair = tuple(1.0 / len(seats) for _ in seats)
    for before, after in pairwise(moments):
        state, action = before.state, after.action
        assert action is not None
        if game.turn(state) == 0 or game.actor(state) is None:
            continue
        turn = game.turn(state)
        if after.actor == CHANCE:
            worth = value_of(game, after.state, analyst)
            mean = expected(game, state, analyst)
            luck = tuple(came - could for came, could in zip(worth, mean, strict=True))
            steps.append(Step(turn, CHANCE, action.text, values, luck))
            values = worth
        elif has_costs and len(game.legal(state)) > 1 and action in game.legal(state):
            best, taken, text = analyst.judge(state, action)
            cost = max(best - taken, 0.0)
            steps.append(Step(turn, after.actor, action.text, values, (), cost, text if cost > 0.0 else ""))
        else:
            steps.append(Step(turn, after.actor, action.text, values))
    state = timeline.state
    end = fair if game.turn(state) == 0 else value_of(game, state, analyst)
    return Analysis(seats, tuple(steps), end)


def outcomes_of(game: Game[Any], state: Any) -> list[tuple[float, Any]]:
    """Return the states after each outcome of chance, with its probability."""
    tickets = game.urn(state)
    share = 1.0 / len(tickets)
    return [(tickets.count(each) * share, game.apply(state, each)[0]) for each in dict.fromkeys(tickets)]


def value_of(game: Game[Any], state: Any, analyst: Analyst[Any]) -> tuple[float, ...]:
    """Return the values of a state: exact if the game is over, a mean if chance is next, else the analyst's."""
    result = game.result(state)
    if result is not None:
        winners = result.winners or game.seats(state)
        return tuple((seat in winners) / len(winners) for seat in game.seats(state))
    if game.actor(state) == CHANCE:
        return expected(game, state, analyst)
    return analyst.value(state)


def expected(game: Game[Any], state: Any, analyst: Analyst[Any]) -> tuple[float, ...]:
    """Return the mean of the values over the outcomes of chance, weighted by probability."""
    totals = [0.0] * len(game.seats(state))
    for weight, after in analyst.outcomes(state):
        for i, value in enumerate(value_of(game, after, analyst)):
            totals[i] += weight * value
    return tuple(totals)
