"""From the command line to a game, and what is kept of it."""

import argparse
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.reader import NewGame
from beachhead.protocol.repl import places
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.keeping import Keeper, kept_games
from beachhead.protocol.repl.options import add_options, contradiction, options_of, setting_of
from beachhead.protocol.repl.places import folder, games_folder, history_file, write_private
from beachhead.protocol.repl.play import BadStart, Options, begin, farewell, is_fit, resume
from beachhead.protocol.repl.setting import Setting
from tests.protocol.repl.scenes import text

SEEDED = NewGame(None, (), (("first", "south"), ("seed", "7")))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test keeps its things in a folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(places, "folder", lambda: tmp_path / "state" / "beachhead")


def parsed(*words: str) -> argparse.Namespace:
    """Options as the front door reads them."""
    parser = argparse.ArgumentParser()
    add_options(parser, find_game("royale" if "royale" in words else "island"))
    return parser.parse_args(words)


def test_options() -> None:
    """The options become the words of `newgame`, and who sits where."""
    found = parsed(
        "--game", "royale", "--mode", "standard", "--players", "3", "--seed", "7", "--seat", "p2=human", "--first", "p1"
    )
    assert options_of(found).newgame == NewGame(
        "royale", ("standard",), (("first", "p1"), ("players", "3"), ("seed", "7"))
    )
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
        (["--mode", "nonsense"], {}, "nonsense"),
        (["--game", "nonsense"], {}, "'nonsense' is not a game"),
        (["--seed", "NO"], {}, "seed=NO: expected 1 to 32 of a-z and 0-9"),
        ([], {"p3": "human"}, "'p3' is not a seat of Battle for the Island: expected south, north"),
        ([], {"north": '"'}, "No closing quotation"),
        (["--players", "2"], {}, "'players' is not an option"),
    ],
)
def test_bad_starts(words: list[str], who: dict[str, str], reason: str) -> None:
    """A game that cannot begin says why, before anything is drawn."""
    with pytest.raises(BadStart, match=reason):
        begin(Setting(find_game, who=who), options_of(parsed(*words)))


def test_not_a_terminal() -> None:
    """Without a terminal at both ends there is no prompt."""
    assert not is_fit({"TERM": "xterm"})  # the tests' own streams are none


def game(*lines: str) -> Commands:
    """A desk where some lines were played."""
    place, _ = begin(Setting(find_game, who={"north": "human"}, keeper=Keeper()), Options(SEEDED))
    for line in lines:
        place.handle(line)
    return place


def the_file() -> Path:
    """The file of the only game that was left unfinished."""
    (file,) = kept_games()
    return file


def test_an_unfinished_game_is_kept() -> None:
    """What is left unfinished is kept for its owner alone, and taken up as it was: state, seed, dice and seats."""
    place = game("auto end", "e4", "f6")
    assert "The game is kept" in text(farewell(place.room))
    assert stat.S_IMODE(the_file().stat().st_mode) == 0o600
    again, lines = resume(Setting(find_game, keeper=Keeper()))
    assert "taken up at step 2" in text(lines)
    assert text(again.handle("state")) == text(place.handle("state"))
    assert again.room.table.seed == "7"
    assert again.room.table.is_auto
    assert again.room.autopilot.ends_turns
    assert again.room.seating.who("north") == "human"
    farewell(again.room)
    assert "There are unfinished games" in text(begin(Setting(find_game, keeper=Keeper()), Options())[1])


def test_every_step_is_on_disk_when_it_is_shown() -> None:
    """A prompt that is killed loses nothing: its file holds every step that has been shown."""
    place = game()
    keeper = place.room.setting.keeper
    assert keeper is not None
    assert keeper.file is None  # nobody has done anything
    for square in ("e4", "f6", "g5"):
        place.handle(square)
        assert keeper.file is not None
        assert f"setup block {square}" in keeper.file.read_text().splitlines()


