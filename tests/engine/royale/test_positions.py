"""Positions that no game could come to: refused with a sentence that names the field and the reason."""

from typing import Any

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.values import BadPosition
from tests.engine.royale.tables import OUT, at

GOOD = at("a4:sword", ["d4:sword,boots,eagle:dagger", "d4", "e5x:crown"])
START = ROYALE.write(ROYALE.start("standard", {"players": "4"})[0])
SETUP: dict[str, Any] = {"cards": "", "turn": 0, "rest": "map"}
OVER: dict[str, Any] = {"side": "-", "mover": "-"}
END: dict[str, Any] = {**SETUP, **OVER}
ENDED = at(players=["d7", "out"], phase="over:p1", **END)
DEALING = "?/?,?,?/?,?,?,?,?/?,?,?,?,?,?,?/?,?,?,?,?/?,?,?/? -:alive:-:0:-:-/-:out:-:0:-:- - over:p1 - - 0"
THREE = ["-~-"] * 3


def changed(text: str, old: str, new: str) -> str:
    """The text with its first ``old`` replaced."""
    assert old in text, (text, old)
    return text.replace(old, new, 1)


BAD = [
    # a text that does not parse
    ("", "expected 7 or 8 fields"),
    ("x" * 10_000, "expected 7 or 8 fields"),
    (GOOD.rsplit(" ", 1)[0], "expected 7 or 8 fields"),
    (GOOD + " standard extra", "expected 7 or 8 fields"),
    (GOOD + " blitz", "MODE: mode 'blitz'"),
    (" ".join(reversed(GOOD.split())), "MAP: expected 7 rows"),
    (changed(GOOD, "-/-,-,-/", "-,-/-,-,-/"), "MAP: row 7 has 2 fields, not 1"),
    (changed(GOOD, "sword,-,-,-,-,-,-", "sword,-,-,-,-,-"), "MAP: row 4 has 6 fields, not 7"),
    (changed(GOOD, "-/-,-,-/", "-/-,-,-/-/"), "MAP: expected 7 rows joined by '/', got 8"),
    (changed(GOOD, "/-:out:-:0:-:-", "/" * 6), "PLAYERS: expected 2 to 6 seats joined by '/', got 9"),
    (GOOD.split()[0] + " d4:alive:wine:0:-:- p1 turn p1 1.0 9", "PLAYERS: expected 2 to 6"),
    (changed(GOOD, "d4:alive:wine:0:sword", "d4:alive:0:sword"), "PLAYERS: p1: expected FIELD:LIFE"),
    (changed(GOOD, "d4:alive", "d4:asleep"), "PLAYERS: p1: expected alive, dead or out"),
    (changed(GOOD, ":wine", ":water"), "PLAYERS: p1: 'water' is not a drink"),
    (changed(GOOD, ":wine:0", ":wine:00"), "PLAYERS: p1: expected a number"),
    (changed(GOOD, ":wine:0", ":wine:-2"), "PLAYERS: p1: expected a number"),
    (changed(GOOD, ":wine:0", ":wine:1234567890"), "PLAYERS: p1: expected a number"),
    (changed(GOOD, " p1 turn", " p9 turn"), "SIDE: expected p1 to p4 or -"),
    (changed(GOOD, " turn ", " dance "), "PHASE: 'dance' is not a phase"),
    (changed(GOOD, "turn p1", "turn south"), "MOVER: expected p1 to p4"),
    (changed(GOOD, " 1.0 ", " 1 "), "BUDGET: in PHASE turn expected ACTIONS.MOVEMENTS"),
    (changed(GOOD, " 1.0 ", " - "), "BUDGET: in PHASE turn expected"),
    (changed(GOOD, " 1.0 9", " 1.0 nine"), "TURN: expected a number"),
    (changed(GOOD, " 1.0 ", " 1.0:beaten+beaten "), "BUDGET: 'beaten' stands there once"),
    (changed(GOOD, " 1.0 ", " 1.0:tired "), "BUDGET: 'tired' is not a card of the deck"),
    (changed(GOOD, " 1.0 ", " 1.0:sword "), "BUDGET: sword has no power"),
    (changed(GOOD, " 1.0 ", " 1.0:eagle+eagle "), "BUDGET: eagle has not that many copies"),
    (changed(GOOD, " turn p1 1.0 ", " ready p1 1.0 "), "BUDGET: in PHASE ready expected '-'"),
    # cards
    (changed(GOOD, "sword", "banana"), "MAP: 'banana' is not a card of the deck"),
    (changed(GOOD, "boots,eagle", "boots,banana"), "PLAYERS: p1: 'banana' is not a card"),
    (changed(GOOD, "boots,eagle", "eagle,eagle"), "there are 2 eagle, and the deck has 1"),
    (changed(GOOD, "boots,eagle", "boots,eagle,crown"), "PLAYERS: p1: 4 active cards"),
    (changed(GOOD, f"/{OUT}", ""), "there are 6 cards, and the deck has 25"),
    (changed(GOOD, "-/-,-,-", "?/-,-,-"), "MAP: '?' is for fields not yet dealt"),
    (changed(GOOD, OUT, "-:out:-:0:boots:-"), "PLAYERS: p4 is out, and has cards"),
    # figures and sips
    (changed(GOOD, "d4:alive", "d8:alive"), "PLAYERS: p1: 'd8' is not a field of the map"),
    (changed(GOOD, "d4:alive", "a1:alive"), "PLAYERS: p1: 'a1' is not a field of the map"),
    (changed(GOOD, OUT, "d4:out:-:0:-:-"), "p4: out on d4"),
    (changed(GOOD, "e5:dead", "-:dead"), "p3: dead on -"),
    (changed(GOOD, ":wine:0", ":wine:3"), "PLAYERS: p1: 3 sips are no multiple of 2"),
    (changed(GOOD, ":wine:0", ":-:2"), "PLAYERS: p1 has taken 2 sips of no drink"),
    (changed(GOOD, "d4:alive", "-:alive"), "p1 has no drink or no field"),
    # what a seat sees
    (changed(GOOD, "eagle:dagger", "eagle:?1"), "its reserve is hidden"),
    # the end
    (changed(GOOD, " p1 turn p1 1.0", " - over:p1 - -"), "nothing that would have ended it"),
    (at("", ["d4:sword", "e5"]), "no card is left on the map"),
    (at("a4:sword", ["d4:sword,boots,eagle:dagger", "d4"]), "p1 leads by four"),
    (at("", ["d4:sword", "e5"], "over:p2", side="-", mover="-"), "that is won by p1"),
    (at("", ["d4:sword", "e5"], "over:p1", side="p1", mover="-"), "expected SIDE and MOVER '-'"),
    (at("a4:boots", ["d4:sword", "e5"], "over:p2", side="-", mover="-", turn=200), "that is won by p1"),
    (at("a4:boots", ["d4:sword", "e5"], "over:draw", side="-", mover="-", turn=200), "that is won by p1"),
    (at("a4:boots", ["d4:sword", "out"], "over:p2", side="-", mover="-"), "that is won by p1"),
    (at("a4:boots", ["d4", "out"]), "fewer than two seats are in"),
    (at("a4:boots", ["out", "out"], "over:draw", side="-", mover="-"), "all seats are out"),
    (at("a4:boots", ["d4:sword", "out"], "over:draw", **OVER), "PHASE: over:draw, but p1 alone is in"),
    (at("", ["-:sword", "e5"], "over:p1", **OVER), "PHASE: over:p1, but p1 has no drink or no field"),
    (at("", ["d4:sword", "e5~-"], "over:p1", **OVER), "PHASE: over:p1, but p2 has no drink or no field"),
    (at("a4:boots", ["d4~-", "out"], "over:p1", **OVER), "PHASE: over:p1, but p1 has no drink or no field"),
    # the end before play
    (at(players=["-~-", "-~-", "out"], phase="over:p1", **END), "before play it ends only with one seat left"),
    (at(players=["d7x", "out"], phase="over:p1", **END), "PHASE: over:p1, but p1 cannot be dead"),
    (at(players=["d7@2", "out"], phase="over:p1", **END), "PHASE: over:p1, but p1 cannot be dead, drink"),
    (at(players=["d7:boots", "out"], phase="over:p1", **END), "PHASE: over:p1, but p1 cannot be dead, drink or hold"),
    (changed(ENDED, OUT, "-:out:wine:2:-:-"), "PHASE: over:p1, but p2 cannot be dead, drink"),
    (changed(ENDED, "boots", "-"), "there are 24 cards, and the deck has 25"),
    (at(players=["d7~-", "out"], phase="over:p1", **END), "p1 has a field and no drink, which comes first"),
    (at(players=["d4", "out"], phase="over:p1", **END), "d4 is not on the outer edge"),
    (changed(DEALING, "alive:-", "alive:beer"), "PHASE: over:p1, but p1 has a drink or a field already"),
    (changed(DEALING, "out:-", "out:beer"), "PHASE: over:p1, but p2 has a drink or a field already"),
    (at(turn=41, mode="standard+turns:40"), "TURN: 41 is beyond the turn limit"),
    # the set-up
    (at(turn=0, rest="map"), "TURN is 0 before play only"),
    (changed(START, " deal ", " drinks "), "MAP: '?' is for fields not yet dealt"),
    (changed(START, "?/?,?,?", "?/sword,?,?"), "MAP: '?' is for fields not yet dealt"),
    (changed(START, " - deal", " p1 deal"), "in the deal SIDE is '-'"),
    (changed(START, " 0", " 3"), "MAP: '?'"),
    (changed(START, "-:alive:-:0", "-:alive:wine:0"), "p1 has a drink or a field already"),
    (changed(START, "-:alive:-:0", "-:out:wine:0"), "PHASE: deal, but p1 has a drink or a field already"),
    (
        at(players=["-~-", "-~-", "out"], phase="rolloff:-,-,x", mover="-", **SETUP).replace("out:-", "out:wine"),
        "PHASE: rolloff:-,-,x, but p3 has a drink or a field already",
    ),
    (changed(START, "-:alive:-:0:-:-", "-:alive:-:0:sword:-"), "there are 26 cards"),
    (at(players=THREE, phase="deal", side="-", mover="-", **SETUP), "all cards are dealt"),
    (at(players=THREE, phase="rolloff:1,-", side="p2", mover="-", **SETUP), "there are 3 seats"),
    (at(players=THREE, phase="rolloff:1,-,-", side="p3", mover="-", **SETUP), "it is p2 that rolls next"),
    (at(players=THREE, phase="rolloff:1,2,3", side="p3", mover="-", **SETUP), "nobody is left to roll"),
    (at(players=THREE, phase="rolloff:1,-,4", side="p2", mover="-", **SETUP), "seats roll in their order"),
    (at(players=THREE, phase="rolloff:1,-,-", side="p2", mover="p2", **SETUP), "MOVER is '-'"),
    (at(players=["-~-", "-~-", "out"], phase="rolloff:-,-,-", mover="-", **SETUP), "does not roll"),
    (at(players=THREE, phase="drinks", side="p2", **SETUP), "p1 has no drink yet"),
    (at(players=["-", "-", "-~-"], phase="drinks", side="p2", **SETUP), "p2 has a drink already"),
    (at(players=["d7", "-~-", "-~-"], phase="drinks", side="p2", **SETUP), "p1 has a field already"),
    (at(players=["d7", "-", "-~-"], phase="places", side="p2", **SETUP), "p3 has no drink yet"),
    (at(players=["d7", "-", "-"], phase="places", side="p1", **SETUP), "p1 has a field already"),
    (at(players=["d4", "-", "-"], phase="places", side="p2", **SETUP), "d4 is not on the outer edge"),
    (at(players=["d7x", "-", "-"], phase="places", side="p2", **SETUP), "cannot be dead"),
    (at(players=["d7", "-", "out"], phase="places", side="p3", **SETUP), "SIDE: expected a seat that is in"),
    (
        at(players=["d7", "-", "out"], phase="places", side="p2", mover="p3", **SETUP),
        "MOVER: expected a seat that is in",
    ),
    # a phase that contradicts the rest of a turn
    (at(side="p2"), "that is up to the mover, p1"),
    (at(side="-"), "SIDE: expected a seat that is in"),
    (at(mover="-"), "MOVER: expected a seat that is in"),
    (at(side="p3", mover="p3"), "MOVER: expected a seat that is in"),
    (at(phase="equip"), "p1 has 0 active cards and 0 in reserve"),
    (at(players=["d4:sword,boots,eagle:crown", "e5"], phase="equip"), "p1 has 3 active cards and 1 in reserve"),
    (at(players=["d4:sword,boots:crown", "e5"], phase="start"), "p1 has 2 active cards and 1 in reserve"),
    (at(players=["d4:sword,boots:crown", "e5"], phase="ready"), "p1 has 2 active cards and 1 in reserve"),
    (at(players=["d4:sword,boots,eagle", "e5"], phase="start"), "p1 has 3 active cards and 0 in reserve"),
    (at("a4:boots b4:boots", phase="strike"), "there is no card on d4"),
    (at(players=["d4x", "e5"], phase="strike"), "p1 is dead"),
    (at(players=["d4", "d4"], phase="strike"), "p2 is alive on d4"),
    (at("d4:boots", ["d4", "d4"], "strike"), "p2 is alive on d4"),
    (at(phase="wind"), "no power left to throw again"),
    (at(players=["d4:second-wind", "e5"], phase="wind", budget="1.0:second-wind"), "no power left to throw again"),
    (at(phase="duel:p1:0-0"), "p1 is not a living opponent"),
    (at(phase="duel:p2:0-0"), "p2 is not a living opponent"),
    (at(phase="duel:p5:0-0"), "PHASE: expected p1 to p3"),
    (at(players=["d4", "d4"], phase="duel:p2:3-0"), "that many throws have won"),
    (at(players=["d4", "d4"], phase="duel:p2:0-3"), "that many throws have won"),
    (at("a4:boots", ["d4", "d4"], "duel:p2:0-0"), "one card is left, on a4, and nobody duels on d4"),
    (at("a4:boots", ["d4x", "d4"], "retreat@p2"), "one card is left, on a4, and nobody duels on d4"),
    (
        at("a4:boots", ["d4", "d5x:sword"], "pick@p1:p2", budget="1.0:beaten"),
        "one card is left, on a4, and nobody duels on d4",
    ),
    (at(phase="retreat"), "p1 is alive"),
    (at("a4:boots b4:boots", ["d4x", "e5"], "retreat"), "there is no card on d4"),
    (at(players=["d4", "d4x"], phase="retreat", side="p2"), "a card attack is the mover's own"),
    (at(players=["d4x", "e5"], phase="retreat@p2"), "p2 is not on the field where p1 died"),
    (at(players=["d4x", "d4x"], phase="retreat@p2"), "p2 must be alive"),
    (at(players=["d4", "d4x"], phase="retreat@p1", side="p2"), "BUDGET does not say 'beaten'"),
    (at(players=["d4", "d4x", "d4"], phase="retreat@p3", side="p2"), "a duel is between the mover, p1"),
    (at(players=["d4", "d5x"], phase="pick@p1:p2", budget="1.0:beaten"), "p2 has no active card"),
    (at(players=["d4", "d5x:boots"], phase="pick@p1:p2", side="p2", budget="1.0:beaten"), "it is p1 that takes"),
    (
        at(players=["d4", "d5x:black-death"], phase="pick@p1:p2", budget="1.0:beaten"),
        "black-death is taken without a choice",
    ),
    (
        at(players=["d4", "d4x:boots"], phase="pick@p1:p2", budget="1.0:beaten"),
        "PHASE: pick@p1:p2, but p2 lies on no neighbouring field of p1's",
    ),
    (at(players=["d4x:boots", "f4"], phase="pick@p2:p1", side="p2"), "p1 lies on no neighbouring field of p2's"),
    (at(players=["d4", "d5:boots"], phase="pick@p1:p2", budget="1.0:beaten"), "p1 must be alive and p2 dead"),
    (at(players=["d4:sword,boots,eagle", "e5"], phase="stow:crown"), "only a cursed card waits"),
    (at(players=["d4:sword,boots", "e5"], phase="stow:jester"), "only a cursed card waits"),
    (at(players=["d4", "e5:sword,boots,eagle"], phase="stow:jester", side="p2"), "p2 has not won a card"),
    (at(players=["d4:sword,boots,eagle", "e5"], phase="stow:banana"), "PHASE: 'banana' is not a card"),
]


