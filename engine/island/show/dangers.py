"""Dangers of a position for people: who can be hit in a side's next turn and by whom, which numbers nobody can play,
which blocks endanger whom.

A side's next turn is taken as one roll: shots from where its characters stand, and shots after one move or turn with the
die, or after a 0. What several rolls or several shots in a row could do is left out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.island.actions import DIE, NOBODY, SPINS, Move, Reinforce, Shoot, Turn
from beachhead.engine.island.fire import shots
from beachhead.engine.island.movement import moves
from beachhead.engine.island.pieces import BLOCK, OWNER, SEATS, TURNED, TYPE, TYPE_NAMES, code, forward
from beachhead.engine.island.show.words import odds, who
from beachhead.engine.island.squares import NAMES, REACH
from beachhead.engine.island.state import OVER, SETUP, State
from beachhead.engine.island.zero import reinforcements
from beachhead.engine.scene import Danger

_NOW: Final = -1  # no die is needed
_ZERO: Final = 0


class _Attack(NamedTuple):
    """A character that could hit something in its next turn: the die that it takes, its square now, what it hits."""

    die: int
    src: int  # or NOBODY for one that would come on from slot `slot`
    slot: int
    dst: int
    between: tuple[int, ...]


def dangers(state: State) -> tuple[Danger, ...]:
    """Return the dangers of both sides, first those of South; none before and after play, and while a block is turned over."""
    if state.phase in SETUP or state.phase == OVER or state.blast is not None:
        return ()
    found: list[Danger] = []
    for side in (0, 1):
        attacks = _attacks(state, 1 - side)
        found += _aimed(state, side, attacks)
        found += _blocks(state, side, attacks)
        found += _unplayable(state, side)
    return tuple(found)


def _attacks(state: State, side: int) -> list[_Attack]:
    """Return what the characters of a side could hit in its next turn, the shots that need no die first."""
    board = state.board
    squares = state.troops[side]
    found = [_Attack(_NOW, shot.src, NOBODY, shot.dst, shot.between) for shot in _shots(board, squares)]
    for die in DIE:
        for step in moves(board, squares, die) if die else [spin for src in squares for spin in SPINS[src]]:
            assert isinstance(step, Move | Turn)
            if board[step.dst] == BLOCK:  # a landing sets it off
                found.append(_Attack(die, step.src, NOBODY, step.dst, ()))
                continue
            moved = bytearray(board)
            moved[step.src] = 0
            moved[step.dst] = TURNED[step.hand][board[step.src]] if isinstance(step, Turn) else board[step.src]
            found += [
                _Attack(die, step.src, NOBODY, shot.dst, shot.between) for shot in _shots(bytes(moved), [step.dst])
            ]
    for action in reinforcements(state, side) if state.mode.has_pads else []:
        assert isinstance(action, Reinforce)
        come = bytearray(board)
        come[action.dst] = code(side, state.pads[side].slots[action.slot], forward(side))
        found += [
            _Attack(_ZERO, NOBODY, action.slot, shot.dst, shot.between) for shot in _shots(bytes(come), [action.dst])
        ]
    return found


def _shots(board: bytes, squares: list[int]) -> list[Shoot]:
    return [shot for shot in shots(board, squares) if isinstance(shot, Shoot)]


def _aimed(state: State, side: int, attacks: list[_Attack]) -> list[Danger]:
    """Return the characters of a side that could be hit, also in the crossfire."""
    board = state.board
    found = []
    for square in sorted(state.troops[side], key=lambda square: NAMES[square]):
        hits = [
            attack
            for attack in attacks
            if board[attack.dst] != BLOCK and (square == attack.dst or square in attack.between)
        ]
        if hits:
            text = f"{_whose(state, square)} can be hit by {_by(state, 1 - side, hits)}"
            found.append(Danger(SEATS[side], text, (NAMES[square],)))
    return found


def _blocks(state: State, side: int, attacks: list[_Attack]) -> list[Danger]:
    """Return the blocks that would strike characters of a side if they are live, and which enemy could set them off."""
    board = state.board
    found = []
    for block in [square for square, piece in enumerate(board) if piece == BLOCK and state.live]:
        struck = [square for square in REACH[block] if OWNER[board[square]] == side]
        if struck:
            whom = _listed([_whose(state, square) for square in struck])
            hits = [attack for attack in attacks if attack.dst == block]
            cause = f"can be set off by {_by(state, 1 - side, hits)}" if hits else "nobody can set it off in one turn"
            text = f"the block on {NAMES[block]} ({odds(state)}) endangers {whom}: {cause}"
            found.append(Danger(SEATS[side], text, tuple([NAMES[square] for square in struck]), is_likely=bool(hits)))
    return found


def _unplayable(state: State, side: int) -> list[Danger]:
    """Return the numbers that no character of a side can play: rule 1a takes a character if one of them is rolled."""
    troops = state.troops[side]
    numbers = [die for die in DIE if die and not moves(state.board, troops, die)]
    if not troops or not numbers:
        return []
    rolls = {1: "one roll in six", 2: "one roll in three", 3: "every second roll", 4: "two rolls in three"}
    text = (
        f"nobody of {SEATS[side].title()}'s can play a {_listed([str(die) for die in numbers], 'or')}: "
        f"{rolls.get(len(numbers), 'five rolls in six')} loses a character (rule 1a)"
    )
    return [Danger(SEATS[side], text, ())]


def _by(state: State, side: int, hits: list[_Attack]) -> str:
    """Return who could do it, each with the rolls that it takes."""
    dice: dict[tuple[int, int], list[int]] = {}
    for hit in hits:
        rolls = dice.setdefault((hit.src, hit.slot), [])
        if hit.die not in rolls:
            rolls.append(hit.die)
    parts = []
    for (src, slot), rolls in sorted(dice.items(), key=lambda item: (item[1][0], item[0])):
        name = who(state, src) if src != NOBODY else f"the {_kind(state, side, slot)} on slot {slot + 1}"
        now = "now" if _NOW in rolls else f"with a {_listed([str(die) for die in sorted(rolls)], 'or')}"
        parts.append(f"{name} {now}")
    return _listed(parts)


def _kind(state: State, side: int, slot: int) -> str:
    return TYPE_NAMES[state.pads[side].slots[slot]]


def _whose(state: State, square: int) -> str:
    return f"{SEATS[OWNER[state.board[square]]].title()}'s {TYPE_NAMES[TYPE[state.board[square]]]} {NAMES[square]}"


def _listed(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
