"""The attacks of docs/security.md: what a hostile bot does, and how to tell from the match whether it succeeded.

An attack is a bot in tests/bots/arena/bad, played against a healthy one in a real match. As root, the match is run as an
unprivileged user, since nothing here protects from root.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.bots.arena.contain import household

ROOT: Final = Path(__file__).resolve().parent.parent.parent
BAD: Final = ROOT / "tests" / "bots" / "arena" / "bad"
LONGEST: Final = 12.0  # seconds that a match with an attack may take
_UID: Final = 61_000  # the first of the users that a match is run as, if we are root


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack, and whether it fails if the bots are not boxed; in the sandbox every attack fails."""

    name: str  # of a function in hostile.py, or in bot.py
    what: str
    holds: bool  # without a sandbox
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
    Attack("fork_and_hang", "leaves children in every kind of session, deaf to signals", True),
    Attack("long_line_of_children", "forks a chain of 600 children", True),
    Attack("fork_bomb", "forks as fast as it can", True),
    Attack(
        "starve",
        "thirty children use the processor until the opponent's time is up",
        True,
        "work 20",
        "--time 0.7",
        is_quick=True,
    ),
    Attack("flood_stdout", "floods its output", True),
    Attack("long_line", "writes a line of 100 MB", True),
    Attack("stderr_flood", "writes megabytes to stderr", True),
    Attack("deep_folders", "makes 1500 folders in each other", True),
    Attack("eat_memory", "takes memory without end", True, options="--memory 150M"),
    Attack(
        "overdraw",
        "uses the grace of the clock for every decision",
        True,
        options="--time 'move 0.1'",
        loses="time",
        is_quick=True,
    ),
    Attack("read_files", "reads a file in the user's home folder", False, is_quick=True),
    Attack("fill", "writes 200 MB into its folder", False, options="--memory 150M"),
    Attack("connect", "uses the network", False, is_quick=True),
    Attack("remember_in_shm", "remembers the mirrored game's dice in /dev/shm", False, is_quick=True, games=2),
    Attack("remember_in_tmp", "remembers them in a file", False, games=2),
    Attack("remember_in_keys", "remembers them in the session's keys", True, games=2),
    Attack("resign_for_opponent", "writes `resign` into /proc/OPPONENT/fd/1", False, "think 60", is_quick=True),
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
                if "has got" in fault["detail"]:
                    return str(fault["detail"]).rpartition("stderr ends: ")[2]
            if game["reason"] == "resign" and game["winner"] == "bad":
                return "the opponent loses by resign"
            if attack.loses and not any(fault["reason"] == attack.loses for fault in game["faults"]):
                return f"does not lose by {attack.loses}"
        if self.processes or self.folders:
            return f"{self.processes} processes and {self.folders} folders are left"
        return f"the match took {self.seconds:.0f} s" if self.seconds > LONGEST else ""


def run(attack: Attack, is_boxed: bool) -> Outcome:
    """Play a match with an attack."""
    household.adopt_orphans()  # whatever the match leaves behind falls to us
    before = set(household.children(os.getpid()))
    with tempfile.TemporaryDirectory() as name, _listener() as port:
        folder = Path(name)
        for part in ("tmp", "home", "memory"):
            (folder / part).mkdir()
            (folder / part).chmod(0o777)
        folder.chmod(0o755)
        (folder / "home" / "secret").write_text("secret")
        python, env = _interpreter(folder)
        env |= {"TMPDIR": str(folder / "tmp"), "HOME": str(folder / "home"), "SECRET": "1"}
        program = "bot.py" if f"\ndef {attack.name}(" in (BAD / "bot.py").read_text() else "hostile.py"
        bots = [shlex.join([python, "-B", str(BAD / program), attack.name])]
        bots.append(shlex.join([python, "-B", str(BAD / "bot.py"), *attack.victim.split()]))
        words = [
            python,
            "-m",
            "beachhead",
            "match",
            *bots,
            "--names",
            "bad,good",
            "-n",
            str(attack.games),
            "--hang",
            "1",
            "--json",
        ]
        words += ["--mode", "blitz+turns:4", *shlex.split(attack.options), *(["--sandbox"] if is_boxed else [])]
        told = {"PORT": port, "SECRET_FILE": folder / "home" / "secret", "MEMORY": folder / "memory"}
        for key, value in told.items():
            words += ["--env", f"{key}={value}"]
        begun = time.monotonic()
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, env=env, cwd=folder / "home", timeout=120,
            **({"user": _UID + os.getpid() % 1000, "group": _UID, "extra_groups": []} if os.geteuid() == 0 else {}),
        )  # fmt: skip
        seconds = time.monotonic() - begun
        time.sleep(0.3 if done.returncode < 0 else 0.0)  # if it was killed, a moment to tidy up
        left = _living(set(household.children(os.getpid())) - before)
        folders = len(list((folder / "tmp").iterdir()))
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


def _interpreter(folder: Path) -> tuple[str, dict[str, str]]:
    """Return a Python that the user of the match may run, and what it needs in its environment."""
    env = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(folder / "home"),
    }
    if os.geteuid() != 0:
        return sys.executable, env
    env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), *filter(None, sys.path[1:])])
    for python in (sys.executable, "/usr/bin/python3"):
        trial = [python, "-c", "import lark, ctypes"]
        try:
            subprocess.run(trial, env=env, user=_UID, group=_UID, extra_groups=[], capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return python, env
    raise RuntimeError("as root this needs a Python that other users may run, such as /usr/bin/python3")
