"""A dice race, the smallest game that has everything: three seats, a die, a choice each turn, and a hidden card per seat.

Each seat is dealt one of five cards, 1 to 5, which the others do not see. Then they take turns on a track from t1 to t12:
the die (two 1s, a 2 and a 3) is rolled, and the seat runs that far, rests, or plays its card and runs that much further.
Who stops at the pit on t7 is out; who reaches t12 wins, and so does the last one left. After turn 60 it is a draw.

Position: `PLACES CARDS SEAT DIE TURN`, as in `0,4,x 3,-,5 p1 2 7`. A place is 0 before the start and x if the seat is out.
A card is `.` if it is not dealt yet, `-` if it was played and `?` if a view hides it. The die is 0 if it is to be rolled, the
turn 0 during the deal, and SEAT is `-` at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from beachhead.engine.game import Draw, Game, Hash, Past, Setting
from beachhead.engine.values import (
    CHANCE,
    RESIGN,
    Action,
    BadOption,
    BadPosition,
    Event,
    IllegalAction,
    Next,
    Over,
    Resign,
    Result,
)

if TYPE_CHECKING:
    from beachhead.engine.show import Show

SEATS: Final = ("p1", "p2", "p3")
FINISH: Final = 12
PIT: Final = 7
TURNS: Final = 60
CARDS: Final = (1, 2, 3, 4, 5)
OUT: Final = -1  # the place of a seat that is out
UNDEALT: Final = 0
PLAYED: Final = -1
OVER: Final = -1  # the seat at the end


class Run(Action):
    """A seat runs as far as the die says."""

    __slots__ = ("dst",)

    def __init__(self, dst: int) -> None:
        super().__init__(f"run t{dst}")
        self.dst = dst


class Rest(Action):
    """A seat stays where it is."""

    __slots__ = ()


class Play(Action):
    """A seat plays its card and runs as far as the die and the card say."""

    __slots__ = ()


class Deal(Action):
    """Chance: the next seat gets a card."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        super().__init__(f"deal {card}")
        self.card = card


class Roll(Action):
    """Chance: the die shows a number."""

    __slots__ = ("pips",)

    def __init__(self, pips: int) -> None:
        super().__init__(f"roll {pips}")
        self.pips = pips


RUNS: Final = tuple(Run(dst) for dst in range(1, FINISH + 1))
REST: Final = Rest("rest")
PLAY: Final = Play("play")
DEALS: Final = tuple(Deal(card) for card in CARDS)
FACES: Final = tuple(Roll(pips) for pips in (1, 2, 3))
DIE: Final = (FACES[0], FACES[0], FACES[1], FACES[2])  # two 1s
ACTIONS: Final[dict[str, Action]] = {
    action.text: action for action in (*RUNS, REST, PLAY, *DEALS, *FACES, RESIGN)
}  # fmt: skip


class Showed(Event):
    """A seat has played its card, which everybody sees now."""

    __slots__ = ("card", "seat")
    kind: ClassVar[str] = "played"

    def __init__(self, seat: str, card: int) -> None:
        self.seat = seat
        self.card = card

    @property
    def text(self) -> str:
        return f"played {self.seat} {self.card}"


class DroppedOut(Event):
    """A seat is out of the race."""

    __slots__ = ("seat",)
    kind: ClassVar[str] = "out"

    def __init__(self, seat: str) -> None:
        self.seat = seat

    @property
    def text(self) -> str:
        return f"out {self.seat}"


