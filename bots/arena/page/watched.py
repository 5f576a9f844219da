"""A tournament that is watched: the server of its pages is a process of its own, so that no game waits for a page."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from beachhead.bots.arena.execute.spectator import Spectator
from beachhead.bots.arena.plan import BadPlan

LEAVE: Final = 20.0  # seconds in which the server ends after the games


@contextmanager
def watched(folder: Path, port: int | None, host: str) -> Iterator[Spectator | None]:
    """Serve the pages of a folder while games run; yield what tells them about running games.

    Without a port nothing is served. Raise BadPlan if the pages cannot be served.
    """
    if port is None:
        yield None
        return
    require_libraries()
    heard, told = os.pipe()
    words = ["report", str(folder), "--luck", "0", "--serve", str(port), "--host", host, "--live", str(heard)]
    server = subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-m", "beachhead", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        pass_fds=[heard],
        start_new_session=True,  # Ctrl-C is for the games; the server ends when the pipe does
        text=True,
    )
    os.close(heard)
    assert server.stdout is not None
    try:
        address = server.stdout.readline().strip()
        if not address:
            raise BadPlan("the pages cannot be served")
        with suppress(OSError):
            print(f"watch the games at {address}", file=sys.stderr, flush=True)  # noqa: T201
        yield Spectator(told)
    finally:
        os.close(told)
        try:
            server.wait(LEAVE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def require_libraries() -> None:
    """Raise BadPlan if a library is missing that serves pages."""
    require("vl_convert", "charts need vl-convert: pip install 'beachhead[report]'")
    require("websockets", "--serve needs websockets: pip install 'beachhead[web]'")


def require(module: str, advice: str) -> None:
    """Raise BadPlan if a module is not installed."""
    if find_spec(module) is None:
        raise BadPlan(advice)


def port(word: str) -> int:
    """Return a port; raise ArgumentTypeError."""
    if not (word.isascii() and word.isdecimal() and len(word) < 6) or int(word) > 65535:
        raise ArgumentTypeError(f"'{word[:40]}': expected a port, from 0 to 65535")
    return int(word)
