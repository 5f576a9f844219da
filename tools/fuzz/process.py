"""The same lines through a real engine process, cut anywhere: its bytes are those of a session in this one."""

import re
import subprocess
import sys
from random import Random
from threading import Thread
from typing import IO

from beachhead.protocol.session import GREETING, Session
from beachhead.protocol.table import Table
from tools.fuzz.laws import Violation, framed
from tools.fuzz.lines import Lines

_NOT_REPEATABLE = re.compile(rb"newgame|quit|hint")  # random seeds, the end, an adviser that a bare session has not


def conversation(seed: int, count: int) -> tuple[bytes, list[str]]:
    """Return lines, the last one without its end, and a session's answers to them."""
    lines, session = Lines(Random(seed)), Session(Table())
    data, said = b"newgame seed=1\n", answered(session, b"newgame seed=1")
    for _ in range(count):
        piece = lines.next(session.table.timeline)
        if _NOT_REPEATABLE.search(piece) and (b"seed=" not in piece or b"quit" in piece or b"hint" in piece):
            continue
        if re.search(rb"newgame(?!.*\bseed=[a-z0-9]{1,32}[ \r\n])", piece):
            continue
        data += piece
        for line in piece.removesuffix(b"\n").split(b"\n"):
            said += answered(session, framed(line))
    return data + b"ping", [*said, "ok"]


def answered(session: Session, line: bytes) -> list[str]:
    """Return a session's answer to a line."""
    answer = session.handle(line)
    return [] if answer is None else answer.lines()


def check(seed: int, count: int) -> int:
    """Hold a conversation with a process and compare; return the number of lines. Raise Violation."""
    data, said = conversation(seed, count)
    with subprocess.Popen(
        [sys.executable, "-m", "beachhead", "engine"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        writer = Thread(target=_write, args=(process.stdin, data, Random(seed)))
        writer.start()
        output = process.stdout.read()
        errors = process.stderr.read()
        writer.join()
        code = process.wait()
    if errors or code:
        raise Violation(f"the process ends with {code} and says {errors[-300:]!r}")
    for expected, got in zip([GREETING, *said], output.decode().split("\n"), strict=False):
        if expected != got:
            raise Violation(f"the process says {got[:200]!r} and not {expected[:200]!r}")
    if output.decode().count("\n") != len(said) + 1:
        raise Violation(f"the process says {output.decode().count(chr(10))} lines and not {len(said) + 1}")
    return data.count(b"\n") + 1


def _write(stdin: IO[bytes], data: bytes, rng: Random) -> None:
    """Write the bytes in pieces of random length."""
    at = 0
    while at < len(data):
        size = 1 << rng.randrange(17)
        piece = data[at : at + size]
        while piece:
            piece = piece[stdin.write(piece) :]
        at += size
    stdin.close()
