"""A scene: the visible part of a position, as values, from which text diagrams, pictures and pages are drawn.

It is independent of the game. A scene is a grid of cells with the pieces on them; trays beside the grid (a pad, a hand, a
reserve); marks on places, arrows between places; and lines of text beside the board.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from beachhead.engine.picture import Span


class Piece(NamedTuple):
    """A piece on a cell or in a tray: a character, a block, a card, a figure."""

    kind: str  # 'tank', 'block', 'sword'
    owner: str = ""  # a seat, or empty
    facing: str = ""  # 'north', 'east', 'south', 'west', or empty
    label: str = ""  # the text on it, if that is not its kind: a card's value, a letter
    is_down: bool = False  # dead, or face down
    counts: str = ""  # its current value, if that is not its label: a card's reduced value
    style: str = ""  # the style of `picture` to draw it in, if not its owner's


class Cell(NamedTuple):
    """A place of the grid: its name, its column and row (row 0 is at the bottom), and the pieces on it."""

    place: str
    column: int
    row: int
    pieces: tuple[Piece, ...] = ()


class Tray(NamedTuple):
    """Places beside the grid, in a row: the slots of a pad, a hand, a reserve. An empty place holds None.

    If the tray lies along an edge of the grid, ``edge`` names that edge and ``column`` is the column of its first place.
    """

    owner: str
    name: str
    places: tuple[Piece | None, ...]
    edge: str = ""  # 'north' or 'south' if it lies along that edge of the grid
    column: int = 0


class MarkKind(Enum):
    """The reason for a mark."""

    LAST = "last"  # the last action touched it
    PREVIEW = "preview"  # a considered action would touch it
    REMOVED = "removed"  # something has just been removed from it
    GOAL = "goal"  # all players must go there
    THREAT = "threat"  # the piece there can be hit


class Mark(NamedTuple):
    """A place with a mark on it."""

    place: str
    kind: MarkKind


class Danger(NamedTuple):
    """Something that a seat may lose soon: in words, and the places that it concerns."""

    seat: str  # who may lose it
    text: str
    places: tuple[str, ...] = ()
    is_likely: bool = True  # whether an opponent could bring it about in its next turn


class ArrowKind(Enum):
    """The meaning of an arrow."""

    MOVE = "move"
    SHOT = "shot"
    CROSSFIRE = "crossfire"


class Arrow(NamedTuple):
    """An arrow from one place to another, for the last action or a considered one."""

    src: str
    dst: str
    kind: ArrowKind
    is_preview: bool = False


class Scene(NamedTuple):
    """Everything that is visible of a position."""

    columns: tuple[str, ...]  # their names, west to east
    rows: tuple[str, ...]  # their names, south to north
    cells: tuple[Cell, ...]  # row by row from the south, west to east
    trays: tuple[Tray, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    title: str = ""  # the mode and the turn
    due: str = ""  # who has to do what
    shouts: tuple[str, ...] = ()  # the most important messages, shown large
    notes: tuple[tuple[Span, ...], ...] = ()  # styled lines beside the board, such as the players
    last: str = ""  # the last action and a considered one, as text
    preview: str = ""
    brief: tuple[tuple[Span, ...], ...] = ()  # the notes in short for small screens, the most important first
