"""A race of three on a track of nine squares with one die; whoever stops at the pit is out, and so is who gives up.

Position: `PLACES SEAT DIE TURN`, e.g. `0,4,x p1 2 5`: `x` is out, a die of 0 has yet to be rolled, `-` for a seat: over.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from beachhead.engine.game import (
    CHANCE,
    RESIGN,
    Action,
    BadOption,
    BadPosition,
    Event,
    Hash,
    IllegalAction,
    Past,
    Result,
)
from tests.engine.toys.toy import Plain, Toy

SEATS = ("p1", "p2", "p3")
FINISH, PIT, OUT, TURNS = 9, 5, -1, 40
ROLLS = tuple(Plain(f"roll {pips}") for pips in (1, 1, 2, 3))  # the die has two ones
RUN, REST = Plain("run"), Plain("rest")
ACTIONS: dict[str, Action] = {action.text: action for action in (*ROLLS, RUN, REST, RESIGN)}


class Runners(NamedTuple):
    """Where everybody is, whose turn it is, and what they rolled."""

    places: tuple[int, ...]
    seat: int
    die: int
    turn: int


class Race(Toy[Runners]):
    """Three seats, some of which drop out while the others go on."""

    name = "race"
    title = "A race"
    kinds = ("roll", "run", "rest", "resign")
    verbs = {"run": ("run", "go as far as you rolled"), "rest": ("rest", "stay where you are")}  # noqa: RUF012

    def start(
        self, mode: str = "standard", options: Mapping[str, str] | None = None
    ) -> tuple[Runners, Sequence[Event]]:
        if mode != "standard" or options:
            raise BadOption("there is one way to race")
        return Runners((0, 0, 0), 0, 0, 1), [Event("ready")]

    def seats(self, state: Runners) -> tuple[str, ...]:
        return SEATS

    def actor(self, state: Runners) -> str | None:
        if self.result(state) is not None:
            return None
        return SEATS[state.seat] if state.die else CHANCE

    def legal(self, state: Runners) -> list[Action]:
        actor = self.actor(state)
        if actor is None:
            return []
        return list(dict.fromkeys(ROLLS)) if actor == CHANCE else [RUN, REST]

    def urn(self, state: Runners) -> Sequence[Action]:
        return ROLLS

    def draw(self, state: Runners, past: Past[Runners], h: Hash) -> Action:
        return ROLLS[h(f"roll {SEATS[state.seat]} {state.turn}") % len(ROLLS)]

    def why_not(self, state: Runners, action: Action) -> IllegalAction | None:
        is_due = action in self.legal(state) or (action == RESIGN and self.actor(state) in SEATS)
        return None if is_due else IllegalAction("1", f"it is not the time to {action}")

    def apply(self, state: Runners, action: Action) -> tuple[Runners, Sequence[Event]]:
        if action in ROLLS:
            return state._replace(die=int(action.text[-1])), ()
        if action == RESIGN:
            return self._without(state, state.seat)
        place = state.places[state.seat] + (state.die if action == RUN else 0)
        if place == PIT:
            return self._without(state, state.seat)
        places = (*state.places[: state.seat], min(place, FINISH), *state.places[state.seat + 1 :])
        return self._next(state._replace(places=places), [])

    def _without(self, state: Runners, seat: int) -> tuple[Runners, Sequence[Event]]:
        places = (*state.places[:seat], OUT, *state.places[seat + 1 :])
        events = [Event(f"out {SEATS[seat]}")]
        state = state._replace(places=places)
        return self._next(state, events) if seat == state.seat else self._ended(state, events)

    def _next(self, state: Runners, events: list[Event]) -> tuple[Runners, Sequence[Event]]:
        seat = (state.seat + 1) % len(SEATS)
        while state.places[seat] == OUT and seat != state.seat:
            seat = (seat + 1) % len(SEATS)
        return self._ended(Runners(state.places, seat, 0, state.turn + 1), events)

    def _ended(self, state: Runners, events: list[Event]) -> tuple[Runners, Sequence[Event]]:
        result = self.result(state)
        if result is None:
            return state, events
        return state._replace(seat=-1, die=0), [*events, Event(f"over {result}")]

    def forfeit(self, state: Runners, seat: str, reason: str) -> tuple[Runners, Sequence[Event]]:
        if seat not in SEATS or state.places[SEATS.index(seat)] == OUT:
            raise BadOption(f"{seat} does not run")
        return self._without(state, SEATS.index(seat))

    def result(self, state: Runners) -> Result | None:
        left = [seat for seat, place in enumerate(state.places) if place != OUT]
        winner = left[0] if len(left) == 1 else next((s for s in left if state.places[s] == FINISH), None)
        if winner is not None:
            return Result((SEATS[winner],), "race", tuple(int(seat == winner) for seat in range(len(SEATS))))
        return Result((), "turns", (0, 0, 0)) if state.turn > TURNS else None

    def turn(self, state: Runners) -> int:
        return state.turn

    def write(self, state: Runners) -> str:
        places = ",".join("x" if place == OUT else str(place) for place in state.places)
        return f"{places} {'-' if state.seat < 0 else SEATS[state.seat]} {state.die} {state.turn}"

    def view(self, state: Runners, seat: str) -> str:
        return self.write(state)

    def read(self, text: str) -> Runners:
        try:
            places, seat, die, turn = text.split()
            at = tuple(OUT if place == "x" else int(place) for place in places.split(","))
            return Runners(at, -1 if seat == "-" else SEATS.index(seat), int(die), int(turn))
        except ValueError as wrong:
            raise BadPosition(f"no race: {wrong}") from None

    def canonical(self, text: str) -> Action | None:
        return ACTIONS.get(text)


RACE = Race()
