"""The boards of running games, as a spectator tells them: the latest position of each, drawn when it is shown."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from beachhead.engine.drawing.svg import svg_of
from beachhead.engine.game import Game

MOST: Final = 12  # boards that are shown
ENOUGH: Final = 1 << 20  # bytes without the end of a line that are kept


class Boards:
    """The running games by their ids."""

    def __init__(self) -> None:
        self._heard = b""
        self._running: dict[int, dict[str, Any]] = {}  # the last message about each game
        self._drawn: dict[int, dict[str, Any]] = {}
        self._changed: set[int] = set()

    @property
    def is_changed(self) -> bool:
        """Whether there is something new to draw."""
        return bool(self._changed)

    def hear(self, piece: bytes) -> None:
        """Take bytes that a spectator has written."""
        *lines, self._heard = (self._heard[-ENOUGH:] + piece).split(b"\n")
        for line in lines:
            message = json.loads(line)
            id = message["game"]
            self._changed.add(id)
            if "state" in message:
                self._running[id] = message
            else:
                self._running.pop(id, None)

    def forget(self, ids: Collection[int]) -> None:
        """Leave out games that are over."""
        for id in [id for id in list(self._running) if id in ids]:
            self._running.pop(id, None)
            self._changed.add(id)

    def all(self) -> dict[str, Any]:
        """Return the message that shows a new page all boards that have been drawn."""
        return {"boards": list(self._drawn.values()), "over": []}

    def draw(self, game: Game[Any], names: Sequence[str]) -> dict[str, Any]:
        """Return the message with the boards that have changed, and the games that are over."""
        changed, self._changed = self._changed, set()
        running = dict(list(self._running.items()))
        shown = sorted(running)[:MOST]
        boards = []
        for id in [id for id in shown if id in changed or id not in self._drawn]:
            message = running[id]
            state = game.read(message["state"])
            seats = game.seats(state)
            players = [f"{seat.title()}: {names[bot]}" for seat, bot in zip(seats, message["bots"], strict=True)]
            last = game.canonical(message["last"])
            wide, narrow = [svg_of(game, state, last=last, has_style=False, is_narrow=each) for each in (False, True)]
            board = {"game": id, "players": players, "board": wide, "narrow": narrow}
            self._drawn[id] = board
            boards.append(board)
        over = [id for id in self._drawn if id not in shown]
        for id in over:
            del self._drawn[id]
        return {"boards": boards, "over": over}
