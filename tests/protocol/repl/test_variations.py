"""Stepping through a game and trying something else there: nothing that was played is ever lost."""

from pathlib import Path

import pytest

from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.stepping import lines_of_play
from tests.protocol.repl.scenes import desk, text

LINES = ("setup block e4", "setup block f6", "setup block g5", "setup block h7")


def played(*more: str) -> Commands:
    """A room in which four blocks were placed, and what was done then."""
    place = desk()
    for line in ("newgame seed=5 first=south", *LINES, *more):
        place.handle(line)
    return place


def main_line(place: Commands) -> list[str]:
    """The actions of the main line."""
    room = place.room
    return [str(moment.action) for moment in room.variations.main(room.session.table.timeline).moments()[1:]]


def test_the_recorded_action_steps() -> None:
    """The action that was recorded next goes on in the recorded line."""
    place = played("goto 1", "setup block f6")
    assert place.room.table.timeline.now.step == 2
    assert place.room.table.timeline.ahead == 2
    assert len(lines_of_play(place.room)) == 1


def test_a_running_game_goes_on_elsewhere() -> None:
    """In a running game what is played after `undo` is the main line, and what was taken back is a variation."""
    place = played("goto 2", "setup block a1")
    assert main_line(place) == [*LINES[:2], "setup block a1"]
    assert "a  from step 2: setup block g5; setup block h7" in text(place.handle("variations"))
    place.handle("variation a")
    place.handle("next 2")
    assert [str(moment.action) for moment in place.room.table.timeline.moments()[1:]] == list(LINES)
    assert main_line(place) == [*LINES[:2], "setup block a1"]


def test_a_finished_game_stays_the_main_line() -> None:
    """After the end another action opens a variation, which `main` leaves; both are listed."""
    place = played("resign", "goto 1")
    whole = main_line(place)
    assert "This is variation a now" in text(place.handle("setup block a1"))
    place.handle("setup block b2")
    assert main_line(place) == whole
    listed = text(place.handle("variations"))
    assert "a  from step 1: setup block a1; setup block b2  (here)" in listed
    assert "Step 1 of 5 of the main line." in text(place.handle("main"))
    place.handle("setup block c3")
    place.handle("back")
    place.handle("setup block d8")  # from a variation, another one
    assert {line.split()[0] for line in text(place.handle("variations")).splitlines()} == {"main", "a", "b", "c"}
    assert main_line(place) == whole
    assert "is not a variation: expected main" in text(place.handle("variation zz"))


@pytest.mark.parametrize("end", ["resign", "state"])
def test_variations_are_in_the_record(tmp_path: Path, end: str) -> None:
    """Records hold the variations, as comments of a fixed form, and `load` brings them back."""
    place = played(end, "goto 2", "setup block a1", "setup block b2")
    place.handle(f"save {tmp_path / 'game'}")
    notes = [line for line in (tmp_path / "game.bhr").read_text().splitlines() if line.startswith("#:")]
    tried = "setup block g5; setup block h7" if end == "state" else "setup block a1; setup block b2"
    assert notes == [f"#: variation a 2 {tried}"]
    other = desk()
    other.handle(f"load {tmp_path / 'game'}")
    assert main_line(other) == main_line(place)
    assert f"a  from step 2: {tried}" in text(other.handle("variations"))


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("#: variation a 99 setup block a1", "begins after the end"),
        ("#: variation a 0 move a1 a2", "variation a: move a1 a2"),
        ("#: variation main 0 setup block a1", "is not a name"),
        ("#: variation a", "line 7"),
    ],
)
def test_bad_variations(tmp_path: Path, note: str, words: str) -> None:
    """A variation that cannot be played is refused with its line."""
    file = tmp_path / "bad.bhr"
    file.write_text("\n".join(["newgame island standard first=south dice=manual", *LINES, "", note, ""]))
    assert words in text(desk().handle(f"load {file}"))


def test_looking_back_destroys_nothing() -> None:
    """After `goto 0` and `next` the whole game is still there, whatever is typed on the way."""
    place = played("resign")
    whole = main_line(place)
    for line in ("goto 0", "next 2", "", "# nothing", "hint", "setup block a2", "undo", "undo", "redo", "back", "end"):
        place.handle(line)
    assert main_line(place) == whole
