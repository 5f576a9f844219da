"""The data of the page: the drawing, who has to act, and the legal actions, as JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.drawing.drawing import draw, measure, size_beside
from beachhead.engine.drawing.moments import arrows_of, scene_of
from beachhead.engine.games import NAMES
from beachhead.engine.scene import Arrow, Mark, MarkKind, Scene
from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE, Action
from beachhead.protocol.page.style import style_of
from beachhead.protocol.repl.analysis import places_in_danger
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.repl.setting import Setting

_NOBODY: Final = ""
_PLAYERS: Final = "players"  # the option of a game that says how many there are


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
        "game": f"{game.name} {len(seats)}",
        "table": table(commands, has_threats=has_threats),
        "position": game.write(state) if viewer is None else game.view(state, viewer),
        "actor": actor or _NOBODY,
        "is_mine": situation.is_mine and actor is not None,
        "is_chance": actor == CHANCE,
        "legal": [[action.text, situation.describe(action)] for action in actions],
        "players": [[seat, room.seating.who(seat)] for seat in seats],
        "can_place": situation.is_setup and situation.is_mine and actor in room.seating.humans,
        "has_bots": bool(room.seating.opponents),
        "is_stopped": room.seating.is_stopped,
        "is_busy": room.is_busy,
        "asks": room.question is not None,
        "sent": sent,
        **told(room, lines),
    }


def told(room: Room, lines: Iterable[Line]) -> dict[str, Any]:
    """Return lines for the log of a page."""
    seats = room.seating.seats
    return {"lines": [[[style_of(style, seats), text] for style, text in line] for line in lines]}


def offered(setting: Setting) -> list[dict[str, Any]]:
    """Return the games that can be begun: their modes and options, the seats for each number of players, the bots."""
    found = []
    for name in NAMES:
        game = setting.find(name)
        counts = game.options.get(_PLAYERS, ())
        bots = setting.opponents(name)
        plain = [who for who, _ in bots if " " not in who]  # without a level
        starts = [game.start(options={_PLAYERS: count}) for count in counts] or [game.start()]
        found.append(
            {
                "name": name,
                "title": game.show.title,
                "modes": game.show.modes,
                "counts": counts,
                "seats": [game.seats(state) for state, _ in starts],
                "who": [(HUMAN, HUMAN), *bots],
                "usual": setting.opponent if setting.opponent in plain else (plain or [HUMAN])[-1],
            }
        )
    return found


def table(commands: Commands, preview: Action | None = None, has_threats: bool = False) -> dict[str, Any]:
    """Return the drawing and the texts beside it by key, and the sizes of both frames."""
    room = commands.room
    game, now = room.game, room.table.timeline.now
    scene: Scene = scene_of(game, now, commands.board.viewer, preview)
    if preview is None:
        scene = scene._replace(arrows=(*_arrows_before(commands), *scene.arrows))
    if has_threats:
        endangered = places_in_danger(room.situation, preview, commands.board.viewer)
        scene = scene._replace(marks=(*scene.marks, *[Mark(place, MarkKind.THREAT) for place in endangered]))
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


def _arrows_before(commands: Commands) -> list[Arrow]:
    """Return the arrows of what others have done since the last decision of the person at the page, without the latest."""
    room = commands.room
    now, others = room.table.timeline.now, room.seating.opponents
    news = commands.board.news() if room.seating.humans else ()
    moments = [entry for entry in news if isinstance(entry, Moment) and entry is not now]
    done = [moment for moment in moments if moment.actor in others or moment.actor == CHANCE]
    return [arrow for moment in done for arrow in arrows_of(room.game, moment)]
