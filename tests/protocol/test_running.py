"""Running scripts: where they stop, what they say, and the exit code."""

import io
import os
from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.script import run_files, run_script
from tests.engine.island.boards import at
from tests.protocol.talk import advise, new_session

TAG = "expected a tag, '@' and 1 to 9 digits and a blank, before the command"


def failures(text: str, keep_going: bool = False) -> list[str]:
    """What failed in a script, as it is printed."""
    return [str(failure) for failure in run_script("x.bhr", [text.encode()], new_session(), keep_going).failures]


@pytest.mark.parametrize(
    ("text", "place", "answer", "shown"),
    [
        ("ping\nmove d13\nping", "2:6", "syntax column 6: expected a square, got 'd13'", "move d13"),
        ("\n# one\n  pang", "3:3", "syntax column 3: expected a command, got 'pang': did you mean 'ping'?", "  pang"),
        ("@12 move d13", "1:10", "syntax column 6: expected a square, got 'd13'", "@12 move d13"),
        (" @x ping", "1:2", f"syntax column 2: {TAG}", " @x ping"),
        ("@1", "1:3", "syntax column 1: expected a command after the tag, got the end of the line", "@1"),
        ("@1  hello 2", "1:5", "version this is protocol 1; 2 is not spoken here", "@1  hello 2"),
        ("  hello 2", "1:3", "version this is protocol 1; 2 is not spoken here", "  hello 2"),
        ("ping\r\nping\r\nroll 6\r\n", "3:6", "syntax column 6: expected a die from 0 to 5, got '6'", "roll 6"),
        ("\ufeffroll 6", "1:6", "syntax column 6: expected a die from 0 to 5, got '6'", "roll 6"),
        ("ping \x07", "1:1", "encoding column 6: control character 0x07", "ping �"),
        ("ping\tpong", "1:6", "syntax column 6: expected the end of the line, got 'pong'", "ping\tpong"),
    ],
)
def test_failure_says_where(text: str, place: str, answer: str, shown: str) -> None:
    """A script stops at its first bad line, and says file, line, column of the file, the answer, and the line."""
    assert failures(text) == [f"x.bhr:{place}: error {answer}\n    {shown}"]


def test_keep_going() -> None:
    """With `keep_going` every line that fails is told."""
    assert len(failures("pong\nping\nstate\nmove d13\n")) == 1
    assert len(failures("pong\nping\nstate\nmove d13\n", keep_going=True)) == 3


def test_lines_are_counted() -> None:
    """Lines that are answered count, comments and blanks do not, and nothing behind `quit` does."""
    outcome = run_script("x", [b"ping\n# one\n\npi", b"ng\nquit\npong\n"], new_session())
    assert (outcome.lines, outcome.failures) == (3, ())


def test_every_answer_is_told() -> None:
    """A listener hears all lines of all answers."""
    heard: list[str] = []
    run_script("x", [f"position {at()}\nexpect legal 3\n@2 move a1".encode()], new_session(), tell=heard.append)
    assert heard == ["ok", "ok", "@2 event south move a1 a4", "@2 ok"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two good scripts and a bad one between them."""
    (tmp_path / "a.bhr").write_text("newgame seed=1 first=south\nsetup block e4\n", encoding="utf-8")
    (tmp_path / "b.bhr").write_text("expect error nogame state\nstate\nundo\n", encoding="utf-8")
    (tmp_path / "c.bhr").write_text("ping\n", encoding="utf-8")
    return tmp_path


def test_files_begin_at_fresh_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file has its own table, a failure ends the run, and a summary follows; the exit code tells."""
    names = [str(folder / name) for name in ("a.bhr", "b.bhr", "c.bhr")]
    assert run_files(names, find_game, advise) == 1
    printed = capsys.readouterr()
    assert printed.out == "2 of 3 files, 4 lines, 1 failed\n"
    assert printed.err.startswith(f"{names[1]}:2:1: error nogame ")
    assert run_files(names, find_game, advise, keep_going=True) == 1
    assert capsys.readouterr().out == "3 of 3 files, 6 lines, 2 failed\n"
    assert run_files(names[:1], find_game, advise) == 0
    assert capsys.readouterr().out == "1 file, 2 lines, 0 failed\n"


def test_verbose(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Answers are printed if requested."""
    run_files([str(folder / "a.bhr")], find_game, advise, is_verbose=True)
    assert capsys.readouterr().out.splitlines()[:3] == ["event first south", "ok", "event south setup block e4"]


def test_file_that_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there is bad usage, and says so."""
    assert run_files([str(folder / "none.bhr")], find_game) == 2
    assert "none.bhr: cannot be read: No such file or directory" in capsys.readouterr().err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`-` is what is piped in."""
    source, sink = os.pipe()
    os.write(sink, b"ping\npong")
    os.close(sink)
    with io.FileIO(source) as piped:
        monkeypatch.setattr("sys.stdin", piped)
        assert run_files(["-"], find_game) == 1
    assert capsys.readouterr().err.startswith("-:2:1: error syntax ")


def test_keep_going_past_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that cannot be read is told; with `keep_going` those after it are run all the same, and the exit code is 2."""
    good = tmp_path / "good.bhr"
    good.write_text("ping\n")
    names = [str(tmp_path / "missing.bhr"), str(tmp_path), str(good)]
    assert run_files(names, find_game, keep_going=True) == 2
    told = capsys.readouterr()
    assert "missing.bhr: cannot be read" in told.err
    assert "is not a regular file" in told.err
    assert told.out == "1 of 3 files, 1 line, 0 failed\n"
    assert run_files(names, find_game) == 2
    assert capsys.readouterr().out == "0 of 3 files, 0 lines, 0 failed\n"


def test_empty_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without a line fails: a record that a full disk has cut off verifies nothing."""
    (tmp_path / "1.bhr").touch()
    assert run_files([str(tmp_path / "1.bhr")], find_game) == 1
    printed = capsys.readouterr()
    assert "1.bhr: holds no line" in printed.err
    assert printed.out == "1 file, 0 lines, 1 failed\n"


def test_many_failures() -> None:
    """Failures are told as they come, all of them, and only the first ones are kept."""
    told: list[str] = []
    text = b"pong\n" * 500
    outcome = run_script("x", [text], new_session(), keep_going=True, fail=lambda failure: told.append(str(failure)))
    assert (len(told), outcome.failed, len(outcome.failures)) == (500, 500, 100)
