"""The bot `raider`: what it does if the odds are clear, and that it wins."""

import pytest

from beachhead.bots.royale.raider import chooser
from beachhead.bots.sdk import Decision
from tests.engine.royale.tables import at
from tools.ladder.matches import Match, play_block


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
    """It attacks if the odds are good, goes where they will be, and return up what matters least."""
    assert choose(state) == action


@pytest.mark.parametrize(("others", "blocks"), [(("wanderer",) * 3, 1), (("random",), 3)])
def test_beats_wanderers(others: tuple[str, ...], blocks: int) -> None:
    """It is first in most games with three wanderers or with one: see docs/bots-royale.md for how often."""
    match = Match("royale", "raider", others, has_luck=False)
    won = sum(play_block(match, number).share for number in range(blocks))
    assert won >= 0.75 * blocks * match.seats


@pytest.mark.parametrize("others", [("raider",), ("raider",) * 3])
def test_does_not_wander(others: tuple[str, ...]) -> None:
    """Games among raiders end because the cards are won, not by turns."""
    assert set(play_block(Match("royale", "raider", others, has_luck=False), 2).ends) <= {"cards", "lead"}


def test_repeats_itself() -> None:
    """With the same seed it plays the same game, and in another game than royale it wanders."""
    match = Match("royale", "raider", ("raider",), has_luck=False)
    first, again = (play_block(match, 5) for _ in range(2))
    assert (first.decisions, first.share, first.ends) == (again.decisions, again.share, again.ends)
    assert chooser(1)(Decision(game="island", legal=["roll 3"])) == "roll 3"
