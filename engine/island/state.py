"""The state of a battle: the pieces, who has to act, and what for.

A state is immutable. Each kind of change is a method below that returns the next state, which shares all unchanged parts.
No other file constructs states, except `position`, which reads them.
"""

from __future__ import annotations

from typing import Final, TypeVar

from beachhead.engine.island.actions import NOBODY, SLOTS
from beachhead.engine.island.mode import SHORT_LOSSES, Mode
from beachhead.engine.island.pieces import CHARACTERS, FULL_HAND, RANGES, TYPE
from beachhead.engine.island.squares import SIZE
from beachhead.engine.native import mypyc_attr
from beachhead.engine.values import Action

# Phases. From ROLLOFF to REVEAL chance has to act, in those before a seat.
BLOCKS: Final = 0
TROOPS: Final = 1
PADS: Final = 2
RESCUE: Final = 3
ZERO: Final = 4
ACT: Final = 5
SLIDE: Final = 6
AFTER: Final = 7
PENALTY: Final = 8
PAD_PENALTY: Final = 9
ROLLOFF: Final = 10
ROLL: Final = 11
PAD_ROLL: Final = 12  # the roll for sliding the pad
REVEAL: Final = 13
OVER: Final = 14

T = TypeVar("T")
SETUP: Final[tuple[int, ...]] = (ROLLOFF, BLOCKS, TROOPS, PADS)
DRAW: Final = -1


class Pad:
    """A carrier pad: the column of its centre slot, and the characters on its slots, west to east."""

    __slots__ = ("centre", "slots")

    def __init__(self, centre: int, slots: tuple[int, ...]) -> None:
        self.centre = centre
        self.slots = slots

    def count(self) -> int:
        """Return the number of characters on the pad."""
        return len(self.slots) - self.slots.count(NOBODY)

    def placed(self, slot: int, kind: int) -> Pad:
        """Return the pad with this slot set to a type of character, or NOBODY."""
        slots = list(self.slots)
        slots[slot] = kind
        return Pad(self.centre, tuple(slots))

    def moved(self, columns: int) -> Pad:
        """Return the pad moved east by a number of columns, or west if the number is negative."""
        return Pad(self.centre + columns, self.slots)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pad) and self.centre == other.centre and self.slots == other.slots

    def __hash__(self) -> int:
        return hash((self.centre, self.slots))


NO_PADS: Final[tuple[Pad, ...]] = (Pad(NOBODY, ()), Pad(NOBODY, ()))


def first_pads() -> tuple[Pad, ...]:
    """Return the pads at their start. R2: each on its owner's left, with South's centre at c and North's at j."""
    empty = (NOBODY,) * SLOTS
    return Pad(2, empty), Pad(9, empty)


class Blast:
    """An activation in progress: the blocks to be turned over, and the state and actions before, which a position needs."""

    __slots__ = ("between", "by_character", "done", "landing", "origin", "queue", "resume")

    def __init__(
        self,
        origin: State,
        done: tuple[Action, ...],
        queue: tuple[int, ...],
        by_character: bool,
        landing: int,
        between: tuple[int, ...],
        resume: int,
    ) -> None:
        self.origin = origin  # the state before the shot or the landing
        self.done = done  # the actions since then
        self.queue = queue  # blocks to turn over, the next one first
        self.by_character = by_character  # whether the next one was set off by a character, not by a block
        self.landing = landing  # the square that the landing character came from, or NOBODY
        self.between = between  # squares in the line of fire
        self.resume = resume  # the phase that follows


class Outcome:
    """The end: the side that has won, or DRAW, and the reason."""

    __slots__ = ("reason", "winner")

    def __init__(self, winner: int, reason: str) -> None:
        self.winner = winner
        self.reason = reason


