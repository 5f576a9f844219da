"""The client: both faces against a real engine, and against fake ones that misbehave."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from beachhead import VERSION
from beachhead.engine.values import Acted, Action, First, Over, Result, UnknownEvent
from beachhead.protocol.client import (
    AsyncEngine,
    Data,
    Engine,
    EngineDied,
    EngineError,
    EngineFailure,
    EngineTimeout,
    requests,
)
from beachhead.protocol.exchange import MAX_DATA, Exchange

DOCS = Path(__file__).parent.parent.parent / "docs" / "client.md"
BOUND = 5.0
READY = "print('ready fake 1.0 protocol 1', flush=True)\n"
T = TypeVar("T")


def fake(program: str) -> list[str]:
    """The command of an engine that is none."""
    return [sys.executable, "-I", "-S", "-u", "-c", f"import os, sys, time\n{program}"]


class Patient:
    """An AsyncEngine with the methods of an Engine: every call runs to its end."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self._engine = AsyncEngine(*arguments, **options)
        try:
            self._runner.run(self._engine.start())
        except BaseException:
            self._runner.close()
            raise

    def __enter__(self) -> Patient:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()
        self._runner.close()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._engine, name)
        return self._run(found) if callable(found) else found

    def _run(self, method: Callable[..., Awaitable[T]]) -> Callable[..., T]:
        async def call(*arguments: Any, **options: Any) -> T:
            return await method(*arguments, **options)

        return lambda *arguments, **options: self._runner.run(call(*arguments, **options))


FACES = pytest.mark.parametrize("face", [Engine, Patient], ids=["sync", "async"])


@FACES
def test_every_command(face: Any) -> None:
    """Every command of the protocol has a method that gives what it should."""
    with face() as engine:
        assert (engine.name, engine.version) == ("beachhead", VERSION)
        assert engine.hello('A "b"').games[0] == "island"
        assert engine.ping() is None
        assert engine.new_game("island", "standard", first="south", seed=7) == [First("south")]
        assert engine.legal("setup") == engine.legal()
        assert len(engine.legal()) == 144
        assert engine.state() == engine.state("north")
        assert engine.state().endswith("south blocks 0")
        assert engine.play("setup block e4") == [Acted("south", Action("setup block e4"))]
        assert engine.history() == ["newgame island standard first=south dice=manual", "setup block e4"]
        engine.undo()
        with pytest.raises(EngineError) as nothing:
            engine.undo(1)
        assert (nothing.value.code, nothing.value.command, nothing.value.rule) == ("nothing", "undo 1", "")
        engine.redo(1)
        assert not engine.explain("end")
        assert engine.explain("setup block a1")
        with pytest.raises(EngineError) as illegal:
            engine.play("end")
        assert illegal.value.rule == engine.explain("end").rule != ""
        engine.header("Event", 'A "quoted" day')
        assert 'header Event "A \\"quoted\\" day"' in engine.history()
        assert engine.result() is None
        assert engine.hint().action in engine.legal()
        assert engine.perft(1) == len(engine.legal())
        assert re.fullmatch(r"[0-9a-f]{8}", engine.bench(1, timeout=60))
        assert len(engine.board().splitlines()) > 12
        assert engine.help("undo")[0].startswith("undo")
        text = engine.state()
        assert engine.position(text, game="island") == []
        assert [event.action.kind for event in engine.position(text, ["setup block a1"])] == ["setup"]
        over = engine.forfeit("south", "crash")
        assert over[-1] == Over(Result(("north",), "crash", (0, 10)))
        assert over[-1].result == engine.result()
        assert (engine.send("ping").lines, engine.send("ping").text) == ((), "")
        assert engine.send("newgame royale seed=1 dice=manual").events == ()
        assert engine.send("deal sword").events[0].action is engine.send("legal deal").game.canonical("deal sword")
        assert engine.stderr == ""
        assert engine.close() == 0
        assert engine.close() == 0


@FACES
def test_command_in_one_string(face: Any) -> None:
    """A command may be one string, split as a shell would."""
    with face(f"'{sys.executable}' -m beachhead engine") as engine:
        engine.ping()


@FACES
def test_whole_battle(face: Any) -> None:
    """A battle goes to its end; its last event tells the result."""
    with face() as engine:
        events = engine.new_game("island", "short", seed="42")
        while engine.result() is None:
            events += engine.play(engine.legal()[0])
        assert isinstance(events[-1], Over)
        assert events[-1].result == engine.result()
        assert {event.actor for event in events if isinstance(event, Acted)} == {"south", "north", "chance"}


@FACES
def test_pipelining(face: Any) -> None:
    """Many requests at once come back in order, refusals among them."""
    with face() as engine:
        engine.new_game(seed=1)
        asked = [requests.legal() if number % 2 else requests.raw(f"undo {number + 2}") for number in range(2000)]
        answers = engine.ask_all(asked)
        assert [type(answer) for answer in answers[:4]] == [EngineError, list, EngineError, list]
        assert [answer.command for answer in answers[::2]] == [request.line for request in asked[::2]]
        assert all(len(answer) == 144 for answer in answers[1::2])


