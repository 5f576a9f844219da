"""The attacks of docs/security.md: what a hostile bot does, and how to tell from the match whether it succeeded.

An attack is a bot in tests/bots/arena/bad, played against a healthy one in a real match.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.bots.arena.contain import household
from tools.attack.stranger import BAD, place

LONGEST: Final = 12.0  # seconds that a match with an attack may take
TRIES: Final = 3  # of an attack whose outcome depends on time: other work on this machine may have decided it
_BY_TIME: Final = ("the match took", "the opponent loses by hang", "the opponent loses by time", "does not lose by")


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack, and where it fails."""

    name: str  # of a function in hostile.py, or in bot.py
    what: str
    holds: bool  # without a sandbox
    is_closed: bool = True  # whether it fails in the sandbox
    victim: str = "ok_bot"
    options: str = ""  # of the match
    loses: str = ""  # the reason by which the attacker has to lose, if the attack fails
    games: int = 1
    is_quick: bool = False  # whether the test suite has it


ATTACKS: Final = (
    Attack(
        "read_memory",
        "reads the arena's memory, environment, descriptors, and traces it, for the seed",
        True,
        is_quick=True,
    ),
    Attack("snoop_seed", "looks for the seed in command lines, environments and files", True),
    Attack("snoop_fds", "looks for inherited descriptors", True),
    Attack(
        "trace_keeper", "attaches to its keeper and to the fork server by ptrace, and holds them", True, is_quick=True
    ),
    Attack("read_environment", "looks for the user's environment variables", True),
    Attack("kill_keeper", "leaves a daemon and kills its keeper", True, is_quick=True),
    Attack("kill_keeper_and_server", "leaves a daemon and kills its keeper and the fork server", True, is_quick=True),
    Attack("stop_keeper", "stops its keeper", True, is_quick=True),
    Attack("erase_environment", "leaves children without a trace of where they come from", True, is_quick=True),
    Attack("fork_and_hang", "leaves children in every kind of session, ignoring signals", True),
    Attack("long_line_of_children", "forks a chain of 600 children", True),
    Attack("fork_bomb", "forks as fast as it can", True),
    Attack("hop", "leaves children that fork and exit all the time", True, is_quick=True),
    Attack("thread_bomb", "starts threads as fast as it can", True, loses="crash", is_quick=True),
    Attack(
        "starve",
        "thirty children use the processor until the opponent's time is up",
        True,
        victim="work 20",
        options="--time 0.7",
        is_quick=True,
    ),
    Attack(
        "trespass",
        "its children take the cores of other games",
        True,
        victim="think 60",
        options="--concurrency 2",
        loses="crash",
        games=2,
        is_quick=True,
    ),
    Attack("flood_stdout", "floods its output", True),
    Attack("long_line", "writes a line of 100 MB", True),
    Attack("stderr_flood", "writes megabytes to stderr", True),
    Attack("deep_folders", "makes 1500 nested folders", True),
    Attack("eat_memory", "takes unlimited memory", True, options="--memory 150M"),
    Attack(
        "overdraw",
        "uses the grace of the clock for every decision",
        True,
        options="--time 'move 0.1'",
        loses="time",
        is_quick=True,
    ),
    Attack(
        "hold_up",
        "the same, while its children and its questions keep the arena busy",
        True,
        options="--time 'move 0.1'",
        loses="time",
    ),
    Attack("escape_codes", "writes escape codes for the terminal", True, is_quick=True),
    Attack("read_files", "reads a file in the user's home folder", False, is_quick=True),
    Attack("fill", "writes 200 MB into its folder", False, options="--memory 150M --hang 8", is_quick=True),
    Attack(
        "own_namespace",
        "mounts a folder of its own as root of a namespace of its own, and writes 200 MB into it",
        False,
        options="--memory 150M --hang 8",
        is_quick=True,
    ),
    Attack("connect", "uses the network, or sockets that belong to no network", False, is_quick=True),
    Attack("remember_in_shm", "remembers the mirrored game's dice in /dev/shm", False, is_quick=True, games=2),
    Attack("remember_in_tmp", "remembers them in a file", False, games=2),
    Attack(
        "remember_in_devices", "remembers them by the time at which a device was touched", False, games=2, is_quick=True
    ),
    Attack("remember_in_keys", "remembers them in the session's keys", True, games=2),
    Attack(
        "remember_in_cache",
        "remembers them by the files that the kernel has in memory",
        False,
        is_closed=False,
        games=2,
    ),
    Attack(
        "whisper",
        "tells them to the mirrored game, played at the same time, by a lock on its own program",
        False,
        is_closed=False,
        options="--concurrency 2",
        games=2,
    ),
    Attack("resign_for_opponent", "writes `resign` into /proc/OPPONENT/fd/1", False, victim="think 60", is_quick=True),
    Attack("kill_opponent", "kills the opponent", False),
    Attack("stop_opponent", "stops the opponent", False, is_quick=True),
    Attack(
        "stop_clock",
        "stops the arena's clock while it thinks",
        False,
        options="--time 'move 0.6'",
        loses="time",
        is_quick=True,
    ),
    Attack("kill_harness", "kills the arena", False),
)


