"""Nothing outlives a match: no process, no descriptor, no folder, whoever ends it and however."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.launch import read_bot
from tests.bots.arena.ring import GOOD, Ring, bad

LIMIT = 64 * 1024  # kilobytes


@pytest.mark.parametrize(
    ("misdeed", "count"), [("hang", 8), ("spin_cpu", 8), ("ignore_sigterm", 8), ("fork_and_hang", 11), ("stop_self", 8)]
)
def test_the_arena_is_killed(ring: Ring, misdeed: str, count: int) -> None:
    """When the arena gets SIGKILL, its workers, keepers, bots and their children are gone within a moment."""
    process = ring.start("match", bad(misdeed, 1), bad(misdeed, 1), "-n", 2)
    ring.await_marked(count)
    process.kill()
    process.communicate()
    ring.expect_nothing_left(3)


def test_a_worker_is_killed(ring: Ring) -> None:
    """When a worker is killed, its bots go with it, the game is played again, and the results are whole."""
    process = ring.start("match", bad("think", 50), GOOD, "-n", 1, "--mode", "blitz+turns:4", "--json")
    ring.await_marked(8)
    [worker] = ring.workers(process)
    os.kill(worker, signal.SIGKILL)
    done = ring.finish(process)
    assert done.code == 0
    assert [game["fault"] for game in done.games] == [None]


def test_no_descriptor_is_left(ring: Ring) -> None:
    """A thousand bots later the same descriptors are open; here thirty are enough to tell."""
    program = (
        "import os, sys\n"
        "from beachhead.bots.arena.launch import read_bot\n"
        "from beachhead.bots.arena.execute.runner import Runner\n"
        "from beachhead.bots.arena.game_spec import GameSpec\n"
        "from beachhead.bots.arena.terms import Terms\n"
        "bots = [read_bot(words, str(place)) for place, words in enumerate(sys.argv[1:])]\n"
        "terms = Terms('island', 'blitz+turns:4', hang=0.2)\n"
        "counts = []\n"
        "for number in range(1, 6):\n"
        "    for other in range(1, len(bots)):\n"
        "        Runner(bots, terms).play(GameSpec(number, 1, (0, other), 'x'))\n"
        "    counts.append(len(os.listdir('/proc/self/fd')))\n"
        "assert len(set(counts)) == 1, counts\n"
    )
    others = [bad("exit_three"), bad("close_stdout"), "no-such-program", GOOD]
    env = {**os.environ, "TMPDIR": str(ring.temporary)}
    subprocess.run([sys.executable, "-c", program, GOOD, *others], check=True, env=env)
    ring.expect_nothing_left()


def test_memory(ring: Ring) -> None:
    """However much the bots write, each process of the arena stays under 64 MB, from its start to the last result."""
    process = ring.start(
        "match", bad("flood_stdout"), bad("long_line"), "-n", 4, "--hang", 0.5, "--concurrency", 2, "--json"
    )
    highest: dict[int, int] = {}
    while process.poll() is None:
        for pid in ring.marked():
            try:
                if b"beachhead\0match" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    status = Path(f"/proc/{pid}/status").read_text()
                    highest[pid] = int(status.partition("VmHWM:")[2].split()[0])
            except (OSError, IndexError):  # it is going
                continue
        time.sleep(0.005)
    done = ring.finish(process)
    assert len(done.games) == 4
    assert done.results["bots"][0]["los"] is not None
    assert len(highest) >= 3
    assert max(highest.values()) < LIMIT, highest


def test_a_stopped_keeper(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that stops its keeper is ended all the same."""
    monkeypatch.setenv("TMPDIR", str(ring.temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    process = Contained(read_bot("sh -c 'kill -STOP $PPID; echo done; sleep 1000'"))
    assert os.read(_blocking(process.stdout), 100) == b"done\n"
    begun = time.monotonic()
    process.end(0.1)
    assert time.monotonic() - begun < 30
    ring.expect_nothing_left()


def _blocking(descriptor: int) -> int:
    os.set_blocking(descriptor, True)
    return descriptor


def test_environment(ring: Ring) -> None:
    """A bot finds a clean environment: its own folder, a token, what it was given, and nothing of ours."""
    script = ring.folder / "look.py"
    script.write_text("import json, os\nopen('/dev/stderr', 'w').write(json.dumps([dict(os.environ), os.getcwd()]))\n")
    bot = read_bot(f"{sys.executable} {script}", env={"THREADS": "1"})
    process = Contained(bot)
    process.exit_code(5)
    env, folder = json.loads(process.words.text())
    process.end()
    env.pop("LC_CTYPE", None)
    assert set(env) == {"PATH", "LANG", "HOME", "TMPDIR", "PYTHONUNBUFFERED", "THREADS"}
    assert env["HOME"] == env["TMPDIR"] == folder
    assert not os.path.exists(folder)


def test_files_of_a_command_are_found(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of a command that name files are made absolute, since a bot runs elsewhere; others stay as they are."""
    monkeypatch.chdir(ring.folder)
    (ring.folder / "net.bin").touch()
    (ring.folder / "bot.py").touch()
    bot = read_bot("python3 bot.py --net=net.bin --depth=3 net.bin missing.bin")
    there = str(ring.folder)
    assert bot.command == (
        "python3",
        f"{there}/bot.py",
        f"--net={there}/net.bin",
        "--depth=3",
        f"{there}/net.bin",
        "missing.bin",
    )
    assert read_bot("./bot.py").command == (f"{there}/bot.py",)
    assert bot.name == "net"
    assert read_bot("python3 bot.py 0.5").name == "bot"
    assert read_bot("no-such-program 0.5").name == "no-such-program"
