"""Withdrawals: a bot that fails to start three times in a row plays no more, judged in the order of the schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from beachhead.bots.arena.fault import MAX_STARTS
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.unit import Results


def withdrawn(games: Iterable[GameSpec], results: Results) -> dict[int, int]:
    """Return the bots that are withdrawn, each with the id of the game after which it is.

    ``games`` are those of the schedule, in order. A bot is judged up to the first of its games that has no result, so the
    answer does not depend on the order in which games end.
    """
    gone: dict[int, int] = {}
    failed: Counter[int] = Counter()
    unknown: set[int] = set()
    for spec in games:
        result = results.get(spec.id)
        for bot in spec.bots:
            if result is None:
                unknown.add(bot)
            elif bot not in gone and bot not in unknown:
                failed[bot] = failed[bot] + 1 if result.failed_to_start(bot) else 0
                if failed[bot] == MAX_STARTS:
                    gone[bot] = spec.id
    return gone
