"""A question to answer with yes or no before something is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from beachhead.protocol.repl.clean import Line

_YES: Final = ("y", "yes")
_NO: Final = ("n", "no")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the function to call on yes; any other line means no."""

    text: list[Line]
    yes: Callable[[], list[Line]]
    no: str  # the text for people on no


def answer_in(line: str) -> bool | None:
    """Return True for yes, False for no, and None for any other line."""
    word = line.strip().lower()
    return True if word in _YES else False if word in _NO else None
