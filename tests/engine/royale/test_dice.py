"""The keyed dice: which key is hashed for which chance event, and what counts in it."""

from pathlib import Path

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import State
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE
from tests.engine.royale.tables import BOX, after, at
from tests.vectors import keyed

VECTORS = Path(__file__).parent.parent.parent / "vectors"
OPENING = ["deal " + BOX.ids[card] for card in BOX.pack]
LAST_MAP = "a4:greatsword d4:crown"


def keys(timeline: Timeline[State], answers: list[int] | None = None) -> list[str]:
    """The keys that are hashed for the chance event that is due."""
    asked: list[str] = []

    def h(key: str) -> int:
        asked.append(key)
        return answers[len(asked) - 1] if answers else 0

    ticket = ROYALE.draw(timeline.state, timeline.past(), h)
    assert ROYALE.why_not(timeline.state, ticket) is None
    return [*asked, ticket.text]


def test_the_deal() -> None:
    """A card is drawn from those left, in the deck's order with repeats."""
    assert keys(after("start 2"), [0]) == ["deal d7", "deal boots"]
    assert keys(after("start 2"), [24]) == ["deal d7", "deal jester"]
    assert keys(after("start 2", "deal boots", "deal jester"), [2]) == ["deal d6", "deal warhorse"]
    assert keys(after("start 2", "deal boots", "deal jester"), [22]) == ["deal d6", "deal shackles"]
    assert keys(after("start 2", *OPENING[:24]), [7]) == ["deal d1", "deal jester"]


def test_the_rolloff() -> None:
    """A seat's die is keyed by the round, which a tie begins anew; one that goes out does not."""
    assert keys(after("start 3", *OPENING), [5]) == ["rolloff p1 1", "roll 6"]
    assert keys(after("start 3", *OPENING, "roll 4"), [6]) == ["rolloff p2 1", "roll 1"]
    tied = ["roll 4", "roll 1", "roll 4"]
    assert keys(after("start 3", *OPENING, *tied), [0]) == ["rolloff p1 2", "roll 1"]
    assert keys(after("start 3", *OPENING, *tied, "roll 2"))[0] == "rolloff p3 2"
    assert keys(after("start 3", *OPENING, *tied, "roll 2", "roll 2"))[0] == "rolloff p1 3"
    assert keys(after("start 3", *OPENING, "roll 4", "forfeit p1 hang"))[0] == "rolloff p2 1"
    assert keys(after("start 4", *OPENING, *tied, "forfeit p4 hang"))[0] == "rolloff p1 2"
    gone = ["forfeit p1 hang", "forfeit p2 hang"]
    assert keys(after("start 4", *OPENING, "roll 4", "roll 4", "roll 1", "roll 1", *gone))[0] == "rolloff p3 3"


def test_rounds_count_from_a_position() -> None:
    """After a position the round that it is in is the first."""
    text = at("", ["-~-"] * 3, "rolloff:4,x,-", side="p3", mover="-", turn=0, rest="map")
    assert keys(after(text))[0] == "rolloff p3 1"
    assert keys(after(text, "roll 4"))[0] == "rolloff p1 2"


def test_dice_in_play() -> None:
    """Each seat's dice are counted by themselves within a turn, in strikes and duels alike."""
    text = at(LAST_MAP + " b4:sword", ["d4:second-wind", "d5"], budget="9.0")
    dice = after(text, "attack card")
    assert keys(dice, [0, 7, 14]) == ["die p1 9 1", "die p1 9 2", "die p1 9 3", "roll 1 2 3"]
    again = ["attack card", "roll 1 2 3", "power second-wind"]
    assert keys(after(text, *again))[:3] == ["die p1 9 4", "die p1 9 5", "die p1 9 6"]
    duel = [*again, "roll 6 6 6", "move d5", "attack p2"]
    assert keys(after(text, *duel), [5, 0]) == ["die p1 9 7", "die p2 9 1", "roll 6 1"]
    assert keys(after(text, *duel, "roll 6 1"))[:2] == ["die p1 9 8", "die p2 9 2"]


