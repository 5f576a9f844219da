"""Positions as text: `BOARD SOUTHPAD NORTHPAD BLOCKS SIDE PHASE TURN [MODE]`, written and read.

A text is refused when no battle could come to it; the sentence names the field and the reason.
"""

import re
from typing import Final

from beachhead.engine.game import BadOption, BadPosition
from beachhead.engine.island.actions import HOME, NOBODY, PAD, SLOTS
from beachhead.engine.island.ending import is_beaten
from beachhead.engine.island.mode import BLOCKS as ALL_BLOCKS
from beachhead.engine.island.mode import Mode, read_mode
from beachhead.engine.island.pieces import (
    BLOCK,
    CODE_OF,
    FULL_HAND,
    LETTERS,
    NO_HAND,
    OWNER,
    SEATS,
    TYPE,
    TYPE_LETTERS,
    TYPE_NAMES,
)
from beachhead.engine.island.squares import COLUMNS, NAMES, SIZE, SQUARES
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    BLOCKS,
    DRAW,
    NO_PADS,
    OVER,
    PAD_PENALTY,
    PADS,
    PENALTY,
    RESCUE,
    ROLL,
    ROLLOFF,
    SETUP,
    SLIDE,
    TROOPS,
    ZERO,
    Outcome,
    Pad,
    State,
    first_pads,
    hand_size,
)
from beachhead.engine.island.zero import reinforcements
from beachhead.engine.position import SINCE

_FIELDS: Final = ("BOARD", "SOUTHPAD", "NORTHPAD", "BLOCKS", "SIDE", "PHASE", "TURN", "MODE")
_PLAIN: Final = {  # phases without a number or a square
    BLOCKS: "blocks",
    TROOPS: "troops",
    PADS: "pads",
    RESCUE: "rescue",
    ZERO: "zero",
    AFTER: "after",
    PENALTY: "penalty",
    PAD_PENALTY: "penalty@pad",
}
_PLAIN_PHASES: Final = {word: phase for phase, word in _PLAIN.items()}
_WINNERS: Final = {"south": 0, "north": 1, "draw": DRAW}
_WINNER_NAMES: Final = {side: word for word, side in _WINNERS.items()}

_CELL: Final = re.compile(r"1[0-2]|[1-9]|\*|[SJTsjt][nesw]")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_BLOCKS: Final = re.compile(r"([0-9]|10)\+([0-9]|10)")
_ROLLING: Final = re.compile(r"rolloff(?::(?P<first>[0-5]))?|roll(?:@(?P<roll>\w+))?")
_ACTING: Final = re.compile(r"act:(?P<act>[1-5])(?:@(?P<mover>\w+))?|slide:(?P<slide>[1-5])|over:(?P<over>\w+)")

_row_texts: Final[dict[bytes, str]] = {}


def write(state: State) -> str:
    """The position as text; one with a reveal pending is the position before, and what has happened since."""
    blast = state.blast
    if blast is not None:
        return write(blast.origin) + SINCE + "; ".join(action.text for action in blast.done)
    board = bytes(state.board)
    rows = [_row_text(board[start : start + SIZE]) for start in range(SIZE * (SIZE - 1), -1, -SIZE)]
    side = "-" if state.phase == OVER else SEATS[state.side]
    text = (
        f"{'/'.join(rows)} {_pad_text(state, 0)} {_pad_text(state, 1)} {state.live}+{state.safe} "
        f"{side} {phase_text(state)} {state.turn}"
    )
    return text if state.mode.text == "standard" else f"{text} {state.mode.text}"


def phase_text(state: State) -> str:
    """The PHASE field: what is due."""
    phase = state.phase
    if phase == ACT:
        at = "" if state.nominee == NOBODY else f"@{NAMES[state.nominee]}"
        return f"act:{state.die}{at}"
    if phase == ROLL:
        return (
            "roll"
            if state.nominee == NOBODY
            else "roll@pad"
            if state.nominee == PAD
            else f"roll@{NAMES[state.nominee]}"
        )
    if phase == SLIDE:
        return f"slide:{state.die}"
    if phase == ROLLOFF:
        return "rolloff" if state.die == NOBODY else f"rolloff:{state.die}"
    if phase == OVER:
        assert state.outcome is not None
        return f"over:{_WINNER_NAMES[state.outcome.winner]}"
    return _PLAIN[phase]


def _row_text(row: bytes) -> str:
    text = _row_texts.get(row)
    if text is None:
        text, gap = "", 0
        for piece in row:
            if piece:
                text += (str(gap) if gap else "") + LETTERS[piece]
                gap = 0
            else:
                gap += 1
        text += str(gap) if gap else ""
        if len(_row_texts) < 50_000:
            _row_texts[row] = text
    return text


