"""Interrupting long work: it checks regularly, at least every 20 ms, whether to stop.

This file is never compiled. Compiled code runs no signal handlers and lets no other thread run; a call of an interpreted
function does, so work that nobody wants to stop calls ``never``, and Ctrl-C still works.
"""

from collections.abc import Callable

IsStopped = Callable[[], bool]


class Stopped(Exception):
    """Raised if work was stopped before its end; the message says how far it got."""


def never() -> bool:
    """Return False: do not stop."""
    return False
