"""Traps: files and commands that stop, fill or take over a program which reads them. A trap is sprung at the real program."""

from __future__ import annotations

import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from beachhead.bots.arena.contain import household
from tests.protocol.repl.terminal import PATIENCE, Terminal
from tools.attack.stranger import BAD, Place, place

MEMORY: Final = 200  # megabytes that a program may take
QUICK: Final = 20.0  # seconds that it may take
SHORT: Final = ("builtin:random", "builtin:random", "-n", 2, "--mode", "blitz+turns:2")
_CODE: Final = b"cposix\nsystem\n(S'touch %s'\ntR."  # runs a command when it is unpickled


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: a function that sets it and springs it. Its docstring says what it is."""

    spring: Callable[[Place], str]  # returns the damage, which is empty if there is none
    is_quick: bool = True  # whether the test suite has it

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.spring.__name__

    @property
    def what(self) -> str:
        """What it is."""
        text = self.spring.__doc__ or ""
        return text[:1].lower() + text[1:].removesuffix(".")

    def run(self) -> str:
        """Set it and spring it; return the damage."""
        household.adopt_orphans()  # whatever is left behind falls to us
        before = set(household.children(os.getpid()))
        with place() as here:
            try:
                damage = self.spring(here)
            except subprocess.TimeoutExpired:
                damage = "it does not end"
            household.end_adopted(before)
        return damage


# The folders of the user


def planted_tables(here: Place) -> str:
    """Plant code and tables in the user's folders."""
    mark = here.folder / "mark"
    for name in ("protocol.tables", "tables.json", "grammar.cache", "tables.pickle"):
        for folder in (here.home / "beachhead", here.home):
            folder.mkdir(exist_ok=True)
            (folder / name).write_bytes(_CODE % bytes(mark))
    return _talks(here) or ("planted code has run" if mark.exists() else "")


def pipes_for_tables(here: Place) -> str:
    """Put pipes and devices there."""
    (here.home / "beachhead").mkdir()
    os.mkfifo(here.home / "beachhead" / "protocol.tables")
    (here.home / "beachhead" / "tables.json").symlink_to("/dev/zero")
    return _talks(here)


def _talks(here: Place) -> str:
    """Return what is wrong with an engine that answers a line for which it needs the grammar."""
    done = here.run("engine", input="state of affairs\nnewgame seed=1\n", timeout=QUICK)
    return "" if done.stdout.splitlines()[-1:] == ["ok"] else "the engine does not answer"


# Games and records


def planted_command(here: Place) -> str:
    """Plant a command in an unfinished game."""
    games = _games(here)
    mark = here.folder / "mark"
    seats = f'#: seat north touch {mark}\nheader bot.north "touch {mark}"\n'
    record = f"newgame island standard first=south dice=manual\n{seats}setup block e4\n"
    (games / "2026-01-01-000000-1-1.bhr").write_text(record)
    (games.parent / "unfinished.bhr").write_text(record)
    with _prompt(here, "--resume") as prompt:
        prompt.wait("yes or no?")
        if f"touch {mark}" not in prompt.text:
            return "the command is not shown"
        prompt.enter("board", "yes or no")
    return "the command was run" if mark.exists() else ""


def pipe_for_a_game(here: Place) -> str:
    """Put a pipe in the place of an unfinished game."""
    os.mkfifo(_games(here) / "2026-01-01-000000-1-1.bhr")
    with _prompt(here, "--resume") as prompt:
        code = prompt.end()
    return "" if code == 2 and "regular file" in prompt.text else f"exit code {code}: {prompt.text.strip()}"


def pipe_for_the_history(here: Place) -> str:
    """Put a pipe in the place of the prompt's history, then a device."""
    history = _games(here).parent / "history"
    for plant in (lambda: os.mkfifo(history), lambda: history.symlink_to("/dev/zero")):
        history.unlink(missing_ok=True)
        plant()
        with _prompt(here, "--first", "south", "--north", "human") as prompt:
            prompt.wait("South to place a block")
    return ""


