"""The scene of a battle: the pieces on the island and on the pads, the marks, and who has to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.island import flow
from beachhead.engine.island.actions import (
    NOBODY,
    SLOTS,
    Move,
    Reinforce,
    Remove,
    Reveal,
    SetupBlock,
    SetupPad,
    SetupTroop,
    Shoot,
    Slide,
    Turn,
)
from beachhead.engine.island.ending import result
from beachhead.engine.island.events import Removed
from beachhead.engine.island.fire import shots
from beachhead.engine.island.pieces import BLOCK, CODES, FACING, OWNER, SEATS, TYPE, TYPE_LETTERS, TYPE_NAMES
from beachhead.engine.island.show.words import odds
from beachhead.engine.island.squares import COLUMNS, FACING_NAMES, NAMES, SIZE, column, row
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    BLOCKS,
    OVER,
    PAD_PENALTY,
    PAD_ROLL,
    PADS,
    PENALTY,
    RESCUE,
    REVEAL,
    ROLL,
    ROLLOFF,
    SETUP,
    SLIDE,
    TROOPS,
    ZERO,
    State,
)
from beachhead.engine.picture import Span
from beachhead.engine.scene import Arrow, ArrowKind, Cell, Mark, MarkKind, Piece, Scene, Tray
from beachhead.engine.values import Action, Event

_ROWS: Final = tuple(str(number + 1) for number in range(SIZE))
_EMPTY_CELLS: Final = tuple(Cell(name, column(square), row(square)) for square, name in enumerate(NAMES))
_BLOCK: Final = Piece("block")
# By code: characters on the island. By side and type: characters on a pad or in a hand.
_PIECES: Final = (
    _BLOCK,
    *(
        Piece(TYPE_NAMES[TYPE[c]], SEATS[OWNER[c]], FACING_NAMES[FACING[c]], TYPE_LETTERS[OWNER[c]][TYPE[c]])
        for c in CODES
    ),
    _BLOCK,
)
_RESERVES: Final = tuple(
    tuple(Piece(name, SEATS[side], label=TYPE_LETTERS[side][kind]) for kind, name in enumerate(TYPE_NAMES))
    for side in (0, 1)
)


def scene(state: State, last: Action | None, events: Sequence[Event], preview: Action | None) -> Scene:
    """Return the scene of a state. If a considered action only moves or places a character, it is shown at its new place."""
    shown = _considered(state, preview)
    return Scene(
        tuple(COLUMNS),
        _ROWS,
        _cells(shown.board),
        _trays(shown),
        _marks(last, events, preview),
        (*_arrows_of_last(last, events), *_arrows_of_preview(state, preview)),
        f"{state.mode.text}, " + (f"turn {state.turn}" if state.turn else "set-up"),
        due(state),
        (),
        _notes(state),
        "" if last is None else last.text,
        "" if preview is None else preview.text,
    )


def _considered(state: State, action: Action | None) -> State:
    """Return the state after a considered action if that only moves or places a character; else the state unchanged."""
    if isinstance(action, Move):
        if state.board[action.dst] == BLOCK:
            return state
    elif not isinstance(action, Turn | Reinforce | SetupBlock | SetupTroop | SetupPad | Slide):
        return state
    return state if flow.why_not(state, action) else flow.apply(state, action)[0]


def _cells(board: bytes) -> tuple[Cell, ...]:
    cells = list(_EMPTY_CELLS)
    for square, piece in enumerate(board):
        if piece:
            cells[square] = Cell(NAMES[square], column(square), row(square), (_PIECES[piece],))
    return tuple(cells)


def _trays(state: State) -> tuple[Tray, ...]:
    """Return the pads at their columns and, during the set-up, the hands."""
    trays = []
    for side, seat in enumerate(SEATS):
        pieces = _RESERVES[side]
        if state.mode.has_pads:
            pad = state.pads[side]
            places = tuple([None if who == NOBODY else pieces[who] for who in pad.slots])
            trays.append(Tray(seat, "pad", places, ("south", "north")[side], pad.centre - SLOTS // 2))
        if state.phase in SETUP:
            hand = state.hands[side]
            trays.append(
                Tray(seat, "hand", tuple([p for p, count in zip(pieces, hand, strict=True) for _ in range(count)]))
            )
    return tuple(trays)


def touched(action: Action | None) -> tuple[int, ...]:
    """Return the squares that an action affects."""
    if isinstance(action, Move | Turn):
        return action.src, action.dst
    if isinstance(action, Shoot):
        return (action.src, action.dst, *action.between)
    if isinstance(action, Reinforce):
        return (action.dst,)
    if isinstance(action, SetupBlock | SetupTroop | Remove | Reveal):
        return (action.square,)
    return ()


def _marks(last: Action | None, events: Sequence[Event], preview: Action | None) -> tuple[Mark, ...]:
    return (
        *[Mark(NAMES[square], MarkKind.LAST) for square in touched(last)],
        *[Mark(NAMES[square], MarkKind.REMOVED) for square in _removed(events)],
        *[Mark(NAMES[square], MarkKind.PREVIEW) for square in touched(preview)],
    )


def threats(state: State) -> tuple[Mark, ...]:
    """Return marks on the characters that a shot of the other side would remove now."""
    board = state.board
    found = set()
    for side in (0, 1):
        mine = [square for square, piece in enumerate(board) if OWNER[piece] == side]
        for shot in shots(board, mine):
            if isinstance(shot, Shoot) and board[shot.dst] != BLOCK:
                found.update([square for square in (*shot.between, shot.dst) if OWNER[board[square]] == 1 - side])
    return tuple([Mark(NAMES[square], MarkKind.THREAT) for square in sorted(found)])


def _removed(events: Sequence[Event]) -> list[int]:
    """Return the squares of the island from which characters have been removed."""
    return [event.square for event in events if isinstance(event, Removed) and event.square != NOBODY]


def _arrows_of_last(action: Action | None, events: Sequence[Event]) -> list[Arrow]:
    caught = _removed(events) if isinstance(action, Shoot) else []
    return _arrows(action, caught, False)


def _arrows_of_preview(state: State, action: Action | None) -> list[Arrow]:
    caught = (
        [square for square in action.between if OWNER[state.board[square]] != NOBODY]
        if isinstance(action, Shoot)
        else []
    )
    return _arrows(action, caught, True)


def _arrows(action: Action | None, caught: Sequence[int], is_preview: bool) -> list[Arrow]:
    """Return an arrow for a move, or arrows for a shot and the characters hit in its crossfire."""
    if isinstance(action, Move | Turn):
        if action.src == action.dst:
            return []
        return [Arrow(NAMES[action.src], NAMES[action.dst], ArrowKind.MOVE, is_preview)]
    if isinstance(action, Shoot):
        src = NAMES[action.src]
        crossfire = [NAMES[square] for square in action.between if square in caught]
        return [
            Arrow(src, NAMES[action.dst], ArrowKind.SHOT, is_preview),
            *[Arrow(src, name, ArrowKind.CROSSFIRE, is_preview) for name in crossfire],
        ]
    return []


def _notes(state: State) -> tuple[tuple[Span, ...], ...]:
    """Return lines with what each side has left, and how likely a block is live."""
    notes: list[tuple[Span, ...]] = []
    for side in (1, 0):
        seat = SEATS[side]
        if state.phase in SETUP:
            hand = "".join(
                [letter * count for letter, count in zip(TYPE_LETTERS[side], state.hands[side], strict=True)]
            )
            notes.append(((seat, seat.title()), ("", f" in hand: {hand or 'nobody'}")))
        else:
            notes.append(((seat, seat.title()), ("", f": {state.strength(side)} left, {state.losses(side)} lost")))
    blocks = f"{state.board.count(BLOCK)} on board, {odds(state)}" if state.live + state.safe else "none left"
    notes.append((("block", "Blocks"), ("", f": {blocks}")))
    return tuple(notes)


def due(state: State) -> str:
    """Return a line that says who has to do what."""
    seat, phase = SEATS[state.side].title(), state.phase
    if phase == OVER:
        ended = result(state)
        assert ended is not None
        who = f"{ended.winners[0].title()} has won" if ended.winners else "a draw"
        return f"Over: {who} ({ended.reason})"
    if phase == ACT:
        return f"{seat} to act: die {state.die}{_only(state)}"
    if phase == ROLL:
        return f"{seat} rolls" if state.nominee == NOBODY else f"{seat} rolls for {NAMES[state.nominee]}"
    if phase == REVEAL:
        assert state.blast is not None
        return f"the block on {NAMES[state.blast.queue[0]]} is turned over"
    if phase == SLIDE:
        return f"{seat} to slide the pad: die {state.die}"
    return {
        ROLLOFF: f"{seat} rolls for the first turn",
        PAD_ROLL: f"{seat} rolls for the pad",
        BLOCKS: f"{seat} to place a block",
        TROOPS: f"{seat} to place a character",
        PADS: f"{seat} to fill its pad",
        RESCUE: f"{seat} to bring one on (rule 4)",
        ZERO: f"{seat} to use a 0: {'reinforce, pad or turn' if state.mode.has_pads else 'turn a character'}",
        AFTER: f"{seat} to shoot or end the turn",
        PENALTY: f"{seat} to remove a character (1a)",
        PAD_PENALTY: f"{seat} to remove from the pad (1b)",
    }[phase]


def _only(state: State) -> str:
    """Return a note if only one character may move (rule 2a), or if that character is gone."""
    if state.nominee == NOBODY:
        return ""
    name = NAMES[state.nominee]
    return f", only {name} moves" if state.board[state.nominee] else f", {name} is gone"
