"""A tournament that is killed goes on to exactly the results of one that was left in peace."""

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import traceback
import zlib
from collections.abc import Callable
from contextlib import closing, redirect_stderr, suppress
from pathlib import Path
from typing import Any

import networkx  # this and scipy before any child is forked, which would have to import them again
import pytest
import scipy.optimize

from beachhead.bots.arena.store import FILE
from beachhead.bots.arena.tournament_command import run_results, run_tournament
from beachhead.bots.roster import NAMES
from tests.bots.arena.ring import Ring, bad
from tests.bots.arena.simulated import Simulated

TOML = """
name = "Night"
game = "island"
mode = "blitz+turns:3"
games = 2
seed = "7"
{more}
[[bot]]
name = "a"
command = "builtin:random --seed 1"
[[bot]]
name = "b"
command = "builtin:random --seed 2"
[[bot]]
name = "c"
command = "builtin:wanderer --seed 3"
"""


def written(folder: Path, more: str = "", name: str = "night") -> Path:
    """A tournament file."""
    file = folder / f"{name}.toml"
    file.write_text(TOML.format(more=more))
    return file


def essence(folder: Path) -> tuple[Any, ...]:
    """All that a database tells, but for the time that things took."""
    database = sqlite3.connect(folder / FILE)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    games = []
    for id, pair, result, record in database.execute("SELECT id, pair, result, record FROM game ORDER BY id"):
        parts = json.loads(result)
        parts["seconds"] = 0
        parts["thinking"] = {seat: {**each, "seconds": 0, "slowest": 0} for seat, each in parts["thinking"].items()}
        lines = zlib.decompress(record).decode().split("\n")
        games.append((id, pair, parts, [line for line in lines if not line.startswith(("#", "header date"))]))
    finished = database.execute("SELECT is_finished FROM tournament").fetchone()
    keys = database.execute("SELECT * FROM key").fetchall()
    database.close()
    return games, finished, keys


def in_child(work: Callable[[], int]) -> int:
    """What becomes of a forked process that does some work: its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(forked(work), 0)[1])


def forked(work: Callable[[], int]) -> int:
    """The pid of a forked process that does some work; its exit code is what the work returns."""
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            code = work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return pid


def run(file: Path, at: Callable[[str], object] = len) -> int:
    """Play a tournament without bot processes, in a child; return its exit code."""
    return in_child(lambda: simulate(file, at))


def simulate(file: Path, at: Callable[[str], object] = len) -> int:
    """Play a tournament without bot processes; return its exit code."""
    return run_tournament([str(file)], NAMES, execute=Simulated, at=at)


assert networkx
assert scipy.optimize


@pytest.mark.parametrize(
    ("more", "step"), [('format = "gauntlet"', 4), ('format = "swiss"\nrounds = 2', 11), ('format = "knockout"', 29)]
)
def test_killed_between_system_calls(tmp_path: Path, more: str, step: int) -> None:
    """Killed between the steps of the store, the resumed run ends the same; `make soak` kills at any of them."""
    whole = written(tmp_path, more, "whole")
    assert run(whole) == 0
    expected = essence(tmp_path / "whole")
    assert len(expected[0]) >= 4
    for point in range(1, 200, step):
        left = point

        def die(_: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        file = written(tmp_path, more, f"at{point}")
        code = run(file, die)
        if code == 0:
            break
        assert code == -signal.SIGKILL
        assert run(file) == 0
        assert essence(tmp_path / f"at{point}") == expected
    else:
        pytest.fail("it never ended")
    assert point > 10


def test_killed_again_and_again(tmp_path: Path) -> None:
    """A run that gets through a single game each time before it is killed ends all the same."""
    whole = written(tmp_path, name="whole")
    assert run(whole) == 0
    file = written(tmp_path, name="often")

    def die(point: str) -> None:
        if point == "half stored":
            dying.append(point)
            if len(dying) == 2:
                os.kill(os.getpid(), signal.SIGKILL)

    runs = 1
    while True:
        dying: list[str] = []
        if run(file, die) == 0:
            break
        runs += 1
    assert runs == 6
    assert essence(tmp_path / "often") == essence(tmp_path / "whole")


def stored(folder: Path) -> int:
    """The number of games in the store of a folder."""
    if not (folder / FILE).exists():
        return 0
    with (
        closing(sqlite3.connect(folder / FILE, timeout=10)) as database,
        suppress(sqlite3.OperationalError),
    ):  # no table yet
        count: int = database.execute("SELECT count(*) FROM game").fetchone()[0]
        return count
    return 0


def test_killed_at_random(ring: Ring) -> None:
    """With real bots, killed while they play, nothing is left behind and the resumed run ends the same."""
    whole = written(ring.folder, "concurrency = 2", "whole")
    assert ring.run("tournament", whole).code == 0
    expected = essence(ring.folder / "whole")
    file = written(ring.folder, "concurrency = 2", "killed")
    for games in (1, 3):
        process = ring.start("tournament", file)
        while stored(ring.folder / "killed") < games and process.poll() is None:
            time.sleep(0.005)
        process.kill()
        process.wait()
        process.communicate()
        ring.expect_nothing_left(5)
    assert ring.run("tournament", file).code == 0
    assert essence(ring.folder / "killed") == expected
    assert ring.run("results", ring.folder / "killed", "--verify").code == 0


def test_second_run_is_refused(ring: Ring) -> None:
    """A second run on the same folder is refused and names the first; when that is killed, the folder is free."""
    slow = f'[[bot]]\nname = "d"\ncommand = "{bad("think", 500)}"'
    file = written(ring.folder)
    file.write_text(file.read_text() + slow)
    first = ring.start("tournament", file)
    lock = ring.folder / "night" / "lock"
    until = time.monotonic() + 20
    while not (lock.exists() and lock.read_text()):
        assert time.monotonic() < until
        time.sleep(0.02)
    refused = subprocess.run(
        [sys.executable, "-m", "beachhead", "tournament", file], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert f"process {first.pid} on " in refused.stderr
    first.kill()
    first.communicate()
    ring.expect_nothing_left(5)
    again = ring.start("tournament", file)
    while f"process {again.pid} " not in lock.read_text():
        assert again.poll() is None
        time.sleep(0.02)
    again.kill()
    again.communicate()
    ring.expect_nothing_left(5)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("games = 2", "games = 4"), 0, ""),
        (('name = "Night"', 'name = "Day"'), 0, ""),
        (("games = 2", "games = 1"), 2, "games has changed"),
        (("turns:3", "turns:4"), 2, "mode has changed"),
        (("--seed 3", "--seed 4"), 2, "bot has changed"),
        (('seed = "7"', 'seed = "8"'), 2, "seed has changed"),
    ],
)
def test_changed_file(
    tmp_path: Path, change: tuple[str, str], code: int, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file that only adds goes on from the games that were played; one that changes anything else is refused."""
    file = written(tmp_path)
    assert run(file) == 0
    before = essence(tmp_path / "night")[0]
    file.write_text(file.read_text().replace(*change))
    assert simulate(file) == code
    assert words in capfd.readouterr().err
    after = essence(tmp_path / "night")[0]
    assert after[: len(before)] == before
    assert len(after) == (12 if change[1] == "games = 4" else 6)


