"""The matches of the ladder, and how a pair of mirrored battles is played."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from beachhead.bots.island import general
from beachhead.bots.roster import find_bot
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE

POSITIONS: Final = 7_000  # what `general` looks at in 0.1 s at 70,000 positions a second


@dataclass(frozen=True, slots=True)
class Match:
    """Two bots, a mode, the number of pairs, and bounds for the score of the first bot."""

    bot: str
    opponent: str
    mode: str = "standard"
    pairs: int = 500
    least: float = 0.0
    most: float = 1.0

    @property
    def name(self) -> str:
        """A unique name of the match."""
        return f"{self.bot} v {self.opponent}, {self.mode}"


MATCHES: Final = (
    Match("greedy", "random", least=0.95),
    Match("rookie", "random", least=0.8),
    Match("rookie", "greedy", most=0.2),
    Match("scout", "greedy", least=0.66),
    Match("general", "greedy", least=0.76),
    Match("general", "scout", least=0.62),
    *(Match("general", "greedy", mode, least=0.64) for mode in ("short", "allout", "blitz")),
    *(Match(f"general:{level + 2}", f"general:{level}", pairs=200, least=0.55) for level in range(1, 8)),
)


def make(name: str, seed: int) -> Choose:
    """Return the choice of a bot: `NAME`, or `NAME:LEVEL`; the general looks at a fixed number of positions."""
    name, _, level = name.partition(":")
    if name == "general" and not level:
        return general.chooser(seed, positions=POSITIONS)
    return find_bot(name, int(level) if level else None)(seed)


class Watched:
    """A choice that measures its processor time, which other programs do not affect."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.decisions = 0
        self.seconds = 0.0

    def __call__(self, decision: Decision) -> str:
        begun = time.process_time()
        action = self._choose(decision)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return action


def battle(mode: str, seed: str, seats: Mapping[str, Choose]) -> Timeline[State]:
    """Play a battle with keyed dice to its end."""
    commit = sha256(seed.encode()).hexdigest()

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    numbers = dict.fromkeys(seats, 0)
    state, events = ISLAND.start(mode)
    timeline = Timeline(ISLAND, Moment(state, events=events))
    while (actor := ISLAND.actor(timeline.state)) is not None:
        if actor == CHANCE:
            timeline = timeline.then(ISLAND.draw(timeline.state, timeline.past(), h), False)
            continue
        numbers[actor] += 1
        decision = Decision(
            mode=mode, seat=actor, state=ISLAND.write(timeline.state), number=numbers[actor], commit=commit,
            legal=sorted(action.text for action in ISLAND.legal(timeline.state)),
        )  # fmt: skip
        action = ISLAND.canonical(seats[actor](decision))
        assert action is not None
        timeline = timeline.play(action)
    return timeline


def play_pair(match: Match, pair: int) -> tuple[int, list[float]]:
    """Play the same dice twice with seats swapped; return the first bot's half points, and decisions and seconds of both."""
    points = 0
    costs = [0.0] * 4
    for seat in ("south", "north"):
        other = "north" if seat == "south" else "south"
        bot, opponent = Watched(make(match.bot, 2 * pair)), Watched(make(match.opponent, 2 * pair + 1))
        timeline = battle(match.mode, f"ladder {match.name} {pair}", {seat: bot, other: opponent})
        result = ISLAND.result(timeline.state)
        assert result is not None
        points += 1 if not result.winners else 2 * (result.winners == (seat,))
        spent = (bot.decisions, bot.seconds, opponent.decisions, opponent.seconds)
        costs = [cost + more for cost, more in zip(costs, spent, strict=True)]
    return points, costs
