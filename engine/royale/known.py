"""Knowledge of a player: cards that events have proved to be in the reserves of others.

A reserve is hidden, but the ways into it are not: winning, taking, equipping, swapping and stowing are public. A player
that has seen all events knows every reserve; one that joins later, or forgets, knows less.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.royale.actions import SEATS, Deal, Equip, Stow, Swap
from beachhead.engine.royale.box import ACTIVE, NONE, Box, with_card, without_card
from beachhead.engine.royale.events import Out, Taken, Won
from beachhead.engine.royale.state import State
from beachhead.engine.values import Acted, Action, Event, Next

Cards = tuple[int, ...]  # in the deck's order


class Known:
    """By seat, the active cards and those certainly in its reserve; and the cards that have left the game."""

    __slots__ = ("active", "gone", "reserve", "waiting")

    def __init__(
        self,
        active: tuple[Cards, ...] = (),
        reserve: tuple[Cards, ...] = (),
        gone: Cards = (),
        waiting: int = NONE,
    ) -> None:
        self.active = active
        self.reserve = reserve
        self.gone = gone
        self.waiting = waiting  # a cursed card that waits for a slot

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (
            (self.active, self.reserve, self.gone, self.waiting)
            == (other.active, other.reserve, other.gone, other.waiting)
        )

    def __hash__(self) -> int:
        return hash((self.active, self.reserve, self.gone, self.waiting))

    def with_waiting(self, card: int) -> Known:
        """Return the knowledge with another card that waits for a slot, or NONE."""
        return Known(self.active, self.reserve, self.gone, card)

    def with_gone(self, gone: Cards) -> Known:
        """Return the knowledge with other cards that have left the game."""
        return Known(self.active, self.reserve, gone, self.waiting)

    def with_hand(self, seat: int, active: Cards, reserve: Cards) -> Known:
        """Return the knowledge with other cards of a seat."""
        return Known(
            (*self.active[:seat], active, *self.active[seat + 1 :]),
            (*self.reserve[:seat], reserve, *self.reserve[seat + 1 :]),
            self.gone,
            self.waiting,
        )

    def sure(self, seat: int) -> Cards:
        """Return the cards that are certainly in a seat's reserve."""
        return self.reserve[seat] if seat < len(self.reserve) else ()


NOTHING: Final = Known()
BEFORE_PLAY: Final = Known(((),) * len(SEATS), ((),) * len(SEATS))  # nobody holds a card


def begin(state: State) -> Known:
    """Return what the visible cards of a state prove; a state read by `worlds.look` contains no hidden cards."""
    return Known(tuple([hand.cards for hand in state.hands]), tuple(state.reserves), (), state.waiting)


def remember(box: Box, known: Known, event: Event) -> Known:
    """Return the knowledge after an event: an action of a seat, or a consequence."""
    action = event.action if isinstance(event, Acted) else None
    if isinstance(action, Deal) and not known.active:
        return BEFORE_PLAY
    if not known.active:
        return known
    if known.waiting != NONE and (
        isinstance(event, Next) or (isinstance(event, Acted) and not isinstance(action, Stow))
    ):
        # The seat that had to stow, or the mover, has gone out, and the card with it.
        known = known.with_gone(with_card(known.gone, known.waiting)).with_waiting(NONE)
    if isinstance(event, Acted) and event.actor in SEATS:
        return _moved(known, SEATS.index(event.actor), event.action)
    if isinstance(event, Won):
        return _received(box, known, event.number, box.by_id[event.card])
    if isinstance(event, Taken):
        return _taken(box, known, event.by, event.of, box.by_id[event.card])
    return _left(known, event.number) if isinstance(event, Out) else known


def _moved(known: Known, seat: int, action: Action) -> Known:
    """Return the knowledge after an action of a seat, which may have moved cards between active and reserve."""
    active, reserve = known.active[seat], known.sure(seat)
    if isinstance(action, Stow):
        active = with_card(_less(active, action.card), known.waiting)
        return known.with_hand(seat, active, with_card(reserve, action.card)).with_waiting(NONE)
    if isinstance(action, Equip):
        return known.with_hand(seat, with_card(active, action.card), _less(reserve, action.card))
    if isinstance(action, Swap):
        active = _less(with_card(active, action.reserve), action.active)
        return known.with_hand(seat, active, with_card(_less(reserve, action.reserve), action.active))
    return known


def _less(cards: Cards, card: int) -> Cards:
    """Return the cards without one copy of a card; unchanged if it is not among them."""
    return without_card(cards, card) if card in cards else cards


def _received(box: Box, known: Known, seat: int, card: int) -> Known:
    """Return the knowledge after a seat has won or taken a card."""
    active, reserve = known.active[seat], known.sure(seat)
    if len(active) < ACTIVE:
        return known.with_hand(seat, with_card(active, card), reserve)
    if box.cards[card].is_cursed:
        return known.with_waiting(card)
    return known.with_hand(seat, active, with_card(reserve, card))


def _taken(box: Box, known: Known, winner: int, loser: int, card: int) -> Known:
    lost = known.with_hand(loser, _less(known.active[loser], card), known.sure(loser))
    return _received(box, lost, winner, card)


def _left(known: Known, seat: int) -> Known:
    """Return the knowledge after a seat went out: its known cards are now known to be out of the game."""
    gone = tuple(sorted((*known.gone, *known.active[seat], *known.sure(seat))))
    return known.with_hand(seat, (), ()).with_gone(gone)
