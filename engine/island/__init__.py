"""Battle for the Island: two sides, a 12 x 12 island, a die from 0 to 5, and blocks that may be live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from beachhead.engine.game import Draw, Game, Setting
from beachhead.engine.island import flow, position
from beachhead.engine.island.actions import BY_TEXT
from beachhead.engine.island.dice import draw
from beachhead.engine.island.ending import finish, result
from beachhead.engine.island.events import EVENTS
from beachhead.engine.island.mode import read_mode
from beachhead.engine.island.pieces import SEATS
from beachhead.engine.island.shorthand import action
from beachhead.engine.island.state import State, first_state
from beachhead.engine.position import read_position
from beachhead.engine.values import BadOption, Event

if TYPE_CHECKING:
    from beachhead.engine.show import Show

_FIRST: Final = (*SEATS, "roll")


def _start(mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[State, Sequence[Event]]:
    state = first_state(read_mode(mode))
    first = "roll"
    for key, value in (options or {}).items():
        if key != "first":
            raise BadOption(f"'{key[:20]}' is not an option of the island: expected first")
        if value not in _FIRST:
            raise BadOption(f"first={value[:20]}: expected south, north or roll")
        first = value
    return (state, ()) if first == "roll" else flow.first_turn_of(state, SEATS.index(first))


def _setting(state: State) -> Setting:
    return Setting(state.mode.text, {})


def _seats(state: State) -> tuple[str, ...]:
    return SEATS


def _turn(state: State) -> int:
    return state.turn


def _forfeit(state: State, seat: str, reason: str) -> tuple[State, Sequence[Event]]:
    return finish(state, 1 - _side(seat), reason, [])


def _view(state: State, seat: str) -> str:
    _side(seat)
    return position.write(state)  # nothing is hidden


def _worlds(view: str, known: object | None, draw: Draw) -> State:
    return read_position(ISLAND, view).state


def _remember(known: object | None, event: Event) -> object | None:
    return None


def _side(seat: str) -> int:
    if seat not in SEATS:
        raise BadOption(f"'{seat[:20]}' is not a seat: expected south or north")
    return SEATS.index(seat)


def _load_show() -> Show[State]:
    from beachhead.engine.island.show import SHOW

    return SHOW


ISLAND: Final[Game[State]] = Game(
    name="island",
    start=_start,
    options={"first": _FIRST},
    setting=_setting,
    seats=_seats,
    turn=_turn,
    actor=flow.actor,
    legal=flow.legal,
    urn=flow.urn,
    draw=draw,
    why_not=flow.why_not,
    apply=flow.apply,
    forfeit=_forfeit,
    result=result,
    write=position.write,
    read=position.read,
    view=_view,
    worlds=_worlds,
    remember=_remember,
    canonical=BY_TEXT.get,
    action=action,
    events=EVENTS,
    load_show=_load_show,
)
