"""What is offered while typing: what the grammar allows, less what is not legal now."""

import random

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.repl.known import Known
from beachhead.protocol.repl.offer import FEW, Offers
from beachhead.protocol.repl.pages import OWN, SEATED
from beachhead.protocol.repl.situation import Situation, situation_of
from beachhead.protocol.repl.typed import Act, read_line
from beachhead.protocol.table import Table
from tests.protocol.repl.scenes import ACT, AFTER, BLOCKS, OVER, ROLL, TROOPS, ZERO, desk, draft, scene


def nothing(terminal: str, fragment: str) -> list[tuple[str, str]]:
    """Knows of nothing."""
    return []


def texts(found: Offers) -> list[str]:
    """The words that are offered."""
    return [offer.text for offer in found.found]


# position, what is typed, what is offered
ACTIONS = [
    (ACT, "move ", ["e2 e5"]),
    (ACT, "mo", ["move e2 e5"]),
    (ACT, "shoot ", ["i6 i8"]),
    (ACT, "turn ", ["e2 e4 left", "e2 e4 right"]),
    (ACT, "turn e2 ", ["e4 left", "e4 right"]),
    (ACT, "turn e2 l", ["left"]),
    (ACT, "t e2 r", ["right"]),
    (ACT, "move d", []),
    (ACT, "move e2 e5", []),
    (ACT, "explain sh", ["shoot i6 i8"]),
    (ACT, "e2", ["e2 e5", "e2 e4 left", "e2 e4 right"]),
    (ACT, "setup ", []),
    (ACT, "reinforce ", []),
    (AFTER, "en", ["end"]),
    (AFTER, "move ", []),
    (ZERO, "reinforce ", ["2 b1", "3 c1"]),
    (ZERO, "pa", ["pad"]),
    (ROLL, "roll ", ["0", "1", "2", "3", "4", "5"]),
    (BLOCKS, "setup ", ["block"]),
    (TROOPS, "setup ", ["jeep", "soldier", "tank"]),
    (TROOPS, "setup tank c1 ", ["east", "north", "south", "west"]),
    (TROOPS, "tank c1 n", ["north"]),
    (OVER, "move ", []),
    (ACT, "auto ", ["end"]),
    (ACT, "move e2 # and ", []),
    (ACT, "@1 mo", []),
    (ACT, "mvoe ", []),
]


@pytest.mark.parametrize(("position", "line", "words"), ACTIONS)
def test_offers(position: str, line: str, words: list[str]) -> None:
    """Only legal actions are offered, whole if there are few, word by word if there are many."""
    assert texts(draft(scene(position), nothing).offered(line)) == words


def test_descriptions() -> None:
    """Beside each offer stands what it would do."""
    found = draft(scene(ACT), nothing).offered("move ")
    assert found.found[0].words == "tank e2 to e5, lands on a block: 50 % live"
    assert str(found.found[0].action) == "move e2 e5"
    assert draft(scene(ACT), nothing).offered("shoot ").found[0].words == "soldier i6 hits the block on i8: 50 % live"


def test_squares_in_set_up() -> None:
    """In set-up exactly the squares are offered that are allowed, in the order of people."""
    table = Table()
    table.set_position("island", BLOCKS)
    table.act(find_game("island").action(table.timeline.state, "setup block e4"))
    found = texts(draft(situation_of(table), nothing).offered("setup block "))
    assert len(found) == 121
    assert found[:3] == ["a1", "a2", "a3"]
    assert found.index("a9") + 1 == found.index("a10")
    assert not any(word.startswith("e") or word.endswith("4") for word in found)


def test_the_beginning_of_a_line() -> None:
    """At the beginning everything is offered that can be done now, and every command but those of seated bots."""
    found = texts(draft(scene(ACT), nothing).offered(""))
    assert found[:7] == [
        "shoot i6 i8", "move e2 e5", "turn e2 e4 left", "turn e2 e4 right", "hint", "undo", "help"
    ]  # fmt: skip
    assert found.index("auto") < found.index("resign") < found.index("bench") < found.index("perft")
    assert set(OWN) <= set(found)
    assert not set(SEATED) & set(found)
    assert not {"m", "e", "setup", "remove", "soldier"} & set(found)


