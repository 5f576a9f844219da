"""The bots of the island from the beginner's upwards: how they choose, and that they win as they should."""

from collections.abc import Callable

import pytest

from beachhead.bots.island import general, greedy, rookie, scout
from beachhead.bots.random import chooser as random
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.mode import BASES
from tests.bots.battles import battle

EMPTY = "12/12/12/12/12/12/12/12"


def score(mode: str, bot: Choose, opponent: Choose, pairs: int) -> float:
    """The share of mirrored battles that the bot wins, draws counted half."""
    points = 0.0
    for pair in range(pairs):
        for seat in ("south", "north"):
            south, north = (bot, opponent) if seat == "south" else (opponent, bot)
            result = ISLAND.result(battle(mode, f"ladder {pair}", south, north).state)
            assert result is not None
            points += 0.5 if not result.winners else result.winners == (seat,)
    return points / (2 * pairs)


@pytest.mark.parametrize(
    ("bot", "opponent", "pairs", "least"),
    [
        (rookie.chooser(1), random(2), 15, 0.8),
        (greedy.chooser(1), rookie.chooser(2), 5, 0.8),
        (scout.chooser(1), rookie.chooser(2), 5, 0.9),
    ],
)
def test_beats(bot: Choose, opponent: Choose, pairs: int, least: float) -> None:
    """It wins at least so often against the bot below."""
    assert score("standard", bot, opponent, pairs) >= least


@pytest.mark.parametrize("mode", BASES)
@pytest.mark.parametrize("make", [rookie.chooser, scout.chooser])
def test_plays(mode: str, make: Callable[[int | None], Choose]) -> None:
    """It plays a whole battle of every mode by the rules, set-up included, and beats `random`."""
    timeline = battle(mode, "7", make(1), random(2))
    result = ISLAND.result(timeline.state)
    assert result is not None
    assert result.winners == ("south",)


@pytest.mark.parametrize("make", [scout.chooser, general.chooser])
@pytest.mark.parametrize(
    ("state", "action"),
    [
        # A shot that takes somebody for nothing is fired before the move that would lose sight of it.
        (f"12/{EMPTY}/3sn8/12/3Sn8 c:SSSS. j:sss.. 0+0 south act:3 9", "shoot d1 d3"),
        # A shot that takes only the own is not fired.
        (f"12/{EMPTY}/3Se8/12/3Sn8 c:SS... j:sss.. 0+0 south after 9", "end"),
        # A live block with an enemy beside it is set off, one with only the own beside it is not.
        (f"12/{EMPTY}/3*sn7/12/3Sn8 c:SSSS. j:sss.. 6+0 south after 9", "shoot d1 d3"),
        (f"sn11/{EMPTY}/3*Se7/12/3Sn8 c:SSS.. j:sss.. 6+0 south after 9", "end"),
        # The last enemy within reach of a move is taken: with a 3 from b1 to c1, left at d1, and it sees d3.
        (f"12/{EMPTY}/3se8/12/1Se10 c:..... j:..... 0+0 south act:3 9", "turn b1 d1 left"),
    ],
)
def test_choices(make: Callable[[int | None], Choose], state: str, action: str) -> None:
    """It does what pays."""
    assert make(1)(Decision(state=state)) == action


def test_scout_is_quick() -> None:
    """A scout looks at a bounded number of positions, also after a 0 with a full island."""
    start = "SnSnSnSnSnJnJnJnTnTn2"
    decision = Decision(state=f"{start.lower()}/{EMPTY}/12/12/{start} - - 0+0 south zero 9 allout")
    scout.chooser(1)(decision)
    assert int(decision.said[-1].split()[5]) <= 2500
