"""Sends the boards of running games to a server of pages, without making a game wait.

Messages go through a pipe that all workers share, a line each, so short that they are never mixed. If the pipe is full, or
nobody reads it any more, messages are lost.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any, Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.engine.timeline import Timeline

EVERY: Final = 0.3  # seconds between two messages about a game
LONGEST: Final = 4096  # bytes that a pipe accepts atomically


class Spectator:
    """The writing end of the pipe."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._told = 0.0
        os.set_blocking(descriptor, False)

    def look(self, spec: GameSpec, timeline: Timeline[Any]) -> None:  # Any: states of any game
        """Send the position of a game, unless one was sent a moment ago."""
        now = time.monotonic()
        if now - self._told < EVERY:
            return
        self._told = now
        game, moment = timeline.game, timeline.now
        last = "" if moment.action is None else moment.action.text
        self._tell({"game": spec.id, "bots": spec.bots, "state": game.write(moment.state), "last": last})

    def leave(self, spec: GameSpec) -> None:
        """Report that a game is over."""
        self._told = 0.0
        self._tell({"game": spec.id})

    def _tell(self, message: dict[str, Any]) -> None:
        line = json.dumps(message).encode() + b"\n"
        if len(line) > LONGEST:
            return
        try:
            os.write(self._descriptor, line)
        except OSError:  # full, or closed: nobody is waiting for it
            return