def test_nothing_of_others() -> None:
    """While a bot thinks no action is offered, and commands are."""
    found = texts(draft(scene(ACT, is_mine=False), nothing).offered(""))
    assert "resign" not in found
    assert "undo" in found


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("state ", ["south", "north"]),
        ("seat n", ["north"]),
        ("seat north ", ["human", "builtin:greedy"]),
        ("rules 1", ["1a", "1b", "10", "11", "12", "13", "14", "15"]),
        ("help sho", ["shoot", "shooting"]),
        ("legal ", ["shoot", "move", "turn", "resign"]),
        ("newgame i", ["island"]),
        ("newgame island bl", ["blitz", "blitz+live", "blitz+chain"]),
        ("newgame island standard first=", ["first=south", "first=north", "first=roll"]),
        ("newgame di", ["dice="]),
        ("newgame royale pl", ["players="]),
        ("newgame pl", []),
        ("newgame royale first=p5", []),
        ("newgame royale players=", [f"players={count}" for count in "23456"]),
        ("newgame dice=", ["dice=auto", "dice=manual"]),
        ("forfeit south cr", ["crash"]),
        ("dice ", ["auto", "manual"]),
        (
            "why not ",
            ["setup", "shoot", "move", "turn", "reinforce", "pad", "remove", "end", "resign", "roll", "reveal"],
        ),
        ("expect error il", ["illegal"]),
    ],
)
def test_what_is_known(line: str, words: list[str]) -> None:
    """Open words of the grammar are offered if something is known about them."""
    place = desk(ACT)
    found = texts(draft(place.room.situation, Known(place.room, ("greedy",))).offered(line))
    assert found == words


def test_files(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Files are offered if one is expected; names that would upset a terminal or the line are not."""
    for name in ("one.bhr", "other.bhr", "two words.bhr", "evil\x1b[2J.bhr"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    place = desk(ACT)
    known = Known(place.room, ())
    assert texts(draft(place.room.situation, known).offered("load ")) == ["folder/", "one.bhr", "other.bhr"]
    assert texts(draft(place.room.situation, known).offered("load o")) == ["one.bhr", "other.bhr"]
    assert texts(draft(place.room.situation, known).offered("load nowhere/")) == []


def completed(table: Table, rng: random.Random) -> None:
    """Find an action by choosing among offers alone, and check each of them."""
    found, line = situation_of(table), ""
    legal = {action.text for _, action in found.actions}
    while True:
        offered = [
            offer for offer in draft(found, nothing).offered(line).found if line or _is_action(offer.text, found)
        ]
        assert offered, f"nothing is offered behind '{line}'"
        for offer in offered:
            if offer.action is not None:
                whole = line + offer.text
                assert read_line(whole, found) == Act(whole) or offer.action.text in legal
                assert offer.action.text in legal
                assert offer.words == found.describe(offer.action)
        chosen = rng.choice(offered)
        line += chosen.text
        if chosen.action is not None:
            table.act(chosen.action) if chosen.action.text != "resign" else None
            return
        line += " "


def _is_action(text: str, found: Situation) -> bool:
    return text.split(maxsplit=1)[0] in {words[0] for words, _ in found.actions}


@pytest.mark.parametrize(("game", "count"), [("island", 160), ("royale", 160)])
def test_a_game_by_completion_alone(game: str, count: int) -> None:
    """All that is offered is legal, and whole games can be played by choosing among offers, dice included."""
    rng = random.Random(7)
    table = Table()
    table.new_game(game, None, [("dice", "manual"), ("seed", "1")])
    for _ in range(count):
        if table.timeline.game.actor(table.timeline.state) is None:
            break
        completed(table, rng)


def test_many_are_grouped() -> None:
    """Of more than a menu can hold the next words are offered, each with how many ways there are."""
    found = draft(scene(TROOPS), nothing).offered("setup tank ")
    assert len(scene(TROOPS).actions) == 288 + 1
    assert len(found.found) == 24
    assert FEW == 24
    assert found.found[0].words == "a tank facing east, and 3 more"
    assert found.found[0].action is None
