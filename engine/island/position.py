"""Write and read positions as text: `BOARD SOUTHPAD NORTHPAD BLOCKS SIDE PHASE TURN [MODE]`.

A text is refused if it does not parse, or if no battle can reach the position (`soundness`); the message names the field
and the reason.
"""

import re
from functools import lru_cache
from typing import Final

from beachhead.engine.island import soundness
from beachhead.engine.island.actions import NOBODY, SLOTS
from beachhead.engine.island.mode import Mode, read_mode
from beachhead.engine.island.pieces import (
    BLOCK,
    CODE_OF,
    HANDS,
    LETTERS,
    NO_HAND,
    OWNER,
    SEATS,
    TYPE_LETTERS,
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
    PAD_ROLL,
    PADS,
    PENALTY,
    RESCUE,
    ROLL,
    ROLLOFF,
    SLIDE,
    TROOPS,
    ZERO,
    Pad,
    State,
)
from beachhead.engine.position import SINCE
from beachhead.engine.values import BadOption, BadPosition

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
    PAD_ROLL: "roll@pad",
}
_PLAIN_PHASES: Final = {word: phase for phase, word in _PLAIN.items()}
_WINNERS: Final = {"south": 0, "north": 1, "draw": DRAW}
_WINNER_NAMES: Final = {side: word for word, side in _WINNERS.items()}

_ROWS: Final = tuple(range(SIZE * (SIZE - 1), -1, -SIZE))  # where the rows begin, from north to south

_CELL: Final = re.compile(r"1[0-2]|[1-9]|\*|[SJTsjt][nesw]")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_BLOCKS: Final = re.compile(r"([0-9]|10)\+([0-9]|10)")
_ROLLING: Final = re.compile(r"rolloff(?::(?P<first>[0-5]))?|roll(?:@(?P<roll>\w+))?")
_ACTING: Final = re.compile(r"act:(?P<act>[1-5])(?:@(?P<mover>\w+))?|slide:(?P<slide>[1-5])|over:(?P<over>\w+)")


def write(state: State) -> str:
    """Return the position as text; if a block is being revealed, the position before that and the actions since."""
    blast = state.blast
    if blast is not None:
        return write(blast.origin) + SINCE + "; ".join([action.text for action in blast.done])
    side = "-" if state.phase == OVER else SEATS[state.side]
    mode, (south, north), (south_hand, north_hand) = state.mode, state.pads, state.hands
    text = (
        f"{_board_text(state.board)} {_pad_text(mode.has_pads, south.centre, south.slots, south_hand, 0)} "
        f"{_pad_text(mode.has_pads, north.centre, north.slots, north_hand, 1)} {state.live}+{state.safe} "
        f"{side} {_phase_text(state)} {state.turn}"
    )
    return text if mode.text == "standard" else f"{text} {mode.text}"


@lru_cache(100)  # half of all states have the same board as the state before
def _board_text(board: bytes) -> str:
    """Return the BOARD field: the rows from north to south."""
    pieces = board.decode("latin-1")  # a single text is the quickest key of a cache
    return "/".join([_row_text(pieces[row : row + SIZE]) for row in _ROWS])


@lru_cache(20_000)  # most rows are the same as in the state before
def _row_text(pieces: str) -> str:
    text, gap = "", 0
    for piece in pieces.encode("latin-1"):
        if piece:
            text += (str(gap) if gap else "") + LETTERS[piece]
            gap = 0
        else:
            gap += 1
    return text + (str(gap) if gap else "")


def _phase_text(state: State) -> str:
    """Return the PHASE field."""
    phase = state.phase
    if phase == ACT:
        at = "" if state.nominee == NOBODY else f"@{NAMES[state.nominee]}"
        return f"act:{state.die}{at}"
    if phase == ROLL:
        return "roll" if state.nominee == NOBODY else f"roll@{NAMES[state.nominee]}"
    if phase == SLIDE:
        return f"slide:{state.die}"
    if phase == ROLLOFF:
        return "rolloff" if state.rolloff == NOBODY else f"rolloff:{state.rolloff}"
    if phase == OVER:
        assert state.outcome is not None
        return f"over:{_WINNER_NAMES[state.outcome.winner]}"
    return _PLAIN[phase]