@FACES
def test_one_line(face: Any) -> None:
    """No command can smuggle in another line."""
    with face() as engine:
        for ask in (engine.send, engine.play, engine.explain, engine.help, lambda line: engine.new_game(seed=line)):
            with pytest.raises(ValueError, match="one line"):
                ask("ping\nquit")
        engine.new_game()
        engine.header("Key", "two\nlines")
        assert engine.history()[1] == 'header Key "two lines"'


@FACES
@pytest.mark.parametrize(
    ("program", "failure"),
    [
        ("print('Hello! I am a chess engine.')", EngineFailure),
        ("print('ready fake 1.0 protocol 2')", EngineFailure),
        ("sys.exit(3)", EngineDied),
        ("sys.stderr.write('no board'); sys.exit(3)", EngineDied),
        ("os.kill(os.getpid(), 9)", EngineDied),
        ("os.close(1); time.sleep(600)", EngineDied),
        ("time.sleep(600)", EngineTimeout),
        ("sys.stdout.write('ready'); sys.stdout.flush(); time.sleep(600)", EngineTimeout),
        ("sys.stdout.buffer.write(b'\\xff\\x00\\n')", EngineFailure),
    ],
)  # fmt: skip
def test_no_engine(face: Any, program: str, failure: type[EngineFailure]) -> None:
    """A program that does not greet as an engine does is refused, and ended."""
    begun = time.monotonic()
    with pytest.raises(failure) as raised:
        face(fake(program), timeout=0.5, patience=0.05)
    assert time.monotonic() - begun < BOUND
    if isinstance(raised.value, EngineDied):
        assert raised.value.code in (3, -9, None)
        assert ("no board" in str(raised.value)) == ("no board" in program)


@FACES
@pytest.mark.parametrize("command", ["no-such-program", "/"])
def test_cannot_be_started(face: Any, command: str) -> None:
    """A program that cannot be executed raises OSError."""
    with pytest.raises(OSError, match=r".+"):
        face([command])


DEATHS = {
    "sys.stdin.readline(); sys.stderr.write('boom'); sys.exit(4)": (4, "boom"),
    "sys.stdin.readline(); print('@1 legal half an ans', end='', flush=True); os._exit(0)": (0, ""),
    "sys.stdin.readline(); os.kill(os.getpid(), 11)": (-11, ""),
    "sys.stdin.readline()\nif os.fork() == 0: time.sleep(600)\nos._exit(5)": (5, ""),
    "sys.stdin.readline(); os.close(1); time.sleep(600)": (None, ""),
}


@FACES
@pytest.mark.parametrize("program", DEATHS)
def test_death(face: Any, program: str) -> None:
    """An engine that ends is noticed at once, with its exit code and its last words; so it is when asked again."""
    begun = time.monotonic()
    with face(fake(READY + program), timeout=BOUND, patience=0.05) as engine:
        for _ in range(2):
            with pytest.raises(EngineDied) as died:
                engine.ping()
        code, words = DEATHS[program]
        assert (died.value.code, died.value.stderr) == (code, words)
    assert time.monotonic() - begun < BOUND


ANSWER = READY + "for line in sys.stdin:\n    tag = line.split()[0]\n"


@FACES
def test_strange_answers(face: Any) -> None:
    """Lines without a tag, with another's tag and of unknown words are passed over."""
    program = (
        ANSWER
        + "    print('hm', 'ok', '@999 ok', '@x ok', tag + ' novelty 1', tag + ' event south end', tag + ' ok', sep='\\n')"
    )
    with face(fake(program)) as engine:
        assert engine.play("end") == [UnknownEvent("south end")]
        assert engine.legal() == []
        assert engine.state() == ""
        assert engine.result() is None


@FACES
def test_late_answer(face: Any) -> None:
    """An answer that comes late raises EngineTimeout, and does not become the answer to the next question."""
    program = ANSWER + "    time.sleep(0.3 if 'slow' in line else 0)\n    print(tag, 'ok', line.split()[1])"
    with face(fake(program), timeout=0.1, patience=0.5) as engine:
        with pytest.raises(EngineTimeout, match=r"'slow' within 0\.1 s"):
            engine.send("slow")
        assert engine.send("quick", timeout=BOUND).text == "quick"
        with pytest.raises(TimeoutError):
            engine.send("slow")


@FACES
def test_never_reads(face: Any) -> None:
    """An engine that does not read makes nobody wait longer than the limit."""
    with face(fake(READY + "time.sleep(600)"), timeout=0.3, patience=0.05) as engine:
        begun = time.monotonic()
        with pytest.raises(EngineFailure):
            engine.ask_all([requests.raw("x" * 60_000)] * 10)
        assert time.monotonic() - begun < BOUND


@FACES
def test_endless_answer(face: Any) -> None:
    """An answer without end is cut off."""
    program = ANSWER + "    while True: print((tag + ' legal x\\n') * 1000, end='')"
    with face(fake(program), timeout=60, patience=0.05) as engine, pytest.raises(EngineFailure, match="no end"):
        engine.legal()


