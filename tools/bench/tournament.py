"""Tournaments: the database of 10,000 games, storing one, the driver's memory, and a second worker of a cluster."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from beachhead.bots.arena.execute.cluster import ClusterExecutor
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.execute.scheduler import connect
from beachhead.bots.arena.plan import pair_seed
from beachhead.bots.arena.store import FILE, Store
from tools.bench import Figure, Missing
from tools.bench._instant import models_of, plan

GAMES, MANY = 10_000, 100_000
STORED = 300  # games that are stored one by one, each beside a bare write
SIZE_BAR, RESULTS_BAR = 100.0, 1.0  # MB, seconds
STORE_BAR = 2.0  # times a bare write and fsync
GROWTH_BAR = 1.0  # MB from 10,000 to 100,000 games
WORKERS_BAR = 1.7
MATCH = ["match", "builtin:greedy", "builtin:greedy", "-n", "20", "--seed", "7", "--out"]


def figures() -> Iterator[Figure]:
    """Yield sizes and times; ratios are taken within one run."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:  # on a disk, not in memory
        folder = Path(name)
        run("-m", "beachhead", *MATCH, str(folder / "match"))
        run("-m", "tools.bench._instant", str(GAMES), str(folder / "match"), str(folder / "large"))
        size = (folder / "large" / FILE).stat().st_size / 1e6
        yield Figure("tournament of 10,000 games", size, "MB", SIZE_BAR, is_ceiling=True)
        seconds = median(_results(folder / "large") for _ in range(5))
        yield Figure("results of 10,000 games", seconds, "s", RESULTS_BAR, is_ceiling=True)
        models = models_of(folder / "match")
        ratio = median(_storing(folder / f"stored{number}", models) for number in range(5))
        yield Figure("storing a game, to a bare write and fsync", ratio, "x", STORE_BAR, is_ceiling=True)
        grown = json.loads(run("-m", "tools.bench._instant", str(MANY), str(folder / "match")))["grown"] / 1e6
        yield Figure("memory from 10,000 to 100,000 games", grown, "MB more", GROWTH_BAR, is_ceiling=True)
    yield from _cluster()


def run(*words: str) -> bytes:
    """Run Python and return what it printed."""
    return subprocess.run(
        [sys.executable, *words], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout


def _results(folder: Path) -> float:
    begun = time.perf_counter()
    run("-m", "beachhead", "results", str(folder))
    return time.perf_counter() - begun


def _storing(folder: Path, models: list[PlayedGame]) -> float:
    """Return the time of storing games to that of writing their bytes and forcing them to the disk, in turn."""
    store = Store(folder)
    store.begin("{}", time.time(), "bench", is_public=False)
    stored, bare = [], []
    with (folder / "bare").open("wb", buffering=0) as file:
        for id in range(1, STORED + 1):
            model = models[id % len(models)]
            spec = replace(model.result.spec, id=id, pair=(id + 1) // 2)
            played = replace(model, result=replace(model.result, spec=spec))
            begun = time.perf_counter()
            store.add(played)
            stored.append(time.perf_counter() - begun)
            data = _bytes_of(folder / FILE, id)
            begun = time.perf_counter()
            file.write(data)
            os.fsync(file.fileno())
            bare.append(time.perf_counter() - begun)
    store.close()
    return median(stored) / median(bare)


def _bytes_of(database: Path, id: int) -> bytes:
    connection = sqlite3.connect(database)
    result, record = connection.execute("SELECT result, record FROM game WHERE id = ?", (id,)).fetchone()
    connection.close()
    return str(result).encode() + bytes(record)


def _cluster() -> Iterator[Figure]:
    """Yield how many times the games of one worker two workers play."""
    if find_spec("distributed") is None:
        raise Missing("Dask is not installed: pip install 'beachhead[cluster]'")
    if len(os.sched_getaffinity(0)) < 2:
        raise Missing("two workers need two cores")
    gains = [_rate(2) / _rate(1) for _ in range(3)]
    yield Figure("two workers of a cluster, to one", median(gains), "x", WORKERS_BAR)


def _rate(workers: int) -> float:
    """Return games a second with some workers, each on a core of its own.

    A worker that is alone would else use both cores for a part of the time: the bots of a game start at the same time.
    """
    cores = sorted(os.sched_getaffinity(0))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    port = address.rpartition(":")[2]
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        for words, own in (
            (["scheduler", "--host", "127.0.0.1", "--port", port], cores),
            *[(["worker", address, "--nthreads", "1"], [core]) for core in cores[:workers]],
        ):
            command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.sched_setaffinity(process.pid, own)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        made = plan(1000)
        executor = ClusterExecutor(connect(address, 30.0), made, False, lambda _: None)
        stack.callback(executor.stop)
        return _games_a_second(executor, workers, (
            Job(replace(spec, seed=pair_seed("bench", spec.pair))) for spec in made.schedule.next({}, 1000)
        ))  # fmt: skip


def _games_a_second(executor: ClusterExecutor, workers: int, jobs: Iterator[Job]) -> float:
    """Return the rate over some seconds, from when all workers have played."""
    ours, theirs = os.pipe()
    count = 0
    begun = 0.0
    for played in executor.play(jobs, ours):
        if executor.size == workers and played is not None:
            count += 1
            if count == 2 * workers:
                begun = time.perf_counter()
            elif begun and time.perf_counter() - begun > 10:
                break
    rate = (count - 2 * workers) / (time.perf_counter() - begun)
    os.close(ours)
    os.close(theirs)
    return rate
