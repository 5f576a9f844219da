"""`python tools/trace.py [-v]`: print the functions and files that a line crosses from bytes to bytes.

A line goes through the framing, its session or seat, and back to the bytes of its answer. Every call of a function of
the project counts, calls inside Python and Lark do not. `first` is a line that was never seen before, `again` one whose
parse is cached.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from beachhead.protocol.framing import Framing
from beachhead.protocol.seat import Seat
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = ("engine", "grammar", "protocol")
POSITION: Final = "11ss/12/12/12/12/12/3ss8/12/12/12/3Tn8/12 c:..... j:..... 0+0 south act:4 9"
LINES: Final = ("shoot d2", "shoot d2 d6", "answer 1 shoot d2", "answer 1 shoot d2 d6")


class Crossing(NamedTuple):
    """What a line crossed: each call as file and function, in order, and the answer."""

    calls: list[tuple[str, str]]
    answer: bytes

    @property
    def files(self) -> list[str]:
        """Return the files in the order in which they were entered."""
        return list(dict.fromkeys(file for file, _ in self.calls))


def cross(line: str) -> Crossing:
    """Return what a line crosses on its way to a session, or to a seat if it is an answer."""
    table = Table()
    table.set_position("island", POSITION)
    client: Session = Session(table)
    if line.startswith("answer"):
        client = seat = Seat(table, "south")
        seat.ask([None, None])
    framing = Framing()
    framing.feed(b"# a first line, so that no byte order mark is looked for\n")
    calls: list[tuple[str, str]] = []
    answer = _profiled(lambda: _answered(framing, client, f"{line}\n".encode()), calls)
    return Crossing(calls, answer)


def _answered(framing: Framing, client: Session, piece: bytes) -> bytes:
    """Return the bytes that answer a piece of input, as the server and the arena make them."""
    lines: list[str] = []
    for line in framing.feed(piece):
        heard = client.hear(line) if isinstance(client, Seat) else client.handle(line)
        if heard is not None:
            lines += heard.lines()
    return "\n".join([*lines, ""]).encode()


def _profiled(work: Callable[[], bytes], calls: list[tuple[str, str]]) -> bytes:
    folders = tuple(str((ROOT / part).resolve()) for part in PARTS)

    def notice(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        path = str(Path(code.co_filename).resolve()) if event == "call" else ""
        if path.startswith(folders) and not code.co_name.startswith("<"):
            calls.append((path.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(notice)
    try:
        return work()
    finally:
        sys.setprofile(None)


def main(arguments: list[str]) -> int:
    """Print the crossings, with -v every call of them."""
    Session(Table()).answer("ping")  # loads the grammar
    for line in LINES:
        for when in ("first", "again"):
            crossing = cross(line)
            files = crossing.files
            sys.stdout.write(f"{line:<22} {when}  {len(crossing.calls):>3} calls in {len(files):>2} files\n")
            if "-v" in arguments:
                for file, function in crossing.calls:
                    sys.stdout.write(f"    {file:<32} {function}\n")
                sys.stdout.write(f"    -> {crossing.answer!r}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