def test_each_prompt_has_its_own_file() -> None:
    """Two prompts at a time do not disturb each other, and a game that is being played cannot be taken up."""
    one, other = game("e4"), game("f6")
    assert kept_games() == []
    with pytest.raises(BadStart, match="no game was left unfinished"):
        resume(Setting(find_game, keeper=Keeper()))
    farewell(one.room)
    farewell(other.room)
    assert len(kept_games()) == 2
    with pytest.raises(BadStart, match=r"(?s)play --resume N.*1  .*island standard  south: human, north: human.*2  "):
        resume(Setting(find_game, keeper=Keeper()))
    again, _ = resume(Setting(find_game, keeper=Keeper()), 1)
    assert "setup block f6" in text(again.handle("history"))
    assert len(kept_games()) == 1
    farewell(again.room)


def test_no_program_is_started_without_a_question(tmp_path: Path) -> None:
    """A game that names a program shows its command line and asks; only `yes` starts it, for `--resume` and `load`."""
    command = f"touch {tmp_path / 'started'}"
    place = game("e4", f"seat north {command}")
    place.handle(f"save {tmp_path / 'game.bhr'}")
    farewell(place.room)
    again, lines = resume(Setting(find_game, keeper=Keeper()))
    assert f"north: {command}" in text(lines)
    assert again.room.question is not None
    assert again.room.waiting is None
    assert "Nothing is started" in text(again.handle("no"))
    assert again.room.seating.opponents == {}
    again.handle(f"load {tmp_path / 'game.bhr'}")
    again.handle("yes")  # the game that is being played is left
    assert again.room.seating.opponents == {}
    assert f"north: {command}" in text(again.handle("yes"))
    assert again.room.seating.opponents["north"].name == command
    assert not (tmp_path / "started").exists()  # the bots wait for `go`
    farewell(again.room)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A pipe or a device is not a record, and nobody waits for one."""
    os.mkfifo(tmp_path / "pipe.bhr")
    place = game()
    assert "is not a regular file" in text(place.handle(f"load {tmp_path / 'pipe.bhr'}"))
    assert "is not a regular file" in text(place.handle("load /dev/zero"))


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
            farewell(place.room)
            place, _ = resume(Setting(find_game, keeper=Keeper()))
        place.handle("setup tank pad 5")
        words.append(text(place.handle("setup tank pad 5")))
    assert words[0] == words[1]
    assert "The die shows" in words[0]


def full_set_up() -> Commands:
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
    farewell(full_set_up().room)
    again, lines = resume(Setting(find_game, keeper=Keeper()))
    assert "taken up at step 30" in text(lines)
    again.handle("undo")
    assert again.room.situation.actor == "north"
    assert "The die shows" in text(again.handle("redo"))


def test_what_was_taken_back_is_kept() -> None:
    """A game that is left in its midst is taken up there, with what followed."""
    place = game("e4", "f6", "g5")
    end = text(place.handle("state"))
    place.handle("goto 1")
    farewell(place.room)
    again, lines = resume(Setting(find_game, keeper=Keeper()))
    assert "taken up at step 1" in text(lines)
    assert text(again.handle("state")) == text(place.handle("state"))
    again.handle("next 2")
    assert text(again.handle("state")) == end


def test_an_opened_record_is_not_kept(tmp_path: Path) -> None:
    """A record that was only opened is not an unfinished game; one that was played on from is."""
    file = tmp_path / "game.bhr"
    place = game("e4", "f6", f"save {file}", "resign", f"load {file}", "back")
    assert not place.room.would_be_missed
    assert farewell(place.room) == []
    assert kept_games() == []
    place = game(f"load {file}", "h5")
    assert "The game is kept" in text(farewell(place.room))
    assert "setup block h5" in the_file().read_text()


def test_a_record_keeps_opponents_and_dice(tmp_path: Path) -> None:
    """`save` writes seats, bots, seed and date; `load` seats the same opponents, and the dice go on as they would."""
    place = full_set_up()
    place.handle("seat north builtin:random")
    state = text(place.handle("state"))
    file = tmp_path / "game.bhr"
    place.handle(f"save {file}")
    record = file.read_text()
    for words in ('header seat.south "human"', 'header bot.north "builtin:random"', 'header seed "7"', "header date "):
        assert words in record
    other = game()
    words = text(other.handle(f"load {file}"))
    assert "north: builtin:random" in words
    assert text(other.handle("state")) == state
    assert other.room.seating.opponents["north"].name == "builtin:random"
    assert other.room.table.is_auto
    assert other.room.table.seed == "7"
    place.handle("seat north human")
    other.handle("seat north human")
    assert text(other.handle("hint")) == text(place.handle("hint"))


def test_a_finished_record_verifies_itself(tmp_path: Path) -> None:
    """The record of a finished game ends with its result, its reason, and an `expect` that fails if they are wrong."""
    place = game("e4", "resign", f"save {tmp_path / 'game.bhr'}")
    del place
    lines = (tmp_path / "game.bhr").read_text().splitlines()
    assert lines[-3:] == ['header result "south"', 'header reason "resign"', "expect result south resign 10 0"]
    broken = [*lines[:-1], "expect result north resign 0 17", ""]
    (tmp_path / "broken.bhr").write_text("\n".join(broken))
    assert "expect" in text(game().handle(f"load {tmp_path / 'broken.bhr'}"))


def test_a_finished_record_stays_whole(tmp_path: Path) -> None:
    """Looking back on a finished game, trying something else there, and leaving take nothing from its record."""
    place = game()
    place.room.setting.record = str(tmp_path / "game.bhr")
    for line in ("e4", "f6", "resign"):
        place.handle(line)
    whole = (tmp_path / "game.bhr").read_text()
    assert "resign" in whole
    for line in ("goto 0", "e4", "a1"):  # the recorded action, and another one
        place.handle(line)
    farewell(place.room)
    written = (tmp_path / "game.bhr").read_text()
    assert [line for line in written.splitlines() if not line.startswith("#:")] == whole.splitlines()
    assert "#: variation a 1 setup block a1" in written


def test_every_game_has_its_own_record(tmp_path: Path) -> None:
    """The next game does not overwrite the record of the one before, nor any file that is there."""
    place = game()
    place.room.setting.record = str(tmp_path / "game.bhr")
    (tmp_path / "game-2.bhr").write_text("mine")
    for line in ("e4", "resign", "newgame", "a1", "resign"):
        place.handle(line)
    names = ("game.bhr", "game-2.bhr", "game-3.bhr")
    first, other, second = ((tmp_path / name).read_text() for name in names)
    assert sorted(file.name for file in tmp_path.iterdir() if file.suffix == ".bhr") == sorted(names)
    assert ("setup block e4" in first, other, "setup block a1" in second) == (True, "mine", True)


def test_variations_of_a_finished_game(tmp_path: Path) -> None:
    """Variations beside a finished game go into its record; without one they would be missed."""
    place = game()
    place.room.setting.record = str(tmp_path / "game.bhr")
    lines = ("e4", "f6", "resign", "goto 1", "a1", "main", "next 2")
    for line in lines:
        place.handle(line)
    assert not place.room.is_unfinished
    assert not place.room.would_be_missed
    farewell(place.room)
    assert "#: variation a 1 setup block a1" in (tmp_path / "game.bhr").read_text()
    place = game()
    for line in lines:
        place.handle(line)
    assert place.room.would_be_missed
    assert place.room.loses_variations
    place.handle(f"save {tmp_path / 'saved.bhr'}")
    assert not place.room.would_be_missed
    assert "#: variation a 1" in (tmp_path / "saved.bhr").read_text()


def test_a_finished_game_is_not_kept() -> None:
    """A game that is over is not kept, and what was taken up and finished is forgotten."""
    assert farewell(game("resign").room) == []
    assert kept_games() == []
    farewell(game("e4").room)
    again, _ = resume(Setting(find_game, keeper=Keeper()))
    again.handle("resign")
    farewell(again.room)
    assert kept_games() == []


def test_an_untouched_game_is_not_kept() -> None:
    """A game in which nobody has done anything leaves no file."""
    assert farewell(game().room) == []
    assert kept_games() == []


def test_another_game_asks_first() -> None:
    """`newgame` and `load` ask before a game is left in which somebody has played, and keep it."""
    place = game("e4")
    state = text(place.handle("state"))
    assert "Leave it? yes or no" in text(place.handle("newgame seed=9 first=south"))
    assert "The game goes on." in text(place.handle("no"))
    assert text(place.handle("state")) == state
    place.handle("newgame seed=9 first=south")
    assert "Seed 9." in text(place.handle("yes"))
    assert "setup block e4" in the_file().read_text()
    assert "Battle for the Island" in text(place.handle("rematch"))


def test_nothing_to_resume() -> None:
    """Without an unfinished game there is nothing to resume, and a broken one says where."""
    with pytest.raises(BadStart, match="no game was left unfinished"):
        resume(Setting(find_game, keeper=Keeper()))
    write_private(games_folder() / "one.bhr", b"newgame\nnonsense\n")
    with pytest.raises(BadStart, match=r"one.bhr, line 2: column 1"):
        resume(Setting(find_game, keeper=Keeper()))


def test_no_place_to_keep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If nothing can be written the game goes on without a history, and the person hears it before play ends."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(places, "folder", lambda: tmp_path / "file" / "beachhead")
    assert history_file() is None
    words = text(begin(Setting(find_game, keeper=Keeper()), Options())[1])
    assert "Games cannot be kept" in words
    assert "save FILE" in words
    place = game()
    assert "The game cannot be kept" in text(place.handle("e4"))
    assert "cannot be kept" in text(farewell(place.room))


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
    """Things are kept in the system's folder for that, or in the home folder if that is unknown."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    if sys.platform == "linux":
        assert folder() == tmp_path / "elsewhere" / "beachhead"
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder() == tmp_path / ".beachhead"


