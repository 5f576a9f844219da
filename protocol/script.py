"""Run scripts and records: files in the language of the protocol. Each runs on a new table and stops if a line fails."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.protocol.files import NoFile, is_lost, open_regular
from beachhead.protocol.framing import TOO_LONG, Framing, untagged
from beachhead.protocol.reply import Refused
from beachhead.protocol.session import Adviser, Session
from beachhead.protocol.table import Table

_CHUNK: Final = 65_536
_KEPT: Final = 100  # failures of one script that are kept
_SHOWN: Final = 200  # bytes of a line in a message


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that was refused."""

    file: str
    line: int
    column: int
    text: str
    refused: Refused

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: error {self.refused}\n    {self.text}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a script: the numbers of lines answered and failed, and the first failures."""

    lines: int
    failed: int
    failures: tuple[Failure, ...]


def run_script(
    name: str,
    pieces: Iterable[bytes],
    session: Session,
    keep_going: bool = False,
    tell: Callable[[str], None] | None = None,
    fail: Callable[[Failure], None] | None = None,
) -> Outcome:
    """Run the lines of a script; stop at the first failure, or go on.

    ``tell`` is called with every answer, ``fail`` with every failure as it comes: only the first ones are kept.
    """
    count = failed = 0
    failures: list[Failure] = []
    for number, line in enumerate(_lines(pieces), 1):
        answer = session.handle(line)
        if answer is None or answer.reply is None:
            continue
        if tell is not None:
            for text in answer.lines():
                tell(text)
        count += 1
        if isinstance(answer.reply, Refused):
            failed += 1
            failure = _failure(name, number, line, answer.reply)
            if fail is not None:
                fail(failure)
            if len(failures) < _KEPT:
                failures.append(failure)
            if not keep_going:
                break
        if session.is_over:
            break
    return Outcome(count, failed, tuple(failures))


def run_files(
    names: list[str],
    find: Callable[[str], Game[Any]],
    adviser: Adviser | None = None,
    keep_going: bool = False,
    is_verbose: bool = False,
) -> int:
    """Run script files, each on a new table; print the failures and a summary; return the exit code."""
    outcomes, unreadable = [], 0
    for name in names:
        session = Session(Table(find), adviser)
        try:
            tell = _print if is_verbose else None
            outcome = run_script(name, _pieces(name), session, keep_going, tell, lambda found: _complain(str(found)))
        except (NoFile, OSError) as problem:
            if is_lost(problem):
                raise
            reason = problem.reason if isinstance(problem, NoFile) else f"cannot be read: {problem.strerror}"
            _complain(f"{name}: {reason}")
            unreadable += 1
            if keep_going:
                continue
            break
        if outcome.lines == 0:
            _complain(f"{name}: holds no line of a script or record: it may have been cut off")
            outcome = replace(outcome, failed=1)
        outcomes.append(outcome)
        if outcome.failed and not keep_going:
            break
    failed = sum(outcome.failed for outcome in outcomes)
    lines = sum(outcome.lines for outcome in outcomes)
    files = f"{len(outcomes)} of {len(names)} files" if len(names) > 1 else f"{len(outcomes)} file"
    _print(f"{files}, {lines} line{'' if lines == 1 else 's'}, {failed} failed")
    return 2 if unreadable else 1 if failed else 0


def _print(line: str) -> None:
    print(line)  # noqa: T201


def _complain(problem: str) -> None:
    with suppress(OSError):  # a full disk does not change the exit code
        print(problem, file=sys.stderr)  # noqa: T201


def _pieces(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from iter(lambda: os.read(sys.stdin.fileno(), _CHUNK), b"")
        return
    with open_regular(name) as file:
        yield from iter(lambda: file.read(_CHUNK), b"")


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    framing = Framing()
    for piece in pieces:
        yield from framing.feed(piece)
    yield from framing.end()


def _failure(name: str, number: int, line: bytes, refused: Refused) -> Failure:
    text = line.removeprefix(TOO_LONG)[:_SHOWN].decode("utf-8", "replace")
    command = untagged(text).lstrip(" \t")
    if refused.column:  # counted after the tag
        column = refused.column + (len(text) - len(untagged(text)))
    else:
        column = len(text) - len(command) + 1
    shown = "".join(character if character.isprintable() or character == "\t" else "\ufffd" for character in text)
    return Failure(name, number, column, shown, refused)
