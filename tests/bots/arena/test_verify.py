"""`results --verify` finds whatever has been changed in a store, and says in words what it is."""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from beachhead.bots.arena.store import FILE
from beachhead.bots.arena.tournament_command import run_results, run_tournament
from beachhead.bots.roster import NAMES
from beachhead.engine.games import find_game
from tests.bots.arena.ring import Ring, bad
from tests.bots.arena.simulated import Simulated
from tests.bots.arena.test_killed import written

OPENING = "12/12/12/12/12/12/3*8/3ss8/12/12/3Tn8/12 c:..... j:..... 1+0 south act:3 9"
Change = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished tournament of six games."""
    folder = tmp_path_factory.mktemp("whole")
    assert run_tournament([str(written(folder))], NAMES, find_game, Simulated) == 0
    return folder / "night"


def record(edit: Callable[[list[str]], list[str]]) -> Change:
    """A change of the first game's record."""

    def change(database: sqlite3.Connection) -> None:
        (packed,) = database.execute("SELECT record FROM game WHERE id = 1").fetchone()
        lines = "\n".join(edit(zlib.decompress(packed).decode().split("\n"))).encode()
        database.execute("UPDATE game SET record = ? WHERE id = 1", (zlib.compress(lines),))

    return change


def swapped(start: str, line: str) -> Change:
    """A change of the record's first line with that start."""

    def edit(lines: list[str]) -> list[str]:
        at = next(place for place, each in enumerate(lines) if each.startswith(start) and each != line)
        return [*lines[:at], line, *lines[at + 1 :]]

    return record(edit)


def inserted(line: str) -> Change:
    """A change of the record: a line more in the midst of the game."""
    return record(lambda lines: [*lines[:40], line, *lines[40:]])


def result(edit: Callable[[dict[str, Any]], object]) -> Change:
    """A change of the first game's result."""

    def change(database: sqlite3.Connection) -> None:
        found = json.loads(database.execute("SELECT result FROM game WHERE id = 1").fetchone()[0])
        edit(found)
        database.execute("UPDATE game SET result = ? WHERE id = 1", (json.dumps(found),))

    return change


