"""The board above the prompt: from which seat it is seen, and how it is drawn for the size of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from beachhead.engine.picture import DUE, Picture
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, Action
from beachhead.protocol.repl.analysis import places_in_danger
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.draw import draw, has_room, stays_in_sight
from beachhead.protocol.repl.hidden import is_hidden
from beachhead.protocol.repl.news import Entry, lines_of, since_own
from beachhead.protocol.repl.room import Room

_SHOUTS: Final = 3  # maximum number of large messages
LOW: Final = 34  # a screen with fewer rows scrolls text above the board out of sight soon


class Board:
    """The view of the game for the person at the keyboard."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.columns = 80  # of the terminal
        self._viewer: str | None = None  # the last seat that looked
        self._uncovered = ""  # the seat that knows that it is its turn
        self.film: Sequence[Moment[Any]] = ()  # moments to show one by one before the current board
        self._answers: list[Line] = []  # those of the news that only the current viewer was told
        self._seen: set[str] = set()  # large messages that have been dismissed
        self._drawn: tuple[tuple[object, ...], Picture] = ((), [])  # the last picture, and what it was drawn from

    @property
    def viewer(self) -> str | None:
        """The seat whose view is shown; None if everything is shown."""
        room = self._room
        humans = room.seating.humans
        if room.tutorial is not None or room.sees_all or not humans:
            return None
        actor = room.situation.actor
        if actor == CHANCE:
            actor = room.game.show.thrower(room.situation.state)
        if actor not in humans and self._viewer in humans:
            return self._viewer
        if self.film and self._viewer in humans:
            return self._viewer  # the seat that threw the dice watches them
        seat = actor if actor in humans else humans[0]
        if seat != self._viewer:
            if self._viewer in humans:  # answers to one person are not shown to another
                kept = [entry for entry in room.news if not any(entry is line for line in self._answers)]
                self._answers.clear()
                room.news.clear()
                room.news.extend(kept)
            self._uncovered = "" if self._hides(seat) else seat
            self._viewer = seat
        return seat

    def _hides(self, seat: str) -> bool:
        """Return whether the previous viewer may not see something that the next one sees."""
        before, table = self._viewer, self._room.session.table
        if before is None or before not in self._room.seating.humans or table.game is None:
            return False
        return is_hidden(table.game, table.timeline.state, before, seat)

    @property
    def is_covered(self) -> bool:
        """Whether the screen is covered until the next of several people at the keyboard presses a key."""
        viewer = self.viewer
        return viewer is not None and self._uncovered != viewer

    def uncover(self) -> None:
        """Show the board to the person whose turn it is."""
        self._uncovered = self.viewer or ""

    def answer(self, lines: Sequence[Line]) -> None:
        """Add lines to the news that only the person at the keyboard may see; the same answer twice is shown once."""
        news = self._room.news
        if lines and [*news][-len(lines) :] == [*lines]:
            for _ in lines:
                news.pop()
        self._answers += lines
        news.extend(lines)

    def news(self) -> list[Entry]:
        """Return the news since the last decision of the person at the keyboard, as far as they have been shown."""
        room = self._room
        entries = list(room.news)
        if len(room.seating.humans) > 1:
            entries = list(since_own(entries, self.viewer))
        if self.film:
            later = room.table.timeline.now.since(self.film[0])
            entries = [entry for entry in entries if not any(entry is moment for moment in later)]
        return entries

    def told(self, short: bool = False) -> list[Line]:
        """Return the news as lines."""
        return lines_of(self.news(), self._room.game, short)

    def _endangered(self, preview: Action | None) -> list[str]:
        """Return the places in danger, after a considered action if there is one."""
        room = self._room
        return places_in_danger(room.situation, preview, self.viewer) if room.shows_dangers else []

    def shows(self, answer: Sequence[Line], size: tuple[int, int]) -> bool:
        """Return whether an answer that was added to the news fits beside the board."""
        return stays_in_sight(self._timeline, self.viewer, answer, size)

    def due(self, size: tuple[int, int]) -> str:
        """Return who has to act and how, if the picture is too small to show it."""
        room = self._room
        if room.table.game is None or self.is_covered:
            return ""
        due = room.table.game.show.scene(room.table.timeline.state, seat=self.viewer).due
        is_shown = any(style == DUE for line in self.picture(size) for style, _ in line)
        return "" if is_shown else due

    def missed(self, size: tuple[int, int]) -> list[Line]:
        """Return the news of play in full if they do not all fit beside the board; else nothing."""
        game = self._room.game
        played = [
            entry
            for entry in self.news()
            if not any(entry is line for line in self._answers)
            if not isinstance(entry, Moment) or (entry.before is not None and game.turn(entry.before.state))
        ]
        return [] if self.has_room(lines_of(played, game, short=True), size) else lines_of(played, game)

    def has_room(self, lines: Sequence[Line], size: tuple[int, int]) -> bool:
        """Return whether these lines all fit beside the board or below it."""
        return has_room(self._timeline, self.viewer, lines, size)

    @property
    def _timeline(self) -> Timeline[Any]:
        """What is shown: the current game, or the frame of the film."""
        timeline = self._room.table.timeline
        return Timeline(timeline.game, self.film[0]) if self.film else timeline

    # Large messages

    def shouts(self) -> tuple[str, ...]:
        """Return the large messages that have not been dismissed."""
        room = self._room
        if room.table.game is None or self.is_covered:
            return ()
        events = [event for entry in self.news() if isinstance(entry, Moment) for event in entry.events]
        scene = room.game.show.scene(self._timeline.state, seat=self.viewer, events=events)
        found = tuple(dict.fromkeys(scene.shouts))
        self._seen &= set(found)
        return tuple([text for text in found if text not in self._seen])[-_SHOUTS:]

    def hush(self) -> None:
        """Dismiss the large messages, after a key or some seconds."""
        self._seen |= set(self.shouts())

    # What is drawn

    def picture(self, size: tuple[int, int], preview: Action | None = None, ascii: bool = False) -> Picture:
        """Return the board for this number of columns and rows, with the news beside it."""
        room = self._room
        if room.table.game is None:
            return []
        if self.is_covered:
            return [
                [],
                [(self.viewer or "", f"{self.viewer}"), ("asks", ": it is your turn. Any key shows the board.")],
                [],
            ]
        task = [] if room.tutorial is None else room.tutorial.said
        praise = [] if room.tutorial is None else room.tutorial.praise
        shouts = self.shouts()
        news = self.news()
        dangers = room.shows_dangers
        key = (
            room.table.timeline,
            self.viewer,
            preview,
            size,
            ascii,
            news,
            task,
            praise,
            shouts,
            len(self.film),
            dangers,
        )
        if self._drawn[0] != key:
            told, short, marked = self.told(), self.told(short=True), self._endangered(preview)
            self._drawn = (
                key,
                draw(self._timeline, self.viewer, preview, told, size, ascii, task, short, marked, shouts, praise),
            )
        return self._drawn[1]
