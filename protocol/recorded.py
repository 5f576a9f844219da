"""Read records: the game, the remarks on its actions, its side lines, and what the prompt noted for itself.

A record is a script in the language of the protocol, so it is read by a session, which replays the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.record import printable
from beachhead.engine.timeline import Moment, Variation
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.files import LARGEST, NoFile, read_file
from beachhead.protocol.framing import Framing
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.reply import Refused
from beachhead.protocol.session import Session, decode
from beachhead.protocol.side_line import grow, read_side_line
from beachhead.protocol.table import Table

_HELD: Final = (reader.NewGame, reader.Position, reader.Header, reader.Act, reader.Forfeit, reader.ExpectResult)
_FOR_TOOLS: Final = "#:"  # start of a comment for tools
_VARIATION: Final = "variation"


@dataclass(slots=True)
class RecordedGame:
    """A game read from a record."""

    table: Table
    remarks: dict[int, list[str]] = field(default_factory=dict)  # by number of the moment, from 0
    notes: dict[str, str] = field(default_factory=dict)  # other comments for tools, by their first words

    @property
    def variations(self) -> Sequence[Variation[Any]]:  # Any: records are independent of the game
        """The side lines of the game."""
        return self.table.timeline.variations

    @property
    def game(self) -> Game[Any]:
        """The game of the record."""
        return self.table.timeline.game

    @property
    def moments(self) -> list[Moment[Any]]:
        """The moments of the game, oldest first."""
        return self.table.timeline.moments()

    def name_of(self, seat: str) -> str:
        """Return the name of the player at a seat; empty if it is unknown."""
        headers = self.table.headers
        return printable(headers.get(f"seat.{seat}") or headers.get(seat, "")).strip()


def read_lines(file: Path) -> list[bytes]:
    """Return the lines of a file; raise Refusal if it cannot be read."""
    try:
        content = read_file(file)
    except NoFile as problem:
        raise Refusal("argument", str(problem)) from None
    return split(content, str(file))


def split(content: bytes, name: str) -> list[bytes]:
    """Return the lines of the content of a file; raise Refusal if it is too large."""
    if len(content) > LARGEST:
        raise Refusal("limit", f"{printable(name)} is larger than any record")
    framing = Framing()
    return framing.feed(content) + framing.end()


def read_record(
    lines: Sequence[bytes], name: str, find: Callable[[str], Game[Any]], joins_chance: bool = False
) -> RecordedGame:
    """Return the game of a record; raise Refusal with the line number if it is invalid.

    ``joins_chance`` makes chance no step of its own, if the header `dice` says that the engine drew it.
    """
    session = Session(Table(find))
    table = session.table
    recorded = RecordedGame(table)
    waiting: list[str] = []  # remarks on the next action
    side_lines: list[tuple[int, str]] = []
    number, moments = 0, 0
    try:
        for number, line in enumerate(lines, 1):
            text = decode(line)
            comment = text.lstrip(" \t")
            if comment.startswith(_FOR_TOOLS):
                word, _, rest = comment.removeprefix(_FOR_TOOLS).strip().partition(" ")
                if word == _VARIATION:
                    side_lines.append((number, rest))
                else:
                    recorded.notes[word] = rest
                continue
            if comment.startswith("#"):
                waiting.append(printable(comment.removeprefix("#")).strip())
                continue
            before = table.timeline.now if table.game else None
            is_act = _do(session, text)
            if not is_act or before is None:
                if before is None:
                    waiting = []  # comments before the game are about the file, not about an action
                moments = len(table.timeline.moments()) if table.game else 0
                continue
            if any(waiting):
                recorded.remarks[moments] = [remark for remark in waiting if remark]
            waiting = []
            moments += len(table.timeline.now.since(before))
        if table.game is None:
            raise Refusal("argument", "it holds no game")
        is_auto = joins_chance and table.headers.get("dice") == "auto"
        if is_auto:
            table.join_chance()
        for at, text in side_lines:
            number = at  # for the error message
            side_line = read_side_line(text)
            table.keep(side_line.name, grow(table.timeline, side_line, is_auto))
    except Refusal as problem:
        raise Refusal(problem.code, f"{printable(name)}, line {number}: {problem.reason}") from None
    except BadSyntax as problem:
        raise Refusal("syntax", f"{printable(name)}, line {number}: {problem}") from None
    except ValueError as problem:
        raise Refusal("argument", f"{printable(name)}, line {number}: {problem}") from None
    if any(waiting):
        recorded.remarks.setdefault(moments, []).extend([remark for remark in waiting if remark])
    return recorded


def _do(session: Session, text: str) -> bool:
    """Run a line of a record; return whether it was an action."""
    command = reader.read(text, session.table.game)
    if command is None:
        return False
    if not isinstance(command, _HELD):
        raise Refusal("argument", "no line of a record: `beachhead run` runs scripts")
    reply = session.reply_to(command)
    if isinstance(reply, Refused):
        raise Refusal("argument", str(reply))
    return isinstance(command, reader.Act | reader.Forfeit)
