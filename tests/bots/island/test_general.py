"""The bot `general`: repeatable, in time, with levels; and what it advises people."""

import time

import pytest

from beachhead.bots.island.advice import advise, rank, reasons
from beachhead.bots.island.general import LEVELS, chooser
from beachhead.bots.island.turns import Turns
from beachhead.bots.island.weights import evaluation_for
from beachhead.bots.roster import UnknownBot, find_bot
from beachhead.bots.sdk import Decision
from beachhead.bots.search.expectimax import CHANCE
from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import NOMINATE_PAD

EMPTY = "12/12/12/12/12/12/12/12"
MIDDLE = "12/2ss4js1tn2/12/5*6/1sw10/7Sw4/12/3*8/8Je3/12/2Sn3Tn5/1Jn4Sn5 d:S..J. i:.s.sj 4+2 south"


@pytest.mark.parametrize("due", ["act:3 31", "zero 31", "act:1 31", "slide:2 31"])
def test_repeatable(due: str) -> None:
    """Without a clock the same decision gives the same answer and the same remarks."""
    said = []
    for _ in range(2):
        decision = Decision(state=f"{MIDDLE} {due}")
        said.append([chooser(1, 7)(decision), *decision.said])
    assert said[0] == said[1]
    assert said[0][0] in {action.text for action in ISLAND.legal(ISLAND.read(f"{MIDDLE} {due}"))}


class Ticks:
    """A clock on which a thousandth of a second passes whenever it is read."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 0.001
        return self.seconds


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    """The clock that searches read."""
    clock = Ticks()
    monkeypatch.setattr(time, "perf_counter", clock)
    return clock


@pytest.mark.parametrize(
    ("clock", "left", "least", "most"),
    [("move 50", 50, 0.025, 0.04), ("base 1000 10", 1000, 0.02, 0.06), ("base 1000 10", 30, 0.004, 0.02)],
)
def test_in_time(ticks: Ticks, clock: str, left: int, least: float, most: float) -> None:
    """With a clock it thinks as long as it may, and no longer."""
    choose = chooser(1)
    for due in ("act:3 31", "zero 31"):
        begun = ticks.seconds
        choose(Decision(state=f"{MIDDLE} {due}", clock=clock, time=left))
        assert least < ticks.seconds - begun < most


def test_remarks() -> None:
    """While it thinks it says its chances, how deep it looked, at how many positions, and what it expects to do."""
    decision = Decision(state=f"{MIDDLE} act:3 31")
    best = chooser(1)(decision)
    words = decision.said[-1].split()
    assert words[0:6:2] == ["score", "depth", "nodes"]
    assert 0.0 < float(words[1]) < 1.0
    assert int(words[3]) >= 2
    assert 5_000 < int(words[5]) < 20_000
    assert words[6:8] == ["pv", best.replace(" ", "-")]
    assert len(decision.said) > 2


def test_levels() -> None:
    """Every level plays, and the low ones are blurred by luck, the same with the same seed; others there are not."""
    decision = Decision(state=f"{MIDDLE} act:3 31")
    legal = {action.text for action in ISLAND.legal(ISLAND.read(decision.state))}
    for level in range(1, LEVELS):
        assert find_bot("general", level)(1)(decision) in legal
    choices = {chooser(seed, 1)(decision) for seed in range(12)}
    assert len(choices) > 1
    assert chooser(3, 1)(decision) == chooser(3, 1)(decision)
    with pytest.raises(UnknownBot, match="general' has levels 1 to 9, and no level 10"):
        find_bot("general", 10)
    with pytest.raises(UnknownBot, match="greedy' has no levels"):
        find_bot("greedy", 1)


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        (
            f"12/{EMPTY}/3ss8/12/3Sn8 c:SSSS. j:sss.. 0+0 south act:1 9",
            "shoot d1 d3",
            "now North's soldier on d3 has South's soldier on d1 in sight",
        ),
        (
            f"12/{EMPTY}/3ss8/12/3Sn8 c:SSSS. j:sss.. 0+0 south act:1 9",
            "move d1 d2",
            "after it nobody of yours is in sight",
        ),
        (f"12/{EMPTY}/3*sn7/12/3Sn8 c:SSSS. j:sss.. 6+4 south after 9", "shoot d1 d3", "the block is live with 60 %"),
        (
            f"11sn/{EMPTY}/12/12/9Se2 c:SSSS. j:sss.. 0+0 south act:1 9",
            "move j1 k1",
            "after it nobody of South's could play a 3, 4 or 5",
        ),
    ],
)
def test_reasons(state: str, action: str, reason: str) -> None:
    """The reasons name threats, the odds of blocks, and numbers that nobody could play."""
    before = ISLAND.read(state)
    assert reason in reasons(before, ISLAND.action(before, action))


def test_advice() -> None:
    """A hint is a legal action with the chances in words, and it is the same every time."""
    state = ISLAND.read(f"{MIDDLE} act:3 31")
    action, remarks, search = advise(state)
    assert (action, remarks, search) == advise(state)
    assert action in ISLAND.legal(state)
    assert search.startswith("score ")
    assert remarks[0].startswith("chances to win: ")


def test_advice_in_time(ticks: Ticks) -> None:
    """A hint keeps to its milliseconds."""
    advise(ISLAND.read(f"{MIDDLE} act:3 31"), 20)
    assert 0.015 < ticks.seconds < 0.03


@pytest.mark.parametrize(("mode", "kinds"), [("standard", 3), ("short", 3), ("allout", 2), ("blitz", 2)])
def test_advice_on_the_set_up(mode: str, kinds: int) -> None:
    """In the set-up the advice is a legal placement and says what it is for: blocks, characters, slots."""
    state, _ = ISLAND.start(mode, {"first": "south"})
    seen = set()
    while ISLAND.turn(state) == 0:
        action, remarks, _ = advise(state)
        seen.update(remarks)
        assert ISLAND.why_not(state, action) is None
        state, _ = ISLAND.apply(state, action)
    assert len(seen) == kinds


def test_ranks() -> None:
    """It compares actions by the side's chance to win, the best first; in the set-up nobody can tell."""
    state = ISLAND.read(f"{MIDDLE} act:3 31")
    ranked = rank(state, 3)
    assert len(ranked) == 3
    assert ranked[0][0] == advise(state)[0]
    assert 1 > ranked[0][1] >= ranked[1][1] >= ranked[2][1] > 0
    assert {action for action, _ in ranked} <= {*ISLAND.legal(state)}
    assert rank(ISLAND.start()[0], 3) == []


def test_the_dice_roll_for_the_pad() -> None:
    """After the pad is nominated chance decides how far it slides, not the side."""
    state = ISLAND.read(f"{MIDDLE} zero 31")
    nominated, _ = ISLAND.apply(state, NOMINATE_PAD)
    actor, edges = Turns(evaluation_for(state.mode)).edges(nominated, False)
    assert actor == CHANCE
    assert [edge[0] for edge in edges] == pytest.approx([1 / 6] * 6)
