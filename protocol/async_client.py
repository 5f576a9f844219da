"""The client for programs with asyncio: as `client`, but every method is awaited.

    async with AsyncEngine() as engine:
        await engine.new_game(seed=42)
        actions, state = await asyncio.gather(engine.legal(), engine.state())

A request may be made before earlier ones are answered; answers come in order.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from beachhead.engine.values import Action, Event, Result
from beachhead.protocol import requests
from beachhead.protocol.client import COMMAND, TIMEOUT, words_of
from beachhead.protocol.exchange import Exchange, read_greeting
from beachhead.protocol.failures import EngineDied, EngineError, EngineFailure, EngineTimeout
from beachhead.protocol.framing import Framing
from beachhead.protocol.process import LAST_WORDS, PATIENCE, Stderr
from beachhead.protocol.reply import Data, Explained, Hinted, Identified
from beachhead.protocol.requests import Request

T = TypeVar("T")


class AsyncEngine:
    """An engine process. Use it with `async with`, or await `start` and `close` yourself."""

    def __init__(
        self,
        command: str | Sequence[str] = COMMAND,
        *,
        timeout: float | None = TIMEOUT,
        patience: float = PATIENCE,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
    ) -> None:
        """``timeout`` applies to every answer (None: no limit); ``patience`` is the time the engine has to exit by itself."""
        self.timeout = timeout
        self._patience = patience
        self.name = self.version = ""
        self._command, self._env, self._cwd = words_of(command), env, cwd
        self._exchange = Exchange()
        self._wire: _Wire | None = None

    async def __aenter__(self) -> AsyncEngine:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the process and read its greeting.

        Raise OSError if it cannot be started, and EngineFailure if its greeting is invalid.
        """
        loop = asyncio.get_running_loop()
        has_group = sys.platform != "win32"
        transport, wire = await loop.subprocess_exec(
            lambda: _Wire(self._exchange, has_group), *self._command, env=self._env, cwd=self._cwd, start_new_session=has_group
        )  # fmt: skip
        wire.transport, self._wire = transport, wire
        try:
            greeting = await self._within(wire.greeting, "the start", self.timeout)
            self.name, self.version = read_greeting(greeting)
        except BaseException:
            wire.signal(is_last=True)
            await self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._running().transport.get_pid() or 0

    @property
    def stderr(self) -> str:
        """The beginning and the end of the engine's stderr."""
        return self._running().words.text()

    async def close(self) -> int:
        """End the process, by force if necessary; return its exit code. May be called again."""
        wire = self._running()
        await asyncio.shield(wire.end(self._patience))
        return wire.transport.get_returncode() or 0

    def _running(self) -> _Wire:
        if self._wire is None:
            raise EngineFailure("the engine has not been started")
        return self._wire

    async def send(self, line: str, timeout: float | None = None) -> Data:
        """Send any command, as written in the protocol; return the answer; raise EngineError if it is refused."""
        return await self.ask(requests.raw(line), timeout)

    async def ask(self, request: Request[T], timeout: float | None = None) -> T:
        """Send a request; return the value of its answer; raise EngineError if it is refused."""
        wire = self._running()
        tag, line = self._exchange.ask(request)
        try:
            answer = wire.expect(tag)
            wire.write(line)
            reply = await self._within(answer, request.line, self.timeout if timeout is None else timeout)
        except (asyncio.CancelledError, EngineTimeout):
            self._stop(tag)
            raise
        finally:
            self._exchange.forget(tag)
            wire.forget(tag)
        if isinstance(reply, EngineError):
            raise reply
        return request.read(reply)

    def _stop(self, tag: str) -> None:
        """Stop the work on a cancelled request, unless another request was sent after it."""
        wire = self._running()
        if self._exchange.is_newest(tag) and wire.is_alive:
            stop, line = self._exchange.ask(requests.stop())
            self._exchange.forget(stop)  # drop its answer
            wire.write(line)

    async def ask_all(self, asked: Iterable[Request[T]], timeout: float | None = None) -> list[T | EngineError]:
        """Send many requests without waiting for each; return their values in order, with EngineError for refused ones."""
        answers = []
        for request in asked:
            answer = self._ask_kindly(request, timeout)
            answers.append(answer)
        return await asyncio.gather(*answers)

    async def _ask_kindly(self, request: Request[T], timeout: float | None) -> T | EngineError:
        try:
            return await self.ask(request, timeout)
        except EngineError as refusal:
            return refusal

    async def _within(self, awaited: asyncio.Future[T], command: str, seconds: float | None) -> T:
        try:
            return await asyncio.wait_for(awaited, seconds)
        except TimeoutError:
            raise EngineTimeout(command, seconds or 0.0) from None

    async def hello(self, name: str = "") -> Identified:
        """Return the name and version of the engine, and its games."""
        return await self.ask(requests.hello(name))

    async def ping(self) -> None:
        """Return once the engine has answered."""
        return await self.ask(requests.ping())

    async def new_game(self, game: str = "", mode: str = "", **options: str | int) -> list[Event]:
        """Begin a game with options of `newgame`; return the first events."""
        return await self.ask(requests.new_game(game, mode, **options))

    async def position(self, text: str, actions: Iterable[Action | str] = (), game: str = "") -> list[Event]:
        """Begin a game from a position and play canonical actions; return the events."""
        return await self.ask(requests.position(text, actions, game))

    async def play(self, action: Action | str) -> list[Event]:
        """Play an action for the seat to act; return the events up to the next decision."""
        return await self.ask(requests.play(action))

    async def forfeit(self, seat: str, reason: str) -> list[Event]:
        """Take a seat out of the game; return the events."""
        return await self.ask(requests.forfeit(seat, reason))

    async def legal(self, kind: str = "") -> list[Action]:
        """Return the legal actions, all or of one kind, in the protocol's order."""
        return await self.ask(requests.legal(kind))

    async def state(self, seat: str = "") -> str:
        """Return the position, complete or as a seat sees it."""
        return await self.ask(requests.state(seat))

    async def board(self) -> str:
        """Return the diagram for people."""
        return await self.ask(requests.board())

    async def explain(self, action: Action | str) -> Explained:
        """Return whether an action is legal, and if not, why."""
        return await self.ask(requests.explain(action))

    async def undo(self, steps: int = 1) -> None:
        """Undo steps."""
        return await self.ask(requests.undo(steps))

    async def redo(self, steps: int = 1) -> None:
        """Redo undone steps."""
        return await self.ask(requests.redo(steps))

    async def history(self) -> list[str]:
        """Return the record of the game so far."""
        return await self.ask(requests.history())

    async def header(self, key: str, value: str) -> None:
        """Set a header of the record."""
        return await self.ask(requests.header(key, value))

    async def result(self) -> Result | None:
        """Return the result of the game, or None if it is not over."""
        return await self.ask(requests.result())

    async def hint(self, milliseconds: int | None = None, timeout: float | None = None) -> Hinted:
        """Return an action that the engine would choose."""
        return await self.ask(requests.hint(milliseconds), timeout)

    async def perft(self, depth: int, timeout: float | None = None) -> int:
        """Return the number of sequences of actions of this length."""
        return await self.ask(requests.perft(depth), timeout)

    async def bench(self, games: int | None = None, timeout: float | None = None) -> str:
        """Return the checksum of random games from fixed seeds."""
        return await self.ask(requests.bench(games), timeout)

    async def help(self, word: str = "") -> list[str]:
        """Return the help on a word of the protocol."""
        return await self.ask(requests.help(word))


