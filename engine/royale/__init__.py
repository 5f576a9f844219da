"""Battle Royale: 2 to 6 players on a diamond of 25 cards, that they win with dice and take from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from beachhead.engine.game import Action, BadOption, Event, Game, Result, Rule
from beachhead.engine.royale import dice, flow, leaving, position, reading
from beachhead.engine.royale.actions import SEATS, AttackPlayer
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.deck import Card, read_deck
from beachhead.engine.royale.ending import result
from beachhead.engine.royale.mode import read_mode
from beachhead.engine.royale.shorthand import complete
from beachhead.engine.royale.state import DEAL, NOBODY, OUT, OVER, SETUP, State, first_state

if TYPE_CHECKING:
    from beachhead.engine.picture import Picture

PLAYERS: Final = ("2", "3", "4", "5", "6")


class Royale(Game[State]):
    """The contract of a game, fulfilled by the files beside this one, with the cards of a deck."""

    name = "royale"
    title = "Battle Royale"
    modes = ("standard", "standard+turns:100", "standard+turns:0")
    options = {"players": PLAYERS, "first": (*SEATS, "roll")}  # noqa: RUF012 (a constant, as the contract declares it)
    kinds = (
        "setup", "equip", "swap", "move", "attack", "retreat", "revive", "power", "decline", "stow", "end", "resign",
        "deal", "roll", "pick",
    )  # fmt: skip
    bare = ("move", "retreat", "setup", "attack", "power")

    # The hot ones are the functions themselves: a wrapper would cost a call.
    actor = staticmethod(flow.actor)
    legal = staticmethod(flow.legal)
    urn = staticmethod(flow.urn)
    apply = staticmethod(flow.apply)
    why_not = staticmethod(flow.why_not)
    draw = staticmethod(dice.draw)

    def __init__(self, cards: Sequence[Card]) -> None:
        self.box = Box(cards)

    @property
    def rules(self) -> Mapping[str, Rule]:  # type: ignore[override]
        from beachhead.engine.royale.rulebook import RULES

        return RULES

    @property
    def verbs(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        from beachhead.engine.royale.words import VERBS

        return VERBS

    def start(self, mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[State, Sequence[Event]]:
        chosen = {"players": PLAYERS[0], "first": "roll", **(options or {})}
        for key in chosen:
            if key not in self.options:
                raise BadOption(f"'{key[:20]}' is no option of Battle Royale: expected players or first")
        players, first = chosen["players"], chosen["first"]
        if players not in PLAYERS:
            raise BadOption(f"players={players[:20]}: expected {PLAYERS[0]} to {PLAYERS[-1]}")
        seats = SEATS[: int(players)]
        if first not in (*seats, "roll"):
            raise BadOption(f"first={first[:20]}: expected {seats[0]} to {seats[-1]}, or roll")
        return first_state(self.box, read_mode(mode), len(seats), NOBODY if first == "roll" else seats.index(first)), ()

    def mode(self, state: State) -> str:
        return state.mode.text

    def setting(self, state: State) -> Mapping[str, str]:
        chosen = {"players": str(len(state.spots))}
        if state.phase == DEAL and state.mover != NOBODY:
            chosen["first"] = SEATS[state.mover]
        return chosen

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS[: len(state.spots)]

    def forfeit(self, state: State, seat: str, reason: str) -> tuple[State, Sequence[Event]]:
        number = self._seat(state, seat)
        if state.phase == OVER:
            raise BadOption("the game is over")
        if state.spots[number] == OUT:
            raise BadOption(f"{seat} is out of the game already")
        return leaving.leave(state, number, reason)

    def result(self, state: State) -> Result | None:
        return result(state)

    def turn(self, state: State) -> int:
        return state.turn

    def is_setup(self, state: State) -> bool:
        return state.phase in SETUP

    def write(self, state: State) -> str:
        return position.write(state)

    def view(self, state: State, seat: str) -> str:
        return position.view(state, self._seat(state, seat))

    def read(self, text: str) -> State:
        return reading.read(self.box, text)

    def action(self, state: State, text: str) -> Action:
        action = self.box.action(text) or complete(self.box, text)
        if isinstance(action, AttackPlayer):
            self._seat(state, SEATS[action.seat])  # the table knows six seats, this game may have fewer
        return action

    def canonical(self, text: str) -> Action | None:
        return self.box.action(text)

    def describe(self, state: State, action: Action) -> str:
        from beachhead.engine.royale.words import describe

        return describe(state, action)

    def tell(self, actor: str, action: Action, events: Sequence[Event]) -> list[str]:
        from beachhead.engine.royale.words import tell

        return tell(actor, action, events)

    def picture(
        self,
        state: State,
        *,
        seat: str | None = None,
        last: Action | None = None,
        preview: Action | None = None,
        news: Sequence[Event] = (),
        ascii: bool = False,
        width: int = 80,
    ) -> Picture:
        from beachhead.engine.royale.diagram import picture

        number = NOBODY if seat is None else self._seat(state, seat)
        return picture(state, seat=number, last=last, preview=preview, news=news, ascii=ascii, width=width)

    def _seat(self, state: State, seat: str) -> int:
        seats = self.seats(state)
        if seat not in seats:
            raise BadOption(f"'{seat[:20]}' is no seat: expected {seats[0]} to {seats[-1]}")
        return seats.index(seat)


def default_deck() -> tuple[Card, ...]:
    """The cards of the deck that comes with the game."""
    return read_deck(Path(__file__).with_name("deck.toml").read_text(encoding="utf-8"))


ROYALE: Final = Royale(default_deck())
