"""Battle Royale: 2 to 6 players on a diamond of 25 cards, which they win with dice and take from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from beachhead.engine.game import Draw, Game, Setting
from beachhead.engine.royale import dice, flow, leaving, position, reading
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.deck import BadDeck, Card, read_deck
from beachhead.engine.royale.ending import Step, result
from beachhead.engine.royale.events import EVENTS
from beachhead.engine.royale.known import NOTHING, Known, remember
from beachhead.engine.royale.mode import read_mode
from beachhead.engine.royale.shorthand import complete
from beachhead.engine.royale.state import DEAL, NOBODY, OUT, OVER, State, first_state
from beachhead.engine.royale.worlds import worlds
from beachhead.engine.values import Action, BadOption, Event

if TYPE_CHECKING:
    from beachhead.engine.show import Show

PLAYERS: Final = ("2", "3", "4", "5", "6")
OPTIONS: Final = {"players": PLAYERS, "first": (*SEATS, "roll")}


def royale(cards: Sequence[Card]) -> Game[State]:
    """Return the game with the cards of a deck.

    Functions of a state come from `flow`, because a state knows its box; functions that read a text close over the box here.
    """
    box = Box(cards)

    def start(mode: str = "standard", options: Mapping[str, str] | None = None) -> Step:
        chosen = {"players": PLAYERS[0], "first": "roll", **(options or {})}
        for key in chosen:
            if key not in OPTIONS:
                raise BadOption(f"'{key[:20]}' is not an option of Battle Royale: expected players or first")
        players, first = chosen["players"], chosen["first"]
        if players not in PLAYERS:
            raise BadOption(f"players={players[:20]}: expected {PLAYERS[0]} to {PLAYERS[-1]}")
        seats = SEATS[: int(players)]
        if first not in (*seats, "roll"):
            raise BadOption(f"first={first[:20]}: expected {seats[0]} to {seats[-1]}, or roll")
        return first_state(box, read_mode(mode), len(seats), NOBODY if first == "roll" else seats.index(first)), ()

    def read(text: str) -> State:
        return reading.read(box, text)

    def world(view: str, known: object | None, draw: Draw) -> State:
        return worlds(box, view, known if isinstance(known, Known) else NOTHING, draw)

    def learn(known: object | None, event: Event) -> object | None:
        return remember(box, known if isinstance(known, Known) else NOTHING, event)

    def action(_: State, text: str) -> Action:
        return box.action(text) or complete(box, text)

    @cache
    def load_show() -> Show[State]:
        from beachhead.engine.royale.show import RoyaleShow

        return RoyaleShow(box)

    return Game(
        name="royale",
        start=start,
        options=OPTIONS,
        setting=_setting,
        seats=_seats,
        turn=_turn,
        actor=flow.actor,
        legal=flow.legal,
        urn=flow.urn,
        draw=dice.draw,
        why_not=flow.why_not,
        apply=flow.apply,
        forfeit=_forfeit,
        result=result,
        write=position.write,
        read=read,
        view=_view,
        worlds=world,
        remember=learn,
        canonical=box.action,
        action=action,
        events=EVENTS,
        load_show=load_show,
        with_deck=_with_deck,
    )


def _with_deck(text: str) -> Game[State]:
    try:
        return royale(read_deck(text))
    except BadDeck as bad:
        raise ValueError(str(bad)) from None


def default_deck() -> tuple[Card, ...]:
    """Return the cards of the default deck."""
    return read_deck(Path(__file__).with_name("deck.toml").read_text(encoding="utf-8"))


def _setting(state: State) -> Setting:
    options = {"players": str(len(state.spots))}
    if state.phase == DEAL and state.mover != NOBODY:
        options["first"] = SEATS[state.mover]
    return Setting(state.mode.text, options)


def _seats(state: State) -> tuple[str, ...]:
    return SEATS[: len(state.spots)]


def _turn(state: State) -> int:
    return state.turn


def _forfeit(state: State, seat: str, reason: str) -> Step:
    number = seat_number(state, seat)
    if state.phase == OVER:
        raise BadOption("the game is over")
    if state.spots[number] == OUT:
        raise BadOption(f"{seat} is out of the game already")
    return leaving.leave(state, number, reason)


def _view(state: State, seat: str) -> str:
    return position.view(state, seat_number(state, seat))


def seat_number(state: State, seat: str) -> int:
    """Return the number of a seat; raise BadOption if this game does not have it."""
    seats = _seats(state)
    if seat not in seats:
        raise flow.no_seat(state, seat)
    return seats.index(seat)


ROYALE: Final[Game[State]] = royale(default_deck())
