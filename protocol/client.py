"""A client for Python programs that drive an engine process:

    from random import choice
    from beachhead.protocol.client import Engine

    with Engine() as engine:
        engine.new_game(seed=42)
        while engine.result() is None:
            for event in engine.play(choice(engine.legal())):
                print(event)
        print(engine.history()[-1])

A refused command raises EngineError and changes nothing. Every wait has a limit (EngineTimeout); if the engine exits,
EngineDied is raised with its stderr. The process ends with the `with` block, at the latest with the program. `ask_all`
sends many requests at once. `AsyncEngine` is the same for asyncio. `Engine` needs a POSIX system, because it polls pipes;
`AsyncEngine` does not.
"""

from __future__ import annotations

import shlex
import sys
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from beachhead.engine.values import Action, Event, Result
from beachhead.protocol import requests
from beachhead.protocol.exchange import Exchange, read_greeting
from beachhead.protocol.failures import EngineDied, EngineError, EngineFailure, EngineTimeout
from beachhead.protocol.process import PATIENCE, BotProcess, Watch
from beachhead.protocol.reply import Data, Explained, Hinted, Identified
from beachhead.protocol.requests import Request

if TYPE_CHECKING:
    from beachhead.protocol.async_client import AsyncEngine

__all__ = [
    "COMMAND", "Action", "AsyncEngine", "Data", "Engine", "EngineDied", "EngineError", "EngineFailure", "EngineTimeout",
    "Event", "Explained", "Hinted", "Identified", "Request", "Result", "requests",
]  # fmt: skip

T = TypeVar("T")
COMMAND: Final = (sys.executable, "-m", "beachhead", "engine")
TIMEOUT: Final = 10.0  # seconds for an answer


def words_of(command: str | Sequence[str]) -> list[str]:
    """Return a command as a list of words; a string is split like in a shell."""
    return shlex.split(command) if isinstance(command, str) else list(command)


