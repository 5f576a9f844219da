"""The work of a worker process: it plays one game after the other, and ends all its bots before it exits."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, NoReturn

from beachhead.bots.arena.contain import household
from beachhead.bots.arena.contain.guard import close_guard
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.execute.runner import Runner
from beachhead.protocol.seat import Seat
from beachhead.protocol.table import Table

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
IS_LINUX: Final = sys.platform == "linux"


class Stop(BaseException):
    """Raised if a worker has been told to stop now."""


def read_grammar() -> None:
    """Load the grammar before any bot runs, so that no bot can change its files; workers inherit it."""
    Seat(Table(), "").hear(b"nonsense")


def shield() -> None:
    """Hide this process's memory, descriptors and environment from others of the same user, if the system can."""
    if IS_LINUX:
        household.shield()
        household.adopt_orphans()


def listen() -> None:
    """Set the signals of a worker: the driver handles Ctrl-C, the other signals stop this process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _raise_stop)
    signal.signal(signal.SIGHUP, _raise_stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def work(runner: Runner, jobs: Iterable[Job], results: int) -> NoReturn:
    """Play jobs as they come, write played games as lines, and exit."""
    code = 1
    try:
        if IS_LINUX:
            household.adopt_orphans()
        gc.disable()  # the objects of a game form no cycles
        for job in jobs:
            _write(results, runner.play(job.spec, job.gone))
        runner.end()
        code = 0
    except (Stop, BrokenPipeError):  # told to stop, or the parent has gone
        code = 0
    except BaseException:  # a bug: it is reported, and the game is played again
        import traceback

        traceback.print_exc()
    finally:
        _grow_deaf()
        with suppress(Exception):
            runner.kill()
        with suppress(Exception):
            close_guard()
            if IS_LINUX:
                household.end_adopted(set())
        os._exit(code)


def _raise_stop(*_: Any) -> None:
    _grow_deaf()
    raise Stop


def _grow_deaf() -> None:
    """Ignore signals during clean-up; one that has already come is dropped."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)


def _write(descriptor: int, played: PlayedGame) -> None:
    data = memoryview((played.to_line() + "\n").encode())
    while data:
        data = data[os.write(descriptor, data) :]
