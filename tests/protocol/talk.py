"""Conversations for the tests: a session with a scripted adviser, pages of `> ` and `< ` lines, and how they run."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from beachhead.engine.game import Game
from beachhead.engine.interrupt import IsStopped, never
from beachhead.protocol.reply import Hinted
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table

Exchange = tuple[str, list[str]]


def advise(game: Game[Any], state: Any, seat: str, milliseconds: int | None, is_stopped: IsStopped = never) -> Hinted:
    """An adviser that takes the first legal action in the order of bytes, and says for whom and how long it thought."""
    first = min(game.legal(state), key=str)
    return Hinted(first, (f"{seat} {'no limit' if milliseconds is None else milliseconds}",))


def new_session() -> Session:
    """A session at a fresh table, with the scripted adviser."""
    return Session(Table(), advise)


def say(session: Session, *lines: str | bytes) -> list[str]:
    """The lines that answer the last of these lines."""
    said: list[str] = []
    for line in lines:
        answer = session.handle(line if isinstance(line, bytes) else line.encode())
        said = [] if answer is None else answer.lines()
    return said


def exchanges(lines: Iterable[str]) -> Iterator[Exchange]:
    """Lines of `> COMMAND`, each with the `< ANSWER` lines behind it; others are skipped."""
    command: str | None = None
    answer: list[str] = []
    for line in lines:
        if line.startswith("> "):
            if command is not None:
                yield command, answer
            command, answer = line[2:], []
        elif line.startswith("< "):
            answer.append(line[2:])
    if command is not None:
        yield command, answer


def scripts(game: str) -> list[Path]:
    """The scripts that test the rules of a game."""
    return sorted((Path(__file__).parents[1] / "scripts" / game).glob("*.bhr"))
