"""All actions of Battle Royale, each made once, with its text.

Actions without a card are in tables by field, seat or dice; ``CardActions`` has those that name cards of one deck.
``CardActions.by_text`` finds all of them by their text.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final

from beachhead.engine.royale.deck import AGAIN, FLY, Card
from beachhead.engine.royale.fields import COUNT, EDGE, NAMES, NEARER, NEIGHBOURS
from beachhead.engine.values import RESIGN, Action

SEATS: Final[tuple[str, ...]] = ("p1", "p2", "p3", "p4", "p5", "p6")
DRINKS: Final[tuple[str, ...]] = ("spirits", "mixed", "wine", "beer")
PRICES: Final[tuple[int, ...]] = (1, 2, 2, 3)  # sips for a revival, by drink
PIPS: Final = range(1, 7)


class SetupDrink(Action):
    """A player chooses its drink."""

    __slots__ = ("drink",)

    def __init__(self, drink: int) -> None:
        super().__init__(f"setup drink {DRINKS[drink]}")
        self.drink = drink


class SetupPlace(Action):
    """A player chooses its first field on the outer edge."""

    __slots__ = ("field",)

    def __init__(self, field: int) -> None:
        super().__init__(f"setup place {NAMES[field]}")
        self.field = field


class Equip(Action):
    """A card of the reserve becomes active in an empty slot."""

    __slots__ = ("card", "id")

    def __init__(self, card: int, id: str) -> None:
        super().__init__(f"equip {id}")
        self.card = card
        self.id = id


class Swap(Action):
    """A card of the reserve and an active card change places."""

    __slots__ = ("active", "active_id", "reserve", "reserve_id")

    def __init__(self, reserve: int, active: int, reserve_id: str, active_id: str) -> None:
        super().__init__(f"swap {reserve_id} {active_id}")
        self.reserve = reserve
        self.reserve_id = reserve_id
        self.active = active
        self.active_id = active_id


class Move(Action):
    """The mover moves to a neighbouring field."""

    __slots__ = ("field",)

    def __init__(self, field: int) -> None:
        super().__init__(f"move {NAMES[field]}")
        self.field = field


class AttackCard(Action):
    """The mover attacks the card on its field."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("attack card")


class AttackPlayer(Action):
    """The mover attacks another player on its field."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__(f"attack {SEATS[seat]}")
        self.seat = seat


class Retreat(Action):
    """A player that has died chooses the field where it lies."""

    __slots__ = ("field",)

    def __init__(self, field: int) -> None:
        super().__init__(f"retreat {NAMES[field]}")
        self.field = field


class Revive(Action):
    """The mover comes back to life."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("revive")


class Again(Action):
    """A power: throw again after a failed attack on a card."""

    __slots__ = ("card", "id")

    def __init__(self, card: int, id: str) -> None:
        super().__init__(f"power {id}")
        self.card = card
        self.id = id


class Fly(Action):
    """A power: fly to any field."""

    __slots__ = ("card", "field", "id")

    def __init__(self, card: int, id: str, field: int) -> None:
        super().__init__(f"power {id} {NAMES[field]}")
        self.card = card
        self.id = id
        self.field = field


class Decline(Action):
    """The mover accepts a failed attack, although a power could throw again."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("decline")


class Stow(Action):
    """An active card goes to the reserve, to make room for a cursed card."""

    __slots__ = ("card", "id")

    def __init__(self, card: int, id: str) -> None:
        super().__init__(f"stow {id}")
        self.card = card
        self.id = id


class End(Action):
    """The mover ends its turn."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("end")


class Deal(Action):
    """Chance: a card is dealt on the next field."""

    __slots__ = ("card", "id")

    def __init__(self, card: int, id: str) -> None:
        super().__init__(f"deal {id}")
        self.card = card
        self.id = id


class Roll(Action):
    """Chance: the dice in the order thrown; in a duel the attacker's one or two dice, then the defender's."""

    __slots__ = ("defence", "dice", "is_triple", "kept", "total")

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__("roll " + " ".join([str(pips) for pips in dice]))
        self.dice = dice
        self.total = sum(dice)
        self.is_triple = len(dice) == 3 and len(set(dice)) == 1
        self.kept = min(dice[:-1], default=0)  # in a duel: the attacker's die that counts
        self.defence = dice[-1]  # in a duel: the defender's die


class Pick(Action):
    """Chance: the winner of a duel takes this card from the loser."""

    __slots__ = ("card", "id")

    def __init__(self, card: int, id: str) -> None:
        super().__init__(f"pick {id}")
        self.card = card
        self.id = id


_ALL: Final = range(COUNT)
END: Final = End()
REVIVE: Final = Revive()
DECLINE: Final = Decline()
ATTACK_CARD: Final = AttackCard()
ATTACKS: Final = tuple(AttackPlayer(seat) for seat in range(len(SEATS)))
DRINK_SETUPS: Final = tuple(SetupDrink(drink) for drink in range(len(DRINKS)))
PLACE_SETUPS: Final = tuple(SetupPlace(field) for field in _ALL)
EDGE_SETUPS: Final = tuple(PLACE_SETUPS[field] for field in EDGE)
_MOVES: Final = tuple(Move(field) for field in _ALL)
_RETREATS: Final = tuple(Retreat(field) for field in _ALL)

# MOVES[field], RETREATS[field]: from that field. APPROACHES[goal][field]: those one step nearer to the goal.
MOVES: Final = tuple(tuple(_MOVES[near] for near in NEIGHBOURS[field]) for field in _ALL)
RETREATS: Final = tuple(tuple(_RETREATS[near] for near in NEIGHBOURS[field]) for field in _ALL)
APPROACHES: Final = tuple(tuple(tuple(_MOVES[near] for near in nearer) for nearer in to) for to in NEARER)

# ROLLS[n]: all ordered throws of n dice.
ROLLS: Final[tuple[tuple[Roll, ...], ...]] = ((), *(tuple(map(Roll, product(PIPS, repeat=n))) for n in (1, 2, 3)))


class CardActions:
    """The actions that name cards of one deck; and all actions by their text."""

    __slots__ = ("agains", "by_text", "deals", "equips", "flights", "picks", "stows", "swaps")

    def __init__(self, cards: Sequence[Card]) -> None:
        ids = [card.id for card in cards]
        kinds = range(len(ids))
        self.equips = tuple(Equip(card, ids[card]) for card in kinds)
        self.stows = tuple(Stow(card, ids[card]) for card in kinds)
        self.deals = tuple(Deal(card, ids[card]) for card in kinds)
        self.picks = tuple(Pick(card, ids[card]) for card in kinds)
        # swaps[reserve][active]
        self.swaps = tuple(tuple(Swap(card, other, ids[card], ids[other]) for other in kinds) for card in kinds)
        self.agains = {card: Again(card, ids[card]) for card in kinds if cards[card].power == AGAIN}
        # flights[card][field]: to that field
        self.flights = {
            card: tuple(Fly(card, ids[card], field) for field in _ALL) for card in kinds if cards[card].power == FLY
        }
        actions: list[Action] = [RESIGN, END, REVIVE, DECLINE, ATTACK_CARD]
        for table in (
            ATTACKS, DRINK_SETUPS, PLACE_SETUPS, _MOVES, _RETREATS, *ROLLS, self.equips, self.stows, self.deals,
            self.picks, *self.swaps, self.agains.values(), *self.flights.values(),
        ):  # fmt: skip
            actions += table
        self.by_text = {action.text: action for action in actions}
