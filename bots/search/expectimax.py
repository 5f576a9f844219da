"""Expectimax over turns, for two sides: deeper step by step, a few good choices wide, and ready to answer at any time.

A game's ``Model`` returns the successors of a state: the outcomes of chance, or the choices of a side. Each choice has a
first opinion (the probability that side 0 wins). It costs one ply if it ends the turn, and nothing otherwise. The search
replaces the opinions on the best choices by the values of their successors. A ``Plan`` sets the number of choices for
each ply; ``Expectimax`` goes from plan to plan until its budget is used up.

All values are the probability that side 0 wins: side 0 prefers the higher ones, side 1 the lower ones.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from beachhead.bots.search.budget import Budget, Spent
from beachhead.engine.values import Action

S = TypeVar("S")

CHANCE: Final = -1
OVER: Final = -2
FREE: Final = 0  # the same turn goes on after the choice
ENDS: Final = 1  # the choice ends the turn
ROLLS: Final = 2  # chance decides how the same turn goes on; followed once in a turn

# Of chance: the weight, the state before the action, FREE, the action. Of a side: the first opinion, the state before the
# action, the cost, the action. The state after it is made only if the edge is followed.
Edge = tuple[float, S, int, Action]

KEPT: Final = 8  # choices that are kept for a deeper look; no plan is wider
DEEPEST: Final = 16  # moments of one turn that are followed


class Plan:
    """How wide and how deep to look."""

    __slots__ = ("inner", "rolls", "widths")

    def __init__(self, *widths: int, inner: int = 3, rolls: int = 1) -> None:
        self.widths = widths  # how many choices are looked at on the first ply, the second, …
        self.inner = inner  # how many of the first ply after a choice that did not end it
        self.rolls = rolls  # on how many plies a choice that ROLLS is followed


class Model(Protocol[S]):
    """The part of a game that a search needs."""

    def edges(self, state: S, is_root: bool) -> tuple[int, list[Edge[S]]]:
        """Return who decides (a side, CHANCE, or OVER if the value is exact), and the edges in any order.

        OVER has one edge, with the value. At the root every legal action has an edge.
        """

    def after(self, state: S, action: Action) -> S:
        """Return the state after an action."""

    def key(self, state: S) -> Hashable:
        """Return a key that no other state of the same search has."""


class Node(Generic[S]):
    """A state whose successors are known."""

    __slots__ = ("actor", "children", "edges")

    def __init__(self, actor: int, edges: list[Edge[S]]) -> None:
        self.actor = actor
        self.edges = edges  # of a side: the best first
        self.children: list[Node[S] | None] = [None] * len(edges)


class Ranked(Generic[S]):
    """A choice at the root with its value."""

    __slots__ = ("action", "depth", "edge", "value")

    def __init__(self, edge: int, action: Action, value: float) -> None:
        self.edge = edge
        self.action = action
        self.value = value
        self.depth = 0  # of the last plan that searched it; 0: the first opinion


class Expectimax(Generic[S]):
    """One search from one state."""

    def __init__(self, model: Model[S], state: S, budget: Budget) -> None:
        self._model = model
        self._budget = budget
        self._table: dict[Hashable, Node[S]] = {}
        self._done: Plan | None = None
        self.depth = 0  # plies of the last plan that changed values
        self._root = self._node(state, True)
        self.actor = self._root.actor
        self.ranked = [Ranked[S](i, edge[3], edge[0]) for i, edge in enumerate(self._root.edges)]

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._budget.nodes

    def run(self, plans: Sequence[Plan], on_plan: Callable[[Expectimax[S]], object] | None = None) -> Action:
        """Search plan after plan until the budget is used up; return the best action."""
        was_collecting = gc.isenabled()
        gc.disable()  # the tree has no cycles, so collection would only cost time
        try:
            for plan in plans:
                if not self.ranked or not self._budget.allows_another():
                    break
                try:
                    self._follow(plan)
                except Spent:
                    break
                if on_plan is not None:
                    on_plan(self)
        finally:
            if was_collecting:
                if not gc.get_freeze_count():  # nobody else relies on it
                    gc.freeze()  # these two make the tree old without looking through it: it is soon freed as a whole
                    gc.unfreeze()
                gc.enable()
        return self.ranked[0].action

    @property
    def value(self) -> float:
        """The value of the best choice for the side that decides."""
        value = self.ranked[0].value
        return value if self.actor == 0 else 1.0 - value

    def look_at(self, action: Action) -> float:
        """Return the value of a choice for the side that decides, searched as deep as the best one without a limit."""
        chosen = next(choice for choice in self.ranked if choice.action == action)
        if self._done is not None and chosen.depth < self.ranked[0].depth:
            self._budget.lift()
            chosen.value = self._child(self._root, chosen.edge, self._done, 0, self._done.rolls > 0, 0)
            chosen.depth = len(self._done.widths)
        return chosen.value if self.actor == 0 else 1.0 - chosen.value

    def line(self) -> list[Action]:
        """Return the expected actions of the side that decides, until its turn ends."""
        found = []
        node: Node[S] | None = self._root
        best = self.ranked[0].edge
        while node is not None and node.actor == self.actor and node.edges:
            found.append(node.edges[best][3])
            if node.edges[best][2] != FREE:
                break
            node, best = node.children[best], 0
        return found

    def _follow(self, plan: Plan) -> None:
        """Search the best choices by a plan. If the budget ends, use the new values if there are at least two."""
        sign = 1.0 if self.actor == 0 else -1.0
        chosen = self.ranked[: plan.widths[0]]
        seen: list[tuple[Ranked[S], float]] = []
        is_whole = False
        try:
            for choice in chosen:
                seen.append((choice, self._child(self._root, choice.edge, plan, 0, plan.rolls > 0, 0)))
            is_whole = True
        finally:
            if len(seen) > 1 or is_whole:
                for choice, value in seen:
                    choice.value = value
                    choice.depth = len(plan.widths)
                looked_at = sorted((choice for choice, _ in seen), key=lambda choice: -sign * choice.value)
                self.ranked = looked_at + [choice for choice in self.ranked if choice not in looked_at]
                self.depth = len(plan.widths)
                self._done = plan

    def _child(self, node: Node[S], i: int, plan: Plan, ply: int, spare: bool, moment: int) -> float:
        """Return the value of an edge of a side."""
        opinion, state, cost, action = node.edges[i]
        if cost == ENDS:
            ply += 1
            if ply == len(plan.widths):
                return opinion
            moment = 0
            spare = ply < plan.rolls
        elif cost == ROLLS:
            if not spare:
                return opinion
            spare = False
        if moment == DEEPEST:
            return opinion
        child = node.children[i]
        if child is None:
            child = self._found(state, action)
            if cost != ROLLS:  # the roll can lead back to this node: the tree would have a cycle, and never be freed
                node.children[i] = child
        return self._value(child, plan, ply, spare, moment + 1)

    def _value(self, node: Node[S], plan: Plan, ply: int, spare: bool, moment: int) -> float:
        edges = node.edges
        if node.actor == OVER:
            return edges[0][0]
        if node.actor == CHANCE:
            value = 0.0
            for i, edge in enumerate(edges):
                child = node.children[i]
                if child is None:
                    child = node.children[i] = self._found(edge[1], edge[3])
                value += edge[0] * self._value(child, plan, ply, spare, moment)
            return value
        width = plan.widths[ply] if ply else min(plan.widths[0], plan.inner)
        values = [self._child(node, i, plan, ply, spare, moment) for i in range(min(width, len(edges)))]
        return max(values) if node.actor == 0 else min(values)

    def _found(self, before: S, action: Action) -> Node[S]:
        """Return the node of the state after an action, from the table if it is there."""
        state = self._model.after(before, action)
        key = self._model.key(state)
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self._node(state, False)
        return node

    def _node(self, state: S, is_root: bool) -> Node[S]:
        self._budget.check()
        actor, edges = self._model.edges(state, is_root)
        if actor >= 0:
            self._budget.nodes += len(edges)
            if len(edges) > 1:
                edges.sort(key=_opinion, reverse=actor == 0)
                if not is_root:
                    del edges[KEPT:]
        return Node(actor, edges)


def _opinion(edge: Edge[S]) -> float:
    return edge[0]
