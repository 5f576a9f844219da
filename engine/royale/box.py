"""The box: the cards of a deck, the actions that name them, and the combined effects of up to three active cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.royale.actions import CardActions, Pick, Swap
from beachhead.engine.royale.deck import AGAIN, FLY, Card
from beachhead.engine.values import Action

NONE: Final = -1  # no card; on the map: the card is gone
UNDEALT: Final = -2
ACTIVE: Final = 3  # the maximum number of active cards of a player (rule 3.2)


class Hand:
    """The active cards of a player, in the deck's order, and their effects; made once for each combination."""

    __slots__ = (
        "actions", "agains", "cards", "first_taken", "flies", "free", "movements", "picks", "shields", "size", "strike",
        "swaps", "throw", "total",
    )  # fmt: skip

    def __init__(self, box: Box, cards: tuple[int, ...]) -> None:
        found = [box.cards[card] for card in cards]
        self.cards = cards
        self.size = len(cards)
        self.total = sum([card.value for card in found])
        self.strike = sum([card.strike for card in found])
        self.throw = sum([card.throw for card in found])
        self.shields = sum([card.shields for card in found])
        self.actions, self.movements = budget(found)
        self.flies = tuple(dict.fromkeys([kind for kind in cards if box.cards[kind].power == FLY]))
        self.agains = tuple(dict.fromkeys([kind for kind in cards if box.cards[kind].power == AGAIN]))
        self.free = next((kind for kind in cards if box.cards[kind].free_revival), NONE)
        self.first_taken = next((kind for kind in cards if box.cards[kind].taken_first), NONE)
        self.picks: tuple[Pick, ...] = tuple([box.actions.picks[kind] for kind in cards])
        self.swaps = [swaps_into(box, reserve, cards) for reserve in range(len(box.cards))]  # by card of the reserve


def budget(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the actions (at least one) and movements (at least none) of a turn (rule 3).

    B3: two actions, because the sheet has no number: enough to move and attack, or to revive and go on.
    """
    actions = 2 + sum([card.actions for card in cards])
    movements = sum([card.movement for card in cards])
    return max(1, actions), max(0, movements)


def swaps_into(box: Box, reserve: int, active: tuple[int, ...]) -> tuple[Swap, ...]:
    """Return the swaps of a card of the reserve with active cards of another kind (rule 3.6).

    B10: a cursed card can be swapped like any other; it must become active only when it is won.
    """
    return tuple([box.actions.swaps[reserve][card] for card in dict.fromkeys(active) if card != reserve])


class Box:
    """The cards of one deck, by number, and everything that is built from them once."""

    __slots__ = ("_hands", "actions", "by_id", "cards", "empty", "frees", "ids", "pack", "values")

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self.ids = tuple([card.id for card in cards])
        self.by_id = {card.id: number for number, card in enumerate(cards)}
        self.values = tuple([card.value for card in cards])
        self.pack = tuple([number for number, card in enumerate(cards) for _ in range(card.copies)])  # all 25
        self.frees = frozenset([number for number, card in enumerate(cards) if card.free_revival])
        self.actions = CardActions(cards)
        self._hands: dict[tuple[int, ...], Hand] = {}
        self.empty = self.hand(())

    def hand(self, cards: tuple[int, ...]) -> Hand:
        """Return the hand of these active cards, which must be in the deck's order."""
        hand = self._hands.get(cards)
        if hand is None:
            hand = self._hands[cards] = Hand(self, cards)
        return hand

    def total(self, cards: tuple[int, ...]) -> int:
        """Return the sum of the printed values of the cards."""
        values = self.values
        return sum([values[card] for card in cards])

    def action(self, text: str) -> Action | None:
        """Return the action of a canonical text, or None if there is none."""
        return self.actions.by_text.get(text)


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards with one more, in the deck's order."""
    return tuple(sorted((*cards, card)))


def without_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards without one copy of a card, which must be among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
