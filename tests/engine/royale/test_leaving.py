"""Going out at any moment: what falls away, what stays, who is due next, who has won."""

from typing import Any

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.ending import result
from beachhead.engine.values import BadOption
from tests.engine.royale.tables import after, at, found, state_of, told

SETUP: dict[str, Any] = {"cards": "", "turn": 0, "rest": "map"}
FULL = "sword,crown,boots"
MAP = "a4:greatsword b4:greatsword d4:second-wind"
OTHERS = ["c3:dagger", "e3"]

STRIKE = at(MAP, ["d4:boots", *OTHERS], "strike")
WIND = at(MAP, ["d4:second-wind", *OTHERS], "wind")
DUEL = at(MAP, ["d4:boots", "d4", "e3"], "duel:p2:1-2")
RETREAT = at(MAP, ["d4x", *OTHERS], "retreat")
LOST = at(MAP, ["d4x:boots", "d4", "e3"], "retreat@p2")
WON = at(MAP, ["d4", "d4x:boots", "e3"], "retreat@p1", side="p2", budget="1.0:beaten")
PICK = at(MAP, ["d4", "d5x:boots", "e3"], "pick@p1:p2", budget="1.0:beaten")
PICKED = at(MAP, ["d5x:boots", "d4", "e3"], "pick@p2:p1", side="p2")
STOW = at(MAP, [f"d4:{FULL}", *OTHERS], "stow:jester")
STOWED = at(MAP, ["d5x", f"d4:{FULL}", "e3"], "stow:jester", side="p2")

