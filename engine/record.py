"""Records: a game as a script in the protocol's own language, that replays and verifies itself when it is read."""

from collections.abc import Mapping
from typing import Final, TypeVar

from beachhead.engine.timeline import Timeline

S = TypeVar("S")
WIDTH: Final = 1000  # a comment longer than this is cut


def write_record(
    timeline: Timeline[S],
    options: Mapping[str, str],
    position: str | None = None,
    headers: Mapping[str, str] | None = None,
    with_notes: bool = True,
) -> list[str]:
    """The lines of a game's record.

    ``options`` are those of its `newgame`; ``position`` is the text that the game began from where that was no new game.
    """
    game, moments = timeline.game, timeline.moments()
    words = [f"{key}={value}" for key, value in options.items()]
    lines = [" ".join(["newgame", game.name, game.mode(timeline.state), *words, "dice=manual"])]
    if position is not None:
        lines.append(f"position {game.name} {position}")
    lines += [f"header {key} {quoted(value)}" for key, value in (headers or {}).items()]
    for moment in moments:
        if with_notes:
            lines += [comment(note) for note in moment.notes]
        if moment.action is not None:
            lines.append(moment.action.text)
    return lines


def quoted(text: str) -> str:
    """A string as the protocol writes it."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def comment(text: str) -> str:
    """A comment line; whatever the text holds, it is one line of printable characters."""
    return f"# {printable(text)[:WIDTH]}"


def printable(text: str) -> str:
    """The text with everything that is no printable character shown as a blank."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " for character in text)
