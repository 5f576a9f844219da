"""The island as a game of the contract: new games, options, seats, forfeits."""

import pytest

from beachhead.engine.game import Setting
from beachhead.engine.games import find_game
from beachhead.engine.island import ISLAND
from beachhead.engine.values import BadOption
from tests.engine.island.boards import after, at, state_of
from tests.engine.island.laws import MODES


@pytest.mark.parametrize("mode", MODES)
def test_start(mode: str) -> None:
    """A battle of every mode starts with the roll-off, or with the blocks of the side that is said to be first."""
    state, events = ISLAND.start(mode)
    assert (ISLAND.actor(state), list(events), ISLAND.setting(state).mode) == ("chance", [], mode)
    state, events = ISLAND.start(mode, {"first": "north"})
    assert (ISLAND.actor(state), [event.text for event in events]) == ("north", ["first north"])
    assert ISLAND.turn(state) == 0


@pytest.mark.parametrize(
    ("mode", "options", "reason"),
    [
        ("chess", {}, "mode 'chess': expected standard"),
        ("standard+turns:1234567890", {}, "mode 'standard"),
        ("standard", {"players": "2"}, "'players' is not an option of the island"),
        ("standard", {"first": "east"}, "first=east: expected south, north or roll"),
    ],
)
def test_bad_options(mode: str, options: dict[str, str], reason: str) -> None:
    """An unknown mode, key or value is refused, and the message says what is expected."""
    with pytest.raises(BadOption, match=reason):
        ISLAND.start(mode, options)


def test_games_by_name() -> None:
    """A game is found by its name, and another name is refused with those that there are."""
    assert find_game("island") is ISLAND
    with pytest.raises(BadOption, match="'chess' is not a game: expected island"):
        find_game("chess")


def test_seats() -> None:
    """The island has two seats and hides nothing: a view is the whole position, and the one world that it allows."""
    state = state_of(at())
    assert ISLAND.seats(state) == ("south", "north")
    assert ISLAND.view(state, "south") == ISLAND.view(state, "north") == ISLAND.write(state)
    pending = after(at("d2:Sn d4:* l12:ss"), "shoot d2 d4")
    for shown in (state, pending.state):
        assert ISLAND.worlds(ISLAND.view(shown, "north"), None, lambda n: n - 1) == shown
    assert ISLAND.remember(None, pending.now.told()[0]) is None
    with pytest.raises(BadOption, match="'west' is not a seat"):
        ISLAND.view(state, "west")


def test_equal_states_have_equal_hashes() -> None:
    """An ended battle is the same whoever had the last word."""
    ended = after(at("a1:Sn k11:ss l12:ss", side="north"), "resign").state
    again = ISLAND.read(ISLAND.write(ended))
    assert again == ended
    assert hash(again) == hash(ended)


def test_the_most_points() -> None:
    """A battle scores 54 points at most: five soldiers on the island, everybody else on the pad."""
    pieces = " ".join(f"{column}1:Sn" for column in "abcde") + " l12:ss"
    won = after(at(pieces, side="north", south="c:TTJJJ"), "resign").state
    assert str(ISLAND.result(won)) == "south resign 54 0"


def test_characters_in_hand_score_nothing() -> None:
    """Who wins during the set-up scores what it has placed."""
    state, _ = ISLAND.start("standard", {"first": "south"})
    ended, events = ISLAND.forfeit(state, "south", "start")
    assert [event.text for event in events] == ["over north start 0 10"]
    assert ISLAND.read(ISLAND.write(ended)) == ended


def test_turns_and_settings() -> None:
    """The turn is the position's, 0 during the set-up; a new game needs no options to have the same seats."""
    assert ISLAND.turn(state_of(at(turn=17))) == 17
    assert ISLAND.turn(ISLAND.start()[0]) == 0
    assert ISLAND.setting(state_of(at())) == Setting("standard", {})
