"""Positions for the tests, made from what stands where: a row of a table shows what matters and nothing else."""

from beachhead.engine.island import ISLAND
from beachhead.engine.island.squares import COLUMNS, SIZE
from beachhead.engine.island.state import State
from beachhead.engine.position import read_position
from beachhead.engine.timeline import Moment, Timeline

HANDS = ("+SSSSSJJJTT", "+sssssjjjtt")
DIAGONAL = " ".join(f"{column}{row}:*" for row, column in enumerate("bcdefghijk", 2))  # ten blocks, one a line


def at(
    pieces: str = "a1:Sn l12:ss",
    phase: str = "act:3",
    *,
    side: str = "south",
    south: str = "c:.....",
    north: str = "j:.....",
    blocks: str | None = None,
    turn: int = 9,
    mode: str = "",
) -> str:
    """Return the text of a position; ``pieces`` is `d2:Sn e4:*`. Without ``blocks`` as many are live as stand there."""
    cells = dict(piece.split(":") for piece in pieces.split())
    rows = []
    for row in range(SIZE, 0, -1):
        text, gap = "", 0
        for column in COLUMNS:
            cell = cells.pop(f"{column}{row}", "")
            if cell:
                text += (str(gap) if gap else "") + cell
                gap = 0
            else:
                gap += 1
        rows.append(text + (str(gap) if gap else ""))
    assert not cells, cells
    blocks = blocks or f"{min(6, pieces.count('*'))}+{max(0, pieces.count('*') - 6)}"
    return " ".join(["/".join(rows), south, north, blocks, side, phase, str(turn), *([mode] if mode else [])])


def state_of(text: str) -> State:
    """Return the state that a position's text describes."""
    return read_position(ISLAND, text).state


def legal(text: str) -> set[str]:
    """Return the texts of the legal actions."""
    return {action.text for action in ISLAND.legal(state_of(text))}


def after(text: str, *actions: str) -> Timeline[State]:
    """Return the timeline after some actions, each of which must be legal."""
    timeline = Timeline(ISLAND, Moment(state_of(text)))
    for action in actions:
        timeline = timeline.play(ISLAND.action(timeline.state, action))
    return timeline


def told(text: str, *actions: str) -> list[str]:
    """Return the texts of the events that follow from the last of these actions."""
    return [event.text for event in after(text, *actions).now.events]
