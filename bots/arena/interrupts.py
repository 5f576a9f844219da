"""Ctrl-C and the other signals that stop a run."""

from __future__ import annotations

import os
import signal
from types import TracebackType
from typing import Any


class Interrupts:
    """Ctrl-C: once lets the running games finish, twice stops now; SIGTERM and SIGHUP stop now."""

    def __init__(self) -> None:
        self.count = 0
        self.signal = 0
        self.descriptor, self._write = os.pipe()
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        os.set_blocking(self.descriptor, False)
        os.set_blocking(self._write, False)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self.descriptor)
        os.close(self._write)

    def _hear(self, number: int, _: object) -> None:
        self.signal = number
        self.count += 1 if number == signal.SIGINT else 2

    def clear(self) -> None:
        """Empty the descriptor."""
        try:
            os.read(self.descriptor, 4096)
        except BlockingIOError:
            return
