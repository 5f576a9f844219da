"""Keepers and the fork server: what they leave behind, which is nothing, and how long anything may take."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from beachhead.bots.arena.contain import guard, household
from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.launch import read_bot
from tests.bots.arena.contain.test_sandbox import told
from tests.bots.arena.ring import GOOD, Ring


def test_one_server_for_many_bots(ring: Ring) -> None:
    """Bots are forked from one server, which is started once, and again when somebody has killed it."""
    first = Contained(read_bot(GOOD))
    server = guard.guard().pid
    second = Contained(read_bot(GOOD))
    assert guard.guard().pid == server
    assert {parent(first.pid), parent(second.pid)} == {server}
    first.kill()
    second.kill()
    os.kill(server, signal.SIGKILL)
    os.waitid(os.P_PID, server, os.WEXITED | os.WNOWAIT)
    third = Contained(read_bot(GOOD))
    assert guard.guard().pid not in (0, server)
    third.kill()


def parent(pid: int) -> int:
    """The parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_killed_keeper(ring: Ring) -> None:
    """If a keeper is killed, the server ends its bot and the bot's daemons, and removes the folder."""
    process = Contained(read_bot(f"{sys.executable} -c 'import os,time; os.fork() or os.setsid(); time.sleep(1000)'"))
    until = time.monotonic() + 5
    while len(household.descendants(process.pid)) < 2:
        assert time.monotonic() < until
    family = household.descendants(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    assert process.close() == -signal.SIGKILL
    while any(os.path.exists(f"/proc/{pid}") for pid in family) or os.path.exists(process.folder):
        assert time.monotonic() < until
    assert not household.children(guard.guard().pid)


def test_processes_are_counted(ring: Ring) -> None:
    """A bot with more processes than it may have is ended, and the note says so."""
    bomb = "import os,time\nfor _ in range(80):\n    if os.fork() == 0: time.sleep(1000)\ntime.sleep(1000)"
    process = Contained(read_bot(f"{sys.executable} -c '{bomb}'"))
    process.exit_code(5)
    assert process.note == "over the limit of 64 processes"
    process.close()


def test_threads_are_counted(ring: Ring) -> None:
    """A bot with more threads than it may have is ended, and the note says so."""
    bomb = "import threading,time\nfor _ in range(600):\n    threading.Thread(target=time.sleep, args=(1000,)).start()"
    process = Contained(read_bot(f"{sys.executable} -c '{bomb}'"))
    process.exit_code(10)
    assert process.note == "over the limit of 512 threads"
    process.close()


@pytest.fixture
def one_core() -> Iterator[int]:
    """Let this process use one core only."""
    before = os.sched_getaffinity(0)
    if len(before) == 1:
        pytest.skip("there is one core only")
    os.sched_setaffinity(0, {max(before)})
    yield max(before)
    os.sched_setaffinity(0, before)


def test_a_bot_has_the_cores_of_its_game(ring: Ring, one_core: int) -> None:
    """A bot uses the cores of the process that starts it, though the fork server may use all of them."""
    process = Contained(read_bot("sleep 1000"))
    pid = only_one(process)
    assert os.sched_getaffinity(pid) == os.sched_getaffinity(process.pid) == {one_core}
    process.kill()


def test_a_bot_that_takes_other_cores(ring: Ring, one_core: int) -> None:
    """A thread that gives itself other cores is moved back; a bot that goes on doing so is ended."""
    once = (
        "import os,time; own = os.sched_getaffinity(0); os.sched_setaffinity(0, range(os.cpu_count()))\n"
        "while os.sched_getaffinity(0) != own: pass\n"
        "os.write(1, bytes(1)); time.sleep(1000)"
    )
    process = Contained(read_bot(f"{sys.executable} -c '{once}'"))
    assert told(process) == b"\0"
    process.kill()
    again = "import os,time\nwhile True: os.sched_setaffinity(0, range(os.cpu_count())); time.sleep(0.001)"
    process = Contained(read_bot(f"{sys.executable} -c '{again}'"))
    process.exit_code(10)
    assert process.note == "gave itself cores of other games"
    process.close()


def only_one(process: Contained) -> int:
    """The process of a bot, when it has been started."""
    until = time.monotonic() + 10
    while not (found := household.descendants(process.pid)):
        assert time.monotonic() < until
    return found[0]


def test_ended_first(ring: Ring) -> None:
    """If memory runs out, the kernel ends a bot before anything else."""
    process = Contained(read_bot("sleep 1000"))
    pid = only_one(process)
    until = time.monotonic() + 10
    while Path(f"/proc/{pid}/oom_score_adj").read_text() != "1000\n":
        assert time.monotonic() < until
    process.kill()


def test_a_command_with_a_nul(ring: Ring) -> None:
    """A command line that cannot exist is refused, and the server lives on."""
    bot = read_bot(GOOD, env={"A": "x\0y"})
    with pytest.raises(ValueError, match="NUL"):
        Contained(bot)
    Contained(read_bot(GOOD)).kill()


def test_the_grammar_is_read_first() -> None:
    """Before the first bot can start the match has its grammar in memory: no line needs a file any more."""
    program = (
        "import sys\n"
        "from beachhead.bots.arena.launch import read_bot\n"
        "from beachhead.bots.arena.execute.local import LocalExecutor\n"
        "from beachhead.bots.arena.plan import Settings, plan_of\n"
        "from beachhead.bots.arena.tournament_file import Entrant, Tournament\n"
        "bots = (Entrant('a', 'a'), Entrant('b', 'b'))\n"
        "from beachhead.protocol.seat import Seat\n"
        "from beachhead.protocol.table import Table\n"
        "LocalExecutor(plan_of(Settings(Tournament('x', bots, 'island'), 10.0)), 1)\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, words: opened.append(words) if event == 'open' else None)\n"
        "assert Seat(Table(), '').hear(b'state of affairs').lines()\n"
        "assert not opened, opened\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