class Engine:
    """An engine process, for programs without asyncio. Not thread-safe."""

    def __init__(
        self,
        command: str | Sequence[str] = COMMAND,
        *,
        timeout: float | None = TIMEOUT,
        patience: float = PATIENCE,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
    ) -> None:
        """Start the engine and read its greeting; a command in one string is split like in a shell.

        ``timeout`` applies to every answer (None: no limit); ``patience`` is the time the engine has to exit by itself.
        Raise OSError if it cannot be started, and EngineFailure if its greeting is invalid.
        """
        self.timeout = timeout
        self._exchange = Exchange()
        self._patience = patience
        self._process = BotProcess(words_of(command), env, cwd)
        self._process.grace = patience
        self._watch = Watch([self._process])
        self._end = weakref.finalize(self, _end, self._process)  # at the end of the program at the latest
        try:
            self.name, self.version = read_greeting(self._hear("the start", _Limit(timeout)))
        except BaseException:
            self._process.kill()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._process.pid

    @property
    def stderr(self) -> str:
        """The beginning and the end of the engine's stderr."""
        return self._process.words.text()

    def close(self) -> int:
        """End the process, by force if necessary; return its exit code. May be called again."""
        self._end.detach()
        return self._process.end(self._patience)

    def send(self, line: str, timeout: float | None = None) -> Data:
        """Send any command, as written in the protocol; return the answer; raise EngineError if it is refused."""
        return self.ask(requests.raw(line), timeout)

    def ask(self, request: Request[T], timeout: float | None = None) -> T:
        """Send a request; return the value of its answer; raise EngineError if it is refused."""
        (answer,) = self.ask_all([request], timeout)
        if isinstance(answer, EngineError):
            raise answer
        return answer

    def ask_all(self, asked: Iterable[Request[T]], timeout: float | None = None) -> list[T | EngineError]:
        """Send many requests without waiting for each; return their values in order, with EngineError for refused ones."""
        limit = _Limit(self.timeout if timeout is None else timeout)
        todo: list[tuple[str, Request[T]]] = []
        answers: dict[str, Data | EngineError] = {}
        try:
            for request in asked:
                tag, line = self._exchange.ask(request)
                todo.append((tag, request))
                self._write(line, answers, limit)
            for tag, request in todo:
                while tag not in answers:
                    self._take(self._hear(request.line, limit), answers)
        finally:
            for tag, _ in todo:
                self._exchange.forget(tag)
        found = [(request, answers[tag]) for tag, request in todo]
        return [answer if isinstance(answer, EngineError) else request.read(answer) for request, answer in found]

    def _write(self, line: str, answers: dict[str, Data | EngineError], limit: _Limit) -> None:
        """Write a line, reading answers meanwhile: an engine that is blocked on writing does not read."""
        process = self._process
        process.send([line])
        while process.is_pending:
            self._wait(line, limit)
            while process.lines:
                self._take(process.lines.popleft(), answers)

    def _take(self, line: bytes, answers: dict[str, Data | EngineError]) -> None:
        done = self._exchange.hear(line)
        if done is not None:
            answers[done[0]] = done[1]

    def _hear(self, command: str, limit: _Limit) -> bytes:
        """Return the next line of the engine."""
        process = self._process
        while not process.lines:
            if process.has_ended:
                raise EngineDied(process.exit_code(), self.stderr)
            self._wait(command, limit)
        return process.lines.popleft()

    def _wait(self, command: str, limit: _Limit) -> None:
        if limit.is_over:
            raise EngineTimeout(command, limit.seconds)
        self._watch.wait(limit.deadline)

    def hello(self, name: str = "") -> Identified:
        """Return the name and version of the engine, and its games."""
        return self.ask(requests.hello(name))

    def ping(self) -> None:
        """Return once the engine has answered."""
        return self.ask(requests.ping())

    def new_game(self, game: str = "", mode: str = "", **options: str | int) -> list[Event]:
        """Begin a game with options of `newgame`; return the first events."""
        return self.ask(requests.new_game(game, mode, **options))

    def position(self, text: str, actions: Iterable[Action | str] = (), game: str = "") -> list[Event]:
        """Begin a game from a position and play canonical actions; return the events."""
        return self.ask(requests.position(text, actions, game))

    def play(self, action: Action | str) -> list[Event]:
        """Play an action for the seat to act; return the events up to the next decision."""
        return self.ask(requests.play(action))

    def forfeit(self, seat: str, reason: str) -> list[Event]:
        """Take a seat out of the game; return the events."""
        return self.ask(requests.forfeit(seat, reason))

    def legal(self, kind: str = "") -> list[Action]:
        """Return the legal actions, all or of one kind, in the protocol's order."""
        return self.ask(requests.legal(kind))

    def state(self, seat: str = "") -> str:
        """Return the position, complete or as a seat sees it."""
        return self.ask(requests.state(seat))

    def board(self) -> str:
        """Return the diagram for people."""
        return self.ask(requests.board())

    def explain(self, action: Action | str) -> Explained:
        """Return whether an action is legal, and if not, why."""
        return self.ask(requests.explain(action))

    def undo(self, steps: int = 1) -> None:
        """Undo steps."""
        return self.ask(requests.undo(steps))

    def redo(self, steps: int = 1) -> None:
        """Redo undone steps."""
        return self.ask(requests.redo(steps))

    def history(self) -> list[str]:
        """Return the record of the game so far."""
        return self.ask(requests.history())

    def header(self, key: str, value: str) -> None:
        """Set a header of the record."""
        return self.ask(requests.header(key, value))

    def result(self) -> Result | None:
        """Return the result of the game, or None if it is not over."""
        return self.ask(requests.result())

    def hint(self, milliseconds: int | None = None, timeout: float | None = None) -> Hinted:
        """Return an action that the engine would choose."""
        return self.ask(requests.hint(milliseconds), timeout)

    def perft(self, depth: int, timeout: float | None = None) -> int:
        """Return the number of sequences of actions of this length."""
        return self.ask(requests.perft(depth), timeout)

    def bench(self, games: int | None = None, timeout: float | None = None) -> str:
        """Return the checksum of random games from fixed seeds."""
        return self.ask(requests.bench(games), timeout)

    def help(self, word: str = "") -> list[str]:
        """Return the help on a word of the protocol."""
        return self.ask(requests.help(word))


class _Limit:
    """A limit on a wait: its length and its deadline."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds or 0.0
        self.deadline = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


def _end(process: BotProcess) -> None:
    process.kill()


def __getattr__(name: str) -> Any:  # Any: an attribute of a module
    """Load the asyncio client, and with it asyncio, on first use."""
    if name == "AsyncEngine":
        from beachhead.protocol.async_client import AsyncEngine

        return AsyncEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
