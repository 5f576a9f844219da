"""Lessons of a game: small positions with something to do in each, for a tutorial that the engine itself checks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do: what the player is told, how the right actions begin, and what chance or the others do then."""

    text: str
    wants: str  # the first words of the actions that are right: `move d2`, or `shoot` for any shot
    then: tuple[str, ...] = ()  # canonical actions that follow, outcomes of chance above all
    praise: str = ""  # what there is to say when it is done

    def accepts(self, action: str) -> bool:
        """Whether an action, in canonical form, is one of those that are asked for."""
        return f"{action} ".startswith(f"{self.wants} ")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, and what to do in it, one task after the other."""

    title: str
    position: str
    tasks: tuple[Task, ...]
