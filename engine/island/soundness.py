"""Checks that a battle can reach a position that is read. A refusal names the field and the reason."""

from typing import Final

from beachhead.engine.island.actions import HOME, NOBODY, SLOTS
from beachhead.engine.island.mode import BLOCK_COUNT
from beachhead.engine.island.pieces import BLOCK, FULL_HAND, NO_HAND, OWNER, SEATS, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import NAMES
from beachhead.engine.island.state import (
    BLOCKS,
    DRAW,
    PAD_PENALTY,
    PAD_ROLL,
    PADS,
    PENALTY,
    RESCUE,
    ROLL,
    ROLLOFF,
    SETUP,
    SLIDE,
    TROOPS,
    Outcome,
    State,
    first_pads,
    hand_size,
)
from beachhead.engine.island.zero import reinforcements
from beachhead.engine.values import BadPosition

_PAD_FIELDS: Final = ("SOUTHPAD", "NORTHPAD")


def check(state: State, phase: str) -> None:
    """Raise BadPosition if no battle can reach this state; ``phase`` is its PHASE field."""
    _check_set(state)
    if state.phase in SETUP:
        if state.turn:
            raise BadPosition("TURN: it is 0 during the set-up")
        _check_untouched(state)
        _check_setup(state, phase)
    else:
        _check_strength(state)
        _check_play(state, phase)


def outcome(state: State, winner: int) -> Outcome:
    """Return the outcome of a battle, as far as its position tells; raise BadPosition if it cannot be over."""
    _check_set(state)
    if not state.turn:
        _check_untouched(state)
        if winner == DRAW:
            raise BadPosition("PHASE: over:draw, but the set-up cannot end in a draw")
        _check_given_up(state, f"over:{SEATS[winner]}")
        return Outcome(winner, "resign")
    _check_strength(state)
    south, north = state.is_beaten(0), state.is_beaten(1)
    if winner == DRAW:
        if south and north:
            return Outcome(DRAW, "elimination")
        if south or north or state.turn != state.mode.limit:
            raise BadPosition("PHASE: over:draw, but neither are both beaten nor is it the last turn with both alive")
        return Outcome(DRAW, "turns")
    if (south, north)[winner]:
        raise BadPosition(f"PHASE: over:{SEATS[winner]}, but {SEATS[winner].title()} is beaten")
    return Outcome(winner, "elimination" if south or north else "resign")


def _check_set(state: State) -> None:
    """Check that there are no more characters of a type than a set has."""
    for side, seat in enumerate(SEATS):
        for kind, count in enumerate(_count(state, side)):
            if count > FULL_HAND[kind]:
                raise BadPosition(
                    f"BOARD, {_PAD_FIELDS[side]}: {seat.title()} has {count} {TYPE_NAMES[kind]}s, "
                    f"and a set has {FULL_HAND[kind]}"
                )


def _check_strength(state: State) -> None:
    """Check that after the set-up nobody has a hand, or more characters than the mode allows."""
    for side, seat in enumerate(SEATS):
        if hand_size(state.hands[side]):
            raise BadPosition(f"{_PAD_FIELDS[side]}: {seat.title()} has a hand, but the set-up is over")
        if state.strength(side) > state.mode.strength:
            raise BadPosition(
                f"BOARD, {_PAD_FIELDS[side]}: {seat.title()} has {state.strength(side)} characters, "
                f"and {state.mode.base} has {state.mode.strength}"
            )


def _check_untouched(state: State) -> None:
    """Check that before the first turn no block is revealed, no pad has moved, and all characters are on their rows."""
    if (state.live, state.safe) != (state.mode.live, state.mode.safe):
        raise BadPosition("BLOCKS: no block is revealed during the set-up")
    for side, seat in enumerate(SEATS):
        if state.mode.has_pads and state.pads[side].centre != first_pads()[side].centre:
            raise BadPosition(f"{_PAD_FIELDS[side]}: during the set-up the pads stand at c and j")
        for square in state.troops[side]:
            if square not in HOME[side]:
                raise BadPosition(f"BOARD: {NAMES[square]}: {seat.title()} sets up on its first two rows")


def _count(state: State, side: int) -> list[int]:
    counts = list(state.hands[side])
    for square in state.troops[side]:
        counts[TYPE[state.board[square]]] += 1
    for who in state.pads[side].slots:
        if who != NOBODY:
            counts[who] += 1
    return counts


