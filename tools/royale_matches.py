"""Matches of royale bots in one process: first places, ends of games, and time of a decision.

    python tools/royale_matches.py warlord raider raider raider --games 200 --seed 1

The first bot plays in every seat in turn against the others, on the same deals: a mirrored set has a game for each seat.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from math import sqrt

from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE


def make(word: str, seed: int) -> Choose:
    """Return a bot's choice; `warlord:nodes=300` gives options to a bot that has them."""
    name, _, given = word.partition(":")
    module = "beachhead.bots." + (name if name in ("random", "wanderer") else f"royale.{name}")
    options = {key: float(value) for key, _, value in (part.partition("=") for part in given.split(",") if part)}
    choose: Choose = import_module(module).chooser(seed, **options)
    return choose


def timeline(choices: Sequence[Choose], seed: int, spent: list[float], decided: list[int]) -> Timeline[State]:
    """Play one game with keyed dice, the seats in the order of the choices; add up the seconds and decisions of each."""
    timeline = Timeline(ROYALE, Moment(ROYALE.start("standard", {"players": str(len(choices))})[0]))
    hashed = lambda key: int.from_bytes(sha256(f"{seed} {key}".encode()).digest()[:8], "big")  # noqa: E731
    numbers = [0] * len(choices)
    while (actor := ROYALE.actor(timeline.state)) is not None:
        state = timeline.state
        if actor == CHANCE:
            timeline = timeline.play(ROYALE.draw(state, timeline.past(), hashed), is_step=False)
            continue
        seat = ROYALE.seats(state).index(actor)
        numbers[seat] += 1
        listed = sorted(action.text for action in ROYALE.legal(state))
        view = ROYALE.view(state, actor)
        decision = Decision(1, "royale", "standard", actor, view, None, [], numbers[seat], f"{seed}", legal=listed)
        begun = time.perf_counter()
        text = choices[seat](decision)
        spent[seat] += time.perf_counter() - begun
        decided[seat] += 1
        action = ROYALE.canonical(text)
        assert action is not None, text
        timeline = timeline.play(action)
        hear(choices, timeline.now)
    return timeline


def hear(choices: Sequence[Choose], moment: Moment[State]) -> None:
    """Tell the bots that listen what has happened."""
    for choice in choices:
        listen = getattr(choice, "hear", None)
        if listen is not None:
            for line in map(str, moment.told()):
                listen(line)


def matches(words: Sequence[str], games: int, seed: int) -> Iterator[tuple[float, State, float]]:
    """Play games with the first bot in each seat in turn; give its share of the win, the end, and its mean cost."""
    count = len(words)
    for number in range(games):
        place = number % count
        order = [*words[1 : place + 1], words[0], *words[place + 1 :]]
        choices = [make(word, seed * 1000 + number * 10 + seat) for seat, word in enumerate(order)]
        spent, decided = [0.0] * count, [0] * count
        state = timeline(choices, seed * 1_000_000 + number // count, spent, decided).state
        assert state.outcome is not None
        winners = state.outcome.winners
        yield (place in winners) / len(winners), state, spent[place] / max(1, decided[place])


def main() -> None:
    """Play the match, and say how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bots", nargs="+", help="two to six names, the first one is measured")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tally = Tally()
    for share, state, cost in matches(args.bots, args.games, args.seed):
        tally.add(share, state, cost)
        if len(tally.shares) % 10 == 0:
            print(f"{len(tally.shares)}: {tally}", file=sys.stderr, flush=True)
    print(f"{' '.join(args.bots)}: {tally}")


class Tally:
    """The results so far."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.costs: list[float] = []
        self.ends: Counter[str] = Counter()
        self.turns = 0

    def add(self, share: float, state: State, cost: float) -> None:
        """Count a game: the first bot's share of the win, how it ended, and the bot's mean time for a decision."""
        assert state.outcome is not None
        self.shares.append(share)
        self.costs.append(cost)
        self.ends[state.outcome.reason] += 1
        self.turns += state.turn

    def __str__(self) -> str:
        count = len(self.shares)
        mean = sum(self.shares) / count
        error = 1.96 * sqrt(sum((share - mean) ** 2 for share in self.shares)) / count
        ends = ", ".join(f"{reason} {number}" for reason, number in sorted(self.ends.items()))
        return (
            f"first in {100 * mean:.1f} % ± {100 * error:.1f} of {count} games; {self.turns / count:.0f} turns; "
            f"ends {ends}; {1000 * sum(self.costs) / count:.2f} ms a decision"
        )


if __name__ == "__main__":
    main()
