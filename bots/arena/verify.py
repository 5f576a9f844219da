"""Verification: every record is replayed by the rules, and every die is compared to the one that the seed gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beachhead.bots.arena.driver import key_of
from beachhead.bots.arena.plan import Plan, pair_seed
from beachhead.bots.arena.replayed import steps
from beachhead.bots.arena.result import GameResult, places_of
from beachhead.bots.arena.store import Store
from beachhead.engine.values import CHANCE, BadOption, BadPosition, IllegalAction
from beachhead.protocol.dice import keyed
from beachhead.protocol.refusal import Refusal


def verify(plan: Plan, store: Store) -> Iterator[tuple[int, str]]:
    """Yield each game of a store with what is wrong with it; an empty string if nothing is."""
    keys = store.keys
    for result in store.results():
        problem = ""
        if result.spec.seed != pair_seed(key_of(keys, result.pair), result.pair):
            problem = "the seed does not follow from the key"
        else:
            record = store.record(result.id)
            if record:
                problem = _replay(plan, result, record)
        yield result.id, problem


def _replay(plan: Plan, result: GameResult, record: Sequence[str]) -> str:
    """Return what is wrong with a record; an empty string if nothing is."""
    dice = keyed(result.spec.seed)
    try:
        for number, (table, line) in enumerate(steps(plan, result, record), 1):
            timeline = table.timeline
            state, game = timeline.state, timeline.game
            if line and game.actor(state) == CHANCE:
                drawn = game.draw(state, timeline.past(), dice)
                if drawn.text != line:
                    return f"die {number} of the record is `{line}`, and the seed gives `{drawn.text}`"
    except (Refusal, IllegalAction, BadOption, BadPosition) as problem:
        return f"the record does not replay: {problem}"
    timeline = table.timeline
    ending = timeline.game.result(timeline.state)
    if ending is None:
        return "the record ends before the game does"
    found = (tuple(ending.winners), ending.reason, tuple(ending.points))
    places = places_of(result.seats, ending.winners, ending.places)
    if found != (result.winners, result.reason, result.points) or places != result.places:
        return f"the record ends in `{ending}`, and that is not the result"
    return ""
