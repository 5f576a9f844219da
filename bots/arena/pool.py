"""A pool of workers: processes that play one game each at a time, so that games run beside each other.

Workers are forked, so that they start in a millisecond and find the plan in memory: the key of the dice is in no argument,
environment or file. A worker that dies is replaced and its game is played again, with the same number and seed.

Where there are as many cores as games, each worker has its share of them for itself and its bots: games do not disturb
each other, and what is said on a pipe need not wake another core.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, NoReturn

from beachhead.bots.arena.game import Report
from beachhead.bots.arena.launcher import prctl
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.worker import Stage

TRIES: Final = 3  # of a game whose worker dies
TICK: Final = 0.25  # seconds after which whoever waits for reports hears that time goes by
_END: Final = 5.0  # seconds in which workers end
_SET_DEATH_SIGNAL, _SET_DUMPABLE, _SET_SUBREAPER = 1, 4, 36  # of prctl(2)
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
IS_LINUX: Final = sys.platform == "linux"


class Broken(Exception):
    """A game could not be played because its workers died; no fault of any bot that we know of."""


class Stop(BaseException):
    """A worker has been told to stop now."""


class Job(NamedTuple):
    """A game that is to be played: its number, and the bots that are withdrawn and not started."""

    game: int
    gone: tuple[int, ...] = ()


class Worker:
    """A worker as seen from the pool."""

    def __init__(self, number: int, pid: int, jobs: int, reports: int) -> None:
        self.number = number  # its place among the workers
        self.pid = pid
        self.jobs = jobs
        self.reports = reports
        self.job: Job | None = None  # the game that it plays
        self.heard = bytearray()

    def close(self) -> None:
        """Closes our ends of its pipes: it ends after its game."""
        for descriptor in (self.jobs, self.reports):
            if descriptor >= 0:
                os.close(descriptor)
        self.jobs = self.reports = -1


class Pool:
    """Some workers. Games are handed out by their numbers, reports come back in any order."""

    def __init__(self, plan: Plan, size: int, has_log: bool = False, has_records: bool = False) -> None:
        self._plan = plan
        self._has_log = has_log
        self._has_records = has_records
        self._size = size
        self._workers: list[Worker] = []
        self._waiting: list[Job] = []  # games whose worker has died
        self._tries: dict[int, int] = {}
        self._has_orphans = False  # whether a worker died and left its launchers to us
        shield()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def running(self) -> list[int]:
        """The games that are played now."""
        return [worker.job.game for worker in self._workers if worker.job]

    def play(self, games: Iterator[Job], alarm: int) -> Iterator[Report | None]:
        """Plays games; gives the reports as they come, and None when time goes by or the alarm's descriptor is readable.

        The games are asked for one by one, when a worker is free.
        """
        poll = select.poll()
        poll.register(alarm, select.POLLIN)
        while True:
            self._hand_out(games, poll)
            busy = {worker.reports: worker for worker in self._workers if worker.job}
            if not busy:
                return
            ready = [descriptor for descriptor, _ in poll.poll(TICK * 1000)]
            if not ready or alarm in ready:
                yield None
            for descriptor in ready:
                if descriptor in busy:
                    yield from self._hear(busy[descriptor], poll)

    def _hand_out(self, games: Iterator[Job], poll: select.poll) -> None:
        idle = [worker for worker in self._workers if not worker.job]
        while idle or len(self._workers) < self._size:
            job = self._waiting.pop() if self._waiting else next(games, None)
            if job is None:
                return
            if not idle:
                idle.append(self._fork())
                poll.register(idle[0].reports, select.POLLIN)
            worker = idle.pop()
            worker.job = job
            with suppress(BrokenPipeError):  # its end is noticed at the other pipe
                os.write(worker.jobs, f"{' '.join(map(str, (job.game, *job.gone)))}\n".encode())

    def _hear(self, worker: Worker, poll: select.poll) -> Iterator[Report]:
        piece = os.read(worker.reports, 1 << 20)
        worker.heard += piece
        if not piece:
            poll.unregister(worker.reports)
            self._bury(worker)
        elif piece.endswith(b"\n"):
            report = Report(**json.loads(worker.heard))
            worker.heard.clear()
            worker.job = None
            yield report

    def _bury(self, worker: Worker) -> None:
        """A worker has died over a game, which is played again."""
        worker.close()
        self._workers.remove(worker)
        os.waitpid(worker.pid, 0)
        self._has_orphans = True
        assert worker.job is not None
        game = worker.job.game
        tries = self._tries[game] = self._tries.get(game, 0) + 1
        if tries >= TRIES:
            raise Broken(f"game {game} could not be played: {tries} worker processes died over it")
        self._waiting.append(worker.job)

    def _fork(self) -> Worker:
        jobs, our_jobs = os.pipe()
        our_reports, reports = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # a full disk, a reader that has gone away
                stream.flush()
        gc.freeze()  # what is there now is shared, and never looked at again
        ours = os.getpid()
        taken = {worker.number for worker in self._workers}
        number = next(number for number in range(self._size) if number not in taken)
        # What is meant for the worker waits until it listens; what is meant for us is not for the worker.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        pid = os.fork()
        if pid == 0:
            os.close(our_jobs)
            os.close(our_reports)
            for other in self._workers:
                other.close()
            _share_cores(number, self._size)
            stage = Stage(self._plan.bots, self._plan.terms, self._has_log, self._has_records)
            _work(stage, self._plan, jobs, reports, ours)
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        os.close(jobs)
        os.close(reports)
        worker = Worker(number, pid, our_jobs, our_reports)
        self._workers.append(worker)
        return worker

    def finish(self) -> None:
        """Lets the workers end their bots and themselves."""
        for worker in self._workers:
            worker.close()
        self._await(_END)

    def stop(self) -> None:
        """Ends all workers and their bots now."""
        for worker in self._workers:
            os.kill(worker.pid, signal.SIGTERM)
            worker.close()
            self._has_orphans = True  # where it was just starting a bot
        self._await(_END)

    def _await(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        left = self._workers
        while left and time.monotonic() < until:
            left = [worker for worker in left if os.waitpid(worker.pid, os.WNOHANG)[0] == 0]
            if left:
                time.sleep(0.001)
        for worker in left:
            os.kill(worker.pid, signal.SIGKILL)
            os.waitpid(worker.pid, 0)
            self._has_orphans = True
        self._workers = []
        if self._has_orphans and IS_LINUX:  # launchers of workers that were killed have fallen to us
            while time.monotonic() < until + seconds:
                try:
                    if os.waitpid(-1, os.WNOHANG)[0] == 0:
                        time.sleep(0.001)
                except ChildProcessError:
                    return


def shield() -> None:
    """Keeps this process's memory, descriptors and environment from others of the same user, where the system can."""
    if IS_LINUX:
        prctl(_SET_DUMPABLE, 0)
        prctl(_SET_SUBREAPER, 1)


