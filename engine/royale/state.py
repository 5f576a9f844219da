"""The state of a game: the cards and players on the map, everybody's cards, who has to act, and what for.

A state is immutable. Each kind of change is a method below that returns the next state, which shares all unchanged parts.
No other file constructs states, except `reading`, which reads them.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.native import mypyc_attr
from beachhead.engine.royale.box import NONE, UNDEALT, Box, Hand
from beachhead.engine.royale.fields import COUNT, NOWHERE
from beachhead.engine.royale.mode import Mode

# Phases. Up to PICK chance has to act.
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

SETUP: Final[tuple[int, ...]] = (DEAL, ROLLOFF, DRINKS, PLACES)
NESTED: Final[tuple[int, ...]] = (STRIKE, WIND, DUEL, RETREAT, PICK, STOW)  # phases nested in a turn

# A player's field and life in one number: a field if it stands there, DEAD + a field if it lies there, or one of these.
# So one count over all seats finds the living players on a field, in every phase.
DEAD: Final = COUNT
UNPLACED: Final = -1
OUT: Final = -2

NOBODY: Final = -1
NO_DRINK: Final = -1

# A seat in the roll-off: its number, or one of these.
DUE: Final = 0
NOT_IN: Final = -1

REDUCED: Final = 12  # the value of the cards on the map if none has a value under 13
HIGH: Final = 13

NO_SCORE: Final = (0, 0)


class Map:
    """The cards on the fields. B1: a field whose card has been won stays on the map; only the card goes."""

    __slots__ = ("cards", "count", "goal", "is_reduced")

    def __init__(self, box: Box, cards: tuple[int, ...]) -> None:
        left = [card for card in cards if card >= 0]
        self.cards = cards  # by field: a card, NONE or UNDEALT
        self.count = len(left)
        # The field of the last card, or NOWHERE.
        self.goal: int = cards.index(left[0]) if len(left) == 1 and UNDEALT not in cards else NOWHERE
        self.is_reduced = bool(left) and min([box.values[card] for card in left]) >= HIGH


class Outcome:
    """The end: the seats that have won, and the reason."""

    __slots__ = ("reason", "winners")

    def __init__(self, winners: tuple[int, ...], reason: str) -> None:
        self.winners = winners
        self.reason = reason


@mypyc_attr(free_list_len=1)
class State:
    """The state of a game.

    Two states are equal if their texts are. The reason of an end and the order in which seats went out are not compared,
    because a position does not contain them.
    """

    __slots__ = (
        "actions", "box", "drinks", "gone", "hands", "has_beaten", "map", "mode", "movements", "mover", "outcome", "phase",
        "reserves", "rival", "rolls", "score", "side", "sips", "spots", "turn", "used", "waiting",
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
        gone: tuple[int, ...],
        side: int,
        phase: int,
        mover: int,
        turn: int,
        actions: int,
        movements: int,
        used: tuple[int, ...],
        has_beaten: bool,
        rival: int = NOBODY,
        score: tuple[int, int] = NO_SCORE,
        waiting: int = NONE,
        rolls: tuple[int, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        self.box = box
        self.mode = mode
        self.map = map
        self.spots = spots  # by seat: field and life, as explained above
        self.drinks = drinks
        self.sips = sips
        self.hands = hands  # by seat: the active cards
        self.reserves = reserves  # by seat: the cards of the reserve in the deck's order
        self.gone = gone  # seats that went out, in order, as far as that is known
        self.side = side  # the seat that decides or rolls
        self.phase = phase
        self.mover = mover  # the seat whose turn it is; before play the first player, or NOBODY
        self.turn = turn
        self.actions = actions  # actions left; fixed from TURN on
        self.movements = movements
        self.used = used  # cards whose power or free revival has been used this turn, in the deck's order
        self.has_beaten = has_beaten  # whether the mover has won a duel this turn on its present field
        self.rival = rival  # whom the mover has attacked, until the winner of the duel has its card; else NOBODY
        self.score = score  # throws of the duel won by mover and rival
        self.waiting = waiting  # in STOW the cursed card that waits for a slot
        self.rolls = rolls  # in ROLLOFF by seat
        self.outcome = outcome  # in OVER

    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat, spot in enumerate(self.spots) if spot != OUT]

    def is_alive(self, seat: int) -> bool:
        """Return whether a seat stands on a field."""
        return 0 <= self.spots[seat] < DEAD

    def field(self, seat: int) -> int:
        """Return the field where a seat stands or lies, or NOWHERE."""
        spot = self.spots[seat]
        return spot % DEAD if spot >= 0 else NOWHERE

    def opponent(self) -> int:
        """Return the opponent of ``side`` in a duel: in RETREAT the winner, or NOBODY if there was no duel; in PICK the
        loser.
        """
        return self.mover if self.side == self.rival else self.rival

    def cards_of(self, seat: int) -> int:
        """Return the number of a seat's cards: active, in reserve and waiting for a slot."""
        held = self.hands[seat].size + len(self.reserves[seat])
        return held + 1 if self.phase == STOW and seat == self.side else held

    def total(self, seat: int) -> int:
        """Return the sum of the printed values of a seat's cards, active and reserve."""
        return self.hands[seat].total + self.box.total(self.reserves[seat])

    # Changes before play.

    def dealt(self, map: Map) -> State:
        """Return the state with one more card dealt."""
        return State(
            self.box, self.mode, map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.side, self.phase, self.mover, 0, 0, 0, (), False,
        )  # fmt: skip

    def rolling(self, rolls: tuple[int, ...]) -> State:
        """Return the state with the next seat of the roll-off to roll."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            rolls.index(DUE), ROLLOFF, self.mover, 0, 0, 0, (), False, rolls=rolls,
        )  # fmt: skip

    def led_by(self, first: int) -> State:
        """Return the state with another first player, in the same phase."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.side, self.phase, first, 0, 0, 0, (), False, rolls=self.rolls,
        )  # fmt: skip

    def due(self, side: int, phase: int, first: int) -> State:
        """Return the state in which a seat chooses its drink or its field; ``first`` will have the first turn."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            side, phase, first, 0, 0, 0, (), False,
        )  # fmt: skip

    def named(self, drink: int) -> State:
        """Return the state after the side to act has chosen its drink."""
        drinks = self.drinks.copy()
        drinks[self.side] = drink
        return State(
            self.box, self.mode, self.map, self.spots, drinks, self.sips, self.hands, self.reserves, self.gone,
            self.side, self.phase, self.mover, 0, 0, 0, (), False,
        )  # fmt: skip

    def placed(self, field: int) -> State:
        """Return the state after the side to act has chosen its first field."""
        spots = self.spots.copy()
        spots[self.side] = field
        return State(
            self.box, self.mode, self.map, spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.side, self.phase, self.mover, 0, 0, 0, (), False,
        )  # fmt: skip

    # Changes in a turn.

    def begun(self, mover: int, phase: int, turn: int) -> State:
        """Return the state at the beginning of a turn."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            mover, phase, mover, turn, 0, 0, (), False,
        )  # fmt: skip

    def went(
        self, seat: int, spot: int, phase: int, side: int, actions: int, movements: int, used: tuple[int, ...],
        rival: int = NOBODY,
    ) -> State:  # fmt: skip
        """Return the state with a seat on another field, in another phase.

        B19: a duel counts for the last card only on the field where it was won, so a mover that leaves that field, alive
        or dead, has beaten nobody. The sheet speaks of the players on that card.
        """
        spots = self.spots.copy()
        spots[seat] = spot
        return State(
            self.box, self.mode, self.map, spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            side, phase, self.mover, self.turn, actions, movements, used, self.has_beaten and seat != self.mover, rival,
        )  # fmt: skip

    def revived(self, sips: int, actions: int, movements: int, used: tuple[int, ...]) -> State:
        """Return the state with the mover alive again on its field, after more sips."""
        mover = self.mover
        spots = self.spots.copy()
        spots[mover] -= DEAD
        all_sips = self.sips.copy()
        all_sips[mover] = sips
        return State(
            self.box, self.mode, self.map, spots, self.drinks, all_sips, self.hands, self.reserves, self.gone,
            mover, TURN, mover, self.turn, actions, movements, used, self.has_beaten,
        )  # fmt: skip

    def striking(self, actions: int, movements: int, used: tuple[int, ...]) -> State:
        """Return the state in which three dice are thrown against the card on the mover's field."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.mover, STRIKE, self.mover, self.turn, actions, movements, used, self.has_beaten,
        )  # fmt: skip

    def missed(self) -> State:
        """Return the state after the dice have failed against a card and a power may throw again."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.mover, WIND, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
        )  # fmt: skip

    def duelling(self, rival: int, score: tuple[int, int], actions: int, movements: int) -> State:
        """Return the state in which a throw of a duel follows."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.mover, DUEL, self.mover, self.turn, actions, movements, self.used, self.has_beaten, rival, score,
        )  # fmt: skip

    def fallen(self, loser: int, rival: int, has_beaten: bool) -> State:
        """Return the state after a seat has died, in a duel or against a card; it chooses the field where it lies."""
        spots = self.spots.copy()
        spots[loser] += DEAD
        return State(
            self.box, self.mode, self.map, spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            loser, RETREAT, self.mover, self.turn, self.actions, self.movements, self.used, has_beaten, rival,
        )  # fmt: skip

    def resumed(self) -> State:
        """Return the state in which the mover goes on with its turn after a nested phase."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.mover, TURN, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
        )  # fmt: skip

    # Changes of the cards.

    def cleared(self, map: Map) -> State:
        """Return the state with a card removed from the map; the mover goes on with its turn."""
        return State(
            self.box, self.mode, map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            self.mover, TURN, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
        )  # fmt: skip

    def holding(self, seat: int, hand: Hand, reserve: tuple[int, ...], phase: int) -> State:
        """Return the state with other cards for a seat; the mover has to act."""
        hands, reserves = self.hands.copy(), self.reserves.copy()
        hands[seat] = hand
        reserves[seat] = reserve
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, hands, reserves, self.gone,
            self.mover, phase, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
        )  # fmt: skip

    def with_reserves(self, reserves: list[tuple[int, ...]]) -> State:
        """Return the state with other cards in the reserves, otherwise unchanged."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, reserves, self.gone,
            self.side, self.phase, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
            self.rival, self.score, self.waiting, self.rolls, self.outcome,
        )  # fmt: skip

    def stowing(self, seat: int, card: int) -> State:
        """Return the state in which a cursed card waits until a seat has made room for it."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            seat, STOW, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten, waiting=card,
        )  # fmt: skip

    # Changes of who plays.

    def left_by(self, seat: int) -> State:
        """Return the state without a seat, its figure and its cards, in the same phase."""
        spots, hands, reserves = self.spots.copy(), self.hands.copy(), self.reserves.copy()
        spots[seat] = OUT
        hands[seat] = self.box.empty
        reserves[seat] = ()
        return State(
            self.box, self.mode, self.map, spots, self.drinks, self.sips, hands, reserves, (*self.gone, seat),
            self.side, self.phase, self.mover, self.turn, self.actions, self.movements, self.used, self.has_beaten,
            self.rival, self.score, self.waiting, self.rolls,
        )  # fmt: skip

    def ended(self, outcome: Outcome) -> State:
        """Return the state with the game over."""
        return State(
            self.box, self.mode, self.map, self.spots, self.drinks, self.sips, self.hands, self.reserves, self.gone,
            NOBODY, OVER, NOBODY, self.turn, 0, 0, (), False, outcome=outcome,
        )  # fmt: skip

    def _key(self) -> tuple[object, ...]:
        phase, outcome = self.phase, self.outcome
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
            None if outcome is None else outcome.winners,
            self.side,
            self.mover,
            self.actions,
            self.movements,
            self.used,
            self.has_beaten,
            self.rival,
            self.score,
            self.rolls,
            self.waiting,
        )

    def _repr_svg_(self) -> str:
        """Return the board as SVG, for notebooks."""
        from beachhead.engine.drawing.svg import svg_of
        from beachhead.engine.royale import ROYALE

        return svg_of(ROYALE, self)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, State) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash((self.map.cards, *self.spots, *self.sips, self.side, self.phase, self.turn))


def first_state(box: Box, mode: Mode, players: int, first: int) -> State:
    """Return the first state, with an empty map; ``first`` is NOBODY to roll for the first player."""
    return State(
        box, mode, Map(box, (UNDEALT,) * COUNT), [UNPLACED] * players, [NO_DRINK] * players, [0] * players,
        [box.empty] * players, [()] * players, (), NOBODY, DEAL, first, 0, 0, 0, (), False,
    )  # fmt: skip