def test_two_dice_of_an_attacker() -> None:
    """Without cards the attacker's two dice come first, then the defender's one."""
    text = at(players=["d4", "d4"])
    assert keys(after(text, "attack p2"), [1, 2, 3]) == ["die p1 9 1", "die p1 9 2", "die p2 9 1", "roll 2 3 4"]
    later = after(text, "attack p2", "roll 6 6 1")
    assert keys(later)[:3] == ["die p1 9 3", "die p1 9 4", "die p2 9 2"]


def test_dice_count_anew_in_the_next_turn() -> None:
    """The next turn's dice are counted from 1, also of a seat that threw as a defender before."""
    text = at("e4:crown b4:sword", ["d4:boots", "d4:boots"])
    timeline = after(text, "attack p2", "roll 1 1", "roll 6 1", "roll 6 1", "roll 6 1", "retreat e4", "pick boots", "end",
                     "revive", "attack card")  # fmt: skip
    assert keys(timeline)[:3] == ["die p2 10 1", "die p2 10 2", "die p2 10 3"]


def test_picks() -> None:
    """A pick is keyed by the turn and the pick's number in it."""
    text = at(LAST_MAP, ["d4:boots", "d4:sword", "d4:crown,dagger,dagger"], budget="3.0")
    won = ["roll 6 1"] * 3
    first = after(text, "attack p2", *won, "retreat d5")
    assert keys(first, [5]) == ["pick 9 1", "pick sword"]
    second = after(text, "attack p2", *won, "retreat d5", "pick sword", "attack p3", *won, "retreat d5")
    assert keys(second, [5]) == ["pick 9 2", "pick crown"]
    assert keys(second, [1])[1] == "pick dagger"


def drawn(timeline: Timeline[State], seed: str) -> str:
    """What the keyed dice draw with a seed."""
    return ROYALE.draw(timeline.state, timeline.past(), lambda key: keyed(f"{seed} {key}")).text


def test_the_vectors() -> None:
    """What the vectors say of deals, dice and picks is what the engine draws from the same keys."""
    second_round = after("start 3", *OPENING, "roll 4", "roll 4", "roll 4", "roll 1", "roll 1")
    text = at("d4:crown a4:sword", ["e5", "d4:second-wind"], "turn", side="p2", mover="p2")
    fourth_die = after(text, "attack card", "roll 1 1 2", "power second-wind")
    pick = after(at(players=["d4", "d5x:boots,sword,dagger"], phase="pick@p1:p2", budget="1.0:beaten"))
    seen = set()
    for line in (VECTORS / "dice.txt").read_text(encoding="utf-8").splitlines():
        text, number, _, outcome = line.split(" | ")
        assert keyed(text) == int(number)
        seed, key = text.split(" ", 1)
        match key:
            case "deal d7":
                assert drawn(after("start 2"), seed) == OPENING[int(outcome)]
            case "rolloff p3 2":
                assert drawn(second_round, seed) == f"roll {outcome}"
            case "die p2 9 4":
                assert drawn(fourth_die, seed).split()[1] == outcome
            case "pick 9 1":
                assert drawn(pick, seed) == "pick " + ["boots", "sword", "dagger"][int(outcome)]
            case _:
                continue
        seen.add(key)
    assert len(seen) == 4


@pytest.mark.parametrize("seed", ["7", "42", "2147483648"])
def test_a_whole_deal(seed: str) -> None:
    """A deal by the keyed dice deals every card of the deck once for each copy."""
    timeline = after("start 2")
    dealt = []
    while ROYALE.actor(timeline.state) == CHANCE and ROYALE.legal(timeline.state)[0].kind == "deal":
        dealt.append(drawn(timeline, seed))
        timeline = timeline.play(ROYALE.action(timeline.state, dealt[-1]))
    assert sorted(dealt) == sorted(OPENING)