@lru_cache(5_000)  # most pads and hands are the same as in the state before
def _pad_text(has_pads: bool, centre: int, slots: tuple[int, ...], hand: tuple[int, ...], side: int) -> str:
    """Return the field of a side: its pad and, during the set-up, its hand."""
    letters = TYPE_LETTERS[side]
    text = "-"
    if has_pads:
        text = f"{COLUMNS[centre]}:" + "".join([letters[who] if who != NOBODY else "." for who in slots])
    if hand == NO_HAND:
        return text
    return f"{text}+" + "".join([letter * count for letter, count in zip(letters, hand, strict=True)])


def read(text: str) -> State:
    """Return the state of a position without ` actions `; raise BadPosition."""
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
    phase, pips, nominee, winner = _read_phase(fields[5])
    if (phase == OVER) != (fields[4] == "-"):
        raise BadPosition(f"SIDE: '-' is for a battle that is over, and only for that, but PHASE is {fields[5][:20]}")
    troops = (
        [s for s in range(SIZE * SIZE) if OWNER[board[s]] == 0],
        [s for s in range(SIZE * SIZE) if OWNER[board[s]] == 1],
    )
    pads = (south, north) if mode.has_pads else NO_PADS
    hands = (south_hand, north_hand)
    turn = _read_turn(fields[6], mode)
    die, rolloff = (0, pips) if phase == ROLLOFF else (pips, NOBODY)
    state = State(
        mode, board, troops, pads, hands, live, safe, side, phase, die, nominee, turn, rolloff=rolloff
    )  # fmt: skip
    if phase == OVER:
        return state.ended(soundness.outcome(state, winner))
    soundness.check(state, fields[5])
    return state


def _read_board(text: str) -> bytes:
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
    return bytes(board)


def _read_row(text: str, number: int) -> list[int]:
    cells: list[int] = []
    at, was_number = 0, False
    while at < len(text):
        cell = _CELL.match(text, at)
        if cell is None:
            raise BadPosition(
                f"BOARD: row {number}: '{text[at : at + 10]}' is not a number, a block or a character with its facing"
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
        return NO_PADS[side], HANDS.get(hand, hand)
    if len(pad) != SLOTS + 2 or pad[0] not in COLUMNS or pad[1] != ":":
        raise BadPosition(f"{field}: expected a centre column, ':' and five slots, got '{pad[:20]}'")
    slots = []
    for letter in pad[2:]:
        if letter != "." and letter not in letters:
            raise BadPosition(f"{field}: '{letter}' is not a slot: expected {', '.join(letters)} or '.'")
        slots.append(letters.index(letter) if letter != "." else NOBODY)
    return Pad(COLUMNS.index(pad[0]), tuple(slots)), HANDS.get(hand, hand)


def _read_blocks(text: str, mode: Mode, board: bytes) -> tuple[int, int]:
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
    """Return phase, number on the die (in the roll-off that of South), nominee and winner."""
    if text in _PLAIN_PHASES:
        return _PLAIN_PHASES[text], 0, NOBODY, DRAW
    found = _ROLLING.fullmatch(text)
    if found is not None:
        if text.startswith("rolloff"):
            return ROLLOFF, NOBODY if found["first"] is None else int(found["first"]), NOBODY, DRAW
        return ROLL, 0, _read_nominee(found["roll"]), DRAW
    found = _ACTING.fullmatch(text)
    if found is None:
        raise BadPosition(
            f"PHASE: '{text[:20]}' is not a phase: expected roll, act:3, act:3@d4, zero, after, … as the rules list"
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
        raise BadPosition(f"PHASE: '{name[:20]}' is not a square to nominate")
    return SQUARES[name]


def _read_turn(text: str, mode: Mode) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise BadPosition(f"TURN: expected a number of at most 9 digits, got '{text[:20]}'")
    turn = int(text)
    if mode.limit and turn > mode.limit:
        raise BadPosition(f"TURN: {turn} is beyond the turn limit of {mode.limit}")
    return turn
