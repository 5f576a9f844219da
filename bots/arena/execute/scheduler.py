"""The connection to a Dask scheduler, which bots may be played there, and its workers as seen from the driver."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from beachhead.bots.arena.launch import is_builtin
from beachhead.bots.arena.plan import Plan

if TYPE_CHECKING:
    from distributed import Client

CONNECT: Final = 10.0  # seconds in which the scheduler answers
_SCHEMES: Final = ("tcp", "tls", "ws", "wss")


class NoCluster(Exception):
    """A cluster cannot be used; the message says why."""


def connect(address: str, seconds: float = CONNECT) -> Client:
    """Return a connection to a scheduler. Raise NoCluster."""
    if not is_address(address):  # which Dask would notice when its threads run already, and end them with a traceback
        raise NoCluster(f"'{address}' is no address of a scheduler: expected such as tcp://HOST:8786 (docs/cluster.md)")
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("--cluster needs Dask: pip install 'beachhead[cluster]'") from None
    for name in ("distributed", "distributed.client"):  # what matters of it is said in our words
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=seconds, set_as_default=False, name="beachhead")
    except (OSError, TimeoutError, ValueError) as problem:
        raise NoCluster(f"no Dask scheduler answers at {address}: {problem} (docs/cluster.md)") from None


def is_address(address: str) -> bool:
    """Return whether a text is the address of a host and a port, with or without a scheme."""
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        return parts.scheme in _SCHEMES and bool(parts.hostname) and bool(parts.port)
    except ValueError:  # the port is no number from 0 to 65535, or brackets do not match
        return False


def judge_bots(plan: Plan, is_boxed: bool) -> None:
    """Raise NoCluster if a bot could harm the cluster: one that is not ours and not boxed."""
    for bot in plan.bots:
        if not is_boxed and not is_builtin(bot.words):
            raise NoCluster(
                f"{bot.name} could speak to the scheduler, and with it to all machines: a cluster plays only built-in "
                "bots without --sandbox"
            )


@dataclass(slots=True)
class Host:
    """A worker as seen from the driver."""

    address: str
    threads: int
    host: str
    seen: float = 0.0  # the scheduler's time at which it was last heard
    moment: float = field(default_factory=time.monotonic)  # ours, when that was
    is_judged: bool = False
    is_fit: bool = False
    trials: int = 0  # to judge it
    cores: int = 1

    def is_lost(self, patience: float) -> bool:
        """Return whether it has not been heard for too long."""
        return time.monotonic() - self.moment > patience
