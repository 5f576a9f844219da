"""Warnings before a match about guarantees that the arena cannot give."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from beachhead.bots.arena.contain.cgroup import NoGroups
from beachhead.bots.arena.contain.guard import PROCESSES, place
from beachhead.bots.arena.launch import Bot, is_builtin

NOT_BOXED: Final = (
    "the bots are not boxed: a hostile bot can read your files, signal its opponent and use the network; "
    "--sandbox boxes them (docs/security.md)"
)
AS_ROOT: Final = (
    "running as root: nothing protects the seed from a bot that is not boxed; use another user, and --sandbox"
)
BOXED_AS_ROOT: Final = "running as root: a bot that gets out of the sandbox is root too; use another user"
COUNTED: Final = (
    f"limits are kept by looking, 10 times a second, and not by the kernel: {PROCESSES} processes a bot, "
    "their memory, and its share of the processor"
)
LACKING: Final = "the kernel keeps no limit of {} here: cgroup v2 does not have it"
NOT_KEPT: Final = (
    "this system has no keepers (they need Linux): children of a bot that leave its process group may stay"
)


def notices(bots: Sequence[Bot]) -> list[str]:
    """Return the warnings for these bots; none if all of them are built in."""
    foreign = [bot for bot in bots if not is_builtin(bot.words)]
    if not foreign:
        return []
    is_boxed = all(bot.box for bot in foreign)
    found = [] if is_boxed else [NOT_BOXED]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        found.append(BOXED_AS_ROOT if is_boxed else AS_ROOT)
    if sys.platform != "linux":
        return [*found, NOT_KEPT]
    groups = place()
    if isinstance(groups, NoGroups):
        found.append(f"{COUNTED}: {groups}")
    elif lacking := {"memory", "cpu"} - groups.controllers:
        found.append(LACKING.format(" and ".join(sorted(lacking))))
    return found


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crowding(games: int, is_timed: bool, available: int) -> str:
    """Return a warning if more clocked games run at the same time than there are cores."""
    if not is_timed or games <= available:
        return ""
    return (
        f"{games} clocked games at the same time on {available} core{'s' * (available > 1)}: bots wait for each other, and "
        "may lose on time for that"
    )


def crowding_here(games: int, is_timed: bool) -> str:
    """Return a warning if more clocked games run at the same time than this machine has cores, and how many are fair."""
    available = cores()
    found = crowding(games, is_timed, available)
    return f"{found}; {available} {'are' if available > 1 else 'is'} fair" if found else ""
