"""A game in words: what an action would do, and what has happened."""

from random import Random

import pytest

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.show.words import effects
from beachhead.engine.values import CHANCE, RESIGN, Acted, Forfeit, Forfeited, UnknownEvent
from tests.engine.royale import laws
from tests.engine.royale.refusals import DEAL, DRINKS, PICK, PLACES, STOW, WIND
from tests.engine.royale.tables import BOX, at, event, state_of

DESCRIBED = [
    (at(), "move d5", "to d5, for an action"),
    (at(), "move e4", "to e4: greatsword 12 (strike +2), 39 %, for an action"),
    (at(budget="1.1"), "move e4", "to e4: greatsword 12 (strike +2), 39 %, for a movement"),
    (at(players=["d4:boots", "e5"], phase="ready"), "move d5", "to d5, for a movement"),
    (at(), "attack card", "greatsword 12 (strike +2): 39 %"),
    (at("d4:crown e4:crown"), "attack card", "crown 14, counts 12: 39 %"),
    (at(players=["d4:crown", "d4"]), "attack p2", "a duel with P2: 50 % for no card"),
    (at(players=["d4:crown", "d4:boots,sword"]), "attack p2", "a duel with P2: 50 % for boots or sword"),
    (at(players=["d4:crown", "d4:boots,black-death"]), "attack p2", "a duel with P2: 50 % for black-death"),
    (
        at("d4:crown e4:sword", ["d4:second-wind", "e5"]),
        "move e4",
        "to e4: sword 8 (strike +1), 85 % (98 % with second-wind), for an action",
    ),
    (
        at(players=["d4:dagger", "e4"]),
        "move e4",
        "to e4: greatsword 12 (strike +2), 39 %, P2 there 81 %, for an action",
    ),
    (at(players=["d4x", "e5"], phase="retreat"), "retreat d5", "lie on d5"),
    (at(players=["d4x", "e5"]), "revive", "back to life, for an action and 2 sips"),
    (at(players=["d4x~spirits:phoenix", "e5"]), "revive", "back to life, for no action and 1 sip"),
    (WIND, "power second-wind", "second-wind: throw again, 51 %"),
    (WIND, "decline", "let the throw stand, and die"),
    (at(players=["d4:eagle", "e5"]), "power eagle a4", "eagle: fly to a4"),
    (at(players=["d4:sword:boots", "e5"], phase="equip"), "equip boots", "boots (movement +1) becomes active"),
    (
        at(players=["d4:sword,crown,eagle:boots", "e5"], phase="start"),
        "swap boots crown",
        "boots (movement +1) becomes active, crown goes to the reserve",
    ),
    (STOW, "stow sword", "sword (strike +1) goes to the reserve, jester becomes active"),
    (STOW, "stow crown", "crown goes to the reserve, jester becomes active"),
    (at(), "end", "the turn is over"),
    (DRINKS, "setup drink beer", "3 sips for a revival"),
    (DRINKS, "setup drink spirits", "1 sip for a revival"),
    (PLACES, "setup place d7", "begin on d7: boots 6 (movement +1), 96 %"),
    (DEAL, "deal crown", "crown on e6"),
    (at(phase="strike"), "roll 1 2 3", "1 2 3, in all 6"),
    (at(players=["d4:crown", "d4"], phase="duel:p2:0-0"), "roll 1 2", "P1 throws 1; P2 throws 2: P2, 0 to 1"),
    (PICK, "pick crown", "P1 takes crown from P2"),
    (at(), "resign", "leaves the game, with all its cards"),
]


@pytest.mark.parametrize(("position", "action", "words"), DESCRIBED)
def test_describe(position: str, action: str, words: str) -> None:
    """What an action would do is said in a few words."""
    state = state_of(position)
    assert ROYALE.show.describe(state, ROYALE.action(state, action)) == words


def test_every_kind_is_described() -> None:
    """The table knows every kind of action that the game has."""
    assert {action.split()[0] for _, action, _ in DESCRIBED} == set(ROYALE.show.verbs)


