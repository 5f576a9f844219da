"""The driver's functions on a worker of a cluster: check it, play a game there, clean up.

These functions run in the worker's process, in any of its threads, and take and return plain values. The games
are played in houses: processes that each play one game at a time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final

from beachhead.bots.arena.contain.sandbox import NoSandbox
from beachhead.bots.arena.execute.parcel import kit_of, read_parcel
from beachhead.bots.arena.plan import BadPlan

_END: Final = 8.0  # seconds in which a house ends its bots and itself


class House:
    """The worker's view of a house."""

    def __init__(self, head: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "beachhead.bots.arena.execute.house"],  # no module comes from the bots' folder
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._say(head.encode() + b"\n")

    def play(self, line: bytes) -> bytes:
        """Play a game; return its line, empty if the house has ended."""
        self._say(line)
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # its end is noticed at the other pipe
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def stop(self) -> None:
        """Tell it to end its bots and itself now."""
        self._process.terminate()

    def end(self) -> None:
        """End it now, with its bots."""
        self.stop()
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # a line that it never read
                pipe.close()

    @property
    def has_ended(self) -> bool:
        """Whether its process has exited."""
        return self._process.poll() is not None


class Street:
    """The houses of one run on this worker, and the idle ones among them."""

    def __init__(self, place: str, head: str) -> None:
        self.place = place
        self._head = head
        self._lock = Lock()
        self._houses: list[House] = []
        self._idle: list[House] = []

    def enter(self) -> House:
        """Return an idle house; a new one if there is none."""
        with self._lock:
            while self._idle:
                house = self._idle.pop()
                if not house.has_ended:
                    return house
                house.end()
                self._houses.remove(house)
            house = House(self._head)
            self._houses.append(house)
            return house

    def leave(self, house: House, is_well: bool) -> None:
        """Give a house back; end it if it is unusable."""
        with self._lock:
            if house in self._houses:
                if is_well:
                    self._idle.append(house)
                else:
                    self._houses.remove(house)
        if not is_well:
            house.end()

    def end(self) -> None:
        """End all houses, with the games that are being played there."""
        with self._lock:
            houses, self._houses, self._idle = self._houses, [], []
        for house in houses:
            house.stop()
        for house in houses:
            house.end()


_streets: Final[dict[str, Street]] = {}  # by run: several tournaments may share a worker


def prepare(text: str) -> tuple[str, tuple[str, str, tuple[tuple[str, str, str], ...], int]]:
    """Prepare for a tournament; return why it cannot be played here (empty if it can), and the kit."""
    from distributed import get_worker

    parcel = read_parcel(text)
    hidden = [os.path.realpath(get_worker().local_directory)]
    try:
        plan = parcel.open(hidden)
    except (NoSandbox, BadPlan) as bad:
        return str(bad), ("", "", (), 0)
    kit = kit_of(plan)
    for run, street in tuple(_streets.items()):
        if run != parcel.run and street.place == parcel.place != "":  # its driver was killed
            end(run)
    _streets.setdefault(parcel.run, Street(parcel.place, json.dumps({"parcel": text, "hidden": hidden})))
    return "", kit.as_value()


def play(run: str, line: bytes) -> bytes:
    """Play a game; return its line. Raise RuntimeError if that cannot be done here."""
    street = _streets.get(run)
    if street is None:
        raise RuntimeError("this worker was not prepared for the tournament")
    house = street.enter()
    played = house.play(line)
    is_whole = played.endswith(b"\n")
    street.leave(house, is_whole)
    if not is_whole:
        raise RuntimeError("the process in which the game was played has died")
    return played


def end(run: str) -> None:
    """End everything that is left of a run on this worker."""
    street = _streets.pop(run, None)
    if street is not None:
        street.end()
