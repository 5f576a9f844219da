"""Autosave: writes an unfinished game to its file after every change, and reports once if that fails."""

from __future__ import annotations

from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.keeping import Keeper
from beachhead.protocol.repl.record import Kept, record_lines
from beachhead.protocol.repl.talk import paragraphs


class Autosave:
    """The state of the file of the game in a room."""

    def __init__(self, keeper: Keeper | None) -> None:
        """``keeper`` is None if games are not kept."""
        self._keeper = keeper
        self._written: tuple[object, ...] = ()  # the last text written
        self._is_told = False  # whether people were told that the game cannot be kept

    def save(self, kept: Kept | None, is_over: bool) -> list[Line]:
        """Write a game if it has changed; remove its file if the game is over. Return the error, if any."""
        keeper = self._keeper
        if keeper is None:
            return []
        if kept is None:
            if is_over:
                keeper.forget()
            return []
        if keeper.file is None and not kept.has_been_played:
            return []
        state = (kept.table.timeline, kept.table.is_auto, kept.who, kept.is_auto_end, kept.variations.current)
        if state == self._written:
            return []
        try:
            keeper.write(record_lines(kept, with_place=True))
        except (OSError, RuntimeError) as problem:
            was_told, self._is_told = self._is_told, True
            reason = clean(str(getattr(problem, "strerror", None) or problem))
            return (
                [] if was_told else [paragraphs(f"The game cannot be kept: {reason}. `save FILE` saves it.", "error")]
            )
        self._written = state
        return []

    def leave(self) -> None:
        """Leave the file of the current game as it is: the next game gets a new one."""
        if self._keeper is not None:
            self._keeper.leave()
        self._written = ()
