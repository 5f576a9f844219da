"""The protocol: serving battles against the bare engine, commands on a pipe, the time to the first answers."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from typing import IO

from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.bench import Figure

BATTLES = 100
SERVING_BAR = 2.5  # times what the engine's calls alone cost
START_BAR = 9.0  # times `python3 -c pass`
STARTS = 15
RUNS = 5
PIPED = 20_000
ENGINE = (sys.executable, "-m", "beachhead", "engine")
ROOT = Path(__file__).resolve().parent.parent.parent


def figures() -> Iterator[Figure]:
    """Ratios within one run, and rates."""
    conversation = recorded(BATTLES)
    (served, text), (bare, same) = serving(conversation, "served"), serving(conversation, "bare")
    assert text == same, "the protocol and the bare engine say different things"
    count = conversation.count(b"\n")
    yield Figure("protocol served", count / served, "commands/s")
    yield Figure("protocol bare engine", count / bare, "commands/s")
    yield Figure("protocol serving", served / bare, "x", SERVING_BAR, is_ceiling=True)
    ours = on_a_pipe(ENGINE, b"newgame first=south seed=1\n", b"setup block e4\nundo\n")
    yield Figure("protocol on a pipe", ours, "commands/s")
    gnugo = shutil.which("gnugo")
    if gnugo is not None:
        theirs = on_a_pipe((gnugo, "--mode", "gtp"), b"boardsize 9\n", b"play black D4\nundo\n")
        yield Figure("protocol on a pipe, gnugo", theirs, "commands/s")
        yield Figure("protocol on a pipe against gnugo", ours / theirs, "x")
    start, nothing = starts()
    yield Figure("protocol start", 1000 * start, "ms to the answers of ping and newgame")
    yield Figure("protocol start against python", start / nothing, "x", START_BAR, is_ceiling=True)


def recorded(battles: int) -> bytes:
    """What a client sends in so many battles, all different: a new game, every decision, the result."""
    lines: list[str] = []
    for number in range(battles):
        session, rng = Session(Table()), Random(number)
        lines.append(f"newgame island standard seed={number}")
        session.answer(lines[-1])
        timeline = session.table.timeline
        while timeline.game.actor(timeline.state) is not None:
            lines.append(rng.choice(sorted(action.text for action in timeline.game.legal(timeline.state))))
            session.answer(lines[-1])
            timeline = session.table.timeline
        lines.append("result")
    return "".join(f"{line}\n" for line in lines).encode()


def serving(conversation: bytes, way: str) -> tuple[float, str]:
    """Seconds that it takes to answer a conversation in one of the two ways, each time in a process that has done nothing
    before; and a digest of the answers.
    """
    found = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench._serving", way], input=conversation, capture_output=True, check=True, cwd=ROOT
        )  # fmt: skip
        seconds, digest = done.stdout.decode().split()
        found.append((float(seconds), digest))
    return min(found)


def on_a_pipe(command: tuple[str, ...], before: bytes, pair: bytes) -> float:
    """Commands a second that a process answers on a pipe, on one core with whoever writes them."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        data = before + pair * (PIPED // 2)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(before)
            process.stdout.read(1)
            begun = time.perf_counter()
            writer = Thread(target=_write, args=(process.stdin, data[len(before) :]))
            writer.start()
            process.stdout.read()
            taken = time.perf_counter() - begun
            writer.join()
    finally:
        os.sched_setaffinity(0, cores)
    return PIPED / taken


def _write(stdin: IO[bytes], data: bytes) -> None:
    while data:
        data = data[stdin.write(data) :]
    stdin.close()


def starts() -> tuple[float, float]:
    """Seconds from the start of an engine to the answers of `ping` and `newgame`, and those of Python doing nothing."""
    ours, nothing = [], []
    for _ in range(STARTS):
        nothing.append(_timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)))
        ours.append(_timed(_first_answers))
    return median(ours), median(nothing)


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _first_answers() -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"ping\nnewgame first=south\n")
        process.stdin.flush()
        heard = [process.stdout.readline() for _ in range(5)]  # the greeting, ok, the seed, who is first, ok
        assert heard[-1] == b"ok\n", heard
        process.kill()
