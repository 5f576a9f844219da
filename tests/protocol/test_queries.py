"""Commands that only answer: hello, ping, state, board, legal, explain, hint, perft, bench, help, quit."""

import re

import pytest

from beachhead import VERSION
from beachhead.engine.build import BUILD
from beachhead.engine.games import NAMES, find_game
from beachhead.grammar.language import words_of
from beachhead.grammar.lookahead import expected_after
from beachhead.protocol.session import GREETING, Session
from beachhead.protocol.table import Table
from tests.engine.island.boards import at
from tests.protocol.talk import new_session, say

HELLO = ["id name beachhead", f"id version {VERSION}", f"id build {BUILD}", "id game island", "id game royale", "ok 1"]
PLACE = at("d2:Sn d4:ss l12:ss")


def placed() -> Session:
    """A session in the middle of a game."""
    session = new_session()
    say(session, f"position {PLACE}")
    return session


def test_greeting() -> None:
    """The greeting names the engine, its version and the protocol."""
    assert f"ready beachhead {VERSION} protocol 1" == GREETING


@pytest.mark.parametrize("line", ["hello 1", "hello 1 me", 'hello 1 "My bot # 2"', "hello 000000001 me # a comment"])
def test_hello(line: str) -> None:
    """`hello` is answered by who this is and which games there are, also when it is said again."""
    session = new_session()
    assert say(session, line) == HELLO
    assert say(session, line) == HELLO


@pytest.mark.parametrize("version", [0, 2, 999_999_999])
def test_hello_in_another_version(version: int) -> None:
    """Another version is refused."""
    reason = f"this is protocol 1; {version} is not spoken here"
    assert say(new_session(), f"hello {version} me") == [f"error version {reason}"]


def test_ping() -> None:
    """`ping` is answered, nothing more."""
    assert say(new_session(), "ping") == ["ok"]


@pytest.mark.parametrize("line", ["state", "state south", "state north"])
def test_state(line: str) -> None:
    """The position, whole or as a seat sees it; on the island nothing is hidden."""
    assert say(placed(), line) == [f"state {PLACE}", "ok"]


def test_board_is_the_diagram() -> None:
    """The diagram comes in `board` lines, and no line ends in a blank."""
    *lines, final = say(placed(), "board")
    assert final == "ok"
    assert len(lines) > 12
    assert all(line.startswith("board") and line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("legal", ["legal end", "legal shoot d2 d4", "ok 2"]),
        ("legal shoot", ["legal shoot d2 d4", "ok 1"]),
        ("legal end", ["legal end", "ok 1"]),
        ("legal move", ["ok 0"]),
        ("legal resign", ["ok 0"]),
    ],
)
def test_legal(line: str, answer: list[str]) -> None:
    """The legal actions, all or of one kind, without `resign`, and how many they are."""
    assert say(placed(), line) == answer


def test_legal_is_in_ascending_order_of_bytes() -> None:
    """So that a seeded bot plays the same game in every language."""
    session = new_session()
    say(session, "newgame seed=1 first=south")
    lines = [line.encode() for line in say(session, "legal")[:-1]]
    assert lines == sorted(lines)
    assert len(lines) == 144


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        ("shoot d2", ["info shoot d2 d4: soldier d2 takes North's soldier d4", "ok legal"]),
        ("end", ["info end: nobody can move: the opponent takes a character (rule 1a)", "ok legal"]),
        ("resign", ["info resign: gives the battle to North", "ok legal"]),
        (
            "move d2",
            [
                "info rule 14, In the way: You cannot pass over a character or a block that is in your way.",
                "ok illegal 14 d4 is in the way",
            ],
        ),
        ("roll 3", ["info rule phase, Not now: Another kind of action is due.", "ok illegal phase no roll is due"]),
    ],
)
def test_explain(action: str, answer: list[str]) -> None:
    """An action is explained: what it would do, or the rule that forbids it."""
    session = placed()
    before = session.table.snapshot()
    assert say(session, f"explain {action}") == answer
    assert session.table.snapshot() == before


def test_hint_asks_the_adviser() -> None:
    """The adviser's remarks are `info` lines, its action stands behind `ok`, and N milliseconds are handed on."""
    assert say(placed(), "hint") == ["info south no limit", "ok end"]
    assert say(placed(), "hint ms 250") == ["info south 250", "ok end"]


