"""A house: the process on a cluster's worker in which games are played, separate from the worker and its threads.

It reads a parcel and then jobs as lines on standard input, and writes played games as lines on standard output. It ends when
its input ends, even in the middle of a game, and when it has received nothing for a while.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from beachhead.bots.arena.contain.guard import place
from beachhead.bots.arena.execute.job import Job, read_job
from beachhead.bots.arena.execute.parcel import read_parcel
from beachhead.bots.arena.execute.runner import Runner
from beachhead.bots.arena.execute.work import IS_LINUX, listen, read_grammar, shield, work

IDLE: Final = 60.0  # seconds without a job after which a house exits


def main() -> None:
    """Play the jobs of one tournament."""
    results = os.dup(1)
    os.dup2(2, 1)  # text printed by mistake is not taken for a result
    head = json.loads(sys.stdin.buffer.readline())
    parcel = read_parcel(head["parcel"])
    plan = parcel.open(head["hidden"])
    read_grammar()
    if IS_LINUX:
        place()
    shield()
    listen()
    heard: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_hear, args=(heard,), daemon=True).start()
    work(Runner(plan.bots, plan.terms, plan.find, parcel.has_log, parcel.has_records), _jobs(heard), results)


def _hear(heard: SimpleQueue[bytes]) -> None:
    """Pass lines on; at the end of the input, end the current game."""
    for line in sys.stdin.buffer:
        heard.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


def _jobs(heard: SimpleQueue[bytes]) -> Iterator[Job]:
    while True:
        try:
            yield read_job(heard.get(timeout=IDLE))
        except Empty:
            return


if __name__ == "__main__":
    main()