@pytest.mark.parametrize(("text", "reason"), BAD, ids=range(len(BAD)))
def test_bad_position(text: str, reason: str) -> None:
    """The text is refused, and the sentence says what is wrong with it."""
    with pytest.raises(BadPosition) as refused:
        ROYALE.read(text)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 300


def test_views_are_refused() -> None:
    """A seat's view is not a position to begin from, even if nobody has a reserve."""
    for seat in ("p1", "p2"):
        with pytest.raises(BadPosition, match="hidden"):
            ROYALE.read(ROYALE.view(ROYALE.read(GOOD), seat))


def test_any_order_of_cards_is_read() -> None:
    """Cards and words are read in any order, and written in the deck's and the alphabet's."""
    text = at(players=["d4:second-wind,boots:crown,dagger", "e5"], budget="1.0:second-wind+beaten")
    again = ROYALE.write(ROYALE.read(text))
    assert "boots,second-wind:dagger,crown" in again
    assert "1.0:beaten+second-wind" in again


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (at("a4:boots", ["d4:sword", "out"], "over:p1", side="-", mover="-"), "p1 resign 8 0 0"),
        (DEALING, "p1 resign 0 0"),
        (at(players=["out", "-~-"], phase="over:p2", **END), "p2 resign 0 0"),
        (at(players=["-", "out"], phase="over:p1", **END), "p1 resign 0 0"),
        (ENDED, "p1 resign 0 0"),
        (ENDED.replace("out:-", "out:beer"), "p1 resign 0 0"),
        (at("", ["d4:sword", "e5"], "over:p1", side="-", mover="-"), "p1 cards 8 0 0"),
        (at("a4:crown", ["d4:boots,sword,eagle:dagger", "e5"], "over:p1", side="-", mover="-"), "p1 lead 32 0 0"),
        (at("a4:crown", ["d4:sword", "e5"], "over:p1", side="-", mover="-", turn=200), "p1 turns 8 0 0"),
        (at("a4:crown", ["d4", "e5"], "over:draw", side="-", mover="-", turn=200), "draw turns 0 0 0"),
        (at("a4:crown b4:boots", ["d4", "e5", "d4x~beer@3"], "over:p1+p2", side="-", mover="-", turn=200),
         "p1+p2 turns 0 0 0 0"),
    ],
)  # fmt: skip
def test_reason_of_an_end(text: str, result: str) -> None:
    """If a position does not tell why it is over, the reason follows from what it tells."""
    assert str(ROYALE.result(ROYALE.read(text))) == result
    assert ROYALE.write(ROYALE.read(text)) == text


def test_the_start_of_four() -> None:
    """The start of a game of four is written as the rules give it."""
    seats = "/".join(["-:alive:-:0:-:-"] * 4)
    assert f"?/?,?,?/?,?,?,?,?/?,?,?,?,?,?,?/?,?,?,?,?/?,?,?/? {seats} - deal - - 0" == START