def test_hint_where_none_can_be_given() -> None:
    """If chance is due, no decision is; a table without an adviser has no hints."""
    session = new_session()
    say(session, f"position {at(phase='roll')}")
    assert say(session, "hint") == ["error turn no decision is due: chance is"]
    session = Session(Table())
    say(session, f"position {PLACE}")
    assert say(session, "hint") == ["error limit there is no adviser at this table"]


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 144), (2, 144 * 121)])
def test_perft(depth: int, count: int) -> None:
    """Perft counts the sequences of actions of a length."""
    session = new_session()
    say(session, "newgame seed=1 first=south")
    assert say(session, f"perft {depth}") == [f"ok {count}"]


def test_perft_counts_chance_and_knows_the_end() -> None:
    """Outcomes of chance count as actions, and after the end there is nothing to count."""
    session = new_session()
    say(session, f"position {at(phase='roll')}")
    assert say(session, "perft 1") == ["ok 6"]
    say(session, f"position {at('d2:Sn', 'over:south', side='-')}")
    assert say(session, "perft 0") == ["ok 1"]
    assert say(session, "perft 999999999") == ["ok 0"]


def test_bench_gives_the_same_checksum_every_time() -> None:
    """Random battles from fixed seeds end in the same places, and more of them in others."""
    session = new_session()
    first = say(session, "bench 3")
    assert first == say(session, "bench 3")
    assert re.fullmatch(rf"info games 3 actions \d+ decisions \d+ turns \d+ build {BUILD}", first[0])
    assert re.fullmatch("ok [0-9a-f]{8}", first[1])
    assert say(session, "bench 4")[1] != first[1]
    assert say(session, "bench 100001") == ["error limit at most 100,000 games at once"]


def test_bench_leaves_the_game_alone() -> None:
    """The running game is the one that is played, elsewhere."""
    session = placed()
    before = session.table.snapshot()
    assert say(session, "bench 1")[-1].startswith("ok ")
    assert session.table.snapshot() == before


def test_help() -> None:
    """Without a word, help lists commands, actions and rules."""
    lines = say(new_session(), "help")
    assert lines[-1] == "ok"
    assert lines[1].startswith("help Commands: answer bench board ")
    assert lines[2] == f"help Actions of island: {' '.join(find_game('island').show.verbs)}"
    assert lines[3].startswith("help Rules of island: 1 1a 1b ")


def test_help_on_every_word() -> None:
    """There is help on every word that may begin a line, on every keyword behind it, and on every rule."""
    session = new_session()
    words = set(find_game("island").show.rules)
    for before in (
        "",
        "expect",
        "setup",
        "setup tank a1",
        "setup tank",
        "turn a1",
        "pad",
        "reveal a1",
        "hint",
        "newgame",
    ):
        words |= {
            word for terminal in expected_after(before, "island") if terminal != "$END" for word in words_of(terminal)
        }
    assert len(words) > 80
    for word in words:
        *lines, final = say(session, f"help {word}")
        assert (word, final) == (word, "ok")
        assert lines
        assert all(line.startswith("help ") for line in lines)


def test_help_on_a_command_says_how_it_is_written() -> None:
    """The first line is the usage, the next what it does."""
    assert say(new_session(), "help undo") == [
        "help undo [N]",
        "help Takes N steps back: an action and what was drawn after it are one.",
        "ok",
    ]
    assert say(new_session(), "help left") == ["help left is a hand.", "help turn SQUARE [TO] left|right", "ok"]
    assert say(new_session(), "help R8")[0].startswith("help Rule R8, Own targets: ")


@pytest.mark.parametrize(("word", "nearest"), [("udno", "undo"), ("R88", "R8"), ("MOVE", "move"), ("chess", "help")])
def test_help_on_an_unknown_word(word: str, nearest: str) -> None:
    """An unknown word is refused, with the nearest word."""
    reason = f"there is no help on '{word}': did you mean '{nearest}'? help lists all"
    assert say(new_session(), f"help {word}") == [f"error argument {reason}"]


def test_games_are_those_that_hello_names() -> None:
    """The games of `hello` are those that `newgame` knows."""
    assert [line.removeprefix("id game ") for line in HELLO if "game" in line] == list(NAMES)


def test_quit() -> None:
    """`quit` is answered, and ends the conversation."""
    session = new_session()
    assert not session.is_over
    assert say(session, "quit") == ["ok"]
    assert session.is_over


@pytest.mark.parametrize("line", ["state", "board", "legal", "result", "history", "perft 1", "explain end", "undo"])
def test_no_game(line: str) -> None:
    """A command that needs a game says that there is none, and how to begin one."""
    reason = "there is no game yet: newgame begins one, position sets one up"
    assert say(new_session(), line) == [f"error nogame {reason}"]
