"""Which lines a page may send, which it may not, and the lines that ask why something cannot be done."""

import pytest

from beachhead.bots.roster import NAMES, find_bot, opponents
from beachhead.engine.games import find_game
from beachhead.protocol.reader import NewGame
from beachhead.protocol.repl.board import Board
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.record import is_built_in
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.web.lines import LONGEST, why_lines, why_refused
from beachhead.protocol.web.show import offered


def entered(game: str = "island") -> Commands:
    """Return the commands of a room in which people play a game."""
    setting = Setting(find_game, bots=NAMES, opponents=opponents)
    room = Room(setting)
    commands = Commands(room, Board(room))
    commands.begin(NewGame(game, ("blitz",) if game == "island" else (), ()))
    return commands


@pytest.mark.parametrize(
    "line",
    [
        "setup block e4",
        "undo", "redo", "hint", "hint 3", "eval", "analyse", "auto", "go", "stop", "rematch", "threats", "rules 14",
        "newgame royale standard players=4", "newgame", "why not move d2", "explain move d2 d5", "goto 3", "state", "history",
        "seat", "seat north human", "seat north builtin:greedy", "seat north greedy", "seat north builtin:general --level 3",
    ],
)  # fmt: skip
def test_lines_of_the_game(line: str) -> None:
    """A page sends what is said at the prompt about a game and its seats."""
    assert why_refused(line, entered().room) == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("save /tmp/x", "for the prompt"),
        ("load /tmp/x", "for the prompt"),
        ("tutorial", "for the prompt"),
        ("perft 5", "for the prompt"),
        ("bench", "for the prompt"),
        ("quit", "close the page"),
        ("@7 perft 5", "tags"),
        ("seat north rm -rf x", "for the prompt"),
        ("seat north builtin:general --level 10", "for the prompt"),
        ("seat north builtin:greedy --seed 1", "for the prompt"),
        ("seat north builtin:raider", "for the prompt"),  # which knows another game
        ("yes", "column"),  # nothing was asked
        ("x" * (LONGEST + 1), "at most"),
        ("ping\nquit", "printable"),
    ],
)
def test_lines_that_are_refused(line: str, why: str) -> None:
    """A page reads and writes no file, starts no program but built-in bots, and blocks nobody."""
    assert why in why_refused(line, entered().room)


def test_a_question_can_be_answered() -> None:
    """After a line that asks something, a page may say yes or no."""
    commands = entered()
    commands.handle("setup block e4")
    asked = commands.handle("newgame royale")
    assert "yes or no" in str(asked)
    assert why_refused("yes", commands.room) == why_refused("no", commands.room) == ""
    commands.handle("yes")
    assert commands.room.game.name == "royale"


def test_lines_that_ask_why() -> None:
    """Places that were clicked become lines of the protocol, one for each verb that can take them."""
    room = entered().room
    assert why_lines(["d2", "g7"], room) == ["explain shoot d2 g7", "explain move d2 g7"]
    assert "explain move d2" in why_lines(["d2"], room)
    assert why_lines(["<script>"], room) == why_lines(["d2;quit"], room) == []
    royale = why_lines(["d4"], entered("royale").room)
    assert "explain move d4" in royale
    assert "explain equip d4" not in royale  # which takes a card


def test_games_that_are_offered() -> None:
    """Every game is offered with its modes, its seats for each number of players, and the bots that know it."""
    island, royale = offered(entered().room.setting)
    assert (island["counts"], island["seats"]) == ((), [("south", "north")])
    assert [len(seats) for seats in royale["seats"]] == [2, 3, 4, 5, 6]
    assert ("blitz" in island["modes"], island["usual"], royale["usual"]) == (True, "builtin:scout", "builtin:raider")
    for game in (island, royale):
        assert game["who"][0][0] == "human"
        for who, words in game["who"][1:]:
            assert is_built_in(who)
            name, *level = who.removeprefix("builtin:").split(" --level ")
            assert find_bot(name, int(level[0]) if level else None)
            assert words.startswith(name)