@pytest.mark.parametrize("moment", [2, 500], ids=["early", "late"])
def test_a_bot_joins(tmp_path: Path, moment: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that is added to the file, after the last game or in the midst of a run, meets all others; all else stays."""
    left = moment

    def die(point: str) -> None:
        nonlocal left
        left -= point == "half stored"
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    file = written(tmp_path)
    run(file, die)
    before = essence(tmp_path / "night")[0]
    file.write_text(file.read_text() + '[[bot]]\nname = "d"\ncommand = "builtin:wanderer"\n')
    assert run(file) == run(file) == 0
    after = essence(tmp_path / "night")[0]
    assert [game for game in after if game in before] == before
    assert [id for id, *_ in after] == list(range(1, 13))
    seats = [sorted(result["seats"].values()) for _, _, result, _ in after]
    assert sorted(map("".join, seats)) == sorted(["ab", "ac", "bc", "ad", "bd", "cd"] * 2)
    assert all("d" in names for names in seats[6:])
    file.write_text(file.read_text().replace("games = 2", "games = 4"))
    assert run(file) == 0
    assert len(essence(tmp_path / "night")[0]) == 24
    assert run_results([str(tmp_path / "night"), "--verify"]) == 0
    assert "24 games, all of them as the key has it" in capsys.readouterr().out


def test_a_published_key_is_not_used_again(tmp_path: Path) -> None:
    """Games that are added after the key was told get another key; the first ones keep theirs."""
    file = written(tmp_path)
    file.write_text(file.read_text().replace('seed = "7"\n', ""))
    assert run(file) == 0
    games, _, keys = essence(tmp_path / "night")
    file.write_text(file.read_text().replace("games = 2", "games = 4"))
    assert run(file) == 0
    more, _, all_keys = essence(tmp_path / "night")
    assert more[: len(games)] == games
    assert all_keys[0] == keys[0]
    assert [key[0] for key in all_keys] == [1, 4]
    assert all_keys[0][1] != all_keys[1][1]
    assert in_child(lambda: run_results([str(tmp_path / "night"), "--verify"])) == 0


@pytest.mark.parametrize(
    ("size", "code", "words"),
    [
        (0, 2, "lock: File too large"),
        (1_000, 2, "results.sqlite cannot be opened: "),
        (40_000, 1, "a result cannot be stored: "),
    ],
)
def test_full_disk(tmp_path: Path, size: int, code: int, words: str) -> None:
    """If something cannot be stored the run says what and stops; with room again it goes on, and nothing is lost."""
    import resource

    whole = written(tmp_path, name="whole")
    assert run(whole) == 0
    file = written(tmp_path, name="full")
    said = io.StringIO()

    def work() -> int:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        with redirect_stderr(said):
            found = simulate(file)
        return found if words in said.getvalue() else 99

    assert in_child(work) == code
    assert run(file) == 0
    assert essence(tmp_path / "full") == essence(tmp_path / "whole")