def _pad_text(state: State, side: int) -> str:
    letters = TYPE_LETTERS[side]
    pad = state.pads[side]
    text = "-"
    if state.mode.has_pads:
        text = f"{COLUMNS[pad.centre]}:" + "".join([letters[who] if who != NOBODY else "." for who in pad.slots])
    hand = state.hands[side]
    if hand is NO_HAND or not any(hand):
        return text
    return f"{text}+" + "".join([letter * count for letter, count in zip(letters, hand, strict=True)])


def read(text: str) -> State:
    """The state of a position without ` actions `; raises BadPosition."""
    fields = text.split()
    if not 7 <= len(fields) <= 8:
        raise BadPosition(f"expected 7 or 8 fields ({' '.join(_FIELDS)}), got {len(fields)}")
    try:
        mode = read_mode(fields[7] if len(fields) == 8 else "standard")
    except BadOption as bad:
        raise BadPosition(f"MODE: {bad}") from None
    board = _read_board(fields[0])
    south, south_hand = _read_pad(fields[1], 0, mode)
    north, north_hand = _read_pad(fields[2], 1, mode)
    live, safe = _read_blocks(fields[3], mode, board)
    side = _read_side(fields[4])
    phase, die, nominee, winner = _read_phase(fields[5])
    if (phase == OVER) != (fields[4] == "-"):
        raise BadPosition(f"SIDE: '-' is for a battle that is over, and only for that, but PHASE is {fields[5][:20]}")
    troops = (
        [s for s in range(SIZE * SIZE) if OWNER[board[s]] == 0],
        [s for s in range(SIZE * SIZE) if OWNER[board[s]] == 1],
    )
    pads = (south, north) if mode.has_pads else NO_PADS
    hands = (south_hand, north_hand)
    turn = _read_turn(fields[6], mode)
    state = State(mode, board, troops, pads, hands, live, safe, side, phase, die, nominee, turn)
    _check_set(state)
    if phase in SETUP:
        _check_setup(state)
    elif phase == OVER:
        state.outcome = _read_outcome(state, winner)
    else:
        _check_play(state)
    return state


def _read_board(text: str) -> list[int]:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise BadPosition(f"BOARD: expected {SIZE} rows joined by '/', got {len(rows)}")
    board: list[int] = []
    for number, row in zip(range(SIZE, 0, -1), rows, strict=True):
        board = _read_row(row, number) + board
    for line in range(SIZE):
        if board[line * SIZE : line * SIZE + SIZE].count(BLOCK) > 1:
            raise BadPosition(f"BOARD: two blocks in row {line + 1}")
        if board[line::SIZE].count(BLOCK) > 1:
            raise BadPosition(f"BOARD: two blocks in column {COLUMNS[line]}")
    return board


def _read_row(text: str, number: int) -> list[int]:
    cells: list[int] = []
    at, was_number = 0, False
    while at < len(text):
        cell = _CELL.match(text, at)
        if cell is None:
            raise BadPosition(
                f"BOARD: row {number}: '{text[at : at + 10]}' is no number, block or character with its facing"
            )
        at = cell.end()
        is_number = cell[0].isdigit()
        if is_number and was_number:
            raise BadPosition(f"BOARD: row {number}: two numbers in a row")
        was_number = is_number
        cells += [0] * int(cell[0]) if is_number else [CODE_OF[cell[0]]]
        if len(cells) > SIZE:
            break
    if len(cells) != SIZE:
        raise BadPosition(
            f"BOARD: row {number} has {'more than 12' if len(cells) > SIZE else len(cells)} columns, not {SIZE}"
        )
    return cells


def _read_pad(text: str, side: int, mode: Mode) -> tuple[Pad, tuple[int, ...]]:
    field = _FIELDS[1 + side]
    letters = TYPE_LETTERS[side]
    pad, plus, held = text.partition("+")
    hand = tuple(held.count(letter) for letter in letters)
    if plus and (not held or held != "".join(letter * count for letter, count in zip(letters, hand, strict=True))):
        raise BadPosition(
            f"{field}: expected the hand behind '+' as letters {letters} in this order, got '{held[:20]}'"
        )
    if not mode.has_pads:
        if pad != "-":
            raise BadPosition(f"{field}: there are no pads in {mode.base}: expected '-', got '{pad[:20]}'")
        return NO_PADS[side], hand
    if len(pad) != SLOTS + 2 or pad[0] not in COLUMNS or pad[1] != ":":
        raise BadPosition(f"{field}: expected a centre column, ':' and five slots, got '{pad[:20]}'")
    slots = []
    for letter in pad[2:]:
        if letter != "." and letter not in letters:
            raise BadPosition(f"{field}: '{letter}' is no slot: expected {', '.join(letters)} or '.'")
        slots.append(letters.index(letter) if letter != "." else NOBODY)
    return Pad(COLUMNS.index(pad[0]), tuple(slots)), hand


