"""Matches whose files cannot be written, whose streams are closed, and which are far too long."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beachhead.bots.arena.contain.folder import remove
from tests.bots.arena.ring import GOOD, Ring, bad

SHORT = ("-n", "2", "--mode", "blitz+turns:4")
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")


def play(ring: Ring, redirection: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Play a short match through a shell that redirects its streams."""
    command = [sys.executable, "-m", "beachhead", "match", GOOD, bad("exit_three"), *SHORT, *words]
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", *command]
    env = {**os.environ, "TMPDIR": str(ring.temporary)}
    done = subprocess.run(shell, check=False, capture_output=True, text=True, cwd=ring.folder, env=env, timeout=60)
    ring.expect_nothing_left()
    return done


def test_a_full_disk_for_the_log(ring: Ring) -> None:
    """If the log cannot be written, the match goes on, says so, and writes its records."""
    done = ring.match(GOOD, GOOD, *SHORT, "--log", FULL, "--records", "r")
    assert "game 1 cannot be written" in done.err
    assert len(list((ring.folder / "r").iterdir())) == 2


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&-", "<&- 2>&-"])
def test_progress_and_input_do_not_matter(ring: Ring, redirection: str) -> None:
    """Without a place for its progress, or without input, a match gives its results all the same."""
    done = play(ring, redirection, "--json")
    assert done.returncode == 0
    assert [game["fault"]["detail"] for game in json.loads(done.stdout)["games"]] == ["exit code 3"] * 2


def test_all_streams_closed(ring: Ring) -> None:
    """Without any stream a match is played, and its records are written."""
    assert play(ring, "<&- >&- 2>&-", "--records", "r").returncode == 0
    assert len(list((ring.folder / "r").iterdir())) == 2


def test_a_full_disk_for_the_results(ring: Ring) -> None:
    """If the results cannot be printed, the exit code and a word on stderr say so."""
    done = play(ring, ">/dev/full", "--json")
    assert done.returncode == 1
    assert "cannot be printed" in done.stderr
    assert "Traceback" not in done.stderr


def test_far_too_many_games(ring: Ring) -> None:
    """However many games are asked for, Ctrl-C ends a match soon."""
    words = ["-n", 999_999_999, "--reuse", "--mode", "blitz+turns:4", "--json", "--records", "r"]
    process = ring.start("match", GOOD, GOOD, *words)
    until = time.monotonic() + 30
    while len(list(ring.folder.glob("r/*.bhr"))) < 3:
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(2)
    begun = time.monotonic()
    done = ring.finish(process)
    assert time.monotonic() - begun < 30
    assert done.code == 130
    assert len(done.games) > 1


def test_a_link_in_the_place_of_the_folder(ring: Ring) -> None:
    """A bot that puts a link in the place of its folder touches nothing behind it by our hand."""
    victim = ring.folder / "victim"
    (victim / "inner").mkdir(parents=True)
    (victim / "inner").chmod(0o755)
    (victim / "file").touch()
    done = ring.match(bad("folder_becomes_a_link"), GOOD, *SHORT, "--env", f"VICTIM={victim}", "--time", "20+1")
    assert [game["fault"] for game in done.games] == [None, None]
    assert sorted(path.name for path in victim.iterdir()) == ["file", "inner"]
    assert (victim / "inner").stat().st_mode & 0o777 == 0o755


def test_a_folder_without_rights(tmp_path: Path) -> None:
    """Folders that nobody may enter or write to are removed, and links in them are not followed."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    inner = tmp_path / "folder" / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "file").touch()
    (inner / "link").symlink_to(tmp_path / "kept")
    for folder in (inner, inner.parent, inner.parent.parent):
        folder.chmod(0)
    remove(str(tmp_path / "folder"))
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept" / "file").exists()
