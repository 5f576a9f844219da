"""The data of the page: the drawing, who has to act, and the legal actions, as JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.drawing.drawing import draw, measure, size_beside
from beachhead.engine.scene import Scene
from beachhead.engine.values import CHANCE, Action
from beachhead.protocol.page.style import style_of
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import Commands

_NOBODY: Final = ""


def shown(commands: Commands, lines: Iterable[Line] = (), sent: str = "", has_threats: bool = False) -> dict[str, Any]:
    """Return everything that the page shows now; ``lines`` are messages for people, ``sent`` is the line that led to them.

    Between the turns of two people who may not see the same, nothing is shown until the second one is ready.
    """
    room, board = commands.room, commands.board
    if board.is_covered:
        return {"covered": board.viewer}
    game, state, situation = room.game, room.table.timeline.state, room.situation
    seats = game.seats(state)
    actor = game.actor(state)
    actions = [action for _, action in situation.actions]
    viewer = board.viewer
    return {
        "table": table(commands, has_threats=has_threats),
        "position": game.write(state) if viewer is None else game.view(state, viewer),
        "actor": actor or _NOBODY,
        "is_mine": situation.is_mine and actor is not None,
        "is_chance": actor == CHANCE,
        "legal": [[action.text, situation.describe(action)] for action in actions],
        "players": [[seat, room.seating.who(seat)] for seat in seats],
        "sent": sent,
        "lines": [[[style_of(style, seats), text] for style, text in line] for line in lines],
    }


def table(commands: Commands, preview: Action | None = None, has_threats: bool = False) -> dict[str, Any]:
    """Return the drawing and the texts beside it by key, and the sizes of both frames."""
    room = commands.room
    game, now = room.game, room.table.timeline.now
    scene: Scene = game.show.scene(
        now.state, seat=commands.board.viewer, last=now.action, news=now.events, preview=preview
    )
    if has_threats:
        scene = scene._replace(marks=(*scene.marks, *game.show.threats(now.state)))
    seats, measures = game.seats(now.state), measure([scene])
    parts: dict[str, Any] = {**draw(scene, seats, game.show.shapes, measures)}
    parts["text/title"], parts["text/due"], parts["text/beside"] = scene.title, scene.due, size_beside(scene)
    parts |= {f"shout/{number}": shout for number, shout in enumerate(scene.shouts)}
    for number, note in enumerate(scene.notes):
        parts[f"note/{number}"] = [[style_of(style, seats), text] for style, text in note]
    return {
        "parts": parts,
        "board": [measures.width, measures.height],
    }
