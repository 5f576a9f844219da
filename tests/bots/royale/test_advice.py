"""Advice in royale: the action, the odds that speak for it, and what the next best would cost."""

from beachhead.bots.royale.advice import advise, rank
from beachhead.engine.royale import ROYALE
from tests.engine.royale.tables import at, state_of

DRINKS = at("", ["-~-", "-~-"], "drinks", turn=0, rest="map")


def test_says_why() -> None:
    """It names the odds of an attack, and the card that a move leads to."""
    action, remarks, search = advise(state_of(at("d4:boots", ["d4", "g4"], rest="map")))
    assert action.text == "attack card"
    assert search.startswith("score 0.")
    assert "boots 6: 96 %" in remarks
    assert any("of the win" in remark for remark in remarks)
    action, remarks, search = advise(state_of(at("d5:sword g4:greatsword a4:crown", ["d4", "g4"], budget="2.0")))
    assert (action.text, remarks[0]) == ("move d5", "sword 8 is there: 85 %")


def test_tells_nothing_hidden() -> None:
    """What others hold in reserve makes no difference to the advice, which is the same every time."""
    said = set()
    for hidden in ("crown,greatsword", "jester,boots"):
        state = state_of(at("d5:sword g4:dagger a4:crown", ["d4", f"g4:eagle:{hidden}"], budget="2.0"))
        said.add(str(advise(state)))
        said.add(str(advise(state)))
    assert len(said) == 1


def test_nothing_to_choose() -> None:
    """If only one action is legal, it says so, and before play it names one that is legal."""
    assert advise(state_of(at(budget="0.0")))[1] == ["nothing else is legal"]
    state = ROYALE.read(DRINKS)
    assert advise(state, 50)[0] in ROYALE.legal(state)


def test_ranks() -> None:
    """It compares actions by their share of the win, the best first, by what the seat can see."""
    found = set()
    for hidden in ("crown,greatsword", "jester,boots"):
        state = state_of(at("d5:sword g4:dagger a4:crown", ["d4", f"g4:eagle:{hidden}"], budget="2.0"))
        ranked = rank(state, 3)
        assert ranked[0][0] == advise(state)[0]
        assert 1 > ranked[0][1] >= ranked[1][1] >= ranked[2][1] > 0
        found.add(str(ranked))
    assert len(found) == 1
