"""The diagram of a battle: the island, both pads over the columns they stand at, and what is due.

A character is its letter, capital for South and small for North, and an arrow for its facing. What the last action
touched stands in [ ], what a considered one would touch in { }: where a character would go, it is drawn as it would be.
"""

from textwrap import wrap
from typing import Final

from beachhead.engine.game import Action
from beachhead.engine.island import flow
from beachhead.engine.island.actions import (
    NOBODY,
    PAD,
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
from beachhead.engine.island.pieces import BLOCK, FACING, OWNER, SEATS, TYPE, TYPE_LETTERS
from beachhead.engine.island.squares import COLUMNS, NAMES, SIZE
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    BLOCKS,
    OVER,
    PAD_PENALTY,
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
from beachhead.engine.island.words import odds
from beachhead.engine.picture import Picture, Span

_ARROWS: Final = ("↑→↓←", "^>v<")  # by ascii
_EMPTY: Final = ("·", ".")
_BLOCK: Final = ("▒▒", "##")
_MARGIN: Final = 8  # room for the row number, and for two slots that hang over a corner
_WIDE: Final = _MARGIN * 2 + SIZE * 3
_PANEL: Final = _MARGIN + SIZE * 3 + 5  # where the panel begins: below the lines of the pads it needs no margin
_BESIDE: Final = _PANEL + 29


def picture(
    state: State, *, last: Action | None = None, preview: Action | None = None, ascii: bool = False, width: int = 80
) -> Picture:
    """The island from South's chair. Below 52 columns it is drawn without margins, the pads as lines of text."""
    last_squares, preview_squares = touched(last), touched(preview)
    shown = _considered(state, preview)
    if width < _WIDE:
        # Here is no room for brackets, so the actions are written out.
        marks = [[("last", f"[{last}]")]] if last is not None else []
        marks += [[("preview", f"{{{preview}}}")]] if preview is not None else []
        return [*_compact(shown, last_squares, preview_squares, ascii), *_panel(state, width), *marks]
    header: Span = ("dim", " " * (_MARGIN + 1) + "  ".join(COLUMNS))
    board = [_pad_line(shown, 1), [header]]
    for y in range(SIZE - 1, -1, -1):
        number: Span = ("dim", f"{y + 1:>{_MARGIN - 1}}")
        row = _row(shown, y, last_squares, preview_squares, ascii)
        board.append([number, *row, ("dim", f" {y + 1}")])
    board += [[header], _pad_line(shown, 0)]
    if width < _BESIDE:
        return board + _panel(state, width)
    for line, beside in zip(board[1:], _panel(state, width - _PANEL), strict=False):
        used = sum(len(text) for _, text in line)
        line += [("", " " * (_PANEL - used)), *beside]
    return board


def _considered(state: State, action: Action | None) -> State:
    """The state as a considered action would leave it, where it only moves or places somebody; else as it is."""
    match action:
        case Turn() | Reinforce() | SetupBlock() | SetupTroop() | SetupPad() | Slide():
            pass
        case Move() if state.board[action.dst] != BLOCK:
            pass
        case _:
            return state
    return state if flow.why_not(state, action) else flow.apply(state, action)[0]


def touched(action: Action | None) -> frozenset[int]:
    """The squares that an action is about."""
    match action:
        case Move() | Turn():
            return frozenset((action.src, action.dst))
        case Shoot():
            return frozenset((action.src, action.dst, *action.between))
        case Reinforce():
            return frozenset((action.dst,))
        case SetupBlock() | SetupTroop() | Remove() | Reveal():
            return frozenset((action.square,))
        case _:
            return frozenset()


def _cell(piece: int, ascii: bool) -> Span:
    if piece == BLOCK:
        return "block", _BLOCK[ascii]
    if not piece:
        return "dim", f" {_EMPTY[ascii]}"
    return SEATS[OWNER[piece]], TYPE_LETTERS[OWNER[piece]][TYPE[piece]] + _ARROWS[ascii][FACING[piece]]


def _row(state: State, y: int, last: frozenset[int], preview: frozenset[int], ascii: bool) -> list[Span]:
    spans: list[Span] = []
    before = ""  # what opened the cell before: its bracket closes here
    for square in range(y * SIZE, y * SIZE + SIZE):
        mark = "preview" if square in preview else "last" if square in last else ""
        opening = {"preview": "{", "last": "["}.get(mark) or {"preview": "}", "last": "]"}.get(before, " ")
        spans.append((mark or before, opening))
        style, text = _cell(state.board[square], ascii)
        spans.append((f"{style} {mark}".strip(), text))
        before = mark
    spans.append((before, {"preview": "}", "last": "]"}.get(before, " ")))
    return spans


def _pad_line(state: State, side: int) -> list[Span]:
    """The slots over the columns that they stand at, each with its number; a dot is an empty one."""
    if not state.mode.has_pads:
        return [("", "")]
    pad = state.pads[side]
    start = _MARGIN + (pad.centre - SLOTS // 2) * 3
    label = f"{SEATS[side].title()[:1]}" if start < 6 else SEATS[side].title()
    spans: list[Span] = [("dim", label.ljust(start))]
    for slot, kind in enumerate(pad.slots):
        letter = "." if kind == NOBODY else TYPE_LETTERS[side][kind]
        spans += [(SEATS[side] if kind != NOBODY else "dim", letter), ("dim", f"{slot + 1} ")]
    return spans


def _compact(state: State, last: frozenset[int], preview: frozenset[int], ascii: bool) -> Picture:
    lines: Picture = [[("dim", "   " + " ".join(COLUMNS))]]
    for y in range(SIZE - 1, -1, -1):
        spans: list[Span] = [("dim", f"{y + 1:>2} ")]
        for square in range(y * SIZE, y * SIZE + SIZE):
            style, text = _cell(state.board[square], ascii)
            mark = "preview" if square in preview else "last" if square in last else ""
            spans.append((f"{style} {mark}".strip(), text.strip().ljust(2)))
        lines.append(spans)
    for side in (1, 0):
        if state.mode.has_pads:
            pad = state.pads[side]
            slots = "".join("." if kind == NOBODY else TYPE_LETTERS[side][kind] for kind in pad.slots)
            lines.append(
                [("dim", f"{SEATS[side].title()}'s pad: "), (SEATS[side], slots), ("dim", f" at {COLUMNS[pad.centre]}")]
            )
    return lines


def _panel(state: State, width: int) -> Picture:
    lines: Picture = [[("dim", f"{state.mode.text}, " + (f"turn {state.turn}" if state.turn else "set-up"))]]
    lines += [[("due", part)] for part in wrap(due(state), width)]
    lines.append([("", "")])
    for side in (1, 0):
        seat = SEATS[side]
        if state.phase in SETUP:
            hand = "".join(letter * count for letter, count in zip(TYPE_LETTERS[side], state.hands[side], strict=True))
            lines.append([(seat, seat.title()), ("", f" in hand: {hand or 'nobody'}")])
        else:
            lines.append([(seat, seat.title()), ("", f": {state.strength(side)} left, {state.losses(side)} lost")])
    blocks = f"{state.board.count(BLOCK)} on board, {odds(state)}" if state.live + state.safe else "none left"
    lines.append([("block", "Blocks"), ("", f": {blocks}")])
    return lines


def due(state: State) -> str:
    """What is due, and from whom."""
    seat, phase = SEATS[state.side].title(), state.phase
    if phase == OVER:
        ended = result(state)
        assert ended is not None
        who = f"{ended.winners[0].title()} has won" if ended.winners else "a draw"
        return f"Over: {who} ({ended.reason})"
    if phase == ACT:
        return f"{seat} to act: die {state.die}{_only(state)}"
    if phase == ROLL:
        if state.nominee == NOBODY:
            return f"{seat} rolls"
        return f"{seat} rolls for {'the pad' if state.nominee == PAD else NAMES[state.nominee]}"
    if phase == REVEAL:
        assert state.blast is not None
        return f"the block on {NAMES[state.blast.queue[0]]} is turned over"
    if phase == SLIDE:
        return f"{seat} to slide the pad: die {state.die}"
    return {
        ROLLOFF: f"{seat} rolls for the first turn",
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
    """Who alone may move (rule 2a); a character that is gone moves nobody."""
    if state.nominee == NOBODY:
        return ""
    name = NAMES[state.nominee]
    return f", only {name} moves" if state.board[state.nominee] else f", {name} is gone"