# position, who goes, the events, and SIDE, PHASE and MOVER afterwards
PLAY = [
    (STRIKE, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (STRIKE, "p2", ["out p2"], "p1 strike p1"),
    (WIND, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (WIND, "p3", ["out p3"], "p1 wind p1"),
    (DUEL, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (DUEL, "p2", ["out p2"], "p1 turn p1"),
    (DUEL, "p3", ["out p3"], "p1 duel:p2:1-2 p1"),
    (RETREAT, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (RETREAT, "p2", ["out p2"], "p1 retreat p1"),
    (LOST, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (LOST, "p2", ["out p2"], "p1 turn p1"),
    (LOST, "p3", ["out p3"], "p1 retreat@p2 p1"),
    (WON, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (WON, "p2", ["out p2"], "p1 turn p1"),
    (WON, "p3", ["out p3"], "p2 retreat@p1 p1"),
    (PICK, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (PICK, "p2", ["out p2"], "p1 turn p1"),
    (PICK, "p3", ["out p3"], "p1 pick@p1:p2 p1"),
    (PICKED, "p2", ["out p2"], "p1 turn p1"),
    (PICKED, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (STOW, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (STOW, "p2", ["out p2"], "p1 stow:jester p1"),
    (STOWED, "p2", ["out p2"], "p1 turn p1"),
    (STOWED, "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (at(MAP, ["d4", *OTHERS]), "p1", ["out p1", "next p2 10"], "p2 ready p2"),
    (at(MAP, ["d4", *OTHERS], turn=200), "p1", ["out p1", "over p2 turns 0 8 0 0"], "- over:p2 -"),
    (at(MAP, ["d4", *OTHERS], turn=200), "p2", ["out p2"], "p1 turn p1"),
    (at(MAP, ["d4", *OTHERS], side="p3", mover="p3", phase="ready"), "p3", ["out p3", "next p1 10"], "p1 ready p1"),
]


@pytest.mark.parametrize(("position", "seat", "events", "due"), PLAY)
def test_in_play(position: str, seat: str, events: list[str], due: str) -> None:
    """What the seat had a part in falls away, the mover continues, and if it was the mover its turn ends."""
    timeline = after(position, f"forfeit {seat} hang")
    assert [event.text for event in timeline.now.events] == events
    side, phase, mover = ROYALE.write(timeline.state).split()[2:5]
    assert f"{side} {phase} {mover}" == due
    assert found(position, seat, f"forfeit {seat} hang").split(":")[:2] == ["-", "out"]


def test_who_was_to_retreat_stays() -> None:
    """Who has died lies where it died when the winner goes before its retreat."""
    assert found(LOST, "p1", "forfeit p2 hang").startswith("d4:dead")
    assert found(WON, "p2", "forfeit p1 hang").startswith("d4:dead")


def test_the_waiting_card() -> None:
    """A card that waits to be stowed goes with its owner, falls away with the mover, and is kept in a won game."""
    assert "jester" not in ROYALE.write(after(STOW, "forfeit p1 hang").state)
    assert "jester" not in ROYALE.write(after(STOWED, "forfeit p1 hang").state)
    two = at(MAP, ["d5x", f"d4:{FULL}"], "stow:jester", side="p2")
    assert told(two, "forfeit p1 hang") == ["out p1", "over p2 hang 0 33 0"]
    assert found(two, "p2", "forfeit p1 hang").endswith(":boots,sword,crown:jester")
    assert told(two, "forfeit p2 hang") == ["out p2", "over p1 hang 0 0 0"]


def test_the_waiting_card_counts_for_the_lead() -> None:
    """A seat that goes out may leave another with a lead of four, the card that waits included."""
    text = at("a4:crown", [f"d4:{FULL}", "c3:dagger", "e3"], "stow:jester")
    assert told(text, "forfeit p2 hang") == ["out p2", "over p1 lead 33 0 0 0"]
    assert found(text, "p1", "forfeit p2 hang").endswith(":jester")


@pytest.mark.parametrize("going", ["resign", "forfeit p1 time", "forfeit p1 start"])
def test_one_left(going: str) -> None:
    """With one seat left that one wins, for the reason of the going out, whatever the lead."""
    reason = going.rsplit(maxsplit=1)[-1]
    text = at("a4:crown", ["d4:boots", "e5:sword,dagger,eagle"])
    assert told(text, going) == ["out p1", f"over p2 {reason} 0 26 0"]


ROLLOFF = at(players=["-~-"] * 4, phase="rolloff:5,5,3,-", side="p4", mover="-", **SETUP)
TIE = at(players=["-~-"] * 4, phase="rolloff:-,-,x,x", side="p1", mover="-", **SETUP)
DRINKS = at(players=["-~-", "-~-", "-"], phase="drinks", side="p1", mover="p3", **SETUP)
PLACES = at(players=["d7", "-", "d7"], phase="places", side="p2", mover="p3", **SETUP)

BEFORE = [
    # the roll-off: x for who is gone; the round may end by it; one left alone rolls all the same
    (ROLLOFF, ["forfeit p1 hang"], ["out p1"], "p4 rolloff:x,5,3,- -"),
    (ROLLOFF, ["forfeit p4 hang"], ["out p4"], "p1 rolloff:-,-,x,x -"),
    (ROLLOFF, ["forfeit p1 hang", "forfeit p4 hang"], ["out p4", "first p2"], "p2 drinks p2"),
    (TIE, ["forfeit p1 hang"], ["out p1"], "p2 rolloff:x,-,x,x -"),
    (TIE, ["forfeit p1 hang", "roll 1"], ["first p2"], "p2 drinks p2"),
    (TIE, ["roll 2", "forfeit p2 hang"], ["out p2", "first p1"], "p1 drinks p1"),
    (TIE, ["forfeit p3 hang"], ["out p3"], "p1 rolloff:-,-,x,x -"),
    (TIE, ["forfeit p1 hang", "forfeit p2 hang"], ["out p2"], "p3 rolloff:x,x,-,- -"),
    # drinks and places: skipped; if it was first, the next seat is, with no second `first`
    (DRINKS, ["forfeit p1 hang"], ["out p1"], "p2 drinks p3"),
    (DRINKS, ["forfeit p3 hang"], ["out p3"], "p1 drinks p1"),
    (DRINKS, ["resign"], ["out p1"], "p2 drinks p3"),
    (DRINKS, ["setup drink beer", "resign"], ["out p2"], "p3 places p3"),
    (PLACES, ["forfeit p2 hang"], ["out p2", "next p3 1"], "p3 ready p3"),
    (PLACES, ["forfeit p3 hang"], ["out p3"], "p2 places p1"),
    (PLACES, ["forfeit p3 hang", "setup place a4"], ["next p1 1"], "p1 ready p1"),
    (DRINKS, ["forfeit p1 hang", "forfeit p2 crash"], ["out p2", "over p3 crash 0 0 0"], "- over:p3 -"),
]


@pytest.mark.parametrize(("position", "actions", "events", "due"), BEFORE)
def test_before_play(position: str, actions: list[str], events: list[str], due: str) -> None:
    """In the set-up the others go on without it."""
    timeline = after(position, *actions)
    assert [event.text for event in timeline.now.events] == events
    side, phase, mover = ROYALE.write(timeline.state).split()[2:5]
    assert f"{side} {phase} {mover}" == due


def test_in_the_deal() -> None:
    """In the deal a chosen first player that goes out is followed by the next seat, which `first` then names."""
    state, _ = ROYALE.start("standard", {"players": "3", "first": "p3"})
    state, events = ROYALE.forfeit(state, "p3", "start")
    assert [event.text for event in events] == ["out p3"]
    assert ROYALE.write(state).split()[2:5] == ["-", "deal", "p1"]
    while ROYALE.write(state).split()[3] == "deal":
        state, events = ROYALE.apply(state, ROYALE.urn(state)[0])
    assert [event.text for event in events] == ["first p1"]


def test_places() -> None:
    """Who is out is behind all others, the later to go the higher; equal standings share a place."""
    timeline = after(at(MAP, ["d4:boots", "a4:boots", "b4", "e3"]), "forfeit p4 hang", "forfeit p3 hang")
    ended = result(after_limit(timeline.state))
    assert ended is not None
    assert (ended.winners, ended.places) == ((), (1, 1, 3, 4, 5))


def after_limit(state: Any) -> Any:
    """The state after the turn that the limit is at."""
    text = ROYALE.write(state).split()
    limited = ROYALE.read(" ".join([*text[:7], f"standard+turns:{text[6]}"]))
    limited.gone = state.gone
    return ROYALE.apply(limited, ROYALE.action(limited, "end"))[0]


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ("p3", "p3 is out of the game already"),
        ("p4", "'p4' is not a seat: expected p1 to p3"),
        ("north", "'north' is not a seat"),
    ],
)
def test_bad_forfeits(seat: str, reason: str) -> None:
    """A seat that is out already, or that there is not, cannot be taken out."""
    with pytest.raises(BadOption, match=reason):
        ROYALE.forfeit(state_of(at()), seat, "crash")


def test_after_the_end() -> None:
    """Nobody is taken out of a game that is over."""
    with pytest.raises(BadOption, match="over"):
        ROYALE.forfeit(after(at(), "resign").state, "p2", "crash")
