"""From the command line to a game, and what is kept of it."""

import argparse
import stat
import sys
from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.repl import places
from beachhead.protocol.repl.command import add_options, contradiction, options_of, setting_of
from beachhead.protocol.repl.desk import Desk
from beachhead.protocol.repl.party import Setting
from beachhead.protocol.repl.places import folder, history_file, unfinished_file, write_private
from beachhead.protocol.repl.play import BadStart, Options, begin, farewell, is_fit, resume
from tests.protocol.repl.scenes import text


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test keeps its things in a folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(places, "folder", lambda: tmp_path / "state" / "beachhead")


def parsed(*words: str) -> argparse.Namespace:
    """Options as the front door reads them."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args(words)


def test_options() -> None:
    """The options become the words of `newgame`, and who sits where."""
    found = parsed(
        "--game", "royale", "--mode", "standard", "--players", "3", "--seed", "7", "--seat", "p2=human", "--first", "p1"
    )
    assert options_of(found).newgame == ["royale", "standard", "first=p1", "players=3", "seed=7"]
    assert setting_of(found, find_game, None, "builtin:greedy").who == {"p2": "human"}
    assert contradiction(found) is None
    assert contradiction(parsed("--resume", "--seed", "7", "--mode", "short")) is not None
    assert contradiction(parsed("--resume", "--ascii")) is None


@pytest.mark.parametrize("words", [["--seat", "p2"], ["--delay", "-1"], ["--delay", "soon"], ["--dice", "loaded"]])
def test_bad_options(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An option that cannot be is refused with its value."""
    with pytest.raises(SystemExit) as ended:
        parsed(*words)
    assert ended.value.code == 2
    assert words[1] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "who", "reason"),
    [
        (["nonsense"], {}, "nonsense"),
        (["seed=NO"], {}, "seed=NO: expected 1 to 32 of a-z and 0-9"),
        ([], {"p3": "human"}, "'p3' is no seat of Battle for the Island: expected south, north"),
        ([], {"north": '"'}, "No closing quotation"),
        (["players=2"], {}, "'players' is no option"),
    ],
)
def test_bad_starts(words: list[str], who: dict[str, str], reason: str) -> None:
    """A game that cannot begin says why, before anything is drawn."""
    with pytest.raises(BadStart, match=reason):
        begin(Setting(find_game, who=who), Options(words))


def test_not_a_terminal() -> None:
    """Without a terminal at both ends there is no prompt."""
    assert not is_fit({"TERM": "xterm"})  # the tests' own streams are none


def game(*lines: str) -> Desk:
    """A desk where some lines were played."""
    place, _ = begin(Setting(find_game, who={"north": "human"}), Options(["seed=7", "first=south"]))
    for line in lines:
        place.handle(line)
    return place


def test_an_unfinished_game_is_kept() -> None:
    """What is left unfinished is kept for its owner alone, and taken up as it was: state, seed, dice and seats."""
    place = game("auto end", "e4", "f6")
    assert "The game is kept" in text(farewell(place, is_resumed=False))
    file = unfinished_file()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again, lines = resume(Setting(find_game))
    assert "taken up at step 2" in text(lines)
    assert text(again.handle("state")) == text(place.handle("state"))
    assert again.table.seed == "7"
    assert again.table.is_auto
    assert again.autopilot.ends_turns
    assert again.seating.who("north") == "human"
    assert "A game was left unfinished" in text(begin(Setting(find_game), Options())[1])


BLOCKS = [f"{column}{row}" for row, column in enumerate("abcdefghij", 1)]


def test_the_dice_go_on() -> None:
    """A game that is taken up throws the dice that it would have thrown."""
    words = []
    for is_left in (False, True):
        place = game(*(f"setup block {square}" for square in BLOCKS))
        for row in range(5):
            place.handle(f"setup soldier {'klghi'[row]}1 north")
            place.handle(f"setup soldier {'klghi'[row]}12 south")
        for slot in range(1, 5):
            place.handle(f"setup {'jeep' if slot < 4 else 'tank'} pad {slot}")
            place.handle(f"setup {'jeep' if slot < 4 else 'tank'} pad {slot}")
        if is_left:
            farewell(place, is_resumed=False)
            place, _ = resume(Setting(find_game))
        place.handle("setup tank pad 5")
        words.append(text(place.handle("setup tank pad 5")))
    assert words[0] == words[1]
    assert "The die shows" in words[0]


def full_set_up() -> Desk:
    """A game between people after its set-up, with the first die thrown."""
    place = game(*(f"setup block {square}" for square in BLOCKS))
    for column in "klghi":
        place.handle(f"setup soldier {column}1 north")
        place.handle(f"setup soldier {column}12 south")
    for slot in range(1, 6):
        place.handle(f"setup {'jeep' if slot < 4 else 'tank'} pad {slot}")
        place.handle(f"setup {'jeep' if slot < 4 else 'tank'} pad {slot}")
    return place


