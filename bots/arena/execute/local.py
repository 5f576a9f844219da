"""The local executor: worker processes, each of which plays one game at a time.

Workers are forked, so that they start in a millisecond and have the bots in memory; they receive a seed through a pipe
only, so it is in no argument, environment or file. A worker that dies is replaced and its game is played again, with the
same number and seed.

If there are as many cores as games, each worker and its bots have cores of their own: games do not disturb each other,
and a line on a pipe does not have to wake another core.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from beachhead.bots.arena.contain import household
from beachhead.bots.arena.contain.guard import Guard, place, use
from beachhead.bots.arena.contain.notices import crowding_here, notices
from beachhead.bots.arena.execute.job import Job, read_job
from beachhead.bots.arena.execute.played import PlayedGame, read_played
from beachhead.bots.arena.execute.runner import Runner
from beachhead.bots.arena.execute.spectator import Spectator
from beachhead.bots.arena.execute.work import IS_LINUX, SIGNALS, listen, read_grammar, shield, work
from beachhead.bots.arena.plan import Plan

TRIES: Final = 3  # tries of a game whose worker dies
TICK: Final = 0.25  # seconds between two updates of the progress display
_END: Final = 5.0  # seconds in which workers end
_TIDY: Final = 1.0  # seconds in which the fork server of a dead worker exits


class Broken(Exception):
    """Raised if a game could not be played because its workers died; no bot is known to be at fault."""


class Worker:
    """The executor's view of a worker."""

    def __init__(self, number: int, pid: int, jobs: int, results: int) -> None:
        self.number = number  # its index among the workers
        self.pid = pid
        self.jobs = jobs
        self.results = results
        self.job: Job | None = None  # the game that it is playing
        self.heard = bytearray()

    def close(self) -> None:
        """Close our ends of its pipes; the worker ends after its game."""
        for descriptor in (self.jobs, self.results):
            if descriptor >= 0:
                os.close(descriptor)
        self.jobs = self.results = -1


