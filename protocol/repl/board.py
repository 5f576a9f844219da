"""The board above the prompt: through whose eyes it is seen, and how it is drawn for the size of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.picture import Picture
from beachhead.engine.values import Action
from beachhead.protocol.repl.analysis import places_in_danger
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.draw import draw
from beachhead.protocol.repl.news import Entry, lines_of, since_own
from beachhead.protocol.repl.room import Room

LOW: Final = 34  # rows of a screen on which what is written above the board is soon out of sight


class Board:
    """What the person in a room sees of the game."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.columns = 80  # of the terminal, as far as is known
        self._viewer: str | None = None  # who looked last
        self._uncovered = ""  # the seat that has seen that it is its turn
        self._drawn: tuple[tuple[object, ...], Picture] = ((), [])  # what was drawn last, and from what

    @property
    def viewer(self) -> str | None:
        """Whose view is shown; None if everything is."""
        room = self._room
        humans = room.seating.humans
        if room.tutorial is not None or room.sees_all or not humans:
            return None
        actor = room.situation.actor
        if actor not in humans and self._viewer in humans:
            return self._viewer
        seat = actor if actor in humans else humans[0]
        if seat != self._viewer:
            self._uncovered = "" if self._hides(seat) else seat
            self._viewer = seat
        return seat

    def _hides(self, seat: str) -> bool:
        """Whether the person who looked before may not see what the next one sees."""
        before = self._viewer
        table = self._room.session.table
        if before is None or before not in self._room.seating.humans or table.game is None:
            return False
        state = table.timeline.state
        scene = table.game.show.scene
        return before in table.game.seats(state) and scene(state, seat=before) != scene(state, seat=seat)

    @property
    def is_covered(self) -> bool:
        """Whether the screen is covered until the next person presses a key: several play at one keyboard."""
        viewer = self.viewer
        return viewer is not None and self._uncovered != viewer

    def uncover(self) -> None:
        """Show the board to the person whose turn it is."""
        self._uncovered = self.viewer or ""

    def news(self) -> Sequence[Entry]:
        """Return what has happened since the last decision of the person at the keyboard."""
        room = self._room
        return since_own(list(room.news), self.viewer) if len(room.seating.humans) > 1 else list(room.news)

    def told(self, short: bool = False) -> list[Line]:
        """Return the news as lines."""
        return lines_of(self.news(), self._room.game, short)

    def _endangered(self, preview: Action | None) -> list[str]:
        """Return the places where somebody is in danger, after a considered action if there is one."""
        room = self._room
        return places_in_danger(room.situation, preview, self.viewer) if room.shows_dangers else []

    def picture(self, size: tuple[int, int], preview: Action | None = None, ascii: bool = False) -> Picture:
        """Return the board in so many columns and rows, with the news beside it if they have scrolled out of sight."""
        room = self._room
        if room.table.game is None:
            return []
        if self.is_covered:
            return [
                [],
                [(self.viewer or "", f"{self.viewer}"), ("asks", ": it is your turn. Any key shows the board.")],
                [],
            ]
        news = self.news()
        task = [] if room.tutorial is None else room.tutorial.said
        key = (room.table.timeline, self.viewer, preview, size, ascii, news, task, room.shows_dangers)
        if self._drawn[0] != key:
            self._drawn = (
                key,
                draw(
                    room.table.timeline,
                    self.viewer,
                    preview,
                    self.told(),
                    size,
                    ascii,
                    task,
                    self.told(short=True),
                    self._endangered(preview),
                ),
            )
        return self._drawn[1]
