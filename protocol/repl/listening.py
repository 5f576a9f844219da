"""Listening: watches the bots' streams and the clock in the prompt's event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from beachhead.protocol.process import BotProcess
from beachhead.protocol.repl.opponent import Opponent

_TICK: Final = 0.5  # seconds between looks at the clock while a bot thinks

Owner = tuple[Opponent, BotProcess]


class Listening:
    """Watches the bots' streams; calls ``hear`` with a bot that has written something or has exited."""

    def __init__(self, hear: Callable[[Opponent], None]) -> None:
        self._hear = hear
        self._watched: dict[int, Owner] = {}
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, opponents: Iterable[Opponent]) -> None:
        """Watch these bots, as far as they run, and no others."""
        loop = asyncio.get_running_loop()
        wanted: dict[int, Owner] = {}
        for opponent in opponents:
            process = opponent.process
            if process is not None:
                wanted |= dict.fromkeys(process.open, (opponent, process))
                if process.is_pending:
                    loop.add_writer(process.stdin, self._write, process)
        for stream, owner in list(self._watched.items()):
            if wanted.get(stream) != owner:
                loop.remove_reader(stream)
                del self._watched[stream]
        for stream, owner in wanted.items():
            if stream not in self._watched:
                loop.add_reader(stream, self._read, stream, *owner)
                self._watched[stream] = owner

    def _write(self, process: BotProcess) -> None:
        process.read(process.stdin)
        if not process.is_pending:
            asyncio.get_running_loop().remove_writer(process.stdin)

    def _read(self, stream: int, opponent: Opponent, process: BotProcess) -> None:
        process.read(stream)
        if opponent.process is process:
            self._hear(opponent)

    def tick(self, look: Callable[[], bool]) -> None:
        """Call ``look`` now and then twice a second, as long as it returns True."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if look():
            self._timer = asyncio.get_running_loop().call_later(_TICK, self.tick, look)