def sql(words: str) -> Change:
    """Any change."""
    return lambda database: database.execute(words)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (swapped("roll", "roll 1"), "game 1: die "),
        (swapped("header seed", 'header seed "7"'), "game 1: the header seed of the record is not `"),
        (swapped("header seat.south", 'header seat.south "x"'), "game 1: the header seat.south of the record is not `"),
        (swapped("header result", 'header result "x"'), "game 1: the header result of the record is not `"),
        (
            swapped("newgame", "newgame island standard"),
            "game 1: the record has `newgame island standard` for `newgame",
        ),
        (swapped("expect", "expect result draw"), "game 1: the record has `expect result draw` for `expect result "),
        (record(lambda lines: lines[:40]), "game 1: the record ends before the game does"),
        (record(lambda lines: [*lines, "ping"]), "game 1: the record does not replay: `ping`: "),
        (record(lambda lines: [*lines, "expect turn 3"]), "game 1: the record has too many or too few lines"),
        (inserted("undo"), "game 1: the record does not replay: `undo`: "),
        (inserted("forfeit"), "game 1: the record does not replay: `forfeit`: "),
        (
            inserted("forfeit west crash"),
            "game 1: the record does not replay: `forfeit west crash`: 'west' is not a seat",
        ),
        (inserted("\x1b[31m"), "game 1: the record does not replay: ` [31m`: "),
        (sql("UPDATE game SET record = x'' WHERE id = 1"), "game 1: its record is missing"),
        (sql("UPDATE game SET record = x'0102' WHERE id = 1"), "game 1: the record of game 1 is damaged"),
        (sql("UPDATE game SET result = '{' WHERE id = 1"), "game 1: the result of game 1 is damaged"),
        (sql("UPDATE game SET result = '{}' WHERE id = 1"), "game 1: the result of game 1 is damaged"),
        (sql("UPDATE game SET pair = 2 WHERE id = 1"), "game 1: its result contradicts itself"),
        (sql("DELETE FROM game WHERE id = 1"), "game 1: it is missing"),
        (sql("UPDATE key SET key = '8'"), "game 1: the seed does not follow from the key"),
        (result(lambda found: found.update(winner="nobody")), "game 1: the result of game 1 is damaged"),
        (result(lambda found: found.update(reason="resign")), "game 1: the record ends in `"),
        (result(lambda found: found["points"].update(south=99)), "game 1: the record ends in `"),
        (result(lambda found: found.update(turns=99)), "game 1: the record has "),
        (result(lambda found: found.update(commit="0")), "game 1: its result contradicts itself"),
        (result(lambda found: found.update(seats={"south": "c", "north": "a"})), "game 1: "),
    ],
)
def test_what_was_changed(
    tmp_path: Path, whole: Path, change: Change, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A changed die, line, result, pair or key is found; only that game is wrong, and nothing is an error of ours."""
    shutil.copytree(whole, tmp_path / "night")
    with closing(sqlite3.connect(tmp_path / "night" / FILE)) as database:
        change(database)
        database.commit()
    assert run_results([str(tmp_path / "night"), "--verify"], find_game) == 1
    told = capsys.readouterr().out
    assert told.startswith(said)
    assert f"6 games, {6 if 'key' in said else 1} of them wrong" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM key", "the key of the dice is missing"),
        ("UPDATE tournament SET settings = '{}'", "the settings in {} are damaged"),
        ("DELETE FROM tournament", "{}: the run was ended before it had begun"),
    ],
)
def test_what_cannot_be_verified(
    tmp_path: Path, whole: Path, change: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A store without a key or with other settings is refused in a line."""
    shutil.copytree(whole, tmp_path / "night")
    with closing(sqlite3.connect(tmp_path / "night" / FILE)) as database:
        database.execute(change)
        database.commit()
    assert run_results([str(tmp_path / "night"), "--verify"], find_game) == 2
    assert capsys.readouterr().err == f"beachhead results: {said.format(tmp_path / 'night')}\n"


def test_damage_is_told_by_every_command(tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables, exports and the measuring of luck say in a line which game is damaged."""
    shutil.copytree(whole, tmp_path / "night")
    folder = str(tmp_path / "night")
    with closing(sqlite3.connect(tmp_path / "night" / FILE)) as database:
        inserted("undo")(database)
        database.commit()
        assert run_results([folder, "--luck"], find_game, lambda _: (0.0, 0.0)) == 2
        assert "the record of game 1 does not replay: `undo`" in capsys.readouterr().err
        database.execute("UPDATE game SET record = x'00', result = '{}' WHERE id = 1")
        database.commit()
    for words in ([], ["--csv"], ["--json"]):
        assert run_results([folder, *words], find_game) == 2
        assert capsys.readouterr().err == "beachhead results: the result of game 1 is damaged\n"
    assert run_results([folder, "--records", str(tmp_path / "records")], find_game) == 2
    assert capsys.readouterr().err == "beachhead results: the record of game 1 is damaged\n"


def test_results_from_a_stranger(tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names with codes for the terminal are shown without them; a record that unpacks without end is damaged."""
    shutil.copytree(whole, tmp_path / "night")
    folder = str(tmp_path / "night")
    with closing(sqlite3.connect(tmp_path / "night" / FILE)) as database:
        bomb = zlib.compress(b"#" * 100_000_000)
        assert len(bomb) < 200_000
        database.execute("UPDATE game SET record = ? WHERE id = 1", (bomb,))
        odd = ('"a"', '"a\\u001b[2J"')
        database.execute("UPDATE tournament SET settings = replace(settings, ?, ?)", odd)
        database.execute("UPDATE game SET result = replace(result, ?, ?)", odd)
        database.commit()
    for words in ([], ["--verify"]):
        run_results([folder, *words], find_game)
        told = capsys.readouterr()
        assert "\ufffd[2J" in told.out + told.err
        assert "\x1b" not in told.out + told.err
    assert run_results([folder, "--records", str(tmp_path / "records")], find_game) == 2
    assert "the record of game 1 is damaged" in capsys.readouterr().err


def test_faults_and_odds_are_verified(ring: Ring) -> None:
    """Games that ended by a fault, with withdrawn bots, from positions, and with clocks of their own pass."""
    (ring.folder / "openings.txt").write_text(f"{OPENING}\n")
    top = 'name = "Odds"\ngame = "island"\ngames = 4\nconcurrency = 2\npositions = "openings.txt"\ntime = "20+1"\n'
    bots = [
        ("absent", bad("exit_before_handshake")),
        ("dies", bad("exit_midgame", 1)),
        ('a "name" \\ of words', bad("ok_bot")),
        ("slow", "builtin:random"),
    ]
    tables = [f"[[bot]]\nname = {json.dumps(name)}\ncommand = {json.dumps(words)}\n" for name, words in bots]
    file = ring.folder / "odds.toml"
    file.write_text(f'{top}{"".join(tables)}time = "60+1"\n')
    assert ring.run("tournament", file).code == 1
    done = ring.run("results", ring.folder / "odds", "--verify")
    assert (done.code, done.out) == (0, "24 games, all of them as the key has it\n")
