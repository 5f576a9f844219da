"""Pseudo-random picks that follow from a seed, the same on every machine and with every version of Python.

A pick depends on the seed, the game (its commit), the seat and the number of the decision, and not on earlier picks.
So one process that plays many games plays each of them as a fresh process would.
"""

from __future__ import annotations

import os
from typing import Final

from beachhead.bots.sdk import Decision

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Luck:
    """A source of picks. Without a seed they cannot be repeated."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = int.from_bytes(os.urandom(8), "big") if seed is None else seed
        self._place = ("", "")
        self._start = -1

    def pick(self, decision: Decision, count: int, draw: int = 0) -> int:
        """Return a number from 0 to count - 1. `draw` numbers the picks of one decision."""
        place = (decision.commit, decision.seat)
        if place != self._place or self._start < 0:
            self._place = place
            self._start = _fnv(f"{self._seed} {decision.commit} {decision.seat}")
        return _mix(self._start + (decision.number * 4 + draw) * _GOLDEN) % count


def _fnv(text: str) -> int:
    """Return the 64-bit FNV-1a hash of a text."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & _MASK
    return value


def _mix(value: int) -> int:
    """Return the output of SplitMix64 for a state."""
    value &= _MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _MASK
    return value ^ value >> 31
