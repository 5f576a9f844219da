"""A real pseudo-terminal with `beachhead play` in it, and a screen emulator that shows what a person would see."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pyte

PATIENCE = 30.0
_COLOUR = re.compile(rb"\x1b\[[0-9;]*m")
_COLOURED = re.compile(rb"(^|;)(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;|$)")


class Answering(pyte.Screen):
    """A screen that answers where its cursor is, as terminals do."""

    def __init__(self, columns: int, rows: int, answer: Callable[[bytes], object]) -> None:
        super().__init__(columns, rows)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode())


class Terminal:
    """The program, what it has written, and how that looks."""

    def __init__(
        self,
        arguments: list[str],
        folder: Path,
        size: tuple[int, int] = (80, 24),
        program: str = sys.executable,
        **environ: str,
    ) -> None:
        columns, rows = size
        env = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORFGBG", "COLUMNS", "LINES")
        }
        env |= {
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(folder),
            "LANG": "C.UTF-8",
            "PYTHONUTF8": "1",
            **environ,
        }
        command = ["-m", "beachhead", *arguments] if program == sys.executable else arguments
        self._child = pexpect.spawn(program, command, dimensions=(rows, columns), env=env, timeout=PATIENCE)
        self.screen = Answering(columns, rows, self._child.send)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text, with the blanks at the ends of its lines."""
        return "\n".join(self.screen.display)

    def read(self, seconds: float = 0.05) -> None:
        """Take in what has been written meanwhile."""
        try:
            piece = self._child.read_nonblocking(65_536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.written += piece
        self._stream.feed(piece)

    def wait(self, seen: str | Callable[[], bool]) -> None:
        """Wait until the screen shows a text, or until something else holds."""
        holds = (lambda: seen in self.text) if isinstance(seen, str) else seen
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, f"not seen: {seen}\n{self.text}"
            assert self._child.isalive() or self._pending(), f"it has ended: {seen}\n{self.text}"
            self.read()

    def _pending(self) -> bool:
        before = len(self.written)
        self.read()
        return len(self.written) > before

    def type(self, keys: str) -> None:
        """Send keys as they are."""
        self._child.send(keys)

    def enter(self, line: str, seen: str | Callable[[], bool]) -> None:
        """Type a line with Enter, and wait for what it leads to."""
        self.type(f"{line}\r")
        self.wait(seen)

    def control(self, key: str) -> None:
        """Send a key with Ctrl."""
        self._child.sendcontrol(key)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size."""
        self.screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def signal(self, number: int) -> None:
        """Send a signal to the program."""
        self._child.kill(number)

    def end(self) -> int:
        """Wait for the end of the program; return its exit code."""
        until = time.monotonic() + PATIENCE
        while self._child.isalive():
            assert time.monotonic() < until, f"it does not end\n{self.text}"
            self.read()
        while self._pending():
            pass
        self._child.close()
        return self._child.exitstatus if self._child.exitstatus is not None else -(self._child.signalstatus or 0)

    def close(self) -> None:
        """End the program however it stands."""
        self._child.close(force=True)

    def colours(self) -> bool:
        """Whether anything was written in colour."""
        return any(_COLOURED.search(code[2:-1]) for code in _COLOUR.findall(self.written))


@contextmanager
def terminal(
    arguments: list[str], folder: Path, size: tuple[int, int] = (80, 24), **environ: str
) -> Iterator[Terminal]:
    """A terminal that is gone after the test."""
    found = Terminal(arguments, folder, size, **environ)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def shell(folder: Path, size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """A shell with job control, in which $PLAY begins a game between people."""
    play = f"{sys.executable} -m beachhead play --seed 7 --first south --north human"
    found = Terminal(["--norc", "--noprofile", "-i"], folder, size, "bash", PLAY=play, PS1="$ ")
    try:
        yield found
    finally:
        found.close()