def killed_prompts(here: Place) -> str:
    """Kill three prompts at once with SIGKILL: their games are kept."""
    squares = ("e4", "f6", "g5")
    with ExitStack() as stack:
        prompts = [stack.enter_context(_prompt(here, "--first", "south", "--north", "human")) for _ in squares]
        for prompt, square in zip(prompts, squares, strict=True):
            prompt.wait("South to place a block")
            prompt.enter(square, lambda: f"block {square}" in _kept(here))  # noqa: B023 (called here)
        for prompt in prompts:
            prompt.signal(signal.SIGKILL)
            prompt.end()
    lost = [square for square in squares if f"setup block {square}" not in _kept(here)]
    if lost:
        return f"{len(lost)} of 3 games are lost"
    with _prompt(here, "--resume") as prompt:
        prompt.end()
    listed = sum(f"  {number}  20" in prompt.text for number in (1, 2, 3))
    return "" if listed == len(squares) else f"{listed} of 3 games are listed: {prompt.text.strip()}"


def _kept(here: Place) -> str:
    return "".join(file.read_text() for file in (here.home / "beachhead" / "games").glob("*.bhr"))


def _games(here: Place) -> Path:
    folder = here.home / "beachhead" / "games"
    folder.mkdir(parents=True)
    for each in (folder, folder.parent):
        each.chmod(0o777)
    return folder


def pipe_for_a_record(here: Place) -> str:
    """Put a pipe in the place of a record."""
    records = here.folder / "records"
    records.mkdir()
    records.chmod(0o777)
    os.mkfifo(records / "1.bhr")
    done = here.run("match", *SHORT, "--records", records, timeout=QUICK)
    return "" if done.returncode == 2 else f"exit code {done.returncode}"


def records_in_the_way(here: Place) -> str:
    """Put files in the place of records."""
    records = here.home / "records"
    for _ in range(2):
        done = here.run("match", *SHORT, "--records", records, "--seed", "1", timeout=QUICK)
        (records / "2.bhr").write_text("mine")
    return "" if done.returncode == 2 and (records / "2.bhr").read_text() == "mine" else "a file is overwritten"


def full_disk(here: Place) -> str:
    """Fill the disk while records are written."""
    records = here.home / "records"
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))  # noqa: E731
    done = here.run("match", *SHORT, "--records", records, "--json", preexec_fn=limit, timeout=QUICK)
    torn = [file.name for file in records.iterdir()]
    return f"torn files: {torn}" if torn else "" if '"finished": true' in done.stdout else "the results are lost"


# Files without an end


def endless_positions(here: Place) -> str:
    """Pass a device as a file of positions."""
    return _refused(here, "match", *SHORT, "--positions", "/dev/zero")


def endless_files(here: Place) -> str:
    """Pass a device as a record, a tournament, a deck."""
    commands = (["run"], ["replay"], ["analyse"], ["tournament"], ["engine", "--deck"])
    return "".join(_refused(here, *words, "/dev/zero") for words in commands)


def _refused(here: Place, *words: object) -> str:
    done = here.run(*words, timeout=QUICK, preexec_fn=_bounded, stdin=subprocess.DEVNULL)
    return "" if done.returncode == 2 and "Traceback" not in done.stderr else f"{words[0]}: exit code {done.returncode}"


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY << 20, MEMORY << 20))


def many_failures(here: Place) -> str:
    """Write a script of 100 MB in which every line fails."""
    script = here.folder / "failures.bhr"
    script.write_text(f"expect {'x' * 5_000}\n" * 20_000)
    with open(os.devnull, "w") as nowhere:
        done = here.run(
            "run", "--keep-going", script, preexec_fn=_bounded, capture_output=False, stdout=nowhere, stderr=nowhere
        )
    return "" if done.returncode == 1 else f"exit code {done.returncode}"


