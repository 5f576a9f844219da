"""The built-in bots by name; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from beachhead.bots.sdk import Choose, play

_MODULES: Final = {
    "random": "beachhead.bots.random",
    "wanderer": "beachhead.bots.wanderer",
    "greedy": "beachhead.bots.greedy",
}
NAMES: Final = tuple(_MODULES)


class UnknownBot(Exception):
    """There is no built-in bot of that name; says which one may have been meant."""


def find_bot(name: str) -> Callable[[int | None], Choose]:
    """What makes a choice of that bot from a seed (None: one that nobody can repeat); raises UnknownBot."""
    if name not in _MODULES:
        from difflib import get_close_matches

        near = get_close_matches(name, NAMES, 1, 0.5)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownBot(f"'{name[:40]}' is no built-in bot{meant}: expected {', '.join(NAMES[:-1])} or {NAMES[-1]}")
    chooser: Callable[[int | None], Choose] = import_module(_MODULES[name]).chooser
    return chooser


def run(name: str, seed: int | None = None) -> None:
    """Plays a built-in bot on standard input and output; raises UnknownBot."""
    play(find_bot(name)(seed), name=name)