@FACES
def test_refuses_to_go(face: Any) -> None:
    """An engine that ignores the end of its input and SIGTERM is killed in the end, with its children."""
    program = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + READY + "time.sleep(600)"
    engine = face(fake(program), patience=0.1)
    begun = time.monotonic()
    assert engine.close() == -signal.SIGKILL
    assert time.monotonic() - begun < BOUND
    engine.__exit__(None, None, None)


@FACES
def test_after_the_end(face: Any) -> None:
    """An engine that was closed, or told to quit, says that it has ended when it is asked again."""
    for end in (lambda engine: engine.close(), lambda engine: engine.ask(requests.quit())):
        with face() as engine:
            end(engine)
            with pytest.raises(EngineDied) as died:
                engine.ping()
            assert died.value.code == 0


def assert_and_fail(claim: bool) -> None:
    """Raises, as a program may."""
    assert claim
    raise ZeroDivisionError


@FACES
def test_dies_with_an_exception(face: Any) -> None:
    """The engine is gone when the program leaves the `with` by an exception."""
    engine = face()
    pid = engine.pid
    with pytest.raises(ZeroDivisionError), engine:
        assert_and_fail(os.path.exists(f"/proc/{pid}"))
    assert not os.path.exists(f"/proc/{pid}")


@pytest.mark.parametrize("ending", ["raise SystemExit(0)", "1 / 0", "os.kill(os.getpid(), 9)", "pass"])
def test_dies_with_the_program(ending: str) -> None:
    """The engine is gone soon after the program, however that ended and without a `with`."""
    start = (
        "import os\nfrom beachhead.protocol.client import Engine\nengine = Engine()\nprint(engine.pid, flush=True)\n"
    )
    program = start + ending
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False)
    pid = int(done.stdout)
    until = time.monotonic() + BOUND
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < until:
        time.sleep(0.01)
    assert not os.path.exists(f"/proc/{pid}")
    assert (b"Traceback" in done.stderr) == (ending == "1 / 0")


def test_many_at_once() -> None:
    """Concurrent tasks share one engine, each with its own answers; a cancelled one leaves no trace."""

    async def main() -> None:
        async with AsyncEngine() as engine, AsyncEngine() as other:
            await asyncio.gather(engine.new_game(seed=1), other.new_game(seed=2))
            found = await asyncio.gather(*(engine.send(f"help {word}") for word in ("undo", "redo", "ping") * 50))
            assert [reply.of("help")[0].split()[0] for reply in found] == ["undo", "redo", "ping"] * 50
            task = asyncio.create_task(engine.legal())
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await engine.perft(0) == 1

    asyncio.run(main())


def test_not_started() -> None:
    """An AsyncEngine that was not started says so."""

    async def main() -> None:
        with pytest.raises(EngineFailure, match="not been started"):
            await AsyncEngine().ping()

    asyncio.run(main())


def test_no_descriptors_left() -> None:
    """Nothing is left open after many engines."""
    before = len(os.listdir("/proc/self/fd"))
    for face in (Engine, Patient, Engine, Patient):
        with face(fake(ANSWER + "    print(tag, 'ok')")) as engine:
            engine.ping()
        with pytest.raises(EngineFailure):
            face(fake("sys.exit(1)"))
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("number", range(DOCS.read_text(encoding="utf-8").count("```python")))
def test_examples(number: int) -> None:
    """The examples of the documentation run, and print something."""
    example = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[number]
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_docstring_shows_the_example() -> None:
    """The example at the head of the module is that of the documentation."""
    from beachhead.protocol import client

    assert client.__doc__ is not None
    example = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
    lines = {line.strip() for line in client.__doc__.splitlines()}
    assert {line.strip() for line in example.splitlines()} <= lines


def test_asyncio_only_where_asked_for() -> None:
    """The synchronous face does without asyncio."""
    program = "import sys; from beachhead.protocol.client import Engine; print('asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout == b"False\n"


def test_exchange() -> None:
    """Answers find their questions by their tags, in whatever order they come; an endless one is given up."""
    exchange = Exchange()
    first, line = exchange.ask(requests.legal())
    second, _ = exchange.ask(requests.ping())
    assert (first, line, second) == ("@1", "@1 legal", "@2")
    assert exchange.hear(b"@1 legal end") is None
    assert exchange.hear(b"@2 ok") == ("@2", Data((), "", None))
    assert exchange.hear(b"@2 ok") is None
    assert exchange.hear(b"@1 ok 1") == ("@1", Data(("legal end",), "1", None))
    third, _ = exchange.ask(requests.legal())
    exchange.forget(third)
    assert exchange.hear(b"@3 ok") is None
    exchange.ask(requests.legal())
    for _ in range(MAX_DATA):
        exchange.hear(b"@4 legal x")
    with pytest.raises(EngineFailure):
        exchange.hear(b"@4 legal x")