class State(NamedTuple):
    """One moment of a race."""

    places: tuple[int, ...]
    cards: tuple[int, ...]
    seat: int  # whose turn it is; during the deal who will begin
    die: int
    turn: int

    def stopped(self, place: int) -> State:
        """The seat in turn stands on a place, or is OUT."""
        return self._replace(places=_put(self.places, self.seat, place))

    def dropped_out(self, seat: int) -> State:
        """A seat is out."""
        return self._replace(places=_put(self.places, seat, OUT))

    def dealt(self, card: int) -> State:
        """The next seat has got a card."""
        return self._replace(cards=_put(self.cards, self.cards.index(UNDEALT), card))

    def rolled(self, pips: int) -> State:
        """The die shows a number."""
        return self._replace(die=pips)

    def showed(self) -> State:
        """The seat in turn has played its card."""
        return self._replace(cards=_put(self.cards, self.seat, PLAYED))

    def passed_on(self, seat: int) -> State:
        """The turn of a seat begins."""
        return self._replace(seat=seat, die=0, turn=self.turn + 1)

    def ended(self) -> State:
        """The race is over."""
        return self._replace(seat=OVER, die=0)


def start(mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[State, Sequence[Event]]:
    """Return the race before the deal."""
    if mode != "standard":
        raise BadOption(f"mode '{mode[:20]}': expected standard")
    first = SEATS[0]
    for key, value in (options or {}).items():
        if key != "first" or value not in SEATS:
            raise BadOption(f"{key[:20]}={value[:20]}: expected first={'|'.join(SEATS)}")
        first = value
    return State((0,) * len(SEATS), (UNDEALT,) * len(SEATS), SEATS.index(first), 0, 0), ()


def actor(state: State) -> str | None:
    """Return chance while cards are dealt or the die is due, else the seat in turn."""
    if state.seat == OVER:
        return None
    return SEATS[state.seat] if state.die else CHANCE


def urn(state: State) -> Sequence[Action]:
    """Return the cards that are left, or the four faces of the die."""
    return DIE if state.turn else [deal for deal in DEALS if deal.card not in state.cards]


def legal(state: State) -> list[Action]:
    """Return the outcomes of chance, or what the seat in turn can do."""
    if state.seat == OVER:
        return []
    if not state.die:
        return list(dict.fromkeys(urn(state)))
    found: list[Action] = [_run(state), REST]
    return found if state.cards[state.seat] == PLAYED else [*found, PLAY]


def draw(state: State, past: Past[State], h: Hash) -> Action:
    """Return the ticket that the keyed dice draw."""
    dealt = len(SEATS) - state.cards.count(UNDEALT)
    tickets = urn(state)
    return tickets[h(f"roll {SEATS[state.seat]} {state.turn}" if state.turn else f"deal {dealt + 1}") % len(tickets)]


def why_not(state: State, action: Action) -> IllegalAction | None:
    """Checks in order: whose turn it is, the square, the card."""
    if state.seat == OVER:
        return IllegalAction("turns", "the race is over")
    if isinstance(action, Deal | Roll):
        is_due = not state.die and action in urn(state)
        return None if is_due else IllegalAction("turns", f"{action} is not due")
    if not state.die:
        return IllegalAction("turns", "the die is to be rolled first" if state.turn else "the cards are dealt first")
    if isinstance(action, Run) and action != _run(state):
        return IllegalAction("run", f"with a {state.die} {SEATS[state.seat]} runs to t{_run(state).dst}")
    if isinstance(action, Play) and state.cards[state.seat] == PLAYED:
        return IllegalAction("card", f"{SEATS[state.seat]} has played its card")
    return None


def apply(state: State, action: Action) -> tuple[State, Sequence[Event]]:
    """Return the state after a legal action, and what followed."""
    if isinstance(action, Deal):
        dealt = state.dealt(action.card)
        return (dealt, ()) if UNDEALT in dealt.cards else _next(dealt, dealt.seat, [])
    if isinstance(action, Roll):
        return state.rolled(action.pips), ()
    if isinstance(action, Resign):
        return _without(state, state.seat)
    if isinstance(action, Run):
        return _stopped(state, action.dst, [])
    if isinstance(action, Play):
        card = state.cards[state.seat]
        return _stopped(state.showed(), _run(state).dst + card, [Showed(SEATS[state.seat], card)])
    return _next(state, state.seat + 1, [])


def forfeit(state: State, seat: str, reason: str) -> tuple[State, Sequence[Event]]:
    """Return the state after a seat was taken out."""
    if seat not in SEATS or state.places[SEATS.index(seat)] == OUT:
        raise BadOption(f"{seat} does not run")
    return _without(state, SEATS.index(seat))


def result(state: State) -> Result | None:
    """Return the winner, and all places by how far each seat came."""
    left = [seat for seat, place in enumerate(state.places) if place != OUT]
    winners = left if len(left) == 1 else [seat for seat in left if state.places[seat] == FINISH]
    if not winners and state.turn <= TURNS:
        return None
    rank = [1 + sum([other > place for other in state.places]) for place in state.places]
    points = tuple([int(seat in winners) for seat in range(len(SEATS))])
    places = tuple(
        [1 if seat in winners else max(2, rank[seat]) if winners else rank[seat] for seat in range(len(SEATS))]
    )
    return Result(tuple([SEATS[seat] for seat in winners]), "race" if winners else "turns", points, places)


def write(state: State) -> str:
    """Return the position as text."""
    return _text(state, [_CARD_TEXTS.get(card) or str(card) for card in state.cards])


def view(state: State, seat: str) -> str:
    """Return the position with the cards of the others hidden."""
    if seat not in SEATS:
        raise BadOption(f"'{seat[:20]}' is not a seat: expected {', '.join(SEATS)}")
    own = SEATS.index(seat)
    hidden = ["?" if card > 0 and number != own else "" for number, card in enumerate(state.cards)]
    return _text(state, [h or _CARD_TEXTS.get(c) or str(c) for h, c in zip(hidden, state.cards, strict=True)])


def read(text: str) -> State:
    """Return the state of a position's text; raise BadPosition."""
    try:
        places, cards, seat, die, turn = text.split()
        state = State(
            tuple([OUT if place == "x" else int(place) for place in places.split(",")]),
            tuple([_CARDS_OF.get(card) or (UNDEALT if card == "." else int(card)) for card in cards.split(",")]),
            OVER if seat == "-" else SEATS.index(seat),
            int(die),
            int(turn),
        )
    except ValueError as wrong:
        raise BadPosition(f"no race: {wrong}") from None
    held = [card for card in state.cards if card > 0]
    if not (len(state.places) == len(state.cards) == len(SEATS)):
        raise BadPosition(f"no race: expected {len(SEATS)} places and cards")
    if not all(OUT <= place <= FINISH and place != PIT for place in state.places):
        raise BadPosition("PLACES: expected numbers to 12 but 7, or x")
    if len(set(held)) < len(held) or not set(held) <= set(CARDS):
        raise BadPosition("CARDS: expected different numbers from 1 to 5")
    if not (0 <= state.die <= 3) or state.turn < 0 or (state.turn == 0) != (UNDEALT in state.cards):
        raise BadPosition("DIE, TURN: expected a die of 0 to 3, and turn 0 exactly during the deal")
    if (result(state) is None) != (state.seat != OVER) or (
        state.seat != OVER and state.places[state.seat] == OUT and state.turn
    ):
        raise BadPosition("SEAT: expected a seat that runs, or - at the end")
    return state


def worlds(view: str, known: object | None, draw: Draw) -> State:
    """Return a state in which the hidden cards are dealt from those that are neither seen nor known to be played."""
    places, cards, *rest = view.split()
    shown = cards.split(",")
    played = known if isinstance(known, frozenset) else frozenset()
    pool = [str(card) for card in CARDS if str(card) not in shown and card not in played]
    dealt = [pool.pop(draw(len(pool))) if card == "?" else card for card in shown]
    return read(" ".join([places, ",".join(dealt), *rest]))


def remember(known: object | None, event: Event) -> object | None:
    """Return the cards that have been played."""
    if isinstance(event, Showed):
        return (known if isinstance(known, frozenset) else frozenset()) | {event.card}
    return known


def action(state: State, text: str) -> Action:
    """Return the action of a text; `run` alone goes where the die says."""
    if text == "run":
        return _run(state)
    found = ACTIONS.get(text)
    if found is None:
        raise ValueError(f"no action of the race: {text}")
    return found


def _run(state: State) -> Run:
    place = max(1, state.places[state.seat] + state.die)
    return RUNS[min(place, FINISH) - 1]


def _stopped(state: State, place: int, events: list[Event]) -> tuple[State, Sequence[Event]]:
    if place == PIT:
        return _next(state.stopped(OUT), state.seat + 1, [*events, DroppedOut(SEATS[state.seat])])
    return _next(state.stopped(min(place, FINISH)), state.seat + 1, events)


def _without(state: State, seat: int) -> tuple[State, Sequence[Event]]:
    """A seat is out; if it was its turn, that passes to the next."""
    after = state.dropped_out(seat)
    events: list[Event] = [DroppedOut(SEATS[seat])]
    return _next(after, seat + 1, events) if seat == state.seat and state.turn else _judged(after, events)


def _next(state: State, first: int, events: list[Event]) -> tuple[State, Sequence[Event]]:
    """The turn passes to the first seat from there on that still runs, unless the race is over."""
    following = [(first + step) % len(SEATS) for step in range(len(SEATS))]
    seat = next((seat for seat in following if state.places[seat] != OUT), state.seat)
    after = state.passed_on(seat)
    return _judged(after, events if result(after) else [*events, Next(SEATS[seat], after.turn)])


def _judged(state: State, events: list[Event]) -> tuple[State, Sequence[Event]]:
    """The race is over if somebody has won or the last turn is over."""
    ended = result(state)
    return (state, events) if ended is None else (state.ended(), [*events, Over(ended)])


def _put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _text(state: State, cards: Sequence[str]) -> str:
    places = ",".join(["x" if place == OUT else str(place) for place in state.places])
    seat = "-" if state.seat == OVER else SEATS[state.seat]
    return f"{places} {','.join(cards)} {seat} {state.die} {state.turn}"


def _read_seat(word: str) -> str:
    return SEATS[SEATS.index(word)]


def _read_over(words: Sequence[str]) -> Event:
    winner, reason, *points = words
    winners = () if winner == "draw" else (_read_seat(winner),)
    one, two, three = [int(point) for point in points]
    return Over(Result(winners, reason, (one, two, three)))


def _read_showed(words: Sequence[str]) -> Event:
    seat, card = words
    return Showed(_read_seat(seat), CARDS[CARDS.index(int(card))])


def _read_out(words: Sequence[str]) -> Event:
    (seat,) = words
    return DroppedOut(_read_seat(seat))


def _read_next(words: Sequence[str]) -> Event:
    seat, turn = words
    return Next(_read_seat(seat), int(turn))


def _load_show() -> Show[State]:
    from tests.dice_race.show import SHOW

    return SHOW


_CARD_TEXTS: Final = {UNDEALT: ".", PLAYED: "-"}
_CARDS_OF: Final = {"-": PLAYED}

RACE: Final[Game[State]] = Game(
    name="race",
    start=start,
    options={"first": SEATS},
    setting=lambda _: Setting("standard", {}),
    seats=lambda _: SEATS,
    turn=lambda state: state.turn,
    actor=actor,
    legal=legal,
    urn=urn,
    draw=draw,
    why_not=why_not,
    apply=apply,
    forfeit=forfeit,
    result=result,
    write=write,
    read=read,
    view=view,
    worlds=worlds,
    remember=remember,
    canonical=ACTIONS.get,
    action=action,
    events={"played": _read_showed, "out": _read_out, "next": _read_next, "over": _read_over},
    load_show=_load_show,
)
