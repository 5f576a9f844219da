"""The events of Battle Royale, in addition to those that all games share.

Events hold seats and fields as numbers, so that playing formats no strings; names and texts are built on demand. A card is
held by its id, because the meaning of its number depends on the deck.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.fields import FIELDS, NAMES
from beachhead.engine.values import Event, First, Next, Over, Result


class Won(Event):
    """A player has won the card on its field."""

    __slots__ = ("card", "field", "number")
    kind: ClassVar[str] = "won"

    def __init__(self, number: int, card: str, field: int) -> None:
        self.number = number
        self.card = card
        self.field = field

    @property
    def seat(self) -> str:
        """The seat that has won the card."""
        return SEATS[self.number]

    @property
    def place(self) -> str:
        """The field where the card lay."""
        return NAMES[self.field]

    @property
    def text(self) -> str:
        return f"won {self.seat} {self.card} {self.place}"


class Duel(Event):
    """A throw of a duel has been made; holds the throws won so far."""

    __slots__ = ("attacking", "by_attacker", "by_defender", "defending")
    kind: ClassVar[str] = "duel"

    def __init__(self, attacking: int, by_attacker: int, defending: int, by_defender: int) -> None:
        self.attacking = attacking
        self.by_attacker = by_attacker
        self.defending = defending
        self.by_defender = by_defender

    @property
    def attacker(self) -> str:
        """The seat that attacks."""
        return SEATS[self.attacking]

    @property
    def defender(self) -> str:
        """The seat that defends."""
        return SEATS[self.defending]

    @property
    def text(self) -> str:
        return f"duel {self.attacker} {self.by_attacker} {self.defender} {self.by_defender}"


class Died(Event):
    """A player has died."""

    __slots__ = ("number",)
    kind: ClassVar[str] = "died"

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def seat(self) -> str:
        """The seat that has died."""
        return SEATS[self.number]

    @property
    def text(self) -> str:
        return f"died {self.seat}"


class Taken(Event):
    """The winner of a duel has taken a card from the loser."""

    __slots__ = ("by", "card", "of")
    kind: ClassVar[str] = "taken"

    def __init__(self, by: int, of: int, card: str) -> None:
        self.by = by
        self.of = of
        self.card = card

    @property
    def winner(self) -> str:
        """The seat that has taken the card."""
        return SEATS[self.by]

    @property
    def loser(self) -> str:
        """The seat that has lost the card."""
        return SEATS[self.of]

    @property
    def text(self) -> str:
        return f"taken {self.winner} {self.loser} {self.card}"


class Sips(Event):
    """A player has revived; holds the sips that it has drunk so far."""

    __slots__ = ("count", "number")
    kind: ClassVar[str] = "sips"

    def __init__(self, number: int, count: int) -> None:
        self.number = number
        self.count = count

    @property
    def seat(self) -> str:
        """The seat that has drunk."""
        return SEATS[self.number]

    @property
    def text(self) -> str:
        return f"sips {self.seat} {self.count}"


class Reduced(Event):
    """From now on all cards on the map count 12."""

    __slots__ = ()
    kind: ClassVar[str] = "reduced"

    @property
    def text(self) -> str:
        return "reduced"


class Last(Event):
    """Only one card is left."""

    __slots__ = ("field",)
    kind: ClassVar[str] = "last"

    def __init__(self, field: int) -> None:
        self.field = field

    @property
    def place(self) -> str:
        """The field of the card."""
        return NAMES[self.field]

    @property
    def text(self) -> str:
        return f"last {self.place}"


class Out(Event):
    """A seat is out of the game."""

    __slots__ = ("number",)
    kind: ClassVar[str] = "out"

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def seat(self) -> str:
        """The seat that is out."""
        return SEATS[self.number]

    @property
    def text(self) -> str:
        return f"out {self.seat}"


def _field(name: str) -> int:
    if name not in FIELDS:
        raise ValueError(f"no field of the map: {name}")
    return FIELDS[name]


def _read_won(words: Sequence[str]) -> Event:
    seat, card, place = words
    return Won(SEATS.index(seat), card, _field(place))


def _read_duel(words: Sequence[str]) -> Event:
    attacker, by_attacker, defender, by_defender = words
    return Duel(SEATS.index(attacker), int(by_attacker), SEATS.index(defender), int(by_defender))


def _read_died(words: Sequence[str]) -> Event:
    (seat,) = words
    return Died(SEATS.index(seat))


def _read_taken(words: Sequence[str]) -> Event:
    winner, loser, card = words
    return Taken(SEATS.index(winner), SEATS.index(loser), card)


def _read_sips(words: Sequence[str]) -> Event:
    seat, count = words
    return Sips(SEATS.index(seat), int(count))


def _read_reduced(words: Sequence[str]) -> Event:
    if words:
        raise ValueError(f"more words than expected: {' '.join(words)}")
    return Reduced()


def _read_last(words: Sequence[str]) -> Event:
    (place,) = words
    return Last(_field(place))


def _read_out(words: Sequence[str]) -> Event:
    (seat,) = words
    return Out(SEATS.index(seat))


def _read_first(words: Sequence[str]) -> Event:
    (seat,) = words
    return First(SEATS[SEATS.index(seat)])


def _read_next(words: Sequence[str]) -> Event:
    seat, turn = words
    return Next(SEATS[SEATS.index(seat)], int(turn))


def _read_over(words: Sequence[str]) -> Event:
    who, reason, *totals = words
    winners = () if who == "draw" else tuple([SEATS[SEATS.index(seat)] for seat in who.split("+")])
    return Over(Result(winners, reason, tuple([int(total) for total in totals])))


# By kind: build an event from the words after its kind; raise ValueError if they are invalid.
EVENTS: Final[Mapping[str, Callable[[Sequence[str]], Event]]] = {
    "won": _read_won,
    "duel": _read_duel,
    "died": _read_died,
    "taken": _read_taken,
    "sips": _read_sips,
    "reduced": _read_reduced,
    "last": _read_last,
    "out": _read_out,
    "first": _read_first,
    "next": _read_next,
    "over": _read_over,
}
