"""Tournaments on the workers of a real Dask scheduler, on loopback."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from beachhead.bots.arena.execute.scheduler import NoCluster, connect, is_address
from beachhead.bots.arena.store import FILE
from tests.bots.arena.ring import BAD, MARK, Ring
from tests.bots.arena.test_killed import essence, written

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="Dask is not installed: pip install 'beachhead[cluster]'"
)
LINES = "blitz+turns:6"


class Cluster:
    """A scheduler and workers, as processes of their own."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", port)

    def _start(self, *words: object, folder: Path | None = None) -> subprocess.Popen[bytes]:
        own = {"TMPDIR": str(self._ring.temporary), "DASK_TEMPORARY_DIRECTORY": str(self._ring.folder / "dask")}
        env = {**os.environ, MARK: self._ring.mark, **own}
        with (self._ring.folder / f"{words[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, words), "--no-dashboard"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env, cwd=folder or self._ring.folder,
            )  # fmt: skip

    def add(self, name: str, folder: Path | None = None) -> None:
        """Start a worker in a folder."""
        options = ["--nthreads", 1, "--no-nanny", "--name", name]
        self.workers[name] = self._start("worker", self.address, *options, folder=folder)

    def await_workers(self) -> None:
        """Wait until the scheduler knows all workers."""
        client = connect(self.address)
        client.wait_for_workers(len(self.workers), timeout=60)
        client.close()

    def end(self) -> None:
        """Kill what is left of it."""
        for process in (*self.workers.values(), self._scheduler):
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


@pytest.fixture
def cluster(ring: Ring) -> Iterator[Cluster]:
    """A scheduler without workers."""
    made = Cluster(ring)
    yield made
    made.end()
    ring.expect_nothing_left(10)


def stored(folder: Path) -> int:
    """How many games a tournament has stored so far."""
    if not (folder / FILE).exists():
        return 0
    with suppress(sqlite3.OperationalError):
        database = sqlite3.connect(folder / FILE)
        (count,) = database.execute("SELECT count(*) FROM game").fetchone()
        database.close()
        return int(count)
    return 0


def beside(*words: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, while the cluster lives on."""
    command = [sys.executable, "-m", "beachhead", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def await_games(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many games are stored."""
    until = time.monotonic() + 60
    while stored(folder) < count:
        assert time.monotonic() < until
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def test_workers_die_and_fall_silent(ring: Ring, cluster: Cluster) -> None:
    """Though one worker is killed and the other silent for a while in the midst of a game, the table is the local one."""
    for name in ("one", "two"):
        cluster.add(name)
    whole = written(ring.folder, name="whole")
    file = written(ring.folder, name="far")
    for each in (whole, file):
        each.write_text(each.read_text().replace("blitz+turns:3", LINES).replace("games = 2", "games = 4"))
    program = (
        "import sys; from beachhead.bots.arena.execute.cluster import ClusterExecutor; "
        "from beachhead.bots.arena.execute.scheduler import connect; "
        "from beachhead.bots.arena.tournament_command import run_tournament; "
        f"far = lambda plan, files, say: ClusterExecutor(connect({cluster.address!r}), plan, False, say, patience=2.0); "
        f"sys.exit(run_tournament([{str(file)!r}, '--json'], execute=far))"
    )
    driver = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ring.folder
    )
    await_games(ring.folder / "far", 2, driver)
    cluster.workers["one"].kill()
    await_games(ring.folder / "far", 3, driver)
    cluster.workers["two"].send_signal(signal.SIGSTOP)
    assert driver.stderr is not None
    said = ""
    while "has been silent for 2 s" not in said:
        said += driver.stderr.readline() or pytest.fail(said)
    cluster.workers["two"].send_signal(signal.SIGCONT)
    out, err = driver.communicate(timeout=60)
    assert driver.returncode == 0, err
    assert " has gone" in said + err
    assert json.loads(out)["finished"]
    assert beside("tournament", whole).returncode == 0
    assert essence(ring.folder / "far") == essence(ring.folder / "whole")


def test_another_bot_is_refused(ring: Ring, cluster: Cluster) -> None:
    """A worker that has another file for a bot is refused, and the others play; strangers play in the sandbox alone."""
    from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed

    try:
        boxed([])
    except NoSandbox as problem:
        pytest.skip(str(problem))
    source = BAD.read_text()
    for name, text in (("same", source), ("other", source + "\n# changed\n"), ("here", source)):
        (ring.folder / name).mkdir()
        (ring.folder / name / "mybot.py").write_text(text)
    cluster.add("same", ring.folder / "same")
    cluster.add("other", ring.folder / "other")
    cluster.await_workers()
    file = written(ring.folder / "here", "sandbox = true")
    text = file.read_text().partition("[[bot]]")[0].replace("turns:3", "turns:2")
    bots = [f'[[bot]]\nname = "{name}"\ncommand = "python3 mybot.py ok_bot"\n' for name in "ab"]
    file.write_text(text + "".join(bots))
    done = beside("tournament", file, "--cluster", cluster.address)
    assert done.returncode == 0, done.stderr
    assert "'mybot.py' of a is another file there" in done.stderr
    assert stored(file.with_suffix("")) == 2
    file.write_text(file.read_text().replace("sandbox = true", ""))
    done = beside("tournament", file, "--cluster", cluster.address)
    assert done.returncode == 2
    assert "a could speak to the scheduler" in done.stderr


def test_no_scheduler() -> None:
    """If no scheduler answers, the message says so."""
    with pytest.raises(NoCluster, match="no Dask scheduler answers at tcp"):
        connect("tcp://127.0.0.1:9", 0.3)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "rubbish",
        "tcp://HOST",
        "tcp://HOST:port",
        "tcp://HOST:99999",
        "foo://HOST:8786",
        "tcp://:::8786",
        "tcp://:8786",
    ],
)
def test_no_address(address: str) -> None:
    """An invalid address is refused at once, with an example."""
    with pytest.raises(NoCluster, match=r"is no address of a scheduler: expected such as tcp://HOST:8786"):
        connect(address)


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.1:8786", "alpha:8786", "tls://alpha.example:8786", "tcp://[::1]:8786"]
)
def test_addresses(address: str) -> None:
    """Names, numbers and both kinds of internet addresses are possible, with TLS or without."""
    assert is_address(address)
