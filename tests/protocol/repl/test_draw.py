"""What is drawn: the picture fitted into a screen, news beside it, a task in full."""

import random

import pytest

from beachhead.engine.picture import Picture, plain
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.draw import AROUND, MENU, beside, draw, fold, latest, length, squeezed, wrapped
from beachhead.protocol.table import Table
from tests.protocol.repl.scenes import ACT, desk

NEWS: list[Line] = [[("", f"Sentence number {number} tells what somebody did.")] for number in range(9)]


def table(game: str, steps: int) -> Table:
    """A table in the middle of a random game."""
    rng = random.Random(3)
    found = Table()
    found.new_game(game, None, [("seed", "x")])
    for _ in range(steps):
        found.act(rng.choice(sorted(found.timeline.game.legal(found.timeline.state), key=str)))
    return found


@pytest.mark.parametrize("game", ["island", "royale"])
@pytest.mark.parametrize("steps", [0, 8, 40])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (50, 20), (60, 24), (100, 30), (200, 60)])
def test_fits(game: str, steps: int, size: tuple[int, int]) -> None:
    """On every usual screen the board leaves room for the prompt, the toolbar and a menu, and no line is too long."""
    found = table(game, steps).timeline
    seat = found.game.seats(found.state)[0]
    for preview in (None, found.game.legal(found.state)[0]):
        drawn = draw(found, seat, preview, NEWS, size)
        assert max(map(length, drawn)) <= size[0]
        if game == "island" or size[1] > 24:
            assert len(drawn) <= size[1] - AROUND - MENU


@pytest.mark.parametrize("size", [(20, 8), (10, 5), (1, 1), (40, 12)])
def test_tiny_screens(size: tuple[int, int]) -> None:
    """On a screen that is too small for any board something is drawn all the same, with room for the prompt."""
    drawn = draw(table("island", 8).timeline, None, None, NEWS, size)
    assert 1 <= len(drawn) <= max(size[1] - AROUND - 1, 1)


def test_compact() -> None:
    """A narrow terminal gets the compact form with all that is due beside it, and what is considered written out."""
    found = Table()
    found.set_position("island", ACT)
    action = found.timeline.game.canonical("shoot i6 i8")
    lines = plain(draw(found.timeline, None, action, [], (50, 20)))
    assert lines[0].startswith("   a b c")
    assert any("South to act: die 3" in line for line in lines)
    assert any(line.endswith("{shoot i6 i8}") for line in lines)


def test_ascii() -> None:
    """With ASCII asked for, every character is."""
    news: list[Line] = [[("", "North → e5 … †")]]
    assert "".join(plain(draw(table("island", 40).timeline, None, None, news, (80, 24), ascii=True))).isascii()


def test_news_beside() -> None:
    """The latest news stand beside the board, whole sentences, the newest at the end."""
    lines = "\n".join(plain(draw(table("island", 40).timeline, None, None, NEWS, (80, 24))))
    assert "Sentence number 8" in lines
    assert "Sentence number 0" not in lines
    assert lines.rstrip().endswith("somebody did.")


def test_task() -> None:
    """A task is shown in full, beside the board or below it."""
    words = "All of these words have to be seen, wherever there is room for them on the screen, to the very last one."
    for size in ((80, 24), (50, 20), (60, 30)):
        drawn = draw(table("island", 40).timeline, None, None, NEWS, size, task=[[("", words)]])
        shown = " ".join(" ".join(plain(drawn)).split())
        assert all(word in shown for word in words.split())
        assert "Sentence" not in shown
        assert len(drawn) <= size[1] - AROUND


def test_latest() -> None:
    """What is marked is the last thing that somebody did at some place: no roll, and no end of a turn."""
    found = Table()
    found.set_position("island", ACT)
    game = found.timeline.game
    for text in ("shoot i6 i8", "reveal i8 live", "move e2 e5", "reveal e5 safe", "end", "roll 2"):
        found.act(game.action(found.timeline.state, text))
    action, _ = latest(found.timeline)
    assert str(action) == "move e2 e5"
    assert latest(table("island", 0).timeline)[0] is not None  # the roll for the first turn is all that there is


def rows(*lines: str) -> Picture:
    """A picture of plain lines."""
    return [[("", line)] for line in lines]


def test_fold() -> None:
    """Lines that are too many move beside the first ones if there is room."""
    tall = rows(*(f"row {number}" for number in range(6)), "tail one", "tail two")
    assert plain(fold(tall, 40, 6)) == ["row 0", "row 1  tail one", "row 2  tail two", "row 3", "row 4", "row 5"]
    assert fold(tall, 20, 6) is tall


def test_squeezed() -> None:
    """What is too tall loses its blank lines, then goes on at its right hand, and is cut if nothing else is left."""
    tall = rows("aaaa", "bbbb", "cccc", "", "one two three", "four")
    assert plain(squeezed(tall, 40, 6)) == ["aaaa", "bbbb", "cccc", "one two three", "four"]
    assert plain(squeezed(tall, 16, 3)) == ["aaaa  one two", "bbbb  three", "cccc  four"]
    assert plain(squeezed(tall, 16, 2)) == ["aaaa"]
    assert plain(squeezed(tall, 10, 3)) == ["aaaa", "bbbb"]
    assert plain(squeezed(tall, 10, 0)) == ["aaaa"]


def test_low_and_narrow() -> None:
    """On forty columns and fifteen rows the whole board is there, and what is due beside it."""
    shown = plain(draw(table("island", 40).timeline, None, None, [], (40, 15)))
    assert [line.split()[0] for line in shown[1:]] == [str(row) for row in range(12, 0, -1)]
    assert len(shown) + AROUND <= 15
    beside_it = " ".join(line[27:].strip() for line in shown)
    assert "South's pad: SSTJJ at c" in beside_it
    assert "to shoot or end the turn" in beside_it


def test_beside() -> None:
    """News need two free lines at least; without them the picture stays as it is."""
    picture = rows("x" * 30, "short", "short", "y" * 30)
    assert plain(beside(picture, rows("news"), 32))[2] == "short  news"
    assert beside(picture, rows("news"), 26) is picture
    assert beside(picture, [], 80) is picture
    assert beside(picture, rows("n " * 60), 32, is_whole=True) is picture


def test_wrapped() -> None:
    """A line is broken at blanks, and every character keeps its style."""
    line: Line = [("", "Type "), ("typed", "move d2"), ("", ", or only d2.")]
    assert wrapped(line, 12) == [[("", "Type "), ("typed", "move d2")], [("", ", or only d2")], [("", ".")]] or all(
        length(part) <= 12 for part in wrapped(line, 12)
    )
    assert "".join(text for part in wrapped(line, 12) for _, text in part).replace(" ", "") == "Typemoved2,oronlyd2."
    assert [style for part in wrapped(line, 12) for style, text in part if "move" in text] == ["typed"]
    assert wrapped(line, 80) == [line]


def test_ones_own_rows_stay_in_sight() -> None:
    """On a screen too low for the board the rows with one's own characters are shown, below the names of the columns."""
    position = ACT.replace("4Tn7/12", "4Tn7/Sn11")
    for seat, own in (("south", " 1 "), ("north", "11 ")):
        timeline = desk(position).room.table.timeline
        shown = plain(draw(timeline, seat, None, [], (40, 12)))
        assert len(shown) <= 10
        assert shown[0].split()[:2] == ["a", "b"]
        assert any(line.startswith(own) for line in shown)
