"""What an action would do, and what has happened, in sentences."""

from random import Random
from typing import Any

import pytest

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
    assert ISLAND.show.describe(state, ISLAND.action(state, action)).startswith(words)


def test_tell() -> None:
    """What has happened is told in a sentence for each event."""
    timeline = after(at("a1:Sn a3:ss", "after", turn=11), "shoot a1 a3")
    assert [ISLAND.show.tell(event) for event in timeline.now.told()] == [
        "South shoots from a1 at a3.",
        "North loses the soldier on a3.",
        "South wins, 12 points: the other side is beaten.",
    ]
    taken_out = after(at()).forfeit("south", "crash")
    assert [ISLAND.show.tell(event) for event in taken_out.now.told()] == [
        "South is taken out of the battle (crash).",
        "North wins, 12 points: the other side's program died.",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("removed north jeep pad 4", "North loses the jeep on slot 4."),
        ("removed south tank d4", "South loses the tank on d4."),
        ("blocked south 1a", "Nobody of South can move: the opponent takes a character (rule 1a)."),
        ("blocked north 1b", "North can bring nobody on: the opponent takes a character from the pad (rule 1b)."),
        ("next north 10", "Turn 10: North."),
        ("first south", "South is first."),
        ("over draw turns 5 5", "The battle is a draw: the turn limit is reached."),
        ("over draw elimination 5 5", "The battle is a draw: both sides are beaten."),
        ("over north resign 0 12", "North wins, 12 points: the other side has given up."),
    ],
)
def test_events_are_read_back(words: str, sentence: str) -> None:
    """An event is made from its words, has the same words again, and is told from its fields."""
    kind, *rest = words.split()
    event = ISLAND.events[kind](rest)
    assert (event.kind, event.text) == (kind, words)
    assert ISLAND.show.tell(event) == sentence


@pytest.mark.parametrize(
    "words",
    [
        "removed", "removed west jeep d4", "removed south boat d4", "removed south jeep d13", "removed south jeep pad 6",
        "removed south jeep pad x", "blocked south 2", "blocked south", "next north ten", "next west 1", "first east",
        "over nobody turns 5 5", "over draw turns 5", "over draw turns five 5",
    ],
)  # fmt: skip
def test_wrong_words_of_events(words: str) -> None:
    """Words that make no event raise ValueError."""
    kind, *rest = words.split()
    with pytest.raises(ValueError):  # noqa: PT011 (whatever says it)
        ISLAND.events[kind](rest)


@pytest.mark.parametrize("mode", ["standard", "short", "allout+live", "blitz+turns:8"])
def test_whole_battles_in_words(mode: str) -> None:
    """Every action of a battle can be described before and told after, and its events read back from their words."""
    before = None
    for timeline in laws.play(ISLAND, Random(5), mode):
        moment = timeline.now
        if moment.action is not None and before is not None:
            assert ISLAND.show.describe(before, moment.action)
            told = [ISLAND.show.tell(event) for event in moment.told()]
            assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in told), told
        for event in moment.events:
            again = ISLAND.events[event.kind](event.text.split()[1:])
            assert (type(again), again) == (type(event), event)
        before = timeline.state
