"""Lessons of a game: small positions with something to do in each, for a tutorial that the engine itself checks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """One task: its instructions, the accepted actions, and the actions of chance or the opponents that follow."""

    text: str
    wants: str  # the first words of the accepted actions: `move d2`, or `shoot` for any shot
    then: tuple[str, ...] = ()  # canonical actions that follow, usually outcomes of chance
    praise: str = ""  # shown to the player when the task is done

    def accepts(self, action: str) -> bool:
        """Return whether an action, in canonical form, is one of the accepted ones."""
        return f"{action} ".startswith(f"{self.wants} ")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, and the tasks to do in it, in order."""

    title: str
    position: str
    tasks: tuple[Task, ...]