def _share_cores(number: int, count: int) -> None:
    """Keeps this worker, and all that it starts, to its share of the cores, where there is one for each."""
    if IS_LINUX:
        cores = sorted(os.sched_getaffinity(0))
        if 1 < count <= len(cores):
            os.sched_setaffinity(0, cores[number::count])


def _work(stage: Stage, plan: Plan, jobs: int, reports: int, parent: int) -> NoReturn:
    """The life of a worker: games come as numbers, a line each; reports go out as JSON, a line each."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pool's to understand
        signal.signal(signal.SIGTERM, _raise_stop)
        signal.signal(signal.SIGHUP, _raise_stop)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        if IS_LINUX:
            prctl(_SET_DEATH_SIGNAL, signal.SIGTERM)
            prctl(_SET_SUBREAPER, 0)
        gc.disable()  # what a game leaves behind has no circles
        heard = b""
        while os.getppid() == parent and (piece := os.read(jobs, 4096)):
            heard += piece
            while b"\n" in heard:
                job, _, heard = heard.partition(b"\n")
                game, *gone = map(int, job.split())
                _write(reports, stage.play(plan.pairing(game), gone))
        stage.end()
        code = 0
    except (Stop, BrokenPipeError):  # told to, or nobody is there to hear of it
        code = 0
    except BaseException:  # a bug: told, and the pool plays the game again
        import traceback

        traceback.print_exc()
    finally:
        _grow_deaf()
        with suppress(Exception):
            stage.kill()
        os._exit(code)


def _raise_stop(*_: Any) -> None:
    _grow_deaf()
    raise Stop


def _grow_deaf() -> None:
    """Lets no signal break into what is to be done at the end. One may have come already: so it is heard, and forgotten."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)


def _write(descriptor: int, report: Report) -> None:
    data = memoryview((json.dumps({name: getattr(report, name) for name in report.__slots__}) + "\n").encode())
    while data:
        data = data[os.write(descriptor, data) :]
