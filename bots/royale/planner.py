"""Search over turns for any number of seats: each seat maximises its own share, and chance nodes are averaged.

A node is a state in which a seat decides. Its value is a share of the win for every seat (`judgement`). The first opinion
on a choice is the value of its outcomes; only the best few are followed, fewer at greater depth. The search goes on until
the turn ends; then, if the plan has a width for it, with the next player's turn.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from typing import Final

from beachhead.bots.royale.judgement import Shares, Weights, impatience, shares
from beachhead.bots.royale.prospect import Outcomes, outcomes
from beachhead.engine.interrupt import IsStopped, never
from beachhead.engine.royale.flow import legal
from beachhead.engine.royale.state import State
from beachhead.engine.values import Action

Widths = Sequence[int]  # choices followed at the first decision of a turn, the second, …; the last width is repeated
Plan = Sequence[Widths]  # for the current turn, the next one, …

DEEPEST: Final = 12  # decisions followed in one turn


class Spent(Exception):
    """The budget of a search is used up."""


class Budget:
    """The number of positions left, and the time at which the search has to end."""

    __slots__ = ("end", "is_stopped", "nodes")

    def __init__(self, nodes: int, seconds: float | None = None, is_stopped: IsStopped = never) -> None:
        self.nodes = nodes
        self.is_stopped = is_stopped
        self.end = None if seconds is None else time.perf_counter() + seconds

    def check(self) -> None:
        """Raise Spent if there are no positions left, or no time."""
        if self.nodes < 0 or (self.end is not None and time.perf_counter() > self.end) or self.is_stopped():
            raise Spent


class Choice:
    """An action with its outcomes."""

    __slots__ = ("action", "outcomes", "push", "side", "value")

    def __init__(self, action: Action, outcomes: Outcomes, value: Shares, side: int, push: float) -> None:
        self.action = action
        self.outcomes = outcomes
        self.side = side
        self.push = push  # a bonus for the side
        self.value = value


class Ranked:
    """An action with its value for the seat that decides, the mean over all worlds."""

    __slots__ = ("action", "depth", "value")

    def __init__(self, action: Action, value: float) -> None:
        self.action = action
        self.value = value
        self.depth = 0  # turns of the last plan that searched it; 0: the first opinion


def think(worlds: Sequence[State], weights: Weights, budget: Budget, plans: Sequence[Plan]) -> list[Ranked]:
    """Search plan after plan until the budget is used up; return the actions, the best first.

    All worlds look the same to the seat that decides, so they have the same actions. If the budget ends in the middle of
    a plan, the new values are used if there is more than one.
    """
    searches = [Search(state, weights, budget) for state in worlds]
    ranked = [Ranked(action, searches[0].mean(searches, action)) for action in searches[0].actions()]
    ranked.sort(key=_first)
    for plan in plans:
        chosen = ranked[: plan[0][0]]
        seen: list[tuple[Ranked, float]] = []
        try:
            for each in chosen:
                for search in searches:
                    search.follow(each.action, plan)
                seen.append((each, searches[0].mean(searches, each.action)))
        except Spent:
            if len(seen) < 2:
                break
        for each, value in seen:
            each.value, each.depth = value, len(plan)
        again = sorted([each for each, _ in seen], key=_first)
        ranked = again + [each for each in ranked if each not in again]
        if len(seen) < len(chosen):
            break
    return ranked


def _first(ranked: Ranked) -> tuple[float, str]:
    return (-ranked.value, ranked.action.text)


class Search:
    """One search from one whole state. Without `is_hasty` attacks get no bonus, so that all shares add up to one."""

    def __init__(self, state: State, weights: Weights, budget: Budget, is_hasty: bool = True) -> None:
        self._weights = weights
        self._budget = budget
        self._is_hasty = is_hasty
        self._opinions: dict[Hashable, Shares] = {}
        self._known: dict[Hashable, list[Choice]] = {}
        self._values: dict[Hashable, Shares] = {}
        self._plan: Plan = ()
        self._side = state.side
        self._turn = state.turn
        self._root = {choice.action.text: choice for choice in self._choices(state)}

    def actions(self) -> list[Action]:
        """Return what can be done at the root."""
        return [choice.action for choice in self._root.values()]

    def mean(self, searches: Sequence[Search], action: Action) -> float:
        """Return the value of an action for the seat that decides at the root, the mean of several searches."""
        return sum([search._root[action.text].value[self._side] for search in searches]) / len(searches)

    def ranked(self) -> list[Choice]:
        """Return the choices at the root, the best first by the values found up to now."""
        side = self._side
        return sorted(self._root.values(), key=lambda choice: (-choice.value[side], choice.action.text))

    def choice(self, action: Action) -> Choice:
        """Return the choice of an action at the root."""
        return self._root[action.text]

    def follow(self, action: Action, plan: Plan) -> None:
        """Search an action of the root deeper. Raise Spent if the budget ends; then nothing has changed."""
        if plan is not self._plan:
            self._plan = plan
            self._values = {}
        choice = self._root[action.text]
        choice.value = self._after(choice, self._turn, 0, 0)

    def _choices(self, state: State) -> list[Choice]:
        """Return the choices of a state, the best first by their immediate outcomes."""
        actions = legal(state)
        side = state.side
        found = []
        for action in actions:
            after = outcomes(state, action)
            value = mixed([(chance, self._opinion(each)) for chance, each in after])
            push = impatience(state, action) if self._is_hasty else 0.0
            found.append(Choice(action, after, pushed(value, side, push), side, push))
        found.sort(key=lambda choice: (-choice.value[side], choice.action.text))
        return found

    def _opinion(self, state: State) -> Shares:
        key = mark(state)
        found = self._opinions.get(key)
        if found is None:
            self._budget.nodes -= 1
            found = self._opinions[key] = shares(state, self._weights)
        return found

    def _value(self, state: State, turn: int, step: int) -> Shares:
        """Return the value of a state in which a seat decides, or the game is over."""
        if state.outcome is not None or step > DEEPEST:
            return self._opinion(state)
        begun = mark(state)
        key = (begun, turn, step)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._best(state, begun, turn, step)
        return found

    def _best(self, state: State, begun: Hashable, turn: int, step: int) -> Shares:
        """Return the value of the best choice for the seat that decides."""
        choices = self._known.get(begun)
        if choices is None:
            self._budget.check()
            choices = self._known[begun] = self._choices(state)
        widths = self._plan[turn]
        side = state.side
        best: Shares = []
        for choice in choices[: widths[min(step, len(widths) - 1)]]:
            value = self._after(choice, state.turn, turn, step)
            if not best or value[side] > best[side]:
                best = value
        return best

    def _after(self, choice: Choice, number: int, turn: int, step: int) -> Shares:
        """Return the value of a choice made in the turn with that number."""
        after = choice.outcomes
        if after[0][1].turn == number:
            value = mixed([(chance, self._value(each, turn, step + 1)) for chance, each in after])
        elif turn + 1 < len(self._plan):
            value = mixed([(chance, self._value(each, turn + 1, 0)) for chance, each in after])
        else:
            value = mixed([(chance, self._opinion(each)) for chance, each in after])
        return pushed(value, choice.side, choice.push)


def pushed(value: Shares, side: int, push: float) -> Shares:
    """Return the shares with a bonus for one side."""
    if not push:
        return value
    return [share + push * (seat == side) for seat, share in enumerate(value)]


def mixed(values: Sequence[tuple[float, Shares]]) -> Shares:
    """Return the mean of shares, weighted by their chances."""
    if len(values) == 1:
        return values[0][1]
    return [sum([chance * share[seat] for chance, share in values]) for seat in range(len(values[0][1]))]


def mark(state: State) -> Hashable:
    """Return a key of a state, unique within a search, in which mode and drinks do not change."""
    return (
        state.map.cards,
        tuple(state.spots),
        tuple([hand.cards for hand in state.hands]),
        tuple(state.reserves),
        state.side,
        state.phase,
        state.turn,
        state.actions,
        state.movements,
        state.used,
        state.has_beaten,
        state.rival,
        state.waiting,
        state.outcome and state.outcome.winners,
    )
