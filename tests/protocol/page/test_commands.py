"""`beachhead svg` and `beachhead replay`: what they write, and what they say of a file or a position that is invalid."""

import io
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beachhead.cli import main
from beachhead.engine.drawing.svg import svg_of
from beachhead.engine.island import ISLAND
from tests.protocol.page.records import KEPT, kept

RECORD = str(KEPT / "island-random-1-random-2-seed-7.bhr")
POSITION = "12/10js1/12/12/12/12/12/12/12/12/3Sn8/12 c:..... j:..... 0+0 south act:3 1"


def beginning(folder: Path) -> Path:
    """Return a record in a folder: the set-up of a battle and its first turns, as an analysis takes its time."""
    file = folder / "game.bhr"
    file.write_bytes(b"".join(Path(RECORD).read_bytes().splitlines(keepends=True)[:60]))
    return file


def run(*words: str) -> int:
    """Run a command as the shell would."""
    return main(list(words))


def test_a_position_as_a_picture(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A position may be one word or many, and may begin with the name of its game."""
    expected = svg_of(ISLAND, ISLAND.read(POSITION))
    for words in ([POSITION], POSITION.split(), ["island", *POSITION.split()], ["--game", "island", POSITION]):
        assert run("svg", *words) == 0
        assert capfdbinary.readouterr().out.decode() == expected


def test_a_moment_of_a_record(tmp_path: Path) -> None:
    """A picture of a record shows the moment after so many actions, with the last one marked; else the end."""
    moments = kept("island", 2000).moments
    for step, number in (("40", 40), ("-2", len(moments) - 2), ("0", 0)):
        assert run("svg", RECORD, "--step", step, "-o", str(tmp_path / "a.svg")) == 0
        moment = moments[number]
        expected = svg_of(ISLAND, moment.state, last=moment.action, events=moment.events if number else ())
        assert (tmp_path / "a.svg").read_text(encoding="utf-8") == expected


def test_previews_threats_and_seats(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """What an action would touch, who could be hit, and what a seat may see, are shown when they are asked for."""
    assert run("svg", POSITION, "--preview", "move d2", "--threats", "--seat", "south") == 0
    root = ElementTree.fromstring(capfdbinary.readouterr().out)
    classes = [element.get("class") for element in root.iter()]
    assert classes.count("preview") == 2
    assert "arrow move maybe" in classes


def test_a_page_beside_its_record(tmp_path: Path) -> None:
    """The page of a record is written beside it, unless another place is named."""
    record = beginning(tmp_path)
    assert run("replay", str(record)) == 0
    assert (tmp_path / "game.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert run("replay", str(record), "-o", str(tmp_path / "other.html")) == 0
    assert (tmp_path / "other.html").read_bytes() == (tmp_path / "game.html").read_bytes()


def test_a_record_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    """A dash stands for standard input, and the page of what comes from there goes to standard output."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(beginning(tmp_path).read_bytes())))
    assert run("replay", "-") == 0
    assert capfdbinary.readouterr().out.startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["svg", "nowhere.bhr"], "beachhead svg: nowhere.bhr cannot be read: No such file or directory"),
        (["svg", "nonsense"], "beachhead svg: no file and no position of island: expected 7 or 8 fields"),
        (["svg", "royale", POSITION], "beachhead svg: no file and no position of royale: "),
        (["svg", "--game", "chess", POSITION], "beachhead svg: 'chess' is not a game: expected island or royale"),
        (
            ["svg", "--game", "royale", "island", POSITION],
            "beachhead svg: the position is one of island, and --game says",
        ),
        (["svg", "--step", "3", POSITION], "beachhead svg: --step counts the actions of a record"),
        (["svg", "--step", "999", RECORD], "beachhead svg: there is no step 999: the record has 276"),
        (["svg", "--preview", "jump d2", POSITION], "beachhead svg: column 1: "),
        (["svg", "--preview", "legal", POSITION], "beachhead svg: 'legal' is not an action of island"),
        (["svg", "--preview", "move d2 d9", POSITION], "beachhead svg: 1 "),
        (["svg", "--seat", "east", POSITION], "beachhead svg: 'east' is not a seat: expected south or north"),
        (["svg", POSITION, "-o", "/nowhere/a.svg"], "beachhead svg: /nowhere/a.svg cannot be written: No such file"),
        (["replay", "nowhere.bhr"], "beachhead replay: nowhere.bhr cannot be read: No such file or directory"),
        (["replay", __file__], "beachhead replay: "),
    ],
)
def test_what_is_wrong_is_said(words: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A file or position that is invalid is refused with the reason, on one line, and exit code 2."""
    assert run(*words) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.startswith(said)
    assert len(err.splitlines()) == 1


def test_pages_have_no_absolute_paths(tmp_path: Path) -> None:
    """A page says nothing of the machine that it was made on."""
    assert run("replay", str(beginning(tmp_path)), "-o", str(tmp_path / "a.html")) == 0
    assert os.fspath(tmp_path) not in (tmp_path / "a.html").read_text(encoding="utf-8")