def escape_codes_in_a_log(here: Place) -> str:
    """Send escape codes to `engine --log`."""
    log = here.home / "log"
    here.run("engine", "--log", log, input="\x1b[2Jping\x07\n\x1b]0;mine\x07\n", timeout=QUICK)
    return "escape codes are in the log" if "\x1b" in log.read_text() or "ping" not in log.read_text() else ""


# Work without an end


def endless_work(here: Place) -> str:
    """Ask for endless work (`perft`, `bench`), then send `stop`."""
    begun = time.monotonic()
    for work in ("perft 60", "bench 1000000"):
        done = here.run("engine", input=f"newgame seed=1\n{work}\nstop\nping\n", timeout=QUICK)
        if done.stdout.splitlines()[-2:] != ["ok", "ok"]:
            return f"`stop` does not end {work}"
    return "" if time.monotonic() - begun < QUICK else "`stop` comes late"


def long_perft(here: Place) -> str:
    """Ask for an endless `perft`, and send no `stop`."""
    done = here.run("engine", input="newgame seed=1\nperft 60\nping\n", timeout=80)
    told = done.stdout.splitlines()[-2:]
    return "" if told[1:] == ["ok"] and told[0].startswith("error limit perft ") else "it does not end"


# Bots at the prompt


def spy_at_the_prompt(here: Place) -> str:
    """Is a bot at the prompt, and reads its memory, environment and descriptors."""
    words = here.temporary / "words"
    here.env["SECRET"] = "1"
    spy = shlex.join([here.python, "-B", str(BAD / "hostile.py"), "read_memory"])
    look = f'exec 2>{words}; [ -z "$SECRET" ] || echo has got SECRET >&2; exec {spy}'
    with _prompt(here, "--first", "south", "--south", shlex.join(["sh", "-c", look]), "--north", "human") as prompt:
        prompt.wait("North to place a block")
    return words.read_text()


def killed_with_bots(here: Place) -> str:
    """Is a bot at the prompt with children that ignore signals; the prompt is killed."""
    bot = shlex.join([here.python, "-B", str(BAD / "bot.py"), "fork_and_hang", "1"])
    with _prompt(here, "--first", "south", "--south", bot, "--north", "human") as prompt:
        _await(lambda: len(_descendants("sleep\0001000")) > 1)
        prompt.signal(signal.SIGKILL)
        prompt.end()
    _await(lambda: not _descendants("sleep\0001000"))
    left = [*_descendants("bot.py"), *_descendants("sleep\0001000"), *here.temporary.iterdir()]
    return f"{len(left)} processes and folders are left" if left else ""


def _descendants(word: str) -> list[int]:
    """Return the processes below this one with a word in their command line."""
    found = []
    for pid in household.descendants(os.getpid()):
        try:
            if word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
        except OSError:
            continue
    return found


def _await(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)


@contextmanager
def _prompt(here: Place, *words: str) -> Iterator[Terminal]:
    """Run the prompt on a terminal, as the user of the place."""
    command = here.command("play", *words)
    if user := here.user:
        identity = ["--reuid", str(user["user"]), "--regid", str(user["group"]), "--clear-groups"]
        command = ["setpriv", *identity, *command]
    program = command[0] if command[0] != sys.executable else "env"
    arguments = command[1:] if command[0] != sys.executable else command
    found = Terminal(arguments, here.home, (120, 40), program, **here.env)
    try:
        yield found
    finally:
        found.close()


TRAPS: Final = (
    Trap(planted_tables),
    Trap(pipes_for_tables),
    Trap(planted_command),
    Trap(pipe_for_a_game),
    Trap(pipe_for_the_history),
    Trap(killed_prompts),
    Trap(pipe_for_a_record),
    Trap(records_in_the_way),
    Trap(full_disk),
    Trap(endless_positions),
    Trap(endless_files),
    Trap(many_failures, is_quick=False),
    Trap(escape_codes_in_a_log),
    Trap(endless_work),
    Trap(long_perft, is_quick=False),
    Trap(spy_at_the_prompt),
    Trap(killed_with_bots),
)
