"""Verification of a store: its games are those of the schedule with the dice of the key, and records replay to results.

Every record is replayed by the rules, every die is compared to the one that the seed gives, and every line of the record to
what the replayed game writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from beachhead.bots.arena.driver import key_of
from beachhead.bots.arena.execute.played import closing_of, headers_of
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.plan import Plan, pair_seed
from beachhead.bots.arena.replayed import Unplayable, steps
from beachhead.bots.arena.result import GameResult, places_of
from beachhead.bots.arena.store import BadStore, Store, StoredResults
from beachhead.engine.record import quoted
from beachhead.engine.values import CHANCE
from beachhead.protocol.dice import keyed
from beachhead.protocol.table import Table


def verify(plan: Plan, store: Store) -> Iterator[tuple[int, str]]:
    """Yield each game of a store with its error; an empty string if it is correct. Raise BadStore."""
    if not store.keys:
        raise BadStore("the key of the dice is missing")
    results = StoredResults(store)
    damaged = set()
    for id in results:
        try:
            result = results[id]
            found = _of_game(plan, store, result)
        except BadStore as bad:
            damaged.add(id)
            found = str(bad)
        yield id, found
    if damaged:
        return  # the schedule may depend on what cannot be read
    planned = {spec.id: spec for spec in plan.schedule.games(results)}
    for id in results:
        if id in planned and planned[id] != replace(results[id].spec, seed=""):
            yield id, f"the schedule has another game here: {_line_up(plan, planned[id])}"
    if store.is_finished:
        for spec in plan.schedule.next(results):
            yield spec.id, "it is missing"


def _line_up(plan: Plan, spec: GameSpec) -> str:
    return f"{' v '.join(plan.names[bot] for bot in spec.bots)}{spec.position and f' from {spec.position}'}"


def _of_game(plan: Plan, store: Store, result: GameResult) -> str:
    """Return what is wrong with a game by itself; an empty string if nothing is. Raise BadStore."""
    pair, row = store.row(result.id)
    if row != result.as_json() or pair != result.pair:
        return "its result contradicts itself"
    if result.spec.seed != pair_seed(key_of(store.keys, result.pair), result.pair):
        return "the seed does not follow from the key"
    record = store.record(result.id)
    if record:
        return _replay(plan, result, record)
    return "its record is missing" if 1 in result.places else ""  # nobody started, so nothing was played


def _replay(plan: Plan, result: GameResult, record: Sequence[str]) -> str:
    """Return what is wrong with a record; an empty string if nothing is."""
    dice = keyed(result.spec.seed)
    decisions = 0
    forfeits = []
    try:
        for number, (table, line) in enumerate(steps(plan, result, record), 1):
            timeline = table.timeline
            state, game = timeline.state, timeline.game
            if line.startswith("forfeit "):
                forfeits.append(line)
            elif line and game.actor(state) == CHANCE:
                drawn = game.draw(state, timeline.past(), dice)
                if drawn.text != line:
                    return f"die {number} of the record is `{line}`, and the seed gives `{drawn.text}`"
            elif line:
                decisions += 1
    except Unplayable as problem:
        return f"the record does not replay: {problem}"
    timeline = table.timeline
    ending = timeline.game.result(timeline.state)
    if ending is None:
        return "the record ends before the game does"
    found = (tuple(ending.winners), ending.reason, tuple(ending.points))
    places = places_of(result.seats, ending.winners, ending.places)
    if found != (result.winners, result.reason, result.points) or places != result.places:
        return f"the record ends in `{ending}`, and that is not the result"
    if (decisions, timeline.game.turn(timeline.state)) != (result.decisions, result.turns):
        return (
            f"the record has {decisions} decisions in {timeline.game.turn(timeline.state)} turns, and the result others"
        )
    if forfeits != [f"forfeit {fault.seat} {fault.reason}" for fault in result.faults]:
        return "the record has other faults than the result"
    return _lines(plan, result, record, table, f"expect result {ending}")


def _lines(plan: Plan, result: GameResult, record: Sequence[str], table: Table, last: str) -> str:
    """Return the first line of a record that is not what the replayed game writes; an empty string if there is none."""
    bots = [plan.bots[bot] for bot in result.spec.bots]
    known = headers_of(result, bots, plan.terms) | closing_of(result)
    told = {line.split()[1]: line for line in record if line.startswith("header ") and len(line.split()) > 1}
    for key, value in known.items():
        if told.get(key) != f"header {key} {quoted(value)}":
            return f"the header {key} of the record is not `{value}`"
    lines = [line for line in record if line and not line.startswith(("#", "header "))]
    expected = table.record(headers={})  # and without comments: nobody has made any
    for line, right in zip(lines, [*expected, last], strict=False):
        if line != right:
            return f"the record has `{line}` for `{right}`"
    return "" if len(lines) == len(expected) + 1 else "the record has too many or too few lines"
