"""Tournaments on a cluster whose workers are killed, stopped for a while or cut off: results are those of a local run."""

import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.bots.arena.ring import Ring
from tests.bots.arena.test_cluster import Cluster, beside, stored
from tests.bots.arena.test_killed import essence, written

PATIENCE = 120.0  # seconds in which something goes on
DRIVER = """\
import sys
from beachhead.bots.arena.execute.cluster import ClusterExecutor
from beachhead.bots.arena.execute.scheduler import connect
from beachhead.bots.arena.tournament_command import run_tournament
address, file = sys.argv[1:]
far = lambda plan, files, say: ClusterExecutor(connect(address), plan, False, say, patience=2.0)
sys.exit(run_tournament([file], execute=far))
"""


class Wire:
    """A wire to the scheduler, which can be cut."""

    def __init__(self, address: str) -> None:
        self._to = ("127.0.0.1", int(address.rpartition(":")[2]))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = [self._door]
        self.address = f"tcp://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                try:
                    there = socket.create_connection(self._to)
                except OSError:  # the scheduler is not there yet
                    here.close()
                    continue
                self._ends += [here, there]
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(1 << 16):
                other.sendall(piece)

    def cut(self) -> None:
        """Cut it."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def run(seed: int) -> str:
    """Play one tournament; something happens to three workers, and another one comes for each."""
    rng = Random(seed)
    fates = [rng.choice(("kill", "stop", "cut")) for _ in range(3)]
    with tempfile.TemporaryDirectory() as name:
        ring = Ring(Path(name))
        cluster = Cluster(ring)
        try:
            _play(ring, cluster, fates, rng)
        finally:
            cluster.end()
        ring.expect_nothing_left(10)
    return ", ".join(fates)


def _play(ring: Ring, cluster: Cluster, fates: list[str], rng: Random) -> None:
    wires: dict[str, Wire] = {}
    scheduler = cluster.address

    def add(number: int) -> None:
        wire = wires[str(number)] = Wire(scheduler)
        cluster.address = wire.address
        cluster.add(str(number))

    add(0)
    add(1)
    whole, file = written(ring.folder, name="whole"), written(ring.folder, name="far")
    for each in (whole, file):
        each.write_text(each.read_text().replace("turns:3", "turns:8").replace("games = 2", "games = 10"))
    words = [sys.executable, "-c", DRIVER, scheduler, str(file)]
    said = ring.folder / "driver.log"
    with said.open("w") as log:
        driver = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=log, text=True)
    for number, fate in enumerate(fates):
        _await(ring.folder / "far", 2 + 5 * number, driver)
        time.sleep(rng.uniform(0, 0.3))
        worker = cluster.workers[str(number)]
        if fate == "kill":
            worker.kill()
        elif fate == "cut":
            wires[str(number)].cut()
        else:
            worker.send_signal(signal.SIGSTOP)
            threading.Timer(4.0, worker.send_signal, [signal.SIGCONT]).start()
        add(number + 2)
    code = driver.wait(PATIENCE)
    assert code == 0, (fates, said.read_text())
    assert beside("tournament", whole).returncode == 0
    assert essence(ring.folder / "far") == essence(ring.folder / "whole"), (fates, said.read_text())
    for wire in wires.values():
        wire.cut()


def _await(folder: Path, count: int, driver: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while stored(folder) < count and driver.poll() is None:
        assert time.monotonic() < until, folder.with_name("driver.log").read_text()
        time.sleep(0.02)
