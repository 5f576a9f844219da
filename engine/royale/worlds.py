"""Worlds: complete states consistent with a seat's view, drawn uniformly over what the seat cannot know.

The reserves of the other seats are hidden. Every unseen card may be in any hidden place; each remaining copy of a card
counts separately. If a seat is out, its cards have left the game and are not announced, so they are among the unseen cards
too, and some unseen cards are dealt to no place. With `known`, only the cards not known are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import NONE, Box
from beachhead.engine.royale.known import NOTHING, Known
from beachhead.engine.royale.reading import parse
from beachhead.engine.royale.soundness import check
from beachhead.engine.royale.state import OUT, OVER, State
from beachhead.engine.values import BadPosition

Draw = Callable[[int], int]  # returns a uniform random number below its argument

_HIDDEN: Final = re.compile(r":\?(0|[1-9][0-9]?)(?=[/ ])")


class Sight:
    """A parsed view: a state with the hidden reserves empty, their sizes, and all unseen cards."""

    __slots__ = ("hidden", "state", "unseen")

    def __init__(self, state: State, hidden: tuple[int, ...], unseen: tuple[int, ...]) -> None:
        self.state = state
        self.hidden = hidden  # by seat; 0 for a visible reserve
        self.unseen = unseen  # in the deck's order

    def pool(self, known: Known) -> list[int]:
        """Return the unseen cards whose place is not known; raise ValueError if `known` contradicts the view."""
        found = list(self.unseen)
        told = list(known.gone)
        places = 0
        for seat, size in enumerate(self.hidden):
            sure = known.sure(seat)
            if len(sure) > size and not self.state.reserves[seat]:
                raise ValueError(f"{len(sure)} cards are known in the reserve of {SEATS[seat]}, and it has {size}")
            if size:
                told += sure
                places += size - len(sure)
        for card in told:
            if card not in found:
                raise ValueError(f"{self.state.box.ids[card]} is known to be hidden, and is seen")
            found.remove(card)
        if len(found) < places:
            raise ValueError("more cards are known to be out of the game than are missing")
        return found

    def deal(self, known: Known, draw: Draw) -> State:
        """Return a random complete state with this view; raise ValueError if `known` contradicts the view."""
        state = self.state
        pool = self.pool(known)
        reserves = state.reserves.copy()
        for seat, size in enumerate(self.hidden):
            if size:
                cards = list(known.sure(seat))
                while len(cards) < size:
                    cards.append(_drawn(pool, draw))
                reserves[seat] = tuple(sorted(cards))
        return state.with_reserves(reserves)


def _drawn(pool: list[int], draw: Draw) -> int:
    """Remove a random card from the pool, each copy equally likely, and return it."""
    at = draw(len(pool))
    pool[at], pool[-1] = pool[-1], pool[at]
    return pool.pop()


def look(box: Box, view: str) -> Sight:
    """Read a view, or a complete position, which hides nothing; raise BadPosition."""
    fields = view.split()
    if len(fields) < 2:
        raise BadPosition("expected a position as a seat may see it")
    sizes = [0] * len(fields[1].split("/"))
    for seat, player in enumerate(fields[1].split("/")):
        found = _HIDDEN.search(f"{player} ")
        sizes[seat] = int(found[1]) if found else 0
    fields[1] = _HIDDEN.sub(":-", f"{fields[1]} ").rstrip()
    state = parse(box, " ".join(fields))
    unseen = list(box.pack)
    seen = [card for card in state.map.cards if card >= 0]
    for hand, reserve in zip(state.hands, state.reserves, strict=True):
        seen += hand.cards + reserve
    if state.waiting != NONE:
        seen.append(state.waiting)
    for card in seen:
        if card in unseen:  # if not, there are too many copies, and `check` refuses them below
            unseen.remove(card)
    sight = Sight(state, tuple(sizes), tuple(unseen))
    whole = _check(sight)
    if state.phase == OVER:  # the reason of an end is known only after the check
        assert whole.outcome is not None
        return Sight(state.ended(whole.outcome), sight.hidden, sight.unseen)
    return sight


def _check(sight: Sight) -> State:
    """Return a complete state with this view; raise BadPosition if there is none."""
    if sum(sight.hidden) > len(sight.unseen):
        raise BadPosition(f"PLAYERS: {sum(sight.hidden)} cards are hidden, and {len(sight.unseen)} are not seen")
    if any(size and sight.state.spots[seat] == OUT for seat, size in enumerate(sight.hidden)):
        raise BadPosition("PLAYERS: a seat is out, and has cards")
    return check(sight.deal(NOTHING, lambda _: 0))


def worlds(box: Box, view: str, known: Known, draw: Draw) -> State:
    """Return a complete state consistent with a seat's view, drawn uniformly over what the seat cannot know.

    `known` is what the seat's events have proved; NOTHING if it remembers nothing. To draw many worlds of one view, read
    it once with `look` and call `deal` on the result. Raise BadPosition if the text is not a view, ValueError if `known`
    contradicts it.
    """
    return look(box, view).deal(known, draw)