def _check_setup(state: State, word: str) -> None:
    """Check the order of the set-up: roll-off, blocks, characters on the rows, then on the pads, sides alternating."""
    phase, mode, blocks = state.phase, state.mode, state.board.count(BLOCK)
    if phase == ROLLOFF and (state.rolloff == NOBODY) != (state.side == 0):
        raise BadPosition("SIDE: South rolls first in the roll-off (rolloff), then North (rolloff:N)")
    if (phase == ROLLOFF and blocks) or (phase == BLOCKS and blocks == BLOCK_COUNT):
        raise BadPosition(f"PHASE: {word} with {blocks} blocks on the island")
    if phase in (TROOPS, PADS) and blocks != BLOCK_COUNT:
        raise BadPosition(f"PHASE: {word} with {blocks} blocks on the island, and all {BLOCK_COUNT} come first")
    if phase == PADS and not mode.has_pads:
        raise BadPosition(f"PHASE: there are no pads in {mode.base}")
    placed = [_check_placed(state, side, word) for side in (0, 1)]
    quota = mode.on_island + (SLOTS if phase == PADS else 0)
    if phase in (TROOPS, PADS):
        mine, others = placed[state.side], placed[1 - state.side]
        if mine >= quota or others - mine not in (0, 1):
            raise BadPosition(
                f"SIDE: characters are placed by turns, but {SEATS[state.side]} has {mine}, the other {others}"
            )
        if phase == PADS and min(len(state.troops[0]), len(state.troops[1])) < mode.on_island:
            raise BadPosition("PHASE: pads, but not all characters of the island stand on it")


def _check_given_up(state: State, word: str) -> None:
    """Check a battle that was given up during the set-up: the pieces must match some moment of the set-up."""
    south, north = state.strength(0), state.strength(1)
    if abs(south - north) > 1:
        raise BadPosition(f"BOARD: characters are placed by turns, but South has placed {south} and North {north}")
    if min(south, north) >= state.mode.strength:
        raise BadPosition("TURN: it is 0 during the set-up, but all characters stand")
    phase = BLOCKS
    if state.board.count(BLOCK) == BLOCK_COUNT:
        on_island = min(len(state.troops[0]), len(state.troops[1]))
        phase = PADS if state.mode.has_pads and on_island >= state.mode.on_island else TROOPS
    _check_setup(state.due(int(north < south), phase, 0), word)


def _check_placed(state: State, side: int, word: str) -> int:
    """Return how many characters a side has placed so far; the rest must be in its hand."""
    seat, on_island, on_pad = SEATS[side].title(), len(state.troops[side]), state.pads[side].count()
    placed = on_island + on_pad
    if state.phase in (ROLLOFF, BLOCKS) and placed:
        raise BadPosition(f"PHASE: {word}, but {seat} has placed characters already, and the blocks come first")
    if on_island > state.mode.on_island or (on_pad and state.phase != PADS):
        raise BadPosition(f"PHASE: {word}, but {seat} has {on_island} on the island and {on_pad} on its pad")
    if state.mode.base == "blitz" and on_island == state.mode.on_island:
        if state.hands[side] != NO_HAND:
            raise BadPosition(
                f"{_PAD_FIELDS[side]}: {seat} has placed its five: the rest of its hand is out of the game"
            )
    elif tuple(_count(state, side)) != FULL_HAND:
        raise BadPosition(f"{_PAD_FIELDS[side]}: {seat}'s characters do not add up: who is not placed is in the hand")
    return placed


def _check_play(state: State, word: str) -> None:
    """Check that the phase is possible on this island."""
    phase, side, board = state.phase, state.side, state.board
    if not state.turn:
        raise BadPosition("TURN: it is 0 only during the set-up")
    for other, seat in enumerate(SEATS):
        if state.is_beaten(other):
            raise BadPosition(f"PHASE: {word}, but {seat.title()} has lost the battle already")
    nominee = state.nominee
    if nominee != NOBODY:
        owner = OWNER[board[nominee]]
        if board[nominee] == BLOCK or owner == 1 - side or (phase == ROLL and owner != side):
            raise BadPosition(f"PHASE: no character of {SEATS[side].title()} on {NAMES[nominee]} can be nominated")
    if phase in (SLIDE, PAD_ROLL) and not state.mode.has_pads:
        raise BadPosition(f"PHASE: there are no pads in {state.mode.base}")
    if phase == ROLL and nominee == NOBODY and not state.troops[side]:
        raise BadPosition(
            f"PHASE: roll, but {SEATS[side].title()} has nobody on the island (rescue or penalty@pad is due)"
        )
    if phase == RESCUE and (state.troops[side] or not reinforcements(state, side)):
        raise BadPosition("PHASE: rescue is for a side with nobody on the island that can bring one on")
    if phase == PENALTY and not state.troops[1 - side]:
        raise BadPosition(f"PHASE: penalty, but {SEATS[1 - side].title()} has nobody on the island")
    if phase == PAD_PENALTY and (state.troops[1 - side] or reinforcements(state, 1 - side)):
        raise BadPosition("PHASE: penalty@pad is for a side with nobody on the island that can bring none on")