def test_what_the_engine_threw_is_no_step() -> None:
    """In a game that is taken up `undo` goes to a decision, and never asks for a roll that the engine throws."""
    farewell(full_set_up(), is_resumed=False)
    again, lines = resume(Setting(find_game))
    assert "taken up at step 30" in text(lines)
    again.handle("undo")
    assert again.scene.actor == "north"
    assert "The die shows" in text(again.handle("redo"))


def test_what_was_taken_back_is_kept() -> None:
    """A game that is left in its midst is taken up there, with what followed."""
    place = game("e4", "f6", "g5")
    end = text(place.handle("state"))
    place.handle("goto 1")
    farewell(place, is_resumed=False)
    again, lines = resume(Setting(find_game))
    assert "taken up at step 1" in text(lines)
    assert text(again.handle("state")) == text(place.handle("state"))
    again.handle("next 2")
    assert text(again.handle("state")) == end


def test_an_opened_record_is_not_kept(tmp_path: Path) -> None:
    """A record that was only looked at is no unfinished game; the one before it is kept, and one played on from it."""
    file = tmp_path / "game.bhr"
    place = game("e4", "f6", f"save {file}", "resign", f"load {file}", "back")
    assert not place.would_be_missed
    assert farewell(place, is_resumed=False) == []
    farewell(game("g5"), is_resumed=False)
    kept = unfinished_file().read_bytes()
    again, _ = resume(Setting(find_game))
    again.handle(f"load {file}")
    again.handle("back")
    assert "The game is kept" in text(farewell(again, is_resumed=True))
    assert unfinished_file().read_bytes() == kept
    again.handle("h5")
    assert "The game is kept" in text(farewell(again, is_resumed=True))
    assert unfinished_file().read_bytes() != kept


def test_a_finished_record_stays_whole(tmp_path: Path) -> None:
    """Looking back on a finished game, and leaving there, takes nothing from its record."""
    place = game()
    place.setting.record = str(tmp_path / "game.bhr")
    for line in ("e4", "f6", "resign"):
        place.handle(line)
    whole = (tmp_path / "game.bhr").read_text()
    assert "resign" in whole
    place.handle("goto 1")
    farewell(place, is_resumed=False)
    assert (tmp_path / "game.bhr").read_text() == whole
    game("g5", "resign", f"save {tmp_path / 'other.bhr'}")
    for line in (f"load {tmp_path / 'other.bhr'}", "back", "next"):
        place.handle(line)
    assert (tmp_path / "game.bhr").read_text() == whole


def test_a_finished_game_is_not_kept() -> None:
    """A game that is over is not kept, and what was taken up and finished is forgotten."""
    assert farewell(game("resign"), is_resumed=False) == []
    assert not unfinished_file().exists()
    farewell(game("e4"), is_resumed=False)
    again, _ = resume(Setting(find_game))
    again.handle("resign")
    farewell(again, is_resumed=True)
    assert not unfinished_file().exists()


def test_an_older_game_is_set_aside() -> None:
    """A second unfinished game does not destroy the first."""
    farewell(game("e4"), is_resumed=False)
    first = unfinished_file().read_bytes()
    farewell(game("e5"), is_resumed=False)
    assert unfinished_file().with_name("unfinished-before.bhr").read_bytes() == first


def test_an_untouched_game_replaces_nothing() -> None:
    """A game in which nobody has done anything is kept only where no other is."""
    farewell(game(), is_resumed=False)
    assert unfinished_file().exists()
    farewell(game("e4"), is_resumed=False)
    first = unfinished_file().read_bytes()
    assert "stays the one that is kept" in text(farewell(game(), is_resumed=False))
    assert unfinished_file().read_bytes() == first


def test_nothing_to_resume() -> None:
    """Without an unfinished game there is nothing to resume, and a broken one says where."""
    with pytest.raises(BadStart, match="no game was left unfinished"):
        resume(Setting(find_game))
    write_private(unfinished_file(), b"newgame\nnonsense\n")
    with pytest.raises(BadStart, match=r"unfinished.bhr, line 2: column 1"):
        resume(Setting(find_game))


def test_no_place_to_keep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nothing can be written the game goes on without a history, and the loss is told."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(places, "folder", lambda: tmp_path / "file" / "beachhead")
    assert history_file() is None
    assert "cannot be kept" in text(farewell(game("e4"), is_resumed=False))


def test_history_is_private_and_bounded() -> None:
    """What was typed is kept for its owner alone, and not for ever."""
    file = history_file()
    assert file is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_bytes(b"\n# 2026-01-01\n+legal\n" * 60_000)
    again = history_file()
    assert again == file
    assert 100_000 < file.stat().st_size < 600_000
    assert file.read_bytes().startswith(b"\n# 2026")


def test_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Things are kept in the system's folder for that, or in the home folder where nobody knows one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    if sys.platform == "linux":
        assert folder() == tmp_path / "elsewhere" / "beachhead"
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder() == tmp_path / ".beachhead"
