"""Results of games that nobody played, for schedules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.result import Fault, GameResult
from beachhead.bots.arena.schedule.schedule import Schedule

Results = dict[int, GameResult]
Outcome = Callable[[GameSpec], tuple[int, ...]]  # the places of the bots in seat order


def result(spec: GameSpec, places: tuple[int, ...], failed: tuple[int, ...] = ()) -> GameResult:
    """Return the result of a game with these places; ``failed`` are bots that did not start."""
    seats = tuple(f"p{number}" for number in range(1, len(spec.bots) + 1))
    names = tuple(f"bot{bot}" for bot in spec.bots)
    is_draw = set(places) == {1}
    winners = () if is_draw else tuple(seat for seat, place in zip(seats, places, strict=True) if place == 1)
    faults = tuple(
        Fault(f"bot{bot}", seat, "start", "") for bot, seat in zip(spec.bots, seats, strict=True) if bot in failed
    )
    points = tuple(10 - 2 * place for place in places)
    return GameResult(spec, names, seats, winners, places, "end", points, faults=faults)


def by_seed(seed: int) -> Outcome:
    """Return outcomes that follow from the game's id alone: wins, losses and draws."""

    def outcome(spec: GameSpec) -> tuple[int, ...]:
        rng = Random(f"{seed} {spec.id}")
        places = list(range(1, len(spec.bots) + 1))
        rng.shuffle(places)
        return (1,) * len(places) if rng.random() < 0.2 else tuple(places)

    return outcome


def stronger_first(spec: GameSpec) -> tuple[int, ...]:
    """Return the outcome in which the lower number wins."""
    order = sorted(spec.bots)
    return tuple(order.index(bot) + 1 for bot in spec.bots)


def always_drawn(spec: GameSpec) -> tuple[int, ...]:
    """Return a draw."""
    return (1,) * len(spec.bots)


def play(
    schedule: Schedule, outcome: Outcome, seed: int = 0, broken: tuple[int, ...] = (), limit: int = 10**6
) -> Results:
    """Play a schedule to its end, games ending in a random order; ``broken`` bots never start and lose."""
    rng = Random(seed)
    results: Results = {}
    while (ready := schedule.next(results)) and len(results) < limit:
        spec = ready[min(rng.randrange(8), len(ready) - 1)]
        assert spec.id not in results
        places = outcome(spec)
        failed = tuple(bot for bot in spec.bots if bot in broken)
        if len(failed) == 1:
            places = tuple(2 if bot in failed else 1 for bot in spec.bots)
        results[spec.id] = result(spec, places, failed)
    return results
