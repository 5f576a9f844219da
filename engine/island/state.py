"""A moment of a battle: what stands where, whose action is due, and what for."""

from __future__ import annotations

from typing import Final, TypeVar

from beachhead.engine.game import Action
from beachhead.engine.island.actions import NOBODY, SLOTS
from beachhead.engine.island.mode import Mode
from beachhead.engine.island.pieces import FULL_HAND, RANGES, TYPE
from beachhead.engine.island.squares import SIZE

# What is due. In ROLLOFF, ROLL and REVEAL the actor is chance.
ROLLOFF: Final = 0
BLOCKS: Final = 1
TROOPS: Final = 2
PADS: Final = 3
RESCUE: Final = 4
ROLL: Final = 5
ZERO: Final = 6
ACT: Final = 7
SLIDE: Final = 8
AFTER: Final = 9
PENALTY: Final = 10
PAD_PENALTY: Final = 11
REVEAL: Final = 12
OVER: Final = 13

T = TypeVar("T")
SETUP: Final = (ROLLOFF, BLOCKS, TROOPS, PADS)
DRAW: Final = -1


class Pad:
    """A carrier pad: the column of its centre slot, and who stands on the slots, west to east."""

    __slots__ = ("centre", "slots")

    def __init__(self, centre: int, slots: tuple[int, ...]) -> None:
        self.centre = centre
        self.slots = slots

    def count(self) -> int:
        """How many characters stand on it."""
        return len(self.slots) - self.slots.count(NOBODY)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pad) and self.centre == other.centre and self.slots == other.slots

    def __hash__(self) -> int:
        return hash((self.centre, self.slots))


NO_PADS: Final = (Pad(NOBODY, ()), Pad(NOBODY, ()))


def first_pads() -> tuple[Pad, Pad]:
    """Where the pads start. R2: each at the left hand of its owner, South's centre at c and North's at j."""
    empty = (NOBODY,) * SLOTS
    return Pad(2, empty), Pad(9, empty)


class Blast:
    """An activation under way: blocks wait to be turned over, and what came before them is kept for the text."""

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
        self.done = done  # the actions since
        self.queue = queue  # blocks to turn over, the first one now
        self.by_character = by_character  # whether a character set that one off, and not a block
        self.landing = landing  # the square from which a character comes to land on it, or NOBODY
        self.between = between  # squares in the line of fire
        self.resume = resume  # the phase that follows


class Outcome:
    """The end: the side that has won, or DRAW, and the reason."""

    __slots__ = ("reason", "winner")

    def __init__(self, winner: int, reason: str) -> None:
        self.winner = winner
        self.reason = reason


class State:
    """One moment of a battle; never changed once made, so that its parts are shared freely.

    Two states are equal when their texts are. The reason of an end is no part of that: a position does not tell it.
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
        "safe",
        "side",
        "troops",
        "turn",
    )

    def __init__(
        self,
        mode: Mode,
        board: list[int],
        troops: tuple[list[int], list[int]],
        pads: tuple[Pad, Pad],
        hands: tuple[tuple[int, ...], tuple[int, ...]],
        live: int,
        safe: int,
        side: int,
        phase: int,
        die: int,
        nominee: int,
        turn: int,
        blast: Blast | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        self.mode = mode
        self.board = board  # by square: EMPTY, BLOCK or a character's code
        self.troops = troops  # by side: the squares of its characters on the island
        self.pads = pads
        self.hands = hands  # by side: soldiers, jeeps, tanks not yet placed
        self.live = live  # live and safe blocks among those not revealed yet
        self.safe = safe
        self.side = side  # whose decision or roll it is; in a penalty the one who removes
        self.phase = phase
        self.die = die  # the number rolled; in ROLLOFF what South has rolled, or NOBODY
        self.nominee = nominee  # the square of the only character that may move, PAD, or NOBODY
        self.turn = turn
        self.blast = blast
        self.outcome = outcome

    def strength(self, side: int) -> int:
        """How many characters a side has, on the island and on its pad."""
        return len(self.troops[side]) + self.pads[side].count()

    def losses(self, side: int) -> int:
        """How many characters a side has lost."""
        if self.phase in SETUP or self.turn == 0:
            return 0
        return self.mode.strength - self.strength(side)

    def points(self, side: int) -> int:
        """What a side's characters score: their ranges, twice those on the pad."""
        on_island = sum(RANGES[TYPE[self.board[square]]] for square in self.troops[side])
        return on_island + 2 * sum(RANGES[kind] for kind in self.pads[side].slots if kind != NOBODY)

    def _key(self) -> tuple[object, ...]:
        blast = self.blast
        return (
            self.mode,
            self.board,
            self.pads,
            self.hands,
            self.live,
            self.safe,
            NOBODY if self.outcome else self.side,
            self.phase,
            self.die,
            self.nominee,
            self.turn,
            blast and (blast.origin._key(), blast.done),
            self.outcome and self.outcome.winner,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        side = NOBODY if self.outcome else self.side
        return hash((*self.board, self.pads, side, self.phase, self.die, self.nominee, self.turn))


def first_state(mode: Mode) -> State:
    """The empty island before anything has been rolled or placed."""
    hands = (FULL_HAND, FULL_HAND)
    pads = first_pads() if mode.has_pads else NO_PADS
    return State(mode, [0] * SIZE * SIZE, ([], []), pads, hands, mode.live, mode.safe, 0, ROLLOFF, NOBODY, NOBODY, 0)


def due(state: State, side: int, phase: int, die: int, nominee: int, turn: int) -> State:
    """The same island with something else due on it; whatever was due before is not any more."""
    return State(
        state.mode, state.board, state.troops, state.pads, state.hands, state.live, state.safe, side, phase, die,
        nominee, turn,
    )  # fmt: skip


def ended(state: State, outcome: Outcome) -> State:
    """The same island with nothing due on it any more."""
    return State(
        state.mode, state.board, state.troops, state.pads, state.hands, state.live, state.safe, state.side, OVER, 0,
        NOBODY, state.turn, None, outcome,
    )  # fmt: skip


def with_island(state: State, board: list[int], troops: tuple[list[int], list[int]]) -> State:
    """The same moment with other characters on the island."""
    return State(
        state.mode, board, troops, state.pads, state.hands, state.live, state.safe, state.side, state.phase, state.die,
        state.nominee, state.turn,
    )  # fmt: skip


def with_pad(state: State, side: int, pad: Pad) -> State:
    """The same moment with another pad of one side."""
    return State(
        state.mode, state.board, state.troops, put(state.pads, side, pad), state.hands, state.live, state.safe,
        state.side, state.phase, state.die, state.nominee, state.turn,
    )  # fmt: skip


def put(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """The pair with one side's part replaced."""
    return (pair[0], value) if side else (value, pair[1])


def trimmed(squares: list[int]) -> list[int]:
    """The same squares without the spare room of a list that has grown: states are kept for as long as a game is."""
    return squares.copy()


def hand_size(hand: tuple[int, ...]) -> int:
    """How many characters a hand holds."""
    return sum(hand)
