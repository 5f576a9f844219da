"""Royale in a real terminal, at three sizes: the board, news, large messages, throws one by one, several people."""

from pathlib import Path

import pytest

from tests.engine.royale.tables import at
from tests.protocol.repl.terminal import Terminal, terminal

SIZES = [(80, 24), (60, 20), (120, 40)]
PLAY = ["play", "--game", "royale", "--seed", "9", "--first", "p1"]


def people(count: int) -> list[str]:
    """Options for so many people at one keyboard."""
    return [*PLAY, "--players", str(count), *[f"--seat=p{seat}=human" for seat in range(2, count + 1)]]


DUEL = at("", ["d4~beer:dagger,sword", "d4~wine:boots,boots,buckler:crown", "e5~mixed"], "ready", rest="map")
MANY = at("d4:crown", ["d4~beer:dagger,sword", "e5", "e5", "a4x", "d7", "g4"], "ready", rest="map")


def begin(found: Terminal, position: str) -> None:
    """Go to a position."""
    found.wait(lambda: "p1> " in found.text or "deal? " in found.text)
    found.enter(f"position royale {position}", "P1")
    found.wait(lambda: "Turn 9" in found.text or "turn 9" in found.text)


@pytest.mark.parametrize("size", SIZES)
def test_the_board(size: tuple[int, int], tmp_path: Path) -> None:
    """The map, everybody's line, the odds beside what is typed and the page of a card fit at every size."""
    with terminal(people(6), tmp_path, size) as found:
        begin(found, MANY)
        found.wait(lambda: all(f"P{seat}" in found.text for seat in range(1, 7)))
        assert ("Sw8" in found.text) == (size != (120, 40))
        assert any("sword" in line and "strike +1" in line for line in found.lines) or size == (60, 20)
        found.type("attack c")
        found.wait("crown 14: 28 %")
        found.control("c")
        found.enter("help sword", "Three dice win it in 85 %")
        found.enter("rules 3.4", "Attacking a player")
        found.type("\x1b[D")
        found.enter("attack card", "P1 DIES" if size != (60, 20) else "dies")
        if "P1 DIES" in found.text:
            found.type("r")  # the next key takes the large message away
            found.wait(lambda: "P1 DIES" not in found.text)


def test_large_messages_go_by_themselves(tmp_path: Path) -> None:
    """A large message goes after a few seconds if nobody presses a key."""
    with terminal(people(2), tmp_path) as found:
        begin(found, at("d4:crown", ["d4", "e5"], "ready", rest="map"))
        found.enter("attack card", "P1 DIES")
        found.wait(lambda: "P1 DIES" not in found.text)
        found.wait("P1 to choose where to lie")


@pytest.mark.parametrize("size", SIZES)
def test_throw_by_throw(size: tuple[int, int], tmp_path: Path) -> None:
    """With a delay a duel is shown throw by throw, and a key shows how it ends."""
    with terminal([*people(3), "--delay", "0.6"], tmp_path, size) as found:
        begin(found, DUEL)
        found.type("attack p2\r")
        found.wait("the dice fall")
        found.wait("duel  P1")
        first = found.text
        assert "dies" not in first
        assert "to choose where to lie" not in first
        found.wait(lambda: found.text.count("P1 throws") > first.count("P1 throws"))  # the next one by itself
        found.type("x")
        found.wait("P1 to choose where to lie")
        assert "the dice fall" not in found.text
        assert not found.lines[found.screen.cursor.y].endswith("x")  # the key was no more than that


@pytest.mark.parametrize("size", SIZES)
def test_people_are_covered_from_each_other(size: tuple[int, int], tmp_path: Path) -> None:
    """Nothing of one person's cards is on the screen when the next one comes."""
    with terminal(people(3), tmp_path, size) as found:
        begin(found, DUEL)
        found.enter("end", "Any key shows the board")
        assert "crown" not in found.text
        assert "buckler" not in found.text
        found.type(" ")
        found.wait("reserve: crown")
        found.enter("end", lambda: "p3: it is your turn" in found.text)
        assert "crown" not in found.text


@pytest.mark.parametrize("size", SIZES)
def test_covered_when_a_card_is_picked(size: tuple[int, int], tmp_path: Path) -> None:
    """With dice by hand too, who takes a card from another does not see what the loser of the duel saw."""
    with terminal([*people(3), "--dice", "manual"], tmp_path, size) as found:
        begin(found, DUEL)
        found.enter("attack p2", "duel")
        for won, dice in enumerate(("5 3", "6 1", "6 1"), 1):
            found.enter(dice, lambda won=won: f"P1 {won} of 4" in " ".join(found.text.split()))
            assert "Any key" not in found.text  # who attacks throws the dice
        found.type("6 1\r")
        found.wait("p2: it is your turn. Any key shows the board")
        found.type(" ")
        found.wait("p2> ")
        found.type("retreat c4")
        found.wait(lambda: "reserve: crown" in found.text or "+1" in found.text)
        found.type("\r")
        found.wait("p1: it is your turn. Any key shows the board")
        assert "crown" not in found.text
        found.type(" ")
        found.wait("pick?")
        assert "reserve: crown" not in found.text
        found.enter("pick boots", lambda: "boots 6" in found.text or "P1 takes boots" in " ".join(found.text.split()))
        found.wait("p1> ")
        assert "reserve: crown" not in found.text


def test_news_that_have_no_room(tmp_path: Path) -> None:
    """If the news do not fit beside the board they come on a page first, and any key brings the board."""
    bots = ["play", "--game", "royale", "--seed", "5", "--players", "6", "--first", "p1"]
    with terminal(bots, tmp_path, (60, 20)) as found:
        found.enter("spirits", "to choose a field")
        found.enter("auto", "P1 to act")
        found.enter("end", "any key brings the board back")
        assert "throws" in found.text
        assert ">P1" not in found.text
        found.type(" ")
        found.wait(">P1")
