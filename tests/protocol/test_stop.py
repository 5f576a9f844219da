"""`stop`: long work ends when it is the next line; its own answer comes behind that of the work."""

import asyncio
import itertools
import subprocess
import sys
import time
from typing import Any

import pytest

from beachhead.engine.game import Game
from beachhead.engine.interrupt import IsStopped, Stopped, never
from beachhead.engine.island import ISLAND
from beachhead.engine.perft import perft
from beachhead.protocol import session as sessions
from beachhead.protocol.async_client import AsyncEngine
from beachhead.protocol.reply import Hinted
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.talk import say

ENDLESS = ("perft 60", "bench 100000")


@pytest.mark.parametrize("work", ENDLESS)
@pytest.mark.parametrize("stop", ["stop", "  stop # now", "@8 stop"])
def test_work_is_stopped(work: str, stop: str) -> None:
    """`perft` and `bench` end with `error limit stopped …`, each answer has its tag, and the engine goes on."""
    process = subprocess.run(
        [sys.executable, "-m", "beachhead", "engine"], input=f"newgame seed=1\n@7 {work}\n{stop}\nping\n",
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    *_, worked, stopped, pinged = process.stdout.splitlines()
    assert worked.startswith("@7 error limit stopped after ")
    assert (stopped, pinged) == (f"{'@8 ' * (stop[:1] == '@')}ok", "ok")


def test_stop_arrives_during_the_work() -> None:
    """A `stop` that is written while the engine works is heard."""
    with subprocess.Popen(
        [sys.executable, "-m", "beachhead", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:  # fmt: skip
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("newgame first=south seed=1\nping\n")
        assert [engine.stdout.readline() for _ in range(4)][-1] == "ok\n"
        engine.stdin.write("perft 60\n")
        engine.stdin.write("stop\n")
        assert engine.stdout.readline().startswith("error limit stopped after ")
        assert engine.stdout.readline() == "ok\n"
        engine.stdin.close()


def test_other_lines_wait() -> None:
    """Work that is followed by another line, or by nothing, runs to its end; `stop` behind another line comes too late."""
    process = subprocess.run(
        [sys.executable, "-m", "beachhead", "engine"], input="newgame first=south seed=1\nperft 2\nping\nstop\nperft 2\n",
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert process.stdout.splitlines()[3:] == ["ok 17424", "ok", "ok", "ok 17424"]


def test_hint_gives_its_best() -> None:
    """An adviser that is stopped names the best action so far."""

    def advise(
        game: Game[Any], state: Any, seat: str, milliseconds: int | None, is_stopped: IsStopped = never
    ) -> Hinted:
        looked = 1
        while not is_stopped():
            looked += 1
        return Hinted(min(game.legal(state), key=str), (f"looked {looked} times",))

    session = Session(Table(), advise)
    say(session, "newgame first=south seed=1")
    questions = iter([False, False, True])
    session.is_stopped = lambda: next(questions)
    assert say(session, "hint") == ["info looked 3 times", "ok setup block a1"]


@pytest.mark.pure
def test_perft_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """`perft` is refused when its time is up."""
    monkeypatch.setattr(sessions, "PERFT_SECONDS", 0.0)
    session = Session(Table())
    say(session, "newgame first=south seed=1")
    assert say(session, "perft 3") == ["error limit perft 3 takes longer than 0 s"]
    assert say(session, "perft 1") == ["ok 144"]


def test_questions_come_often() -> None:
    """Between two questions whether to stop, perft works for a few milliseconds only."""
    asked: list[float] = []

    def is_stopped() -> bool:
        asked.append(time.thread_time())
        return len(asked) > 50

    with pytest.raises(Stopped):
        perft(ISLAND, ISLAND.start()[0], 60, is_stopped=is_stopped)
    gaps = sorted(later - earlier for earlier, later in itertools.pairwise(asked))
    assert gaps[len(gaps) // 2] < 0.02


def test_a_cancelled_call_stops_the_work() -> None:
    """A call of the async client that is cancelled, or waits too long, leaves an engine that is free for the next one."""

    async def main() -> None:
        async with AsyncEngine() as engine:
            await engine.new_game(seed=1)
            for ending in (asyncio.CancelledError, TimeoutError):
                task = asyncio.create_task(engine.perft(60, timeout=0.05 if ending is TimeoutError else None))
                await asyncio.sleep(0)
                if ending is asyncio.CancelledError:
                    task.cancel()
                with pytest.raises(ending):
                    await task
                assert await engine.perft(1, timeout=30) > 0

    asyncio.run(main())