class _Wire(asyncio.SubprocessProtocol):
    """The process as seen by asyncio, which reports its exit and the end of its output separately."""

    transport: asyncio.SubprocessTransport

    def __init__(self, exchange: Exchange, has_group: bool) -> None:
        loop = asyncio.get_running_loop()
        self.greeting: asyncio.Future[bytes] = loop.create_future()
        self.words = Stderr()
        self._exchange = exchange
        self._has_group = has_group
        self._framing = Framing()
        self._answers: dict[str, asyncio.Future[Data | EngineError]] = {}
        self._failure: EngineFailure | None = None
        self._exited = asyncio.Event()
        self._closed = asyncio.Event()

    def expect(self, tag: str) -> asyncio.Future[Data | EngineError]:
        """Return a future for the answer with a tag; raise if no answer can come any more."""
        if self._failure is not None:
            raise self._failure
        answer: asyncio.Future[Data | EngineError] = asyncio.get_running_loop().create_future()
        self._answers[tag] = answer
        return answer

    @property
    def is_alive(self) -> bool:
        """True if answers may still come."""
        return self._failure is None

    def forget(self, tag: str) -> None:
        """Stop waiting for the answer with a tag."""
        self._answers.pop(tag, None)

    def write(self, line: str) -> None:
        """Write a line; asyncio buffers what the engine has not read yet."""
        self._stdin().write(f"{line}\n".encode())

    def _stdin(self) -> asyncio.WriteTransport:
        stdin = self.transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        return stdin

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd != 1:
            self.words.add(data)
            return
        for line in self._framing.feed(data):
            if not self.greeting.done():
                self.greeting.set_result(line)
                continue
            try:
                done = self._exchange.hear(line)
            except EngineFailure as failure:
                self._fail(failure)
                return
            if done is not None and (answer := self._answers.get(done[0])) is not None and not answer.done():
                answer.set_result(done[1])

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:  # its exit code and the rest of its stderr often follow at once
            asyncio.get_running_loop().call_later(LAST_WORDS, self._mourn)

    def process_exited(self) -> None:
        self._exited.set()
        asyncio.get_running_loop().call_later(LAST_WORDS / 2, self._mourn)

    def connection_lost(self, exc: Exception | None) -> None:
        self._mourn()
        self._closed.set()

    def _mourn(self) -> None:
        self._fail(EngineDied(self.transport.get_returncode(), self.words.text()))

    def _fail(self, failure: EngineFailure) -> None:
        """Fail all waiting requests, and all later ones."""
        if self._failure is not None:
            return
        self._failure = failure
        if not self.greeting.done():
            self.greeting.set_exception(failure)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(failure)

    def signal(self, is_last: bool) -> None:
        """Send SIGTERM, or SIGKILL if it is the last attempt, to the process and its whole group."""
        with suppress(ProcessLookupError, PermissionError):
            if self._has_group and self.transport.get_returncode() is None:
                os.killpg(self.transport.get_pid(), signal.SIGKILL if is_last else signal.SIGTERM)
            elif is_last:
                self.transport.kill()
            else:
                self.transport.terminate()

    async def end(self, patience: float) -> None:
        """End the process: close its input, then SIGTERM, then SIGKILL."""
        if not self._exited.is_set():
            self._stdin().close()
            for is_last in (False, True):
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._exited.wait(), patience)
                    break
                self.signal(is_last)
            await self._exited.wait()
        self.transport.close()
        await self._closed.wait()
