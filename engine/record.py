"""Records: a game as a script in the language of the protocol, which replays and verifies itself when it is read."""

from collections.abc import Mapping
from typing import Final, TypeVar

from beachhead.engine.timeline import Timeline

S = TypeVar("S")
WIDTH: Final = 1000  # longer comments are cut


def write_record(
    timeline: Timeline[S],
    options: Mapping[str, str],
    position: str | None = None,
    headers: Mapping[str, str] | None = None,
    with_notes: bool = True,
) -> list[str]:
    """Return the lines of a game's record.

    ``options`` are those of its `newgame`; ``position`` is the text of the first position if the game began from one.
    """
    game, mode = timeline.game, timeline.game.setting(timeline.state).mode
    words = [f"{key}={value}" for key, value in options.items()]
    lines = [" ".join(["newgame", game.name, mode, *words, "dice=manual"])]
    if position is not None:
        lines.append(f"position {game.name} {position}")
    lines += [f"header {key} {quoted(value)}" for key, value in (headers or {}).items()]
    for moment in timeline.moments():
        if with_notes:
            lines += [comment(note) for note in moment.notes]
        if moment.action is not None:
            lines.append(moment.action.text)
    return lines


def quoted(text: str) -> str:
    """Return a string quoted as the protocol requires."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def comment(text: str) -> str:
    """Return a text as a comment: always one line of printable characters."""
    return f"# {printable(text)[:WIDTH]}"


def printable(text: str) -> str:
    """Return the text with every unprintable character replaced by a blank."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " for character in text)