TOLD = [
    ("p1", "move d5", [], ["P1 moves to d5."]),
    ("p1", "attack card", [], ["P1 attacks the card."]),
    ("p1", "attack p2", [], ["P1 attacks P2."]),
    ("chance", "roll 5", ["first p2"], ["The die shows 5.", "P2 is first."]),
    ("chance", "roll 6 6 1", ["won p1 sword d4"], ["The dice show 6 6 1.", "P1 wins sword on d4."]),
    ("chance", "roll 6 1", ["duel p1 1 p2 0"], ["The dice show 6 1.", "The duel stands P1 1 : 0 P2."]),
    ("chance", "roll 1 2", ["died p1"], ["The dice show 1 2.", "P1 dies."]),
    ("chance", "pick sword", ["taken p1 p2 sword"], ["It is sword that is taken.", "P1 takes sword from P2."]),
    (
        "chance",
        "deal sword",
        ["reduced"],
        ["sword is dealt.", "Only cards of 13 and more are left: all count 12 from now on."],
    ),
    ("p1", "retreat d5", [], ["P1 lies on d5."]),
    ("p1", "revive", ["sips p1 1"], ["P1 revives.", "P1 has had 1 sip."]),
    ("p1", "revive", ["sips p1 4"], ["P1 revives.", "P1 has had 4 sips."]),
    ("p1", "power eagle a4", [], ["P1 flies with eagle to a4."]),
    ("p1", "power second-wind", [], ["P1 uses the power of second-wind: another throw."]),
    ("p1", "decline", [], ["P1 lets the throw stand."]),
    ("p1", "equip boots", [], ["P1 equips boots."]),
    ("p1", "swap boots crown", [], ["P1 swaps crown for boots from the reserve."]),
    ("p1", "stow boots", [], ["P1 stows boots in the reserve."]),
    ("p1", "end", ["next p2 7"], ["P1 ends the turn.", "Turn 7: P2."]),
    ("p1", "setup drink wine", [], ["P1 drinks wine."]),
    ("p1", "setup place d7", [], ["P1 begins on d7."]),
    ("p1", "resign", ["out p1", "last d4"], ["P1 resigns.", "P1 is out of the game.", "One card is left, on d4."]),
    ("p1", "end", ["over p1 cards 9 8"], ["P1 ends the turn.", "P1 wins, 9 8: all cards are won."]),
    (
        "p1",
        "end",
        ["over p1+p2 turns 9 9 1"],
        ["P1 ends the turn.", "P1 and P2 win, 9 9 1: the turn limit is reached."],
    ),
    ("p1", "end", ["over draw turns 9 9"], ["P1 ends the turn.", "The game is a draw: the turn limit is reached."]),
]


@pytest.mark.parametrize(("actor", "action", "events", "sentences"), TOLD)
def test_tell(actor: str, action: str, events: list[str], sentences: list[str]) -> None:
    """What has been done and what followed is told in sentences."""
    done = ROYALE.canonical(action)
    assert done is not None
    happened = [Acted(actor, done), *[event(text) for text in events]]
    assert [ROYALE.show.tell(each) for each in happened] == sentences


@pytest.mark.parametrize("text", sorted({text for _, _, events, _ in TOLD for text in events}))
def test_events_are_read_back(text: str) -> None:
    """An event is made from its words, and has the same words again."""
    made = event(text)
    assert (made.kind, made.text, str(made)) == (text.partition(" ")[0], text, text)
    assert made == event(text)


@pytest.mark.parametrize(
    "text",
    ["won p7 sword d4", "won p1 sword d9", "last", "died", "reduced p1", "sips p1 many", "over p9 cards 1", "duel p1"],
)
def test_other_words_are_no_events(text: str) -> None:
    """Words that are no event of the game are refused."""
    with pytest.raises(ValueError):  # noqa: PT011 (its text is for nobody)
        event(text)


def test_tell_a_forfeit() -> None:
    """A seat that was taken out is named with the reason."""
    assert ROYALE.show.tell(Forfeited("p2", "crash")) == "P2 is taken out of the game (crash)."


@pytest.mark.parametrize("seed", range(4))
def test_everything_has_words(seed: int) -> None:
    """There are words for every action and every event of random games."""
    for timeline in laws.play(ROYALE, Random(seed), "standard", 0.01):
        state, now = timeline.state, timeline.now
        for action in ROYALE.legal(state)[:20]:
            assert ROYALE.show.describe(state, action)
        if ROYALE.actor(state) not in (None, CHANCE):
            assert ROYALE.show.describe(state, RESIGN)
        if now.action:
            assert all(ROYALE.show.tell(each) for each in now.told())


def test_effects() -> None:
    """What a card does is said for every effect, and nothing for a crown."""
    assert [effects(card) for card in BOX.cards[-8:]] == [
        "actions +1", "free revival", "throws again", "flies", "", "strike -1, taken first, cursed",
        "movement -1, cursed", "throw -1, cursed",
    ]  # fmt: skip


def test_foreign_words() -> None:
    """An action or an event of another game is our own mistake."""
    with pytest.raises(TypeError):
        ROYALE.show.describe(state_of(at()), Forfeit("p1", "hang"))
    with pytest.raises(TypeError):
        ROYALE.show.tell(Acted("p1", Forfeit("p1", "hang")))
    with pytest.raises(TypeError):
        ROYALE.show.tell(UnknownEvent("removed north tank d4"))
