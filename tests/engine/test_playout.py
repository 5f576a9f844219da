"""Playouts: the same games from the same seeds, counted as they ended."""

from typing import Any

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.engine.interrupt import Stopped
from beachhead.engine.island import ISLAND
from beachhead.engine.playout import Dice, playouts
from beachhead.engine.values import Action


@pytest.mark.parametrize("name", NAMES)
def test_games_can_be_divided(name: str) -> None:
    """Games from a seed are the same however they are divided; shares add up to one."""
    game: Any = find_game(name)
    state = game.start("standard", {})[0]
    whole = playouts(game, state, 6, seed=5)
    parts = playouts(game, state, 4, seed=5).results + playouts(game, state, 2, seed=5, first=4).results
    assert whole.results == parts
    assert sum(whole.share(seat) for seat in whole.seats) == pytest.approx(1)
    assert whole.games == 6
    assert whole.points(whole.seats[0]) == sum(result.points[0] for result in whole.results)
    assert playouts(game, state, 6, seed=6).results != parts


def test_same_in_every_build() -> None:
    """What a seed leads to is fixed."""
    found = playouts(ISLAND, ISLAND.start("standard", {"first": "south"})[0], 20, seed=3)
    assert (found.share("south"), found.points("south"), found.actions) == (0.4, 179, 5070)


def test_policy() -> None:
    """A policy chooses among the legal actions for the seats, and chance is still drawn."""

    def last(state: Any, actions: list[Action], draw: Any) -> Action:
        return max(actions, key=str)

    first = playouts(ISLAND, ISLAND.start()[0], 2, last, seed=1)
    again = playouts(ISLAND, ISLAND.start()[0], 2, last, seed=1)
    assert first.results == again.results
    by_luck = playouts(ISLAND, ISLAND.start()[0], 2, lambda _, actions, draw: actions[draw(len(actions))], seed=1)
    assert by_luck.results == playouts(ISLAND, ISLAND.start()[0], 2, seed=1).results


def test_stops() -> None:
    """Playouts ask whether to stop, and say how far they had come."""
    with pytest.raises(Stopped, match=r"after \d+ games"):
        playouts(ISLAND, ISLAND.start()[0], 1000, seed=1, is_stopped=lambda: True)


def test_dice_are_fair() -> None:
    """A number below six comes up as often as any other."""
    dice, counts = Dice(7), [0] * 6
    for _ in range(60_000):
        counts[dice.below(6)] += 1
    assert max(counts) - min(counts) < 600
