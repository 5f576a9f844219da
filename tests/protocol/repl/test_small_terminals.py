"""Terminals that are small, light or unknown, and the lessons at 80 by 24, in a real pseudo-terminal."""

from pathlib import Path

import pytest

from tests.protocol.repl.scenes import ACT
from tests.protocol.repl.terminal import terminal

PEOPLE = ["play", "--seed", "7", "--first", "south", "--north", "human"]


def test_answers_in_lessons_stay_in_sight(tmp_path: Path) -> None:
    """At 80 by 24 every answer in a lesson can be read, and a refusal goes when something else is asked."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("tutorial 5", "slot 3: reinforce 3.")
        found.enter("why not move k2", "a 0 moves nobody")
        found.enter("rules 1", "Rule 1, All units.")
        found.wait(lambda: "a 0 moves nobody" not in found.text)
        found.enter("blubb", "got 'blubb'")
        found.enter("help setup", "setup block SQUARE")
        found.enter("reinforce 3", "Only the character that came on")
        found.enter("move c1", "That was the tutorial.")
        found.wait("rules lists the rest")
        found.wait("south> ")


def test_twelve_rows_keep_the_own_ones(tmp_path: Path) -> None:
    """On 40 by 12 the board shows the rows with one's own pieces, and the toolbar what is due, as the board has no room."""
    with terminal(PEOPLE, tmp_path, (40, 12)) as found:
        found.wait("South to place a block")
        found.enter("auto", "North to place a block")
        found.enter(f"position island {ACT}", "South to act: die 3")
        found.wait(" 2 · · · · T↑")
        found.wait(lambda: not any(line.startswith("12 ") for line in found.lines))
        found.enter("blubb", "got 'blubb'")  # no room beside the board: it is read, and a key brings the board back
        found.wait("any key brings the board back")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_move_its_cursor(tmp_path: Path, term: str) -> None:
    """Without a usable TERM it is the plain engine, and the reason is said."""
    with terminal(PEOPLE, tmp_path, (80, 24), TERM=term) as found:
        found.wait("ready beachhead ")
        said = " ".join(found.text.split())
        assert ("TERM=dumb is a terminal that cannot move its cursor" if term else "TERM is not set") in said
        assert b"\x1b" not in found.written


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_coordinates_can_be_read_on_white(tmp_path: Path, size: tuple[int, int]) -> None:
    """Without any option, the names of rows and columns have the terminal's own colour, which is readable on any background."""
    with terminal(PEOPLE, tmp_path, size) as found:
        found.wait("south> ")
        found.wait("South to place a block")
        row = next(number for number, line in enumerate(found.lines) if line.split()[:3] == ["a", "b", "c"])
        column = found.lines[row].index("a")
        assert found.screen.buffer[row][column].fg == "default"
        assert not found.screen.buffer[row][column].reverse


def test_wrong_words_do_not_pile_up(tmp_path: Path) -> None:
    """Against a bot too, every answer to a mistyped line stands beside the board, and the board stays."""
    arguments = ["play", "--seed", "7", "--first", "south", "--mode", "blitz", "--north", "builtin:random --seed 1"]
    with terminal(arguments, tmp_path) as found:
        found.wait("south> ")
        found.enter("auto", "South to act: die")
        for wrong, meant in (("hlep", "help"), ("udno", "undo"), ("thrats", "threats"), ("ruels", "rules")):
            found.enter(wrong, lambda word=meant: f"did you mean '{word}'?" in " ".join(found.text.split()))
            found.wait("South to act: die")
            assert "any key" not in found.text
