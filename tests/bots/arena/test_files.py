"""Files that a match writes and reads: whole or not at all, never over others, regular files only."""

import os
from pathlib import Path

import pytest

from beachhead.bots.arena.files import write_lines
from tests.bots.arena.ring import GOOD, Ring

SHORT = ("-n", "2", "--mode", "blitz+turns:2")


def test_new_files_only(tmp_path: Path) -> None:
    """A file is written whole under its name, and nothing that has the name already is touched."""
    write_lines(tmp_path / "a" / "1.bhr", ["one", "two"])
    assert (tmp_path / "a" / "1.bhr").read_text() == "one\ntwo\n"
    with pytest.raises(FileExistsError):
        write_lines(tmp_path / "a" / "1.bhr", ["three"])
    assert (tmp_path / "a" / "1.bhr").read_text() == "one\ntwo\n"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["1.bhr"]


def test_no_name_before_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file has no name before it is whole, not even another one, so that a kill at any moment leaves nothing."""
    try:
        os.close(os.open(tmp_path, os.O_WRONLY | os.O_TMPFILE))
    except (AttributeError, OSError):
        pytest.skip("files have a name from the beginning here")
    seen: list[list[str]] = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(os.listdir(tmp_path)))
    write_lines(tmp_path / "1.bhr", ["one"])
    assert seen == [[]]
    assert os.listdir(tmp_path) == ["1.bhr"]


def test_pipes_in_the_way(tmp_path: Path) -> None:
    """A pipe in the place of a new file is not written to: nobody waits for its other end."""
    os.mkfifo(tmp_path / "1.bhr")
    with pytest.raises(FileExistsError):
        write_lines(tmp_path / "1.bhr", ["one"])


def test_records_in_the_way(ring: Ring) -> None:
    """A match does not begin if its records would meet others, and says what to do."""
    (ring.folder / "r").mkdir()
    (ring.folder / "r" / "1.bhr").write_text("mine")
    done = ring.run("match", GOOD, GOOD, *SHORT, "--records", "r")
    assert done.code == 2
    assert "nothing is overwritten" in done.err
    assert (ring.folder / "r" / "1.bhr").read_text() == "mine"


def test_positions_without_end(ring: Ring) -> None:
    """A device in the place of a file of positions is refused at once."""
    done = ring.run("match", GOOD, GOOD, *SHORT, "--positions", "/dev/zero")
    assert done.code == 2
    assert "not a regular file" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("results", "run", "--records", "plain"), "--records: plain exists, and is not a folder"),
        (("results", "run", "--records", "plain/x"), "--records: plain/x cannot be written: Not a directory"),
        (("results", "run", "--records", "kept"), "kept/1.bhr is there already, and nothing is overwritten"),
        (("tournament", "t.toml", "--out", "plain"), "--out: plain exists, and is not a folder"),
    ],
)
def test_files_that_cannot_be_written(ring: Ring, words: tuple[str, ...], said: str) -> None:
    """A file or folder that cannot be written is named with its option, and no error number is shown."""
    (ring.folder / "plain").touch()
    (ring.folder / "kept").mkdir()
    (ring.folder / "kept" / "1.bhr").touch()
    bots = "".join(f'[[bot]]\nname = "{name}"\ncommand = "builtin:random"\n' for name in "ab")
    (ring.folder / "t.toml").write_text(f'name = "t"\ngame = "island"\n{bots}')
    if words[0] == "results":
        ring.match("no-such-program", "no-such-program", "-n", 1, "--names", "a,b", "--out", "run")
    done = ring.run(*words)
    assert done.code == 2
    assert said in done.err
    assert "Errno" not in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_record_in_the_way_of_a_match_that_goes_on(ring: Ring) -> None:
    """A game whose file cannot be written counts all the same; the message names the file, and no error number."""
    (ring.folder / "r").mkdir()
    (ring.folder / "r" / "2.bhr").write_text("mine")
    done = ring.match(GOOD, GOOD, *SHORT, "--names", "a,b", "--out", "kept", "--records", "r", "--log", "/dev/full")
    assert "game 2 cannot be written: r/2.bhr: File exists" in done.err
    assert "game 1 cannot be written: No space left on device" in done.err
    assert "Errno" not in done.err
    assert len(done.results["games"]) == 2
    assert (ring.folder / "r" / "2.bhr").read_text() == "mine"
