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
from tools.bench import Figure, Missing

BATTLES = 100
SERVING_BAR = 2.5  # times what the engine's calls alone cost
START_BAR = 9.0  # times `python3 -c pass`
STARTS = 15
BOARD_BAR = 1.0
READY_BAR = 0.9
RUNS = 5
PIPED = 20_000
ENGINE = (sys.executable, "-m", "beachhead", "engine")
ROOT = Path(__file__).resolve().parent.parent.parent


def figures() -> Iterator[Figure]:
    """Yield ratios within one run, and rates."""
    conversation = recorded(BATTLES)
    (served, text), (bare, same) = serving(conversation, "served"), serving(conversation, "bare")
    assert text == same, "the protocol and the bare engine say different things"
    count = conversation.count(b"\n")
    yield Figure("protocol served", count / served, "commands/s")
    yield Figure("protocol bare engine", count / bare, "commands/s")
    yield Figure("protocol serving", served / bare, "x", SERVING_BAR, is_ceiling=True)
    ours = on_a_pipe(ENGINE, b"newgame first=south seed=1\n", b"setup block e4\nundo\n")
    yield Figure("protocol on a pipe", ours, "commands/s")
    boards = on_a_pipe(ENGINE, b"newgame first=south seed=1\n", b"board\nboard\n")
    yield Figure("protocol boards on a pipe", boards, "commands/s")
    gnugo = peer("gnugo")
    if gnugo is not None:
        gtp = (gnugo, "--mode", "gtp")
        theirs = on_a_pipe(gtp, b"boardsize 9\n", b"play black D4\nundo\n")
        yield Figure("protocol on a pipe, gnugo", theirs, "commands/s")
        yield Figure("protocol on a pipe against gnugo", ours / theirs, "x")
        theirs = on_a_pipe(gtp, b"boardsize 12\n", b"showboard\nshowboard\n")  # as many points as the island
        yield Figure("protocol boards on a pipe against gnugo", boards / theirs, "x", BOARD_BAR)
    stockfish = peer("stockfish")
    ready = (ENGINE, b"", b"ready ")
    if stockfish is None:
        yield Figure("protocol start to ready", 1000 * until([ready])[0], "ms")
    else:
        first, theirs = until([ready, ((stockfish,), b"uci\n", b"uciok")])
        yield Figure("protocol start to ready", 1000 * first, "ms")
        yield Figure("protocol start to ready against stockfish", first / theirs, "x", READY_BAR, is_ceiling=True)
    start, nothing = starts()
    yield Figure("protocol start", 1000 * start, "ms to the answers of ping and newgame")
    yield Figure("protocol start against python", start / nothing, "x", START_BAR, is_ceiling=True)
    missing = [name for name in ("gnugo", "stockfish") if peer(name) is None]
    if missing:
        raise Missing(
            f"not compared with {' and '.join(missing)}, which is not installed: apt-get install {' '.join(missing)}"
        )


def recorded(battles: int) -> bytes:
    """Return the lines of a client in several battles: a new game, every decision, the result."""
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
            [sys.executable, "-m", "tools.bench._serving", way], input=conversation, capture_output=True, check=True, cwd=ROOT
        )  # fmt: skip
        seconds, digest, _ = done.stdout.decode().split()
        found.append((float(seconds), digest))
    return min(found)


def on_a_pipe(command: tuple[str, ...], before: bytes, pair: bytes) -> float:
    """Return the commands a second that a process answers on a pipe, on one core with the writer."""
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


def peer(name: str) -> str | None:
    """The path of a program of Debian's packages, of which games are often on nobody's path."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


def until(programs: list[tuple[tuple[str, ...], bytes, bytes]]) -> list[float]:
    """Seconds from the start of each program, told something, until it says a line that begins so; started in turn."""
    taken: list[list[float]] = [[] for _ in programs]
    for _ in range(STARTS):
        for (command, said, expected), found in zip(programs, taken, strict=True):
            begun = time.perf_counter()
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(said)
                process.stdin.flush()
                while not process.stdout.readline().startswith(expected):
                    pass
                found.append(time.perf_counter() - begun)
                process.kill()
    return [median(each) for each in taken]


def _write(stdin: IO[bytes], data: bytes) -> None:
    while data:
        data = data[stdin.write(data) :]
    stdin.close()


def starts() -> tuple[float, float]:
    """Return the seconds from the start of an engine to its answers to `ping` and `newgame`, and of bare Python."""
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