def _read_blocks(text: str, mode: Mode, board: list[int]) -> tuple[int, int]:
    found = _BLOCKS.fullmatch(text)
    if found is None:
        raise BadPosition(f"BLOCKS: expected live+safe, as in 6+4, got '{text[:20]}'")
    live, safe = int(found[1]), int(found[2])
    if live > mode.live or safe > mode.safe:
        raise BadPosition(f"BLOCKS: {text}, but {mode.text} has {mode.live} live and {mode.safe} safe blocks")
    if board.count(BLOCK) > live + safe:
        raise BadPosition(f"BLOCKS: {board.count(BLOCK)} blocks on the island are more than {live} + {safe}")
    return live, safe


def _read_side(text: str) -> int:
    if text == "-":
        return 0
    if text not in SEATS:
        raise BadPosition(f"SIDE: expected south, north or -, got '{text[:20]}'")
    return SEATS.index(text)


def _read_phase(text: str) -> tuple[int, int, int, int]:
    """Phase, die, nominee and winner."""
    if text in _PLAIN_PHASES:
        return _PLAIN_PHASES[text], 0, NOBODY, DRAW
    found = _ROLLING.fullmatch(text)
    if found is not None:
        if text.startswith("rolloff"):
            return ROLLOFF, NOBODY if found["first"] is None else int(found["first"]), NOBODY, DRAW
        return ROLL, 0, PAD if found["roll"] == "pad" else _read_nominee(found["roll"]), DRAW
    found = _ACTING.fullmatch(text)
    if found is None:
        raise BadPosition(
            f"PHASE: '{text[:20]}' is no phase: expected roll, act:3, act:3@d4, zero, after, … as the rules list"
        )
    if found["act"]:
        return ACT, int(found["act"]), _read_nominee(found["mover"]), DRAW
    if found["slide"]:
        return SLIDE, int(found["slide"]), NOBODY, DRAW
    if found["over"] not in _WINNERS:
        raise BadPosition(f"PHASE: over:{found['over'][:20]}: expected south, north or draw")
    return OVER, 0, NOBODY, _WINNERS[found["over"]]


def _read_nominee(name: str | None) -> int:
    if name is None:
        return NOBODY
    if name not in SQUARES:
        raise BadPosition(f"PHASE: '{name[:20]}' is no square to nominate")
    return SQUARES[name]


def _read_turn(text: str, mode: Mode) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise BadPosition(f"TURN: expected a number of at most 9 digits, got '{text[:20]}'")
    turn = int(text)
    if mode.limit and turn > mode.limit:
        raise BadPosition(f"TURN: {turn} is beyond the turn limit of {mode.limit}")
    return turn


def _check_set(state: State) -> None:
    """No more characters than the set has, and a hand only in the set-up (or where it was broken off)."""
    for side, seat in enumerate(SEATS):
        hand = state.hands[side]
        if hand_size(hand) and state.phase not in SETUP and not (state.phase == OVER and state.turn == 0):
            raise BadPosition(f"{_FIELDS[1 + side]}: {seat.title()} has a hand, but the set-up is over")
        for kind, count in enumerate(_count(state, side)):
            if count > FULL_HAND[kind]:
                raise BadPosition(f"{seat.title()} has {count} {TYPE_NAMES[kind]}s, and a set has {FULL_HAND[kind]}")
        if state.phase not in SETUP and state.turn and state.strength(side) > state.mode.strength:
            strength = state.mode.strength
            raise BadPosition(
                f"{seat.title()} has {state.strength(side)} characters, and {state.mode.base} has {strength}"
            )


def _count(state: State, side: int) -> list[int]:
    counts = list(state.hands[side])
    for square in state.troops[side]:
        counts[TYPE[state.board[square]]] += 1
    for who in state.pads[side].slots:
        if who != NOBODY:
            counts[who] += 1
    return counts