def test_the_first_screen_needs_no_parser() -> None:
    """The board and the empty line are drawn without Lark, which takes a sixth of the start; it is loaded afterwards."""
    code = """
import sys
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput
from beachhead.engine.games import find_game
from beachhead.protocol.repl.play import Options, begin
from beachhead.protocol.repl.setting import Setting
with create_app_session(input=DummyInput(), output=DummyOutput()):
    from beachhead.protocol.repl.console import Console
    commands, first = begin(Setting(find_game), Options())
    screen = Console(commands).screen
    assert screen.board() and screen.toolbar() and not screen.painted("")
    print("lark" in sys.modules)
    screen.draft.warm_up()
    print("lark" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False", "True"]


def test_newcomers_are_offered_a_shorter_game() -> None:
    """The very first start asks whether a shorter game is wanted; one that names its game, and a later one, does not."""
    assert begin(Setting(find_game, keeper=Keeper()), Options(SEEDED))[0].room.question is None
    place, lines = begin(Setting(find_game, keeper=Keeper()), Options())
    assert place.room.question is None  # the folder is there by now
    places.folder().joinpath("games").rmdir()
    places.folder().rmdir()
    place, lines = begin(Setting(find_game, keeper=Keeper()), Options())
    assert "`" not in text(lines)
    assert "short is over sooner: whoever has lost five characters has lost. Play that? yes or no" in text(lines)
    assert "Battle for the Island, short." in text(place.handle("y"))
    places.folder().joinpath("games").rmdir()
    places.folder().rmdir()
    place, _ = begin(Setting(find_game, keeper=Keeper()), Options())
    assert "The whole game, then." in text(place.handle("no"))
    assert place.room.game.setting(place.room.table.timeline.state).mode == "standard"
