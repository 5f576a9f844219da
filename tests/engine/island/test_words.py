"""What an action would do, and what has happened, in sentences."""

from random import Random
from typing import Any

import pytest

from beachhead.engine.game import Forfeit
from beachhead.engine.island import ISLAND
from tests.engine import laws
from tests.engine.island.boards import DIAGONAL, after, at, state_of
from tests.engine.island.refusals import FIVE_EACH, HAND

PADS: dict[str, Any] = {"south": "c:S.T..", "north": "j:..j.."}
BLOCK = at("d2:Tn d3:Se d4:ss d6:* l12:ss", "act:4", blocks="3+1")

DESCRIPTIONS = [
    (at(), "move a1 a4", "soldier a1 to a4"),
    (
        BLOCK,
        "shoot d2 d6",
        "tank d2 hits the block on d6: 75 % live; if live and, in the crossfire, your own soldier d3",
    ),
    (at("d2:Jn d5:* l12:ss", "act:3"), "move d2 d5", "jeep d2 to d5, lands on a block: 100 % live"),
    (at("a1:Sn a3:ss"), "shoot a1 a3", "soldier a1 takes North's soldier a3"),
    (at(), "turn a1 a3 left", "soldier a1 to a3, turns left"),
    (at(phase="zero"), "turn a1 a1 right", "soldier a1 turns right"),
    (at("b5:Sn l12:ss", "zero", **PADS), "reinforce 3", "tank from slot 3 to c1, then only it moves"),
    (at(phase="zero"), "pad", "the next roll slides the pad"),
    (at(phase="slide:3"), "pad east", "the pad's centre to f, and the turn ends"),
    (at(phase="penalty"), "remove l12", "takes North's soldier l12"),
    (at("a1:Sn", "penalty@pad", north="l:...jt"), "remove pad 5", "takes North's tank"),
    (at(phase="after"), "end", "the turn is over"),
    (at("a12:Sn l12:ss"), "end", "nobody can move: the opponent takes a character (rule 1a)"),
    (at("", "blocks", **HAND), "setup block e4", "an obstacle block"),
    (at(DIAGONAL, "troops", **HAND), "setup tank c1 north", "a tank facing north"),
    (
        at(FIVE_EACH, "pads", **{**HAND, "south": "c:.....+JJJTT", "north": "j:.....+jjjtt"}),
        "setup jeep pad 3",
        "a jeep on",
    ),
    (at(phase="roll"), "roll 3", "the die shows 3"),
    (at("d2:Sn d4:* l12:ss") + " actions shoot d2 d4", "reveal d4 live", "the block on d4 is live"),
    (at(), "resign", "gives the battle to North"),
]


@pytest.mark.parametrize(("position", "action", "words"), DESCRIPTIONS)
def test_describe(position: str, action: str, words: str) -> None:
    """A legal action is described by what it would do."""
    state = state_of(position)
    assert ISLAND.describe(state, ISLAND.action(state, action)).startswith(words)


def test_tell() -> None:
    """What has been done is told with what followed, a sentence each."""
    timeline = after(at("a1:Sn a3:ss", "after", turn=11), "shoot a1 a3")
    assert timeline.now.action is not None
    assert ISLAND.tell("south", timeline.now.action, timeline.now.events) == [
        "South shoots from a1 at a3.",
        "North loses the soldier on a3.",
        "South wins, 12 points: the other side is beaten.",
    ]
    state, events = ISLAND.forfeit(state_of(at()), "south", "crash")
    assert ISLAND.tell("south", Forfeit("south", "crash"), events) == [
        "South is taken out of the battle (crash).",
        "North wins, 12 points: the other side's program died.",
    ]
    assert ISLAND.result(state) is not None


@pytest.mark.parametrize("mode", ["standard", "short", "allout+live", "blitz+turns:8"])
def test_whole_battles_in_words(mode: str) -> None:
    """Every action of a battle can be described before and told after, one sentence for it and one for each event."""
    before = None
    for timeline in laws.play(ISLAND, Random(5), mode):
        moment = timeline.now
        if moment.action is not None and before is not None:
            assert ISLAND.describe(before, moment.action)
            told = ISLAND.tell(moment.actor, moment.action, moment.events)
            assert len(told) == 1 + len(moment.events)
            assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in told), told
        before = timeline.state
