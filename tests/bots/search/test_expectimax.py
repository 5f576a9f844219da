"""The search that bots share, on a toy game whose values can be worked out by hand."""

import gc
from collections.abc import Hashable

import pytest

from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import CHANCE, ENDS, FREE, OVER, ROLLS, Edge, Expectimax, Plan
from beachhead.engine.values import Action

# A tree: a side (0, 1), CHANCE or OVER, and what can follow: the first opinion or the weight, the name, what it costs.
Tree = dict[str, tuple[int, list[tuple[float, str, int]]]]


class Choice(Action):
    """An action of the toy game."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        self.text = text


class Toy:
    """A model of a tree; counts how often each of its states is opened."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.opened: dict[str, int] = {}

    def edges(self, state: str, is_root: bool) -> tuple[int, list[Edge[str]]]:
        self.opened[state] = self.opened.get(state, 0) + 1
        actor, edges = self.tree[state]
        return actor, [(value, name, cost, Choice(name)) for value, name, cost in edges]

    def after(self, state: str, action: Action) -> str:
        return action.text

    def key(self, state: str) -> Hashable:
        return state


def leaf(value: float) -> tuple[int, list[tuple[float, str, int]]]:
    """The end of the game."""
    return OVER, [(value, "", FREE)]


# `safe` looks worse than `bold` at first, and is better once the other side has answered.
TREE: Tree = {
    "root": (0, [(0.7, "bold", ENDS), (0.6, "safe", ENDS), (0.1, "poor", ENDS)]),
    "bold": (CHANCE, [(0.5, "bold low", FREE), (0.5, "bold high", FREE)]),
    "bold low": (1, [(0.2, "lost", ENDS), (0.9, "won", ENDS)]),
    "bold high": (1, [(0.6, "even", ENDS)]),
    "safe": (CHANCE, [(1.0, "safe low", FREE)]),
    "safe low": (1, [(0.55, "even", ENDS), (0.9, "won", ENDS)]),
    "poor": (CHANCE, [(1.0, "bold low", FREE)]),
    "lost": leaf(0.0),
    "won": leaf(1.0),
    "even": leaf(0.5),
}


def search(tree: Tree, nodes: int | None = None) -> Expectimax[str]:
    """A search from the root of a tree."""
    return Expectimax(Toy(tree), "root", Budget(nodes))


def test_one_ply_takes_the_first_opinion() -> None:
    """A plan of one ply leaves the opinions on the ends of the turn as they are."""
    found = search(TREE)
    assert found.run([Plan(3)]).text == "bold"
    assert (found.value, found.depth) == (0.7, 1)


def test_two_plies_average_chance_and_answer() -> None:
    """With two plies the other side answers each outcome of chance as is best for it."""
    found = search(TREE)
    assert found.run([Plan(3), Plan(3, 3)]).text == "safe"
    values = {choice.action.text: choice.value for choice in found.ranked}
    assert values == pytest.approx({"bold": (0.2 + 0.6) / 2, "safe": 0.55, "poor": 0.2})


def test_three_plies_reach_the_end() -> None:
    """What is known of an ended game replaces the opinions; a state that comes twice is opened once."""
    model = Toy(TREE)
    found = Expectimax(model, "root", Budget())
    assert found.run([Plan(3, 3, 3)]).text == "safe"
    assert found.value == pytest.approx(0.5)
    assert set(model.opened.values()) == {1}


def test_width() -> None:
    """Choices beyond the width of a plan are not looked at again."""
    found = search(TREE)
    found.run([Plan(1, 3)])
    assert [choice.depth for choice in found.ranked] == [2, 0, 0]


def test_the_other_side() -> None:
    """Side 1 prefers low values, and its own value is their complement."""
    tree: Tree = {"root": (1, [(0.3, "a", ENDS), (0.2, "b", ENDS)])}
    found = search(tree)
    assert found.run([Plan(2)]).text == "b"
    assert found.value == pytest.approx(0.8)


def test_the_turn_goes_on() -> None:
    """A choice that costs nothing is followed to the end of the turn; one that rolls again is averaged, once in a turn."""
    tree: Tree = {
        "root": (0, [(0.9, "roll", ROLLS), (0.5, "shoot", FREE), (0.4, "end", ENDS)]),
        "roll": (CHANCE, [(0.5, "one", FREE), (0.5, "zero", FREE)]),
        "one": (0, [(0.3, "end", ENDS)]),
        "zero": (0, [(0.6, "roll", ROLLS), (0.2, "end", ENDS)]),
        "shoot": (0, [(0.7, "end", ENDS)]),
        "end": leaf(0.0),
    }
    found = search(tree)
    assert found.run([Plan(3)]).text == "shoot"
    assert {choice.action.text: choice.value for choice in found.ranked} == pytest.approx(
        {"roll": (0.3 + 0.6) / 2, "shoot": 0.7, "end": 0.4}
    )
    assert [action.text for action in found.line()] == ["shoot", "end"]


def test_budget() -> None:
    """A plan that the budget cuts short counts if it can compare; else the one before stands."""
    for nodes in range(1, 12):
        found = search(TREE, nodes)
        best = found.run([Plan(3), Plan(3, 3), Plan(3, 3, 3)])
        assert best == found.ranked[0].action
        assert found.nodes <= nodes + 3
        deep = [choice for choice in found.ranked if choice.depth == found.depth]
        assert found.depth < 2 or len(deep) > 1
    assert search(TREE, 1).run([Plan(3)]).text == "bold"


def test_freed_at_once() -> None:
    """A search whose rolls lead back to where they were thrown is freed without a collection of garbage."""
    tree = dict(TREE)
    tree["root"] = (0, [(0.6, "again", FREE), (0.5, "safe", ENDS)])
    tree["again"] = (0, [(0.6, "roll", ROLLS), (0.5, "safe", ENDS)])
    tree["roll"] = (CHANCE, [(0.5, "again", FREE), (0.5, "bold", FREE)])
    gc.collect()
    gc.disable()
    try:
        found = search(tree)
        found.run([Plan(2, 2, rolls=1)])
        del found
        assert gc.collect() == 0
    finally:
        gc.enable()
