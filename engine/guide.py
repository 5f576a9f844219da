"""A guide to a game for its players: chapters in the order in which one needs them, each with rules of the rulebook."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """A few actions from a position, which are played when the guide is written: what is typed, and what happens."""

    words: str  # the situation, in words
    position: str
    actions: tuple[str, ...]  # canonical, outcomes of chance included


class Chapter(NamedTuple):
    """A chapter: its title, its text (paragraphs, lists and tables), the rules that belong to it by id, an example."""

    title: str
    text: str
    rules: tuple[str, ...] = ()
    example: Example | None = None