class LocalExecutor:
    """Worker processes. They receive games in order, and return them in any order."""

    def __init__(
        self,
        plan: Plan,
        size: int,
        has_log: bool = False,
        has_records: bool = False,
        spectator: Spectator | None = None,
    ) -> None:
        self._plan = plan
        self._spectator = spectator
        self._has_log = has_log
        self._has_records = has_records
        self._size = size
        self._workers: list[Worker] = []
        self._waiting: list[Job] = []  # games whose worker has died
        self._tries: dict[int, int] = {}
        self._strangers: set[int] = set()  # children of this process that do not belong to the executor
        if IS_LINUX:
            self._strangers.update(household.children(os.getpid()))
            place()  # before other processes are started: they inherit the group of this one
        self._guard = Guard()
        read_grammar()
        shield()

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def running(self) -> list[int]:
        """The games that are being played."""
        return [worker.job.spec.id for worker in self._workers if worker.job]

    @property
    def size(self) -> int:
        """The number of games that can be played at the same time."""
        return self._size

    @property
    def crowding(self) -> str:
        """Return a warning if more clocked games are played than there are cores."""
        return crowding_here(self._size, self._plan.terms.clock.is_timed)

    def notices(self) -> list[str]:
        """Return what cannot be guaranteed for these bots."""
        return notices(self._plan.bots)

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        """Play games; yield each one as it ends, and None after some time or if the alarm's descriptor is readable.

        A game is requested when a worker is free; None means that there is none for now.
        """
        poll = select.poll()
        poll.register(alarm, select.POLLIN)
        while True:
            self._hand_out(games, poll)
            busy = {worker.results: worker for worker in self._workers if worker.job}
            if not busy:
                return
            ready = [descriptor for descriptor, _ in poll.poll(TICK * 1000)]
            if not ready or alarm in ready:
                yield None
            for descriptor in ready:
                if descriptor in busy:
                    yield from self._hear(busy[descriptor], poll)

    def _hand_out(self, games: Iterator[Job | None], poll: select.poll) -> None:
        idle = [worker for worker in self._workers if not worker.job]
        while idle or len(self._workers) < self._size:
            job = self._waiting.pop() if self._waiting else next(games, None)
            if job is None:
                return
            if not idle:
                idle.append(self._fork())
                poll.register(idle[0].results, select.POLLIN)
            worker = idle.pop()
            worker.job = job
            with suppress(BrokenPipeError):  # its exit is noticed at the other pipe
                os.write(worker.jobs, job.to_line())

    def _hear(self, worker: Worker, poll: select.poll) -> Iterator[PlayedGame]:
        piece = os.read(worker.results, 1 << 20)
        worker.heard += piece
        if not piece:
            poll.unregister(worker.results)
            self._bury(worker)
        elif piece.endswith(b"\n"):
            played = read_played(worker.heard, self._plan.bots)
            worker.heard.clear()
            worker.job = None
            yield played

    def _bury(self, worker: Worker) -> None:
        """Replace a worker that has died; its game is played again."""
        worker.close()
        self._workers.remove(worker)
        os.waitpid(worker.pid, 0)
        self._sweep()
        assert worker.job is not None
        game = worker.job.spec.id
        tries = self._tries[game] = self._tries.get(game, 0) + 1
        if tries >= TRIES:
            raise Broken(f"game {game} could not be played: {tries} worker processes died over it")
        self._waiting.append(worker.job)

    def _fork(self) -> Worker:
        jobs, our_jobs = os.pipe()
        our_results, results = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # a full disk, a closed pipe
                stream.flush()
        line = self._guard.branch() if IS_LINUX else None
        gc.freeze()  # existing objects are shared with the workers, and never examined again
        ours = os.getpid()
        taken = {worker.number for worker in self._workers}
        number = next(number for number in range(self._size) if number not in taken)
        # Signals for the worker wait until it handles them; it ignores those for us.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        pid = os.fork()
        if pid == 0:
            os.close(our_jobs)
            os.close(our_results)
            for other in self._workers:
                other.close()
            if line is not None:
                self._guard.forget()
                use(Guard(line))
            _share_cores(number, self._size)
            plan = self._plan
            runner = Runner(plan.bots, plan.terms, plan.find, self._has_log, self._has_records, self._spectator)
            work(runner, _jobs(jobs, ours), results)
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        os.close(jobs)
        os.close(results)
        if line is not None:
            line.close()
        worker = Worker(number, pid, our_jobs, our_results)
        self._workers.append(worker)
        return worker

    def finish(self) -> None:
        """Let the workers end their bots and exit."""
        for worker in self._workers:
            worker.close()
        self._await(_END)

    def stop(self) -> None:
        """End all workers and their bots now."""
        for worker in self._workers:
            os.kill(worker.pid, signal.SIGTERM)
            worker.close()
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
        self._workers = []
        self._guard.close()
        self._sweep()

    def _sweep(self) -> None:
        """End the orphans of dead workers: all our descendants that do not belong to the executor."""
        if not IS_LINUX:
            return
        known = self._strangers.union(worker.pid for worker in self._workers) | {self._guard.pid}
        household.await_children(_TIDY, frozenset(known))
        household.end_adopted(known)


def _share_cores(number: int, count: int) -> None:
    """Pin this worker and its children to its share of the cores, if there is one for each worker."""
    if IS_LINUX:
        cores = sorted(os.sched_getaffinity(0))
        if 1 < count <= len(cores):
            os.sched_setaffinity(0, cores[number::count])


def _jobs(descriptor: int, parent: int) -> Iterator[Job]:
    """Yield the jobs that arrive as lines, until the parent closes the pipe or exits."""
    listen()
    if IS_LINUX:
        household.hear_of_death(signal.SIGTERM)
    heard = b""
    while os.getppid() == parent and (piece := os.read(descriptor, 4096)):
        heard += piece
        while b"\n" in heard:
            line, _, heard = heard.partition(b"\n")
            yield read_job(line)
