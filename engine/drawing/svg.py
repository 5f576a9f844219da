"""A position as a complete SVG file: the board, the trays beside it, who has to act, and a description in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, TypeVar

from beachhead.engine.drawing.drawing import SIDE_WIDTH, Pen, definitions, measure
from beachhead.engine.drawing.look import STYLE
from beachhead.engine.game import Game
from beachhead.engine.scene import Scene
from beachhead.engine.values import Action, Event

S = TypeVar("S")
_TOP: Final = 50  # space for the title and the line that says who has to act
_SHOUT: Final = 22
_BORDER: Final = 14
_LOWER: Final = 20  # how much lower than the board the trays beside it begin


def svg_of(
    game: Game[S],
    state: S,
    *,
    seat: str | None = None,
    last: Action | None = None,
    events: Sequence[Event] = (),
    preview: Action | None = None,
    has_threats: bool = False,
    has_style: bool = True,
    is_narrow: bool = False,
) -> str:
    """Return a state as an SVG file, as a seat sees it (None: everything); ``last`` and ``preview`` are marked.

    Without its style it is an element of a page that has the style; if it is narrow, the trays stand below the board.
    """
    scene = game.show.scene(state, seat=seat, last=last, events=events, preview=preview)
    if has_threats:
        scene = scene._replace(marks=(*scene.marks, *game.show.threats(state)))
    return svg(game, scene, game.seats(state), has_style, is_narrow)


def svg(game: Game[S], scene: Scene, seats: Sequence[str], has_style: bool = True, is_narrow: bool = False) -> str:
    """Return a scene of a game as an SVG file."""
    show, measures = game.show, measure([scene])
    pen = Pen(seats, show.shapes, measures)
    beside = pen.beside(scene)
    board = [part for key, part in pen.draw(scene).items() if key not in beside]
    top = _TOP + _SHOUT * len(scene.shouts)
    if is_narrow:
        x, y = _BORDER * 2, top + measures.height + _LOWER
    else:
        x, y = measures.width + _BORDER * 2, top + _LOWER
    width = max(measures.width + _BORDER * 2, x + SIDE_WIDTH + _BORDER if beside else 0)
    height = max(top + measures.height, y + measures.beside if beside else 0) + _BORDER
    shouts = [
        f'<text class="shout" x="{_BORDER + 12}" y="{_TOP + 14 + _SHOUT * number}">{escape(shout)}</text>'
        for number, shout in enumerate(scene.shouts)
    ]
    column = f'<g transform="translate({x} {y})">{_listed([*beside.values()])}</g>'
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bh" {size} role="img">',
            f"<title>{escape(show.title)}: {escape(scene.title)}</title>",
            f"<desc>{escape(in_words(scene))}</desc>{f'<style>{STYLE}</style>' if has_style else ''}",
            f"<defs>{definitions(seats, show.shapes)}</defs>",
            f'<rect class="page" width="{width}" height="{height}" rx="8"/>',
            f'<text class="title" x="{_BORDER + 12}" y="24">{escape(scene.due)}</text>',
            f'<text class="faint" x="{_BORDER + 12}" y="44">{escape(show.title)}, {escape(scene.title)}</text>',
            *shouts,
            f'<g transform="translate({_BORDER} {top})">{_listed(board)}</g>',
            *([column] if beside else []),
            "</svg>\n",
        ]
    )


def _listed(parts: Sequence[str]) -> str:
    return "\n".join(["", *parts, ""])


def in_words(scene: Scene) -> str:
    """Return the text beside a board as one string."""
    notes = ["".join([text for _, text in note]).strip() for note in scene.notes]
    return ". ".join([part.rstrip(".") for part in (scene.due, *scene.shouts, *notes) if part]) + "."
