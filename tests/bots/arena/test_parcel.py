"""What a worker on another machine is told of a tournament, and how it is compared with the driver."""

import os
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from beachhead.bots.arena.execute import remote
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.parcel import Kit, Parcel, kit_of, read_parcel
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.plan import Settings, plan_of
from beachhead.bots.arena.tournament_file import read_tournament
from beachhead.protocol.seated import START

TOML = """
name = "Far"
game = "island"
seed = "7"
[[bot]]
name = "mine"
command = "python3 mybot.py --net=net.bin"
folder = "more"
[[bot]]
name = "ours"
command = "builtin:greedy"
"""


def settings() -> Settings:
    """The settings of the file above."""
    return Settings(read_tournament(TOML, "far.toml"), START)


def kit(folder: Path, bot: str = "a", net: str = "b", more: str = "c") -> Kit:
    """The kit of a machine whose files have these texts; those without one are missing."""
    (folder / "more" / "__pycache__").mkdir(parents=True)
    (folder / "more" / "__pycache__" / "cache").write_text(str(folder))
    for name, text in (("mybot.py", bot), ("net.bin", net), ("more/data", more)):
        if text:
            (folder / name).write_text(text)
    with chdir(folder):
        return kit_of(plan_of(settings()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"bot": "changed"}, "'mybot.py' of mine is another file there"),
        ({"bot": ""}, "'mybot.py' of mine is not there"),
        ({"net": "changed"}, "'--net=net.bin' of mine is another file there"),
        ({"net": ""}, "'--net=net.bin' of mine is not there"),
        ({"more": "changed"}, "'folder' of mine is another file there"),
    ],
)
def test_another_file_is_named(tmp_path: Path, change: dict[str, str], words: str) -> None:
    """Machines with the same files do not differ; another or missing file is named with its bot."""
    here, there = kit(tmp_path / "here"), kit(tmp_path / "there", **change)
    assert words in here.difference(there)
    assert bool(here.difference(there)) == bool(words)


def test_another_version_is_named(tmp_path: Path) -> None:
    """Another version or source of this program is named."""
    here = kit(tmp_path / "here")
    assert "another version of beachhead: 9.9" in here.difference(replace(here, version="9.9"))
    assert "another source of beachhead" in here.difference(replace(here, source="0" * 32))


def test_a_parcel_reads_back(tmp_path: Path) -> None:
    """A parcel comes out as it went in, and its bots are found from the folder where it is opened."""
    parcel = Parcel("run", settings().to_text(), is_boxed=False, has_log=True)
    assert read_parcel(parcel.to_text()) == parcel
    (tmp_path / "mybot.py").touch()
    with chdir(tmp_path):
        plan = parcel.open()
    assert plan.bots[0].command[1] == os.path.join(os.path.realpath(tmp_path), "mybot.py")
    assert plan.bots[0].folder == os.path.join(os.path.realpath(tmp_path), "more")


def test_tournaments_share_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker plays for several tournaments at the same time; a new run of one of them replaces its earlier run."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'beachhead[cluster]'")
    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(local_directory=str(tmp_path)))
    bots = '[[bot]]\nname = "a"\ncommand = "builtin:random"\n[[bot]]\nname = "b"\ncommand = "builtin:random"\n'
    found = read_tournament(f'name = "x"\ngame = "island"\nmode = "blitz+turns:2"\n{bots}', "x.toml")
    text = Settings(found, START).to_text()
    line = Job(GameSpec(1, 1, (0, 1), "7")).to_line()
    try:
        for run, place in (("one", "here"), ("two", "there")):
            assert remote.prepare(Parcel(run, text, is_boxed=False, place=place).to_text())[0] == ""
        assert remote.play("one", line).endswith(b"\n")
        assert remote.play("two", line).endswith(b"\n")
        remote.prepare(Parcel("three", text, is_boxed=False, place="here").to_text())
        with pytest.raises(RuntimeError, match="not prepared"):
            remote.play("one", line)
        assert remote.play("two", line).endswith(b"\n")
    finally:
        for run in ("one", "two", "three"):
            remote.end(run)
