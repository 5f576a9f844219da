"""Scripts and records: files in the protocol's own language, each on a fresh table, that stop where a line fails."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.protocol.framing import TOO_LONG, Framing, untagged
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import Table

_CHUNK: Final = 65_536
_COLUMN: Final = re.compile(r"error syntax column (\d+): ")
_SHOWN: Final = 200  # bytes of a line that a message shows


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that was answered by an error."""

    file: str
    line: int
    column: int
    text: str
    answer: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.answer}\n    {self.text}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a script went: its lines that were answered, and those that failed."""

    lines: int
    failures: tuple[Failure, ...]


def run_script(
    name: str,
    pieces: Iterable[bytes],
    session: Session,
    keep_going: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Outcome:
    """Runs the lines of a script; stops at the first that fails, or goes on. ``tell`` hears every answer."""
    count, failures = 0, []
    for number, line in enumerate(_lines(pieces), 1):
        replies = session.handle(line)
        if tell is not None:
            for reply in replies:
                tell(reply)
        if not replies:
            continue
        count += 1
        failure = _failure(name, number, line, replies[-1])
        if failure is not None:
            failures.append(failure)
            if not keep_going:
                break
        if session.is_over:
            break
    return Outcome(count, tuple(failures))


def run_files(
    names: list[str],
    find: Callable[[str], Game[Any]],
    adviser: Adviser | None = None,
    keep_going: bool = False,
    is_verbose: bool = False,
) -> int:
    """Runs script files, each on a fresh table, and prints what failed and a summary; gives the exit code."""
    outcomes, unreadable = [], 0
    for name in names:
        session = Session(Table(find), adviser)
        try:
            outcome = run_script(name, _pieces(name), session, keep_going, _print if is_verbose else None)
        except OSError as problem:
            print(f"{name}: cannot be read: {problem.strerror}", file=sys.stderr)  # noqa: T201
            unreadable += 1
            if keep_going:
                continue
            break
        for failure in outcome.failures:
            print(failure, file=sys.stderr)  # noqa: T201
        outcomes.append(outcome)
        if outcome.failures and not keep_going:
            break
    failed = sum(len(outcome.failures) for outcome in outcomes)
    lines = sum(outcome.lines for outcome in outcomes)
    files = f"{len(outcomes)} of {len(names)} files" if len(names) > 1 else f"{len(outcomes)} file"
    _print(f"{files}, {lines} line{'' if lines == 1 else 's'}, {failed} failed")
    return 2 if unreadable else 1 if failed else 0


def _print(line: str) -> None:
    print(line)  # noqa: T201


def _pieces(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from iter(lambda: os.read(sys.stdin.fileno(), _CHUNK), b"")
        return
    with open(name, "rb") as file:
        yield from iter(lambda: file.read(_CHUNK), b"")


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    framing = Framing()
    for piece in pieces:
        yield from framing.feed(piece)
    yield from framing.end()


def _failure(name: str, number: int, line: bytes, final: str) -> Failure | None:
    answer = untagged(final)
    if not answer.startswith("error "):
        return None
    text = line.removeprefix(TOO_LONG)[:_SHOWN].decode("utf-8", "replace")
    command = untagged(text).lstrip(" \t")
    before = len(text) - len(command)
    found = _COLUMN.match(answer)
    if found is None:
        column = before + 1
    else:  # an answer counts columns behind the tag
        column = int(found[1]) + (len(text) - len(untagged(text)))
    shown = "".join(character if character.isprintable() or character == "\t" else "�" for character in text)
    return Failure(name, number, column, shown, answer)
