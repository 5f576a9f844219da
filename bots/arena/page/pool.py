"""Work on many games, spread over the cores of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")


def spread(do: Callable[[T], U], items: Sequence[T]) -> Iterator[U]:
    """Yield what a function returns for each item, in their order."""
    count = min(len(items), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    if count < 2:
        yield from map(do, items)
        return
    from multiprocessing import get_context

    with get_context().Pool(count) as pool:
        yield from pool.imap(do, items)
