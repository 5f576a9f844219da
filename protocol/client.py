"""A client for Python programs that drive an engine process:

    from random import choice
    from beachhead.protocol.client import Engine

    with Engine() as engine:
        engine.new_game("island", seed=42)
        while engine.result() is None:
            for event in engine.play(choice(engine.legal())):
                print(event)
        print(engine.history()[-1])

A command that the engine refuses raises EngineError and changes nothing. Every wait has a limit (EngineTimeout); an engine
that ends raises EngineDied with what it said on stderr. The process ends with the `with`, and with the program at the
latest. `ask_all` sends many requests at once. `AsyncEngine` is the same for asyncio. `Engine` needs a POSIX system, as it
waits for pipes; `AsyncEngine` does not.
"""

from __future__ import annotations

import shlex
import sys
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from beachhead.engine.game import Result
from beachhead.protocol import requests
from beachhead.protocol.exchange import Exchange, read_greeting
from beachhead.protocol.process import PATIENCE, BotProcess, Watch
from beachhead.protocol.replies import (
    EngineDied,
    EngineError,
    EngineFailure,
    EngineTimeout,
    Event,
    Explanation,
    Hint,
    Identity,
    Reply,
)
from beachhead.protocol.requests import Request

if TYPE_CHECKING:
    from beachhead.protocol.async_client import AsyncEngine

__all__ = [
    "COMMAND", "AsyncEngine", "Engine", "EngineDied", "EngineError", "EngineFailure", "EngineTimeout", "Event", "Explanation",
    "Hint", "Identity", "Reply", "Request", "Result", "requests",
]  # fmt: skip

T = TypeVar("T")
COMMAND: Final = (sys.executable, "-m", "beachhead", "engine")
TIMEOUT: Final = 10.0  # seconds for an answer, where nothing else is said


def words_of(command: str | Sequence[str]) -> list[str]:
    """A command as a list of words; one string is split as a shell would."""
    return shlex.split(command) if isinstance(command, str) else list(command)


class Engine:
    """An engine process, for programs without asyncio. It is for one thread at a time."""

    def __init__(
        self,
        command: str | Sequence[str] = COMMAND,
        *,
        timeout: float | None = TIMEOUT,
        patience: float = PATIENCE,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
    ) -> None:
        """Starts it and hears its greeting; a command in one string is split as a shell would.

        ``timeout`` is for every answer, None for no limit; ``patience`` for its end, before each use of more force.
        Raises OSError where it cannot be started, and EngineFailure where it does not greet as an engine does.
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
        """What it has said on stderr, the first and the last of it."""
        return self._process.words.text()

    def close(self) -> int:
        """Ends the process, if need be by force; gives its exit code. May be called again."""
        self._end.detach()
        return self._process.end(self._patience)

    def send(self, line: str, timeout: float | None = None) -> Reply:
        """The answer to any command, as it is written in the protocol; raises EngineError."""
        return self.ask(requests.raw(line), timeout)

    def ask(self, request: Request[T], timeout: float | None = None) -> T:
        """What a request comes to; raises EngineError where it is refused."""
        (answer,) = self.ask_all([request], timeout)
        if isinstance(answer, EngineError):
            raise answer
        return answer

    def ask_all(self, asked: Iterable[Request[T]], timeout: float | None = None) -> list[T | EngineError]:
        """What many requests come to, in order, sent without waiting for each; refusals are among the values."""
        limit = _Limit(self.timeout if timeout is None else timeout)
        todo: list[tuple[str, Request[T]]] = []
        answers: dict[str, Reply | EngineError] = {}
        try:
            for request in asked:
                tag, line = self._exchange.ask(request.line)
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

    def _write(self, line: str, answers: dict[str, Reply | EngineError], limit: _Limit) -> None:
        """Writes a line, and hears what comes meanwhile: an engine that cannot write may not read either."""
        process = self._process
        process.send([line])
        while process.is_pending:
            self._wait(line, limit)
            while process.lines:
                self._take(process.lines.popleft(), answers)

    def _take(self, line: bytes, answers: dict[str, Reply | EngineError]) -> None:
        done = self._exchange.hear(line)
        if done is not None:
            answers[done[0]] = done[1]

    def _hear(self, command: str, limit: _Limit) -> bytes:
        """The next line of the engine."""
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

    def hello(self, name: str = "") -> Identity:
        """Who the engine is, and what it plays."""
        return self.ask(requests.hello(name))

    def ping(self) -> None:
        """Nothing, once the engine has answered."""
        return self.ask(requests.ping())

    def new_game(self, game: str = "", mode: str = "", **options: str | int) -> list[Event]:
        """Begins a game; options are those of the protocol: first, players, seed, dice."""
        return self.ask(requests.new_game(game, mode, **options))

    def position(self, text: str, actions: Iterable[str] = (), game: str = "") -> list[Event]:
        """Begins a game from a position, and plays canonical actions from there."""
        return self.ask(requests.position(text, actions, game))

    def play(self, action: str) -> list[Event]:
        """Plays an action for whom it concerns; gives what happened up to the next decision."""
        return self.ask(requests.play(action))

    def forfeit(self, seat: str, reason: str) -> list[Event]:
        """Takes a seat out of the game."""
        return self.ask(requests.forfeit(seat, reason))

    def legal(self, kind: str = "") -> list[str]:
        """The legal actions, all or of one kind, in the protocol's order."""
        return self.ask(requests.legal(kind))

    def state(self, seat: str = "") -> str:
        """The position, whole or as a seat may see it."""
        return self.ask(requests.state(seat))

    def board(self) -> str:
        """The diagram, for people."""
        return self.ask(requests.board())

    def explain(self, action: str) -> Explanation:
        """Whether an action is legal, and why not."""
        return self.ask(requests.explain(action))

    def undo(self, steps: int = 1) -> None:
        """Takes steps back."""
        return self.ask(requests.undo(steps))

    def redo(self, steps: int = 1) -> None:
        """Takes undone steps again."""
        return self.ask(requests.redo(steps))

    def history(self) -> list[str]:
        """The record of the game so far."""
        return self.ask(requests.history())

    def header(self, key: str, value: str) -> None:
        """Sets a header of the record."""
        return self.ask(requests.header(key, value))

    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.ask(requests.result())

    def hint(self, milliseconds: int | None = None, timeout: float | None = None) -> Hint:
        """An action that the engine would choose."""
        return self.ask(requests.hint(milliseconds), timeout)

    def perft(self, depth: int, timeout: float | None = None) -> int:
        """How many sequences of actions there are from here."""
        return self.ask(requests.perft(depth), timeout)

    def bench(self, games: int | None = None, timeout: float | None = None) -> str:
        """The checksum of random games from fixed seeds."""
        return self.ask(requests.bench(games), timeout)

    def help(self, word: str = "") -> list[str]:
        """What a word of the protocol means."""
        return self.ask(requests.help(word))


class _Limit:
    """How long a wait may take, and when that is."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds or 0.0
        self.deadline = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


def _end(process: BotProcess) -> None:
    process.kill()


def __getattr__(name: str) -> Any:  # Any: whatever a module may hold
    """Loads the asyncio face, and asyncio with it, for those who ask for it."""
    if name == "AsyncEngine":
        from beachhead.protocol.async_client import AsyncEngine

        return AsyncEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
