"""Battle for the Island: two sides, a 12 x 12 island, a die from 0 to 5, and blocks that may be live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from beachhead.engine.game import CHANCE, Action, BadOption, Event, Game, Hash, Past, Result, Rule
from beachhead.engine.island import flow, position
from beachhead.engine.island.actions import BY_TEXT, Roll
from beachhead.engine.island.ending import finish, result
from beachhead.engine.island.mode import BASES, BLOCK_COUNT, read_mode
from beachhead.engine.island.pieces import SEATS
from beachhead.engine.island.shorthand import complete
from beachhead.engine.island.state import OVER, REVEAL, ROLL, ROLLOFF, SETUP, State, first_state

if TYPE_CHECKING:
    from beachhead.engine.lesson import Lesson
    from beachhead.engine.picture import Picture


class Island(Game[State]):
    """The contract of a game, fulfilled by the files beside this one."""

    name = "island"
    title = "Battle for the Island"
    modes = (*BASES, *(f"{base}+live" for base in BASES), *(f"{base}+chain" for base in BASES))
    options = {"first": (*SEATS, "roll")}  # noqa: RUF012 (a constant, as the contract declares it)
    kinds = (
        "setup", "shoot", "move", "turn", "reinforce", "pad", "remove", "end", "resign", "roll", "reveal",
    )  # fmt: skip
    bare = ("move", "setup", "reinforce", "remove", "shoot", "turn")

    # The hot ones are the functions themselves: a wrapper would cost a call.
    legal = staticmethod(flow.legal)
    urn = staticmethod(flow.urn)
    apply = staticmethod(flow.apply)
    why_not = staticmethod(flow.why_not)

    @property
    def rules(self) -> Mapping[str, Rule]:  # type: ignore[override]
        from beachhead.engine.island.rulebook import RULES

        return RULES

    @property
    def verbs(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        from beachhead.engine.island.words import VERBS

        return VERBS

    @property
    def lessons(self) -> Sequence[Lesson]:  # type: ignore[override]
        from beachhead.engine.island.lessons import LESSONS

        return LESSONS

    def start(self, mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[State, Sequence[Event]]:
        state = first_state(read_mode(mode))
        first = "roll"
        for key, value in (options or {}).items():
            if key != "first":
                raise BadOption(f"'{key[:20]}' is no option of the island: expected first")
            if value not in (*SEATS, "roll"):
                raise BadOption(f"first={value[:20]}: expected south, north or roll")
            first = value
        return (state, ()) if first == "roll" else flow.first_turn_of(state, SEATS.index(first))

    def mode(self, state: State) -> str:
        return state.mode.text

    def setting(self, state: State) -> Mapping[str, str]:
        return {}

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def actor(self, state: State) -> str | None:
        phase = state.phase
        if phase == ROLL or phase == REVEAL or phase == ROLLOFF:
            return CHANCE
        return None if phase == OVER else SEATS[state.side]

    def draw(self, state: State, past: Past[State], h: Hash) -> Action:
        seat = SEATS[state.side]
        index = 1
        if state.phase == REVEAL:
            key = f"reveal {BLOCK_COUNT - state.live - state.safe + 1}"
        elif state.phase == ROLLOFF:
            for before, _ in past:
                index += before.side  # a round ends with North's roll
            key = f"rolloff {seat} {index}"
        else:
            for before, action in past:
                if before.turn != state.turn:
                    break
                index += isinstance(action, Roll)
            key = f"roll {seat} {state.turn} {index}"
        tickets = flow.urn(state)
        return tickets[h(key) % len(tickets)]

    def forfeit(self, state: State, seat: str, reason: str) -> tuple[State, Sequence[Event]]:
        if seat not in SEATS:
            raise BadOption(f"'{seat[:20]}' is no seat: expected south or north")
        return finish(state, 1 - SEATS.index(seat), reason, [])

    def result(self, state: State) -> Result | None:
        return result(state)

    def turn(self, state: State) -> int:
        return state.turn

    def is_setup(self, state: State) -> bool:
        return state.phase in SETUP

    def write(self, state: State) -> str:
        return position.write(state)

    def view(self, state: State, seat: str) -> str:
        if seat not in SEATS:
            raise BadOption(f"'{seat[:20]}' is no seat: expected south or north")
        return position.write(state)

    def read(self, text: str) -> State:
        return position.read(text)

    def action(self, state: State, text: str) -> Action:
        return BY_TEXT.get(text) or complete(state, text)

    def canonical(self, text: str) -> Action | None:
        return BY_TEXT.get(text)

    def describe(self, state: State, action: Action) -> str:
        from beachhead.engine.island.words import describe

        return describe(state, action)

    def tell(self, actor: str, action: Action, events: Sequence[Event]) -> list[str]:
        from beachhead.engine.island.words import tell

        return tell(actor, action, events)

    def picture(
        self,
        state: State,
        *,
        seat: str | None = None,
        last: Action | None = None,
        news: Sequence[Event] = (),
        preview: Action | None = None,
        ascii: bool = False,
        width: int = 80,
    ) -> Picture:
        from beachhead.engine.island.diagram import picture

        return picture(state, last=last, preview=preview, ascii=ascii, width=width)


ISLAND: Final = Island()
