"""A moment of a game: what lies where, who holds what, whose action is due, and what for."""

from __future__ import annotations

from typing import Final

from beachhead.engine.royale.box import NONE, UNDEALT, Box, Hand
from beachhead.engine.royale.fields import COUNT, NOWHERE
from beachhead.engine.royale.mode import Mode

# What is due. Up to PICK the actor is chance.
DEAL: Final = 0
ROLLOFF: Final = 1
STRIKE: Final = 2
DUEL: Final = 3
PICK: Final = 4
DRINKS: Final = 5
PLACES: Final = 6
EQUIP: Final = 7
START: Final = 8
READY: Final = 9
TURN: Final = 10
WIND: Final = 11
RETREAT: Final = 12
STOW: Final = 13
OVER: Final = 14

SETUP: Final = (DEAL, ROLLOFF, DRINKS, PLACES)
NESTED: Final = (STRIKE, WIND, DUEL, RETREAT, PICK, STOW)  # what is nested in a turn

# Where a player is: the number of its field, DEAD more when it lies there, or one of these.
DEAD: Final = COUNT
UNPLACED: Final = -1
OUT: Final = -2

NOBODY: Final = -1
NO_DRINK: Final = -1

# A seat in the roll-off: the number that it rolled, or one of these.
DUE: Final = 0
NOT_IN: Final = -1

REDUCED: Final = 12  # what the cards count while none on the map has a value under 13
HIGH: Final = 13


class Map:
    """The cards on the fields. B1: a field whose card has been won stays a field to stand on, so only the card goes."""

    __slots__ = ("cards", "count", "goal", "is_reduced")

    def __init__(self, box: Box, cards: tuple[int, ...]) -> None:
        left = [card for card in cards if card >= 0]
        self.cards = cards  # by field: a card, NONE or UNDEALT
        self.count = len(left)
        self.goal = cards.index(left[0]) if len(left) == 1 and UNDEALT not in cards else NOWHERE  # the last card's
        self.is_reduced = bool(left) and min([box.values[card] for card in left]) >= HIGH


class Outcome:
    """The end: the seats that have won, and the reason."""

    __slots__ = ("reason", "winners")

    def __init__(self, winners: tuple[int, ...], reason: str) -> None:
        self.winners = winners
        self.reason = reason


class State:
    """One moment of a game; never changed once it has been handed out, so that its parts are shared freely.

    Two states are equal when their texts are. The reason of an end and the order in which seats went out are no part of
    that: a position does not tell them.
    """

    __slots__ = (
        "actions", "box", "drinks", "gone", "hands", "has_beaten", "map", "mode", "movements", "mover", "outcome", "phase",
        "reserves", "rival", "score", "side", "sips", "spots", "turn", "used", "waiting",
    )  # fmt: skip

    def __init__(
        self,
        box: Box,
        mode: Mode,
        map: Map,
        spots: list[int],
        drinks: list[int],
        sips: list[int],
        hands: list[Hand],
        reserves: list[tuple[int, ...]],
        side: int,
        phase: int,
        mover: int,
        actions: int,
        movements: int,
        used: tuple[int, ...],
        has_beaten: bool,
        turn: int,
        rival: int,
        score: tuple[int, ...],
        waiting: int,
        outcome: Outcome | None,
        gone: tuple[int, ...],
    ) -> None:
        self.box = box
        self.mode = mode
        self.map = map
        self.spots = spots  # by seat: a field, a field and DEAD, UNPLACED or OUT
        self.drinks = drinks
        self.sips = sips
        self.hands = hands  # by seat: the active cards
        self.reserves = reserves  # by seat: the cards of the reserve in the deck's order
        self.side = side  # whose decision or roll it is
        self.phase = phase
        self.mover = mover  # whose turn it is; before play who is first, or NOBODY
        self.actions = actions  # left; fixed from TURN on
        self.movements = movements
        self.used = used  # cards whose power, or free revival, has served this turn, in the deck's order
        self.has_beaten = has_beaten  # whether the mover has won a duel this turn
        self.turn = turn
        self.rival = rival  # in DUEL the defender, in RETREAT the winner, in PICK the loser
        self.score = score  # in DUEL the throws won by attacker and defender, in ROLLOFF what each seat rolled
        self.waiting = waiting  # in STOW the cursed card
        self.outcome = outcome
        self.gone = gone  # seats that went out, in this order, as far as it is known

    def copy(self) -> State:
        """A state that is the same so far: whoever makes it changes it and hands it out."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.side,
            self.phase, self.mover, self.actions, self.movements, self.used, self.has_beaten, self.turn, self.rival,
            self.score, self.waiting, self.outcome, self.gone,
        )  # fmt: skip

    def seats_in(self) -> list[int]:
        """The seats that are not out."""
        return [seat for seat, spot in enumerate(self.spots) if spot != OUT]

    def is_alive(self, seat: int) -> bool:
        """Whether a seat stands on a field."""
        return 0 <= self.spots[seat] < DEAD

    def field(self, seat: int) -> int:
        """The field on which a seat stands or lies, or NOWHERE."""
        spot = self.spots[seat]
        return spot % DEAD if spot >= 0 else NOWHERE

    def cards_of(self, seat: int) -> int:
        """How many cards a seat has, active, in reserve and waiting to be stowed."""
        held = self.hands[seat].size + len(self.reserves[seat])
        return held + (self.phase == STOW and seat == self.side)

    def total(self, seat: int) -> int:
        """The sum of the printed values of a seat's cards, active and reserve."""
        return self.hands[seat].total + self.box.total(self.reserves[seat])

    def _key(self) -> tuple[object, ...]:
        phase = self.phase
        return (
            self.mode,
            self.map.cards,
            self.spots,
            self.drinks,
            self.sips,
            [hand.cards for hand in self.hands],
            self.reserves,
            phase,
            self.turn,
            self.outcome and self.outcome.winners,
            None if phase == OVER else (self.side, self.mover),
            (self.actions, self.movements, self.used, self.has_beaten) if phase == TURN or phase in NESTED else None,
            self.rival if phase in (DUEL, RETREAT, PICK) else None,
            self.score if phase in (DUEL, ROLLOFF) else None,
            self.waiting if phase == STOW else None,
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, State) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash((self.map.cards, *self.spots, *self.sips, self.side, self.phase, self.turn))


def first_state(box: Box, mode: Mode, players: int, first: int) -> State:
    """The empty map before the deal; ``first`` is NOBODY where that is to be rolled."""
    return State(
        box, mode, Map(box, (UNDEALT,) * COUNT), [UNPLACED] * players, [NO_DRINK] * players, [0] * players,
        [box.empty] * players, [()] * players, NOBODY, DEAL, first, 0, 0, (), False, 0, NOBODY, (), NONE, None, (),
    )  # fmt: skip