@mypyc_attr(free_list_len=1)
class State:
    """The state of a battle.

    Two states are equal if their texts are. The reason of an end is not compared, because a position does not contain it.
    """

    __slots__ = (
        "blast",
        "board",
        "die",
        "hands",
        "live",
        "mode",
        "nominee",
        "outcome",
        "pads",
        "phase",
        "rolloff",
        "safe",
        "side",
        "troops",
        "turn",
    )

    def __init__(
        self,
        mode: Mode,
        board: bytes,
        troops: tuple[list[int], ...],
        pads: tuple[Pad, ...],
        hands: tuple[tuple[int, ...], ...],
        live: int,
        safe: int,
        side: int,
        phase: int,
        die: int,
        nominee: int,
        turn: int,
        blast: Blast | None = None,
        outcome: Outcome | None = None,
        rolloff: int = NOBODY,
    ) -> None:
        self.mode = mode
        self.board = board  # by square: EMPTY, BLOCK or a character's code
        self.troops = troops  # by side: the squares of its characters on the island
        self.pads = pads
        self.hands = hands  # by side: soldiers, jeeps, tanks not yet placed
        self.live = live  # numbers of live and safe blocks not yet revealed
        self.safe = safe
        self.side = side  # the side that decides or rolls; in a penalty the side that removes
        self.phase = phase
        self.die = die  # the number to act with, or 0
        self.nominee = nominee  # the square of the only character that may move, or NOBODY
        self.turn = turn
        self.blast = blast  # in REVEAL
        self.outcome = outcome  # in OVER
        self.rolloff = rolloff  # South's roll in the roll-off if North rolls now, or NOBODY

    def strength(self, side: int) -> int:
        """Return the number of a side's characters, on the island and on its pad."""
        return len(self.troops[side]) + self.pads[side].count()

    def is_beaten(self, side: int) -> bool:
        """Return whether a side has lost its last character, on the island and on its pad.

        R15: in a short battle its fifth, by any cause, including its own fire.
        """
        left = self.strength(side)
        return left == 0 or (self.mode.is_short and CHARACTERS - left >= SHORT_LOSSES)

    def losses(self, side: int) -> int:
        """Return the number of characters that a side has lost."""
        if self.phase in SETUP or self.turn == 0:
            return 0
        return self.mode.strength - self.strength(side)

    def points(self, side: int) -> int:
        """Return the score of a side's characters: the sum of their ranges, doubled on the pad."""
        points = 0
        for square in self.troops[side]:
            points += RANGES[TYPE[self.board[square]]]
        for kind in self.pads[side].slots:
            if kind != NOBODY:
                points += 2 * RANGES[kind]
        return points

    # Changes of the phase and the die.

    def due(self, side: int, phase: int, turn: int) -> State:
        """Return the state with another phase on the same island, without a number on the die and without a nomination."""
        return State(
            self.mode, self.board, self.troops, self.pads, self.hands, self.live, self.safe,
            side, phase, 0, NOBODY, turn,
        )  # fmt: skip

    def rolled(self, phase: int, pips: int) -> State:
        """Return the state with a number on the die to act with; a nomination stays."""
        return State(
            self.mode, self.board, self.troops, self.pads, self.hands, self.live, self.safe,
            self.side, phase, pips, self.nominee, self.turn,
        )  # fmt: skip

    def south_rolled(self, pips: int) -> State:
        """Return the state after South's roll in the roll-off; North is next."""
        return State(
            self.mode, self.board, self.troops, self.pads, self.hands, self.live, self.safe,
            1, ROLLOFF, 0, NOBODY, 0, rolloff=pips,
        )  # fmt: skip

    def ended(self, outcome: Outcome) -> State:
        """Return the state with the battle over."""
        return State(
            self.mode, self.board, self.troops, self.pads, self.hands, self.live, self.safe,
            self.side, OVER, 0, NOBODY, self.turn, outcome=outcome,
        )  # fmt: skip

    # Changes of the characters on the island and on the pads.

    def stepped(self, board: bytes, src: int, dst: int, phase: int, nominee: int) -> State:
        """Return the state after a character of the side to act has moved, which uses up the die."""
        side = self.side
        squares = self.troops[side].copy()
        squares[squares.index(src)] = dst
        troops = (self.troops[0], squares) if side else (squares, self.troops[1])
        return State(
            self.mode, board, troops, self.pads, self.hands, self.live, self.safe,
            side, phase, 0, nominee, self.turn,
        )  # fmt: skip

    def reinforced(self, board: bytes, dst: int, pad: Pad, nominee: int) -> State:
        """Return the state after a character of the side to act has come on from its pad; a roll follows."""
        side = self.side
        troops = put(self.troops, side, trimmed([*self.troops[side], dst]))
        return State(
            self.mode, board, troops, put(self.pads, side, pad), self.hands, self.live, self.safe,
            side, ROLL, 0, nominee, self.turn,
        )  # fmt: skip

    def struck(self, board: bytes, troops: tuple[list[int], ...]) -> State:
        """Return the state after characters have been removed from the island, in the same phase."""
        return State(
            self.mode, board, troops, self.pads, self.hands, self.live, self.safe,
            self.side, self.phase, self.die, self.nominee, self.turn,
        )  # fmt: skip

    def with_pad(self, side: int, pad: Pad) -> State:
        """Return the state with another pad for one side, in the same phase."""
        return State(
            self.mode, self.board, self.troops, put(self.pads, side, pad), self.hands, self.live, self.safe,
            self.side, self.phase, self.die, self.nominee, self.turn,
        )  # fmt: skip

    # Changes of the blocks.

    def activated(self, blast: Blast) -> State:
        """Return the state after a block has been activated, which has to be turned over."""
        return State(
            self.mode, self.board, self.troops, self.pads, self.hands, self.live, self.safe,
            self.side, REVEAL, self.die, self.nominee, self.turn, blast,
        )  # fmt: skip

    def revealed(
        self, is_live: bool, board: bytes, troops: tuple[list[int], ...], blast: Blast | None, resume: int
    ) -> State:
        """Return the state after a block was turned over: more of them wait, or a phase resumes. A landing uses up the die."""
        live, safe = self.live, self.safe
        if is_live:
            live -= 1
        else:
            safe -= 1
        die, nominee = self.die, self.nominee
        if blast is None and resume == AFTER:
            die, nominee = 0, NOBODY
        return State(
            self.mode, board, troops, self.pads, self.hands, live, safe,
            self.side, resume if blast is None else REVEAL, die, nominee, self.turn, blast,
        )  # fmt: skip

    # Changes in the set-up.

    def block_placed(self, board: bytes, phase: int) -> State:
        """Return the state after a block has been placed; the other side is next."""
        return State(
            self.mode, board, self.troops, self.pads, self.hands, self.live, self.safe,
            1 - self.side, phase, 0, NOBODY, 0,
        )  # fmt: skip

    def troop_placed(self, board: bytes, troops: tuple[list[int], ...], hand: tuple[int, ...], phase: int) -> State:
        """Return the state after a character has been placed on the island; the other side is next."""
        return State(
            self.mode, board, troops, self.pads, put(self.hands, self.side, hand), self.live, self.safe,
            1 - self.side, phase, 0, NOBODY, 0,
        )  # fmt: skip

    def pad_filled(self, pad: Pad, hand: tuple[int, ...]) -> State:
        """Return the state after a character has been placed on its slot; the other side is next."""
        side = self.side
        return State(
            self.mode, self.board, self.troops, put(self.pads, side, pad), put(self.hands, side, hand), self.live,
            self.safe, 1 - side, PADS, 0, NOBODY, 0,
        )  # fmt: skip

    def _key(self) -> tuple[object, ...]:
        blast, outcome = self.blast, self.outcome
        return (
            self.mode,
            self.board,
            self.pads,
            self.hands,
            self.live,
            self.safe,
            NOBODY if outcome is not None else self.side,
            self.phase,
            self.die,
            self.nominee,
            self.turn,
            self.rolloff,
            None if blast is None else (blast.origin._key(), blast.done),
            None if outcome is None else outcome.winner,
        )

    def _repr_svg_(self) -> str:
        """Return the board as SVG, for notebooks."""
        from beachhead.engine.drawing.svg import svg_of
        from beachhead.engine.island import ISLAND

        return svg_of(ISLAND, self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        side = NOBODY if self.outcome is not None else self.side
        return hash((self.board, self.pads, side, self.phase, self.die, self.nominee, self.turn))


def first_state(mode: Mode) -> State:
    """Return the first state: an empty island, with nothing rolled or placed."""
    hands = (FULL_HAND, FULL_HAND)
    pads = first_pads() if mode.has_pads else NO_PADS
    return State(mode, bytes(SIZE * SIZE), ([], []), pads, hands, mode.live, mode.safe, 0, ROLLOFF, 0, NOBODY, 0)


def put(pair: tuple[T, ...], side: int, value: T) -> tuple[T, ...]:
    """Return the pair with one side's element replaced."""
    return (pair[0], value) if side else (value, pair[1])


def trimmed(squares: list[int]) -> list[int]:
    """Return a copy of a list without its spare capacity, because states are kept for the whole game."""
    return squares.copy()


def hand_size(hand: tuple[int, ...]) -> int:
    """Return the number of characters in a hand."""
    return sum(hand)
