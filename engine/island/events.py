"""The events of the island, in addition to those that all games share.

Events hold numbers, so that playing formats no strings; names and texts are built on demand.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from beachhead.engine.island.actions import SLOTS
from beachhead.engine.island.pieces import SEATS, TYPE_NAMES
from beachhead.engine.island.squares import NAMES, SQUARES
from beachhead.engine.values import Event, First, Next, Over, Result


class Removed(Event):
    """A side has lost a character, from the island or from its pad."""

    __slots__ = ("kind_of", "side", "slot", "square")
    kind: ClassVar[str] = "removed"

    def __init__(self, side: int, kind_of: int, square: int, slot: int = -1) -> None:
        self.side = side
        self.kind_of = kind_of
        self.square = square  # its square, or -1 if it was on the pad
        self.slot = slot  # its slot on the pad, or -1

    @property
    def seat(self) -> str:
        """The owner of the character."""
        return SEATS[self.side]

    @property
    def piece(self) -> str:
        """The type of the character: 'soldier', 'jeep' or 'tank'."""
        return TYPE_NAMES[self.kind_of]

    @property
    def place(self) -> str:
        """The place of the character: 'd4', or 'pad 3'."""
        return NAMES[self.square] if self.square >= 0 else f"pad {self.slot + 1}"

    @property
    def text(self) -> str:
        return f"removed {self.seat} {self.piece} {self.place}"


class Blocked(Event):
    """A side is blocked, so the opponent takes a character: by rule 1a from the island, by rule 1b from the pad."""

    __slots__ = ("rule", "side")
    kind: ClassVar[str] = "blocked"

    def __init__(self, side: int, rule: str) -> None:
        self.side = side
        self.rule = rule

    @property
    def seat(self) -> str:
        """The side whose characters are blocked."""
        return SEATS[self.side]

    @property
    def text(self) -> str:
        return f"blocked {self.seat} {self.rule}"


def _read_removed(words: Sequence[str]) -> Event:
    seat, piece, *place = words
    side, kind_of = SEATS.index(seat), TYPE_NAMES.index(piece)
    match place:
        case ["pad", slot] if slot.isdecimal() and 1 <= int(slot) <= SLOTS:
            return Removed(side, kind_of, -1, int(slot) - 1)
        case [square] if square in SQUARES:
            return Removed(side, kind_of, SQUARES[square])
    raise ValueError(f"no place of the island: {' '.join(place)}")


def _read_blocked(words: Sequence[str]) -> Event:
    seat, rule = words
    if rule not in ("1a", "1b"):
        raise ValueError(f"no rule by which a side is blocked: {rule}")
    return Blocked(SEATS.index(seat), rule)


def _read_first(words: Sequence[str]) -> Event:
    (seat,) = words
    return First(SEATS[SEATS.index(seat)])


def _read_next(words: Sequence[str]) -> Event:
    seat, turn = words
    return Next(SEATS[SEATS.index(seat)], int(turn))


def _read_over(words: Sequence[str]) -> Event:
    winner, reason, south, north = words
    winners = () if winner == "draw" else (SEATS[SEATS.index(winner)],)
    return Over(Result(winners, reason, (int(south), int(north))))


# By kind: build an event from the words after its kind; raise ValueError if they are invalid.
EVENTS: Final[Mapping[str, Callable[[Sequence[str]], Event]]] = {
    "removed": _read_removed,
    "blocked": _read_blocked,
    "first": _read_first,
    "next": _read_next,
    "over": _read_over,
}
