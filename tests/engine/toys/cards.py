"""Two players, six cards: three each are dealt by chance and hidden from the other; the higher card of a trick scores.

Position: `HAND HAND TABLE TRICKS SEAT`, e.g. `14 3 6 0-1 p1`: `-` for no cards; the card on the table was led by the other.
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

SEATS = ("p1", "p2")
CARDS = "123456"
DEALS = {card: Plain(f"deal {card}") for card in CARDS}
PLAYS = {card: Plain(f"play {card}") for card in CARDS}
ACTIONS: dict[str, Action] = {action.text: action for action in (*DEALS.values(), *PLAYS.values(), RESIGN)}


class Hands(NamedTuple):
    """Who holds what, what lies on the table, who has how many tricks, whose turn it is; the loser where one gave up."""

    hands: tuple[str, str]
    table: str
    tricks: tuple[int, int]
    seat: int
    dealt: int
    loser: int = -1


class Cards(Toy[Hands]):
    """Hidden cards: what a seat may see is less than the whole position."""

    name = "cards"
    title = "Three tricks"
    kinds = ("deal", "play", "resign")
    verbs = {"play": ("play CARD", "lead a card, or follow with one")}  # noqa: RUF012

    def start(self, mode: str = "standard", options: Mapping[str, str] | None = None) -> tuple[Hands, Sequence[Event]]:
        if mode != "standard" or options:
            raise BadOption("there is one way to play")
        return Hands(("", ""), "", (0, 0), 0, 0), ()

    def seats(self, state: Hands) -> tuple[str, ...]:
        return SEATS

    def actor(self, state: Hands) -> str | None:
        if self.result(state) is not None:
            return None
        return SEATS[state.seat] if state.dealt == len(CARDS) else CHANCE

    def legal(self, state: Hands) -> list[Action]:
        actor = self.actor(state)
        if actor is None:
            return []
        return list(self.urn(state)) if actor == CHANCE else [PLAYS[card] for card in state.hands[state.seat]]

    def urn(self, state: Hands) -> Sequence[Action]:
        return [DEALS[card] for card in CARDS if card not in "".join(state.hands)]

    def draw(self, state: Hands, past: Past[Hands], h: Hash) -> Action:
        tickets = self.urn(state)
        return tickets[h(f"deal {state.dealt + 1}") % len(tickets)]

    def why_not(self, state: Hands, action: Action) -> IllegalAction | None:
        if action in self.legal(state) or (action == RESIGN and self.actor(state) in SEATS):
            return None
        if action.kind == "play" and self.actor(state) in SEATS:
            return IllegalAction("2", f"you do not hold {action.text[-1]}")
        return IllegalAction("1", f"it is not the time to {action}")

    def apply(self, state: Hands, action: Action) -> tuple[Hands, Sequence[Event]]:
        card, seat = action.text[-1], state.seat
        if action == RESIGN:
            return self._given_up(state, seat)
        hand = state.hands[seat]
        if action.kind == "deal":
            hands = _put(state.hands, seat, "".join(sorted(hand + card)))
            return state._replace(hands=hands, seat=1 - seat, dealt=state.dealt + 1), ()
        hands = _put(state.hands, seat, hand.replace(card, ""))
        if not state.table:
            return state._replace(hands=hands, table=card, seat=1 - seat), ()
        winner = seat if card > state.table else 1 - seat
        tricks = (state.tricks[0] + (winner == 0), state.tricks[1] + (winner == 1))
        after = state._replace(hands=hands, table="", tricks=tricks, seat=winner)
        events = [Event(f"trick {SEATS[winner]}")]
        result = self.result(after)
        return after, events if result is None else [*events, Event(f"over {result}")]

    def _given_up(self, state: Hands, seat: int) -> tuple[Hands, Sequence[Event]]:
        after = state._replace(loser=seat)
        return after, [Event(f"over {self.result(after)}")]

    def forfeit(self, state: Hands, seat: str, reason: str) -> tuple[Hands, Sequence[Event]]:
        if seat not in SEATS:
            raise BadOption(f"{seat} does not play")
        return self._given_up(state, SEATS.index(seat))

    def result(self, state: Hands) -> Result | None:
        if state.loser < 0 and (state.dealt < len(CARDS) or any(state.hands) or state.table):
            return None
        winner = 1 - state.loser if state.loser >= 0 else int(state.tricks[1] > state.tricks[0])
        return Result((SEATS[winner],), "tricks" if state.loser < 0 else "resign", state.tricks)

    def turn(self, state: Hands) -> int:
        return sum(state.tricks) + 1

    def write(self, state: Hands) -> str:
        return self._text(state, state.hands)

    def view(self, state: Hands, seat: str) -> str:
        if seat not in SEATS:
            raise BadOption(f"{seat} does not play")
        other = 1 - SEATS.index(seat)
        return self._text(state, _put(state.hands, other, "?" * len(state.hands[other])))

    def _text(self, state: Hands, hands: tuple[str, str]) -> str:
        seat = f"lost:{SEATS[state.loser]}" if state.loser >= 0 else SEATS[state.seat]
        return f"{hands[0] or '-'} {hands[1] or '-'} {state.table or '-'} {state.tricks[0]}-{state.tricks[1]} {seat}"

    def read(self, text: str) -> Hands:
        try:
            *cards, tricks, seat = text.split()
            one, two, table = (held.strip("-") for held in cards)
            won = tricks.split("-")
            count = len(one + two + table) + 2 * (int(won[0]) + int(won[1]))
            loser = SEATS.index(seat[5:]) if seat.startswith("lost:") else -1
            return Hands(
                (one, two), table, (int(won[0]), int(won[1])), 0 if loser >= 0 else SEATS.index(seat), count, loser
            )
        except (ValueError, IndexError) as wrong:
            raise BadPosition(f"no game of cards: {wrong}") from None

    def canonical(self, text: str) -> Action | None:
        return ACTIONS.get(text)


def _put(pair: tuple[str, str], seat: int, text: str) -> tuple[str, str]:
    return (pair[0], text) if seat else (text, pair[1])


CARD_GAME = Cards()
