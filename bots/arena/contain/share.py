"""Processor time that bots use while another bot has to move.

A bot may use the processor at any time, but not at the expense of another's clock: if a bot runs out of time because it
had to wait for a processor that another bot of its game was using, the other one loses. Both times come from the kernel.
They are read only for long decisions, twice each, so that a usual decision costs nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Final

from beachhead.bots.arena.contain import household

PART: Final = 0.25  # least share of the watched time that one bot used and the other waited


class Shares:
    """The processor time of the bots of one game, by their seats."""

    def __init__(self, keepers: Mapping[str, int]) -> None:
        self._keepers = dict(keepers)
        self._began = 0.0
        self._used: dict[str, float] = {}  # used by each other bot, at the beginning of the watch
        self._waited = 0.0  # waited by the bot to move, at that time
        self._time = dict.fromkeys(keepers, 0.0)  # by bot to move: watched seconds
        self._wait = dict.fromkeys(keepers, 0.0)  # of these, seconds waited for a processor
        self._taken: dict[tuple[str, str], float] = {}  # by user and bot to move

    def begin(self, seat: str) -> None:
        """Watch a decision of this seat from now on."""
        if sys.platform == "linux":
            self._began = time.monotonic()
            self._waited = household.waiting_seconds(self._keepers[seat])
            self._used = {
                other: household.processor_seconds(keeper) for other, keeper in self._keepers.items() if other != seat
            }

    def end(self, seat: str) -> None:
        """Add the time since `begin`, if that was called for this decision."""
        if not self._began:
            return
        self._time[seat] += time.monotonic() - self._began
        self._wait[seat] += household.waiting_seconds(self._keepers[seat]) - self._waited
        for other, before in self._used.items():
            taken = household.processor_seconds(self._keepers[other]) - before
            self._taken[other, seat] = self._taken.get((other, seat), 0.0) + taken
        self._began = 0.0

    def thief(self, seat: str) -> tuple[str, float]:
        """Return the seat that used the processor in this one's time, and the seconds; an empty seat if none did."""
        least = PART * self._time[seat]
        if self._wait[seat] > least:
            for (other, whose), taken in self._taken.items():
                if whose == seat and taken > least:
                    return other, taken
        return "", 0.0
