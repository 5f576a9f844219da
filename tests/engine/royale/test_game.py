"""Battle Royale as a game of the contract: new games, options, seats, settings, views."""

import subprocess
import sys

import pytest

from beachhead.engine.bench import bench
from beachhead.engine.game import Setting
from beachhead.engine.games import find_game
from beachhead.engine.record import write_record
from beachhead.engine.royale import ROYALE
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import BadOption
from tests.engine.royale.tables import BOX, after, at, state_of


@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6"])
def test_start(players: str) -> None:
    """A game of every number of players starts with the deal, with the first player that was chosen if one was."""
    state, events = ROYALE.start("standard", {"players": players})
    assert (ROYALE.actor(state), list(events), len(ROYALE.seats(state))) == ("chance", [], int(players))
    assert ROYALE.turn(state) == 0
    assert ROYALE.setting(state) == Setting("standard", {"players": players})
    state, _ = ROYALE.start("standard+turns:9", {"players": players, "first": f"p{players}"})
    assert ROYALE.setting(state) == Setting("standard+turns:9", {"players": players, "first": f"p{players}"})


def test_defaults() -> None:
    """Two players, who is first is rolled, and 200 turns, which need not be said."""
    assert ROYALE.start()[0] == ROYALE.start("standard+turns:200", {"players": "2", "first": "roll"})[0]


@pytest.mark.parametrize(
    ("mode", "options", "reason"),
    [
        ("blitz", {}, "mode 'blitz': expected standard"),
        ("standard+turns:1234567890", {}, "mode 'standard"),
        ("standard+live", {}, "mode 'standard"),
        ("standard", {"players": "1"}, "players=1: expected 2 to 6"),
        ("standard", {"players": "7"}, "players=7"),
        ("standard", {"players": "02"}, "players=02"),
        ("standard", {"first": "p3"}, "first=p3: expected p1 to p2, or roll"),
        ("standard", {"first": "south"}, "first=south"),
        ("standard", {"deck": "mine"}, "'deck' is not an option of Battle Royale"),
    ],
)
def test_bad_options(mode: str, options: dict[str, str], reason: str) -> None:
    """A mode or an option that there is not is refused with what would do."""
    with pytest.raises(BadOption, match="^" + reason.replace("+", r"\+")):
        ROYALE.start(mode, options)


def test_records_of_a_chosen_first() -> None:
    """The first line of a record has all that the game began with: the seats, and who was chosen to be first."""
    for options in ({"players": "3", "first": "p2"}, {"players": "3"}):
        state, _ = ROYALE.start("standard", options)
        timeline = Timeline(ROYALE, Moment(state)).play(ROYALE.urn(state)[0])
        words = [f"{key}={value}" for key, value in options.items()]
        assert write_record(timeline, ROYALE.setting(state).options) == [
            " ".join(["newgame royale standard", *words, "dice=manual"]),
            "deal boots",
        ]


def test_find_game() -> None:
    """The game is found by its name."""
    assert find_game("royale") is ROYALE


def test_views() -> None:
    """A seat sees its own reserve and the number of the others'; a seat that there is not sees nothing."""
    state = state_of(at(players=["d4:boots,sword,eagle:dagger", "e5:crown:boots,jester"]))
    assert ROYALE.view(state, "p1").split()[1] == (
        "d4:alive:wine:0:boots,sword,eagle:dagger/e5:alive:wine:0:crown:?2/-:out:-:0:-:?0"
    )
    with pytest.raises(BadOption):
        ROYALE.view(state, "p4")


def test_kinds_are_those_of_the_actions() -> None:
    """The kinds that the game names are the first words of its actions."""
    assert {action.kind for action in BOX.actions.by_text.values()} == set(ROYALE.show.verbs)


def test_actions_are_made_once() -> None:
    """What is listed is the object that its text finds."""
    for text in (at(), at(players=["d4:eagle", "d4"]), at(phase="strike")):
        state = state_of(text)
        for action in ROYALE.legal(state):
            assert ROYALE.canonical(action.text) is action
            assert ROYALE.action(state, action.text) is action
    assert ROYALE.canonical("move a1") is None


def test_states_do_not_know_their_past() -> None:
    """Two ways to the same position lead to equal states, with equal hashes."""
    text = at(budget="2.0")
    one = after(text, "move d5", "move e5").state
    other = after(text, "move e4", "move e5").state
    assert one == other
    assert hash(one) == hash(other)
    assert one != after(text, "move e4", "move d5").state
    assert one != text


def test_bench() -> None:
    """Random games of two to six players end, and end the same every time."""

    def start(number: int) -> object:
        return ROYALE.start("standard", {"players": str(2 + number % 5)})[0]

    runs = [bench(ROYALE, 10, start) for _ in range(2)]  # type: ignore[arg-type]
    assert runs[0].signature == runs[1].signature
    assert runs[0].actions > runs[0].decisions > 1000


def test_import_reads_no_words_or_pictures() -> None:
    """What only people need is imported when it is asked for, so that a program starts quickly."""
    late = ("words", "diagram", "panel", "scene", "rulebook")
    code = f"import sys, beachhead.engine.royale; print([name for name in sys.modules if name.endswith({late})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"


def test_the_show_is_made_once() -> None:
    """The presentation, with its pages about every card, is made once for a deck."""
    assert ROYALE.show is ROYALE.show