def _check_setup(state: State) -> None:
    """The order of the set-up: roll-off, blocks, characters on the rows, characters on the pads, always by turns."""
    phase, mode, blocks = state.phase, state.mode, state.board.count(BLOCK)
    if state.turn:
        raise BadPosition("TURN: it is 0 during the set-up")
    if (state.live, state.safe) != (mode.live, mode.safe):
        raise BadPosition("BLOCKS: no block is revealed during the set-up")
    if mode.has_pads and any(p.centre != q.centre for p, q in zip(state.pads, first_pads(), strict=True)):
        raise BadPosition("PHASE: during the set-up the pads stand at c and j")
    if phase == ROLLOFF and (state.die == NOBODY) != (state.side == 0):
        raise BadPosition("PHASE: South rolls first in the roll-off (rolloff), then North (rolloff:N)")
    if (phase == ROLLOFF and blocks) or (phase == BLOCKS and blocks == ALL_BLOCKS):
        raise BadPosition(f"PHASE: {phase_text(state)} with {blocks} blocks on the island")
    if phase in (TROOPS, PADS) and blocks != ALL_BLOCKS:
        raise BadPosition(
            f"PHASE: {phase_text(state)} with {blocks} blocks on the island, and all {ALL_BLOCKS} come first"
        )
    if phase == PADS and not mode.has_pads:
        raise BadPosition(f"PHASE: there are no pads in {mode.base}")
    placed = [_check_placed(state, side) for side in (0, 1)]
    quota = mode.on_island + (SLOTS if phase == PADS else 0)
    if phase in (TROOPS, PADS):
        mine, others = placed[state.side], placed[1 - state.side]
        if mine >= quota or others - mine not in (0, 1):
            raise BadPosition(
                f"SIDE: characters are placed by turns, but {SEATS[state.side]} has {mine}, the other {others}"
            )
        if phase == PADS and min(len(state.troops[0]), len(state.troops[1])) < mode.on_island:
            raise BadPosition("PHASE: pads, but not all characters of the island stand on it")


def _check_placed(state: State, side: int) -> int:
    """How many characters a side has placed so far; the rest must be in its hand."""
    seat, squares = SEATS[side].title(), state.troops[side]
    for square in squares:
        if square not in HOME[side]:
            raise BadPosition(f"BOARD: {NAMES[square]}: {seat} sets up on its first two rows")
    on_pad = state.pads[side].count()
    placed = len(squares) + on_pad
    if state.phase in (ROLLOFF, BLOCKS) and placed:
        raise BadPosition(f"PHASE: {phase_text(state)}, but {seat} has placed characters already")
    if len(squares) > state.mode.on_island or (on_pad and state.phase != PADS):
        raise BadPosition(
            f"PHASE: {phase_text(state)}, but {seat} has {len(squares)} on the island and {on_pad} on its pad"
        )
    is_dropped = state.mode.base == "blitz" and len(squares) == state.mode.on_island
    expected = list(NO_HAND if is_dropped else FULL_HAND)
    counts = list(state.hands[side]) if is_dropped else _count(state, side)
    if counts != expected:
        what = (
            "none is left in the hand of one that has placed its five" if is_dropped else "nobody is lost in the set-up"
        )
        raise BadPosition(f"{_FIELDS[1 + side]}: {seat}'s characters do not add up: {what}")
    return placed


def _check_play(state: State) -> None:
    """What is due must be possible on this island."""
    phase, side, board = state.phase, state.side, state.board
    if not state.turn:
        raise BadPosition("TURN: it is 0 only during the set-up")
    for other, seat in enumerate(SEATS):
        if is_beaten(state, other):
            raise BadPosition(f"PHASE: {phase_text(state)}, but {seat.title()} has lost the battle already")
    nominee = state.nominee
    if nominee not in (NOBODY, PAD):
        owner = OWNER[board[nominee]]
        if board[nominee] == BLOCK or owner == 1 - side or (phase == ROLL and owner != side):
            raise BadPosition(f"PHASE: no character of {SEATS[side].title()} on {NAMES[nominee]} can be nominated")
    if (phase == SLIDE or nominee == PAD) and not state.mode.has_pads:
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


def _read_outcome(state: State, winner: int) -> Outcome:
    """Why a battle is over, as far as its position tells."""
    if not state.turn:
        if winner == DRAW:
            raise BadPosition("PHASE: over:draw, but the set-up cannot end in a draw")
        return Outcome(winner, "resign")
    south, north = is_beaten(state, 0), is_beaten(state, 1)
    if winner == DRAW:
        if south and north:
            return Outcome(DRAW, "elimination")
        if south or north or state.turn != state.mode.limit:
            raise BadPosition("PHASE: over:draw, but neither are both beaten nor is it the last turn with both alive")
        return Outcome(DRAW, "turns")
    if (south, north)[winner]:
        raise BadPosition(f"PHASE: over:{SEATS[winner]}, but {SEATS[winner].title()} is beaten")
    return Outcome(winner, "elimination" if south or north else "resign")
