"""The bot `warlord`: plans over what it cannot see, says what it thinks, and has levels."""

import pytest

from beachhead.bots.royale.warlord import LEVELS, Warlord, chooser
from beachhead.bots.sdk import Decision, GameInfo
from beachhead.engine.royale import ROYALE
from tests.engine.royale.tables import at, state_of
from tools.ladder.matches import Match, play_block


def decision(text: str, seat: str = "p1", time: int | None = None, clock: str = "none") -> Decision:
    """A decision in a position, as the seat sees it."""
    return Decision(game="royale", seat=seat, state=ROYALE.view(state_of(text), seat), time=time, clock=clock)


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (at("d4:boots", ["d4", "g4"], rest="map"), "attack card"),
        # The walk is for a card that can be attacked this turn, not for the better one that is too far.
        (at("d5:sword g4:greatsword a4:crown", ["d4", "g4"], budget="2.0"), "move d5"),
        (at("d4:sword", ["d4", "e5"], budget="1.0"), "attack card"),
    ],
)
def test_clear_cases(state: str, action: str) -> None:
    """It finds what one turn brings."""
    assert chooser(1, nodes=500)(decision(state)) == action


def test_says_what_it_thinks() -> None:
    """It tells its chance to win, how far it looked, and the odds of its attack."""
    asked = decision(at("d4:jester b4:boots a4:sword c6:buckler d7:eagle", ["d4", "g4::dagger"]))
    chooser(1, nodes=500)(asked)
    words = asked.said[0].split()
    assert words[0] == "score"
    assert 0 <= float(words[1]) <= 1
    assert words[2] == "depth"
    assert int(words[3]) > 0
    assert asked.said[0].endswith("pv attack card text jester 5: 99 %")


def test_thinks_as_long_as_it_may() -> None:
    """With a clock it looks at less, and with hardly any time it still answers."""
    bot = Warlord(1)
    for clock, left in (("base 1000 10", 12), ("move 20", 20), ("none", 1)):
        asked = decision(at("d4:boots", ["d4", "g4"], rest="map"), time=left, clock=clock)
        assert bot(asked) == "attack card"


def test_remembers() -> None:
    """What it has heard it does not draw: a win that hangs on a hidden card is sure to who has seen it go there."""
    text = at("d4:sword", ["d4:crown:dagger", "d5x:boots:jester,boots", "e5:crown"], budget="1.0", rest="map")
    late, told = Warlord(1, nodes=300), Warlord(1, nodes=300)
    for bot in (late, told):
        bot.begin(GameInfo("royale", "standard", "p1"))
        bot(decision(text))
    told.hear("p2 swap jester boots")
    told.hear("p2 swap boots jester")
    assert told._known.sure(1) == tuple(sorted([ROYALE.start()[0].box.by_id["jester"]]))
    assert late._known.sure(1) == ()
    told.hear("won p2 crown a4")  # nothing that agrees with what it sees: it begins anew
    told(decision(text))
    assert told._known == late._known


def test_levels() -> None:
    """Every level plays legally; the higher ones look at more positions."""
    nodes = []
    for level in range(1, len(LEVELS) + 1):
        text = at("d7:sword d6:crown e5:boots", ["d7", "g4:dagger"], budget="2.0")
        asked = decision(text)
        action = chooser(1, level=level)(asked)
        assert action in {each.text for each in ROYALE.legal(state_of(text))}
        nodes.append(int(asked.said[0].split()[5]))
    assert nodes[0] < nodes[-1]
    assert list(LEVELS) == sorted(LEVELS)


def test_repeats_itself() -> None:
    """With the same seed it plays the same game, and in another game than royale it wanders."""
    match = Match("royale", "warlord:nodes=20", ("raider",), has_luck=False)
    first, again = (play_block(match, 5) for _ in range(2))
    assert (first.decisions, first.share, first.ends) == (again.decisions, again.share, again.ends)
    assert chooser(1)(Decision(game="island", legal=["roll 3"])) == "roll 3"
