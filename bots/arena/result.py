"""The result of a game as a value: places, reason and faults. Only this file converts it to and from JSON.

A bot's score is 1 for the first place, shared by all who hold it, and 0 for every other place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.protocol.dice import commitment

# Causes of faults, for advice; another cause is the code of an error.
UNFLUSHED: Final = "unflushed"
NO_PROGRAM: Final = "no program"
BAD_HELLO: Final = "bad hello"
EARLY_END: Final = "early end"


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot has lost by `start`, `crash`, `time`, `hang` or `illegal`; the detail is for people."""

    bot: str
    seat: str
    reason: str
    detail: str
    is_withdrawn: bool = False  # it was not started, because it had failed to start too often before
    file: str = ""  # the counter-example, if one was written
    cause: str = field(default="", compare=False)  # if known; it is not stored

    def as_json(self) -> dict[str, Any]:
        """Return the fault as a value for the JSON of the results."""
        found: dict[str, Any] = {"bot": self.bot, "reason": self.reason, "detail": self.detail}
        if self.is_withdrawn:
            found["withdrawn"] = True
        if self.file:
            found["file"] = self.file
        return found


@dataclass(frozen=True, slots=True)
class Thinking:
    """The thinking time of a bot in one game, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game. Values of the bots are in the order of their seats."""

    spec: GameSpec
    names: tuple[str, ...]  # of the bots
    seats: tuple[str, ...]
    winners: tuple[str, ...]  # the seats that won; none in a draw, or if no bot could start
    places: tuple[int, ...]  # from 1, equal ones alike; none is first if no bot could start
    reason: str
    points: tuple[int, ...]
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    faults: tuple[Fault, ...] = ()
    thinking: tuple[Thinking, ...] = ()

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.spec.id

    @property
    def pair(self) -> int:
        """The number of its pair or block."""
        return self.spec.pair

    @property
    def winner(self) -> str | None:
        """The name of the single winner; None in a draw, for a shared win, or if no bot could start."""
        return self.names[self.seats.index(self.winners[0])] if len(self.winners) == 1 else None

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of every seat."""
        first = self.places.count(1)
        return tuple([1 / first if place == 1 else 0.0 for place in self.places])

    @property
    def is_draw(self) -> bool:
        """Whether the game was played and has no winner."""
        return not self.winners and 1 in self.places

    def score(self, bot: int) -> float:
        """Return the score of a bot that took part."""
        return self.scores[self.spec.bots.index(bot)]

    def failed_to_start(self, bot: int) -> bool:
        """Return whether a bot that took part did not start, or was withdrawn."""
        seat = self.seats[self.spec.bots.index(bot)]
        return any(fault.seat == seat and fault.reason == "start" for fault in self.faults)

    def as_json(self, has_seed: bool = True) -> dict[str, Any]:
        """Return the game as a value for the JSON of the results. Without ``has_seed`` the seed is null: it is still secret."""
        spec = self.spec
        names = dict(zip(self.seats, self.names, strict=True))
        winners = [names[seat] for seat in self.winners]
        faults = [fault.as_json() for fault in self.faults]
        found: dict[str, Any] = {
            "id": spec.id,
            "pair": spec.pair,
            "seed": spec.seed if has_seed else None,
            "commit": commitment(spec.seed),
            "seats": names,
            "winner": winners if len(winners) > 1 else winners[0] if winners else None,
            "reason": self.reason,
            "fault": faults[0] if faults else None,
            "faults": faults,
            "points": dict(zip(self.seats, self.points, strict=True)),
            "places": dict(zip(self.seats, self.places, strict=True)),
            "turns": self.turns,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
        }
        if self.thinking:
            found["thinking"] = {
                seat: {
                    "decisions": each.decisions,
                    "seconds": round(each.seconds, 3),
                    "slowest": round(each.slowest, 3),
                }
                for seat, each in zip(self.seats, self.thinking, strict=True)
            }
        found |= {key: value for key in ("position", "round", "war") if (value := getattr(spec, key))}
        return found


def read_result(data: Mapping[str, Any], bots: Sequence[str]) -> GameResult:
    """Return the result that `as_json` wrote with its seed; ``bots`` are the names of all bots, in their order."""
    names = tuple(data["seats"].values())
    seats = tuple(data["seats"])
    spec = GameSpec(
        data["id"],
        data["pair"],
        tuple([bots.index(name) for name in names]),
        data["seed"],
        data.get("position", ""),
        data.get("round", 0),
        data.get("war", 0),
    )
    winner = data["winner"]
    winners = winner if isinstance(winner, list) else [] if winner is None else [winner]
    seat_of = dict(zip(names, seats, strict=True))
    faults = [
        Fault(
            each["bot"],
            seat_of[each["bot"]],
            each["reason"],
            each["detail"],
            each.get("withdrawn", False),
            each.get("file", ""),
        )
        for each in data["faults"]
    ]
    thinking = [Thinking(**each) for each in data.get("thinking", {}).values()]
    return GameResult(
        spec,
        names,
        seats,
        tuple([seat_of[name] for name in winners]),
        tuple(data["places"].values()),
        data["reason"],
        tuple(data["points"].values()),
        data["turns"],
        data["decisions"],
        data["seconds"],
        tuple(faults),
        tuple(thinking),
    )


def places_of(seats: Sequence[str], winners: Sequence[str], places: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the place of every seat: the given places, or else the winners first and all others behind them."""
    if places:
        return tuple(places)
    return tuple([1 if seat in winners or not winners else 1 + len(winners) for seat in seats])
