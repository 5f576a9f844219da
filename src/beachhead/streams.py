"""The standard streams of a command, from its start to its exit code.

If the interpreter flushes stdout at shutdown and that fails (a full disk, a reader that has gone), it replaces every exit
code by 120. So `leave` flushes first: a command whose output could not be written exits with 1, one whose reader has gone
with 141, as shells do. Messages that stderr does not take are dropped. A stream that is closed at the start is replaced by
the null device.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TextIO

FAILED: Final = 1
GONE: Final = 141  # 128 and SIGPIPE


def prepare(words: Sequence[str]) -> None:
    """Make the standard streams safe to use for a command with these words."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 (until the process ends)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a locale without `±` gets a `?`
        if "--help" in words or "-h" in words:
            sys.stdout.reconfigure(write_through=False)  # argparse ignores failed writes, `leave` does not


def complain(text: str) -> None:
    """Print a message on stderr, if that can be done."""
    with suppress(OSError):
        print(f"beachhead{text}", file=sys.stderr)  # noqa: T201


def leave(code: int, lost: OSError | None = None) -> int:
    """Flush the streams; return the exit code. ``lost`` is an earlier error of writing to stdout."""
    problem = _flush(sys.stdout) or lost
    if isinstance(problem, BrokenPipeError):
        code = code or GONE
    elif problem is not None:
        code = code or FAILED
        complain(f": the output cannot be printed: {problem.strerror}")
    _flush(sys.stderr)
    return code


def _flush(stream: TextIO | None) -> OSError | None:
    """Flush a stream. If that fails, redirect it to the null device, so that shutdown succeeds; return the error."""
    if stream is None or stream.closed:
        return None
    try:
        stream.flush()
    except OSError as problem:
        with suppress(OSError, ValueError):
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, stream.fileno())
            os.close(nothing)
            stream.flush()
        return problem
    return None
