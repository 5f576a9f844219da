"""Who meets whom in a round of a swiss tournament: a matching of maximum weight.

An earlier meeting weighs more than any difference of scores, so a pairing is repeated only if every matching repeats one.
Near the end of all possible pairings that is not enough: six bots that have played three rounds may be left with two
triangles. So a matching is preferred that leaves as many rounds without a repetition as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, Final

BYE: Final = -1  # the opponent of a bot that pauses
LOOK: Final = 5  # later rounds are considered if fewer than so many are possible without a repetition
TRIES: Final = 30

Pair = tuple[int, int]
Items = tuple[tuple[Any, int], ...]  # Any: a bot or two bots, with a count


def pair(
    present: Iterable[int], scores: Counter[int], met: Counter[Pair], byes: Counter[int]
) -> tuple[list[Pair], int | None]:
    """Return the pairs of a round, leaders first, and the bot that pauses."""
    pairs, bye = _pair(tuple(present), *(tuple(sorted(each.items())) for each in (scores, met, byes)))
    return list(pairs), bye


@lru_cache(maxsize=64)
def _pair(present: tuple[int, ...], *state: Items) -> tuple[tuple[Pair, ...], int | None]:
    """As `pair`, but cached: schedules ask again and again, and a matching of many bots takes long."""
    scores, met, byes = (Counter(dict(items)) for items in state)
    order = sorted(present, key=lambda bot: (-scores[bot], bot))
    places = {bot: place for place, bot in enumerate(order)}
    widest = scores[order[0]] - scores[order[-1]] + 1
    repeated = len(order) * (widest**2 + len(order) ** 2 + 1) * len(order)  # more than all differences together
    costs: dict[Pair, int] = {}
    fresh: set[Pair] = set()
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            edge = min(one, other), max(one, other)
            apart = scores[one] - scores[other]
            # Among equals the upper half meets the lower half only by chance: the nearest in order meet.
            costs[edge] = apart**2 * len(order) + (places[other] - places[one]) + repeated * len(order) * met[edge] ** 2
            if not met[edge]:
                fresh.add(edge)
    if len(order) % 2:
        fewest = min(byes[bot] for bot in order)
        for bot in order:
            if byes[bot] == fewest:
                costs[BYE, bot] = (scores[bot] - scores[order[-1]]) ** 2 * len(order) - places[bot]
            if not byes[bot]:
                fresh.add((BYE, bot))
    found = _best(costs, fresh)
    bye = next((bot for other, bot in found if other == BYE), None)
    pairs = sorted((edge for edge in found if BYE not in edge), key=lambda edge: min(places[bot] for bot in edge))
    return tuple(pairs), bye


def _best(costs: dict[Pair, int], fresh: set[Pair]) -> set[Pair]:
    """Return the cheapest matching; near the end one of the cheapest that leave the most rounds without a repetition."""
    cheapest = _matching(costs)
    if not cheapest <= fresh or not LOOK > _degree(fresh - cheapest) > len(_rounds(fresh - cheapest)):
        return cheapest
    others = [
        _matching({edge: cost for edge, cost in costs.items() if edge != without}) for without in sorted(cheapest)
    ]
    able = [found for found in (cheapest, *others, *_rounds(fresh)) if len(found) == len(cheapest) and found <= fresh]
    return max(able, key=lambda found: (len(_rounds(fresh - found)), -sum(costs[edge] for edge in found)))


def _matching(costs: dict[Pair, int]) -> set[Pair]:
    """Return the cheapest of the largest matchings."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    return {(min(edge), max(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True)}


def _degree(edges: set[Pair]) -> int:
    """Return how many rounds these pairs can make up at most."""
    counts = Counter(bot for edge in edges for bot in edge)
    return min(counts.values(), default=0)


def _rounds(edges: set[Pair]) -> list[set[Pair]]:
    """Return as many rounds as these pairs make up in the best of some tries."""
    most, size = _degree(edges), len({bot for edge in edges for bot in edge}) // 2
    rng = Random(0)
    best: list[set[Pair]] = []
    for _ in range(TRIES):
        left = set(edges)
        found: list[set[Pair]] = []
        while (
            len(found) < most and len(taken := _matching({edge: rng.randrange(100) for edge in sorted(left)})) == size
        ):
            left -= taken
            found.append(taken)
        best = max(best, found, key=len)
        if len(best) == most:
            break
    return best
