"""A job: a game for an executor."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass

from beachhead.bots.arena.game_spec import GameSpec


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play, and the withdrawn bots, which are not started."""

    spec: GameSpec
    gone: tuple[int, ...] = ()

    def to_line(self) -> bytes:
        """Return the job as a line."""
        return json.dumps([astuple(self.spec), self.gone]).encode() + b"\n"


def read_job(line: bytes) -> Job:
    """Return the job that `to_line` wrote."""
    (id, pair, bots, *rest), gone = json.loads(line)
    return Job(GameSpec(id, pair, tuple(bots), *rest), tuple(gone))
