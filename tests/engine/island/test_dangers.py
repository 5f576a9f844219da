"""Dangers: who can be hit next turn and by whom, which numbers nobody can play, which blocks endanger whom."""

import random

import pytest

from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import Move, Shoot, Turn
from beachhead.engine.island.events import Removed
from beachhead.engine.island.pieces import OWNER, SEATS
from beachhead.engine.island.squares import NAMES
from beachhead.engine.island.state import ACT, State
from tests.engine.island.boards import after, at, state_of
from tests.engine.laws import played_out


@pytest.mark.parametrize(
    ("position", "told"),
    [
        # in sight now, and after a turn with a 2
        (at("d4:Jn d6:ss l12:js"), ["South's jeep d4 can be hit by soldier d6 now"]),
        (at("d4:Jn c6:se l12:js", side="north"), ["South's jeep d4 can be hit by soldier c6 with a 2"]),
        # the crossfire too
        (at("d4:Jn d5:Sn d6:ts d2:Sw l12:js"), [
            "South's soldier d2 can be hit by tank d6 now",
            "South's jeep d4 can be hit by tank d6 now",
            "South's soldier d5 can be hit by tank d6 now",
        ]),
        # after a 0: a turn on the spot, and a character that comes on
        (at("d4:Jn f6:tn j6:Sn l11:js"), ["South's soldier j6 can be hit by tank f6 with a 0"]),
        (at("j9:Jn l11:js", north="j:..j.."), ["South's jeep j9 can be hit by the jeep on slot 3 with a 0"]),
        # a block
        (at("d4:Jn e5:* e7:ss l1:Sn", blocks="1+1"), [
            "the block on e5 (50 % live) endangers South's jeep d4: can be set off by soldier e7 now",
        ]),
        (at("d4:Jn e5:* a12:sn l1:Sn", blocks="1+1"), [
            "the block on e5 (50 % live) endangers South's jeep d4: nobody can set it off in one turn",
        ]),
        (at("d4:Jn e5:* e7:ss l1:Sn", blocks="0+1"), []),
    ],
)  # fmt: skip
def test_what_south_may_lose(position: str, told: list[str]) -> None:
    """South's dangers are told, each with who brings it about and the rolls that it takes; no more and no fewer."""
    state = state_of(position)
    found = [danger for danger in ISLAND.show.dangers(state) if danger.seat == "south"]
    assert [danger.text for danger in found if "can play" not in danger.text] == told


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (at("a1:Sn b1:Se l12:js"), []),
        (at("a9:Sn l12:js"), ["nobody of South's can play a 5: one roll in six loses a character (rule 1a)"]),
        (at("a12:Sn a9:Sn l12:js"), ["nobody of South's can play a 4 or 5: one roll in three loses a character (rule 1a)"]),
        (at("a12:Sn l1:js"), ["nobody of South's can play a 1, 2, 3, 4 or 5: five rolls in six loses a character (rule 1a)"]),
    ],
)  # fmt: skip
def test_what_nobody_can_play(position: str, told: list[str]) -> None:
    """A number that none of a side's characters can play is a danger, as rule 1a takes a character for it."""
    found = [danger.text for danger in ISLAND.show.dangers(state_of(position)) if danger.seat == "south"]
    assert [text for text in found if "can play" in text] == told


def test_none_before_and_after_play() -> None:
    """In the set-up, after the end, and while a block is turned over there are no dangers to tell."""
    assert not ISLAND.show.dangers(ISLAND.start()[0])
    assert not ISLAND.show.dangers(state_of(at("a1:Sn", "over:south", side="-")))
    assert not ISLAND.show.dangers(state_of(at("d2:Sn d4:* e5:ss l12:ss") + " actions shoot d2 d4"))


@pytest.mark.parametrize("seed", range(3))
def test_exactly_those_whom_a_turn_can_hit(seed: int) -> None:
    """Played out by the rules, the shots of a side's turn remove exactly those characters that are told to be in danger."""
    rng = random.Random(seed)
    moments = played_out(ISLAND, rng, "standard").moments()
    for state in rng.sample([moment.state for moment in moments if moment.state.phase == ACT], 4):
        told = {
            place
            for danger in ISLAND.show.dangers(state)
            if danger.seat == SEATS[1 - state.side] and "can be hit" in danger.text
            for place in danger.places
        }
        assert told == _hit_in_one_turn(state)


def _hit(state: State, side: int) -> set[int]:
    """Return the squares of a side's characters that one shot of the other side removes now."""
    found: set[int] = set()
    for action in ISLAND.legal(state):
        if isinstance(action, Shoot) and OWNER[state.board[action.dst]] >= 0:
            _, events = ISLAND.apply(state, action)
            found |= {e.square for e in events if isinstance(e, Removed) and e.seat == SEATS[side]}
    return found


def _hit_in_one_turn(state: State) -> set[str]:
    """Return the names of the squares of all enemies that the side to act could hit in one turn, by trying everything."""
    side = state.side
    found = _hit(state.rolled(ACT, 1), 1 - side)
    words = ISLAND.write(state).split()
    words[5] = "zero"
    zero = ISLAND.read(" ".join(words))
    for action in ISLAND.legal(zero):
        if action.text != "pad" and not isinstance(action, Shoot):
            after, _ = ISLAND.apply(zero, action)
            for pips in range(1, 6):
                rolled, _ = ISLAND.apply(after, ISLAND.action(after, f"roll {pips}"))
                found |= _hit(rolled, 1 - side)
    for die in range(1, 6):
        words[5] = f"act:{die}"
        rolled = ISLAND.read(" ".join(words))
        for action in ISLAND.legal(rolled):
            if isinstance(action, Move | Turn):
                after, _ = ISLAND.apply(rolled, action)
                if after.blast is None:
                    found |= _hit(after, 1 - side)
    return {NAMES[square] for square in found}


@pytest.mark.parametrize(
    ("position", "actions", "lost"),
    [
        (at("d2:Jn d5:ss d4:ss l12:ss"), ["shoot d2 d5"], [("north", "crossfire"), ("north", "shots")]),
        (at("d2:Jn d5:Ss l12:ss"), ["shoot d2 d5"], [("south", "own fire")]),
        (at("d2:Sn d4:* e5:ss l12:ss"), ["shoot d2 d4", "reveal d4 live"], [("north", "blocks")]),
        (at("a12:Sn b1:Se l12:ss", "penalty", side="north"), ["remove a12"], [("south", "rule 1a")]),
        (at("a1:Sn", "penalty@pad", north="l:...jt"), ["remove pad 4"], [("north", "rule 1b")]),
        (at("d2:Sn l12:ss"), ["move d2 d5"], []),
    ],
)
def test_losses_and_their_causes(position: str, actions: list[str], lost: list[tuple[str, str]]) -> None:
    """Every loss is told with its cause, for the summary at the end."""
    assert sorted(ISLAND.show.losses(after(position, *actions).now)) == lost
