"""The bot `raider`: what it does where the odds are clear, and that it wins."""

import pytest

from beachhead.bots.royale.raider import chooser
from beachhead.bots.sdk import Decision
from tests.engine.royale.tables import at
from tools.royale_matches import matches


def choose(state: str, seat: str = "p1") -> str:
    """What it does in a position."""
    return chooser(1)(Decision(game="royale", state=state.replace(":-/-:out:-:0:-:-", ":?0/-:out:-:0:-:?0"), seat=seat))


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (at("d4:jester e4:crown a4:boots", ["d4", "g4"]), "attack card"),  # nearly sure, and worth a card
        (at("d5:sword g4:crown a4:crown", ["d4", "g4"], budget="2.0"), "move d5"),  # a good card, and time to attack it
        (at("a4:sword g4:crown", ["d4:dagger,dagger,boots", "d4:crown,sword"], budget="1.0"), "attack p2"),
        (at("d4:crown e4:boots", ["d4:second-wind", "g4"], "wind"), "power second-wind"),
        (at("d4:sword a4:crown", ["d4x:phoenix", "g4"], budget="1.0"), "revive"),
        (at("a4:boots b4:sword c5:dagger g4:crown", ["d4:sword,crown,boots", "g4"], "stow:jester"), "stow crown"),
        (at("d4:crown e3:boots a4:sword g4:crown", ["d4x", "g4"], "retreat", budget="0.0"), "retreat e3"),
    ],
)
def test_clear_cases(state: str, action: str) -> None:
    """It attacks where the odds are good, goes where they will be, and gives up what matters least."""
    assert choose(state) == action


def test_beats_wanderers() -> None:
    """It is first in most games with three wanderers or with one: see docs/bots.md for how often."""
    for others, games in (["random"] * 3, 4), (["random"], 6):
        won = [share for share, _, _ in matches(["raider", *others], games, 1)]
        assert sum(won) >= 0.75 * games


def test_does_not_wander() -> None:
    """Games among raiders end because the cards are won, not by turns."""
    for others in (["raider"], ["raider"] * 3):
        for _, state, _ in matches(["raider", *others], 3, 2):
            assert state.outcome is not None
            assert state.outcome.reason in ("cards", "lead")


def test_repeats_itself() -> None:
    """With the same seed it plays the same game, and in another game than royale it wanders."""
    first, again = ([state for _, state, _ in matches(["raider"] * 2, 1, 5)] for _ in range(2))
    assert first == again
    assert chooser(1)(Decision(game="island", legal=["roll 3"])) == "roll 3"