@dataclass(slots=True)
class Outcome:
    """The outcome of a match with an attack."""

    results: dict[str, Any] | None
    seconds: float
    processes: int  # that are left
    folders: int
    said: str

    def damage(self, attack: Attack) -> str:
        """Return what the attacker achieved; nothing if the attack failed."""
        if self.results is None:
            return "the match was ended"
        for game in self.results["games"]:
            for fault in game["faults"]:
                if fault["bot"] == "good":
                    return f"the opponent loses by {fault['reason']}"
                if "exit code 9" in fault["detail"]:  # it has what it must not have, and says what
                    return str(fault["detail"]).rpartition("stderr ends: ")[2]
            if game["reason"] == "resign" and game["winner"] == "bad":
                return "the opponent loses by resign"
            if attack.loses and not any(fault["reason"] == attack.loses for fault in game["faults"]):
                return f"does not lose by {attack.loses}"
        if "\x1b" in self.said:
            return "escape codes reach the terminal"
        if self.processes or self.folders:
            return f"{self.processes} processes and {self.folders} folders are left"
        return f"the match took {self.seconds:.0f} s" if self.seconds > LONGEST else ""


def damage(attack: Attack, is_boxed: bool) -> str:
    """Play matches with an attack; return what the attacker achieved, which is nothing if the attack failed."""
    found = ""
    for _ in range(TRIES):
        found = run(attack, is_boxed).damage(attack)
        if not found.startswith(_BY_TIME) or not (attack.is_closed if is_boxed else attack.holds):
            break
    return found


def run(attack: Attack, is_boxed: bool) -> Outcome:
    """Play a match with an attack."""
    household.adopt_orphans()  # whatever the match leaves behind falls to us
    before = set(household.children(os.getpid()))
    with place() as here, _listener() as port:
        (here.folder / "memory").mkdir()
        (here.folder / "memory").chmod(0o777)
        secret = here.home / "secret"
        secret.write_text("secret")
        program = "bot.py" if f"\ndef {attack.name}(" in (BAD / "bot.py").read_text() else "hostile.py"
        bots = [shlex.join([here.python, "-B", str(BAD / program), attack.name])]
        bots.append(shlex.join([here.python, "-B", str(BAD / "bot.py"), *attack.victim.split()]))
        words = ["match", *bots, "--names", "bad,good", "-n", attack.games, "--hang", 1, "--json"]
        words += ["--mode", "blitz+turns:4", *shlex.split(attack.options), *(["--sandbox"] if is_boxed else [])]
        for key, value in (("PORT", port), ("SECRET_FILE", secret), ("MEMORY", here.folder / "memory")):
            words += ["--env", f"{key}={value}"]
        here.env["SECRET"] = "1"
        begun = time.monotonic()
        done = here.run(*words)
        seconds = time.monotonic() - begun
        time.sleep(0.3 if done.returncode < 0 else 0.0)  # if it was killed, a moment to tidy up
        left = _living(set(household.children(os.getpid())) - before)
        folders = len(list(here.temporary.iterdir()))
        household.end_adopted(before)
        shutil.rmtree("/dev/shm/beachhead-dice", ignore_errors=True)  # noqa: S108
        Path("/dev/shm/beachhead-dice").unlink(missing_ok=True)  # noqa: S108
    return Outcome(json.loads(done.stdout) if done.stdout else None, seconds, left, folders, done.stderr)


def _living(pids: set[int]) -> int:
    """Return how many of these are processes that still run, and have not merely waited for us to reap them."""
    count = 0
    for pid in pids:
        try:
            count += Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
        except OSError:
            continue
    return count


@contextmanager
def _listener() -> Iterator[int]:
    """Listen on a port of this machine; yield its number."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]
