"""A question that has to be answered with yes or no before something is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from beachhead.protocol.repl.clean import Line

_YES: Final = ("y", "yes")
_NO: Final = ("n", "no")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what is done on yes; on no, and on anything else that is typed, nothing is done."""

    text: list[Line]
    yes: Callable[[], list[Line]]
    no: str  # what people are told then


def answer_in(line: str) -> bool | None:
    """Return whether a line says yes or no; None if it says something else."""
    word = line.strip().lower()
    return True if word in _YES else False if word in _NO else None
