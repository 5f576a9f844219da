"""The sandbox: bots in several languages play in it, and their ends are told as outside."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from beachhead.bots.arena.contain import sandbox
from beachhead.bots.arena.contain.guard import Contained
from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from beachhead.bots.arena.launch import read_bot
from tests.bots.arena.contain.test_attacks import PROBLEM
from tests.bots.arena.ring import BAD, GOOD, Ring, bad

EXAMPLES = Path(__file__).parents[4] / "bots" / "examples"
HOSTILE = f"{sys.executable} {BAD.with_name('hostile.py')}"
SHORT = ("-n", "2", "--mode", "blitz+turns:4")

in_sandbox = pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)


def example(language: str, folder: Path) -> str:
    """The command of an example bot; skips if its language is not there."""
    tools = {"python": "python3", "node": "node", "c": "cc", "java": "javac", "shell": "sh", "perl": "perl"}
    if shutil.which(tools[language]) is None:
        pytest.skip(f"there is no {tools[language]} here")
    if language == "c":
        subprocess.run(["cc", "-o", folder / "bot", EXAMPLES / "bot.c"], check=True)
        return f"{folder}/bot"
    if language == "java":
        subprocess.run(["javac", "-d", folder, EXAMPLES / "Bot.java"], check=True)
        return f"java -cp {folder} Bot"
    return {
        "python": f"{sys.executable} {EXAMPLES}/bot.py",
        "node": f"node {EXAMPLES}/bot.js",
        "shell": f"sh {EXAMPLES}/bot.sh",
        "perl": f"perl {EXAMPLES}/bot.pl",
    }[language]


@in_sandbox
@pytest.mark.parametrize("language", ["python", "node", "c", "java", "shell", "perl"])
def test_languages(ring: Ring, language: str) -> None:
    """A bot in any language plays in the sandbox, with its own folder and its interpreter."""
    program = ring.folder / "program"
    program.mkdir()
    done = ring.match(example(language, program), "builtin:random", *SHORT, "--sandbox", "--hang", 20)
    assert [game["fault"] for game in done.games] == [None, None]
    assert done.results["sandbox"] is True


@in_sandbox
@pytest.mark.parametrize(
    ("words", "reason", "detail"),
    [
        (bad("segfault"), "crash", "killed by SIGSEGV"),
        (bad("kill9_self"), "crash", "killed by SIGKILL"),
        (bad("exit_three"), "crash", "exit code 3"),
        (bad("crash_traceback"), "crash", "exit code 1; stderr ends: ValueError: boom"),
        ("no-such-program", "start", "cannot start no-such-program: No such file or directory"),
        (bad("hang"), "hang", "no answer in 0.7 s, and it is alive"),
    ],
)
def test_ends(ring: Ring, words: str, reason: str, detail: str) -> None:
    """A signal is told as a signal, an exit code as one, a missing program in our own words, and stderr is kept."""
    done = ring.match(words, GOOD, "-n", 1, "--sandbox", "--hang", 0.7, "--names", "bad,good")
    assert done.games[0]["fault"] == {"bot": "bad", "reason": reason, "detail": detail}


def told(process: Contained, seconds: float = 10.0) -> bytes:
    """What a bot says first."""
    os.set_blocking(process.stdout, True)
    signal.alarm(int(seconds))
    try:
        return os.read(process.stdout, 1000)
    finally:
        signal.alarm(0)
        os.set_blocking(process.stdout, False)


@in_sandbox
def test_the_second_after_sigterm() -> None:
    """A boxed bot hears SIGTERM itself, has its second, and its exit code and last words arrive."""
    [bot] = boxed([read_bot(f"{HOSTILE} wait_for_term")])
    process = Contained(bot)
    process.send(["game x", "go 1 time - - state x"])
    process.send(["legal a", "ok 1"])
    said = b""
    while b"info ready" not in said:
        said += told(process)
    assert b"legal" in said
    begun = time.monotonic()
    assert process.end(0) == 3
    assert time.monotonic() - begun > 0.4
    assert "tidied up" in process.words.text()


@in_sandbox
@pytest.mark.parametrize("misdeed", ["eat_memory", "eat_shared_memory"])
def test_memory(ring: Ring, misdeed: str) -> None:
    """The memory limit holds in the sandbox."""
    options = ["--memory", "200M", "--hang", 20, "--names", "bad,good", "--sandbox"]
    fault = ring.match(bad(misdeed), GOOD, "-n", 1, *options).games[0]["fault"]
    assert (fault["bot"], fault["reason"]) == ("bad", "crash")


def options(command: str, hidden: Sequence[str] = ()) -> tuple[str, ...]:
    """What the sandbox of a bot is told."""
    [bot] = boxed([read_bot(command)], hidden)
    return bot.box


def bound(box: Sequence[str]) -> set[str]:
    """The paths that a bot sees in its sandbox as they are outside."""
    return {path for word, path in pairwise(box) if word == "--ro-bind"}


@in_sandbox
def test_what_it_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot sees the folder of its program, but never the whole home folder, nor what is hidden from it."""
    home, program = tmp_path / "home", tmp_path / "home" / "bots"
    program.mkdir(parents=True)
    (program / "records").mkdir()
    for path in (home / "bot.py", program / "bot.py", program / "log.txt"):
        path.touch()
    monkeypatch.setenv("HOME", str(home))
    assert str(program) in bound(options(f"python3 {program}/bot.py"))
    seen = bound(options(f"python3 {home}/bot.py"))
    assert str(home / "bot.py") in seen
    assert str(home) not in seen
    box = options(f"python3 {program}/bot.py", [str(program / "records"), str(program / "log.txt")])
    assert box[box.index(str(program / "records")) - 1] == "--tmpfs"
    assert box[box.index(str(program / "log.txt")) - 1] == "/dev/null"


@in_sandbox
def test_hidden_behind_a_link(tmp_path: Path) -> None:
    """What is hidden is hidden at every path at which a bot sees its folder."""
    folder, link = tmp_path / "bots", tmp_path / "link"
    (folder / "results").mkdir(parents=True)
    (folder / "bot.py").touch()
    link.symlink_to("bots")
    box = options(f"python3 {link}/bot.py", [str(folder / "results")])
    assert {str(folder), str(link)} <= bound(box)
    assert {path for word, path in pairwise(box) if word == "--tmpfs"} >= {f"{folder}/results", f"{link}/results"}


@in_sandbox
def test_a_link_to_another_folder(tmp_path: Path) -> None:
    """A link in a bot's folder opens the file that it leads to, and nothing beside that."""
    folder, private = tmp_path / "bots", tmp_path / "private"
    folder.mkdir()
    private.mkdir()
    (private / "known").touch()
    (folder / "bot.py").touch()
    (folder / "net.bin").symlink_to("../private/known")
    seen = bound(options(f"python3 {folder}/bot.py {folder}/net.bin"))
    assert str(private / "known") in seen
    assert str(private) not in seen


@in_sandbox
def test_what_the_author_names(tmp_path: Path) -> None:
    """A program that is a link, or whose first line names another, does not open the folder of that one."""
    folder, private, python = tmp_path / "bots", tmp_path / "private", tmp_path / "python"
    for each in (folder, private / "bin", python / "bin", python / "lib" / "python3.11"):
        each.mkdir(parents=True)
    for program in (private / "tool", private / "bin" / "tool", python / "bin" / "python3.11"):
        program.touch(0o755)
        (folder / "bot").write_text(f"#!{program}\n")
        (folder / "bot").chmod(0o755)
        (folder / "link").unlink(missing_ok=True)
        (folder / "link").symlink_to(program)
        for name in ("bot", "link"):
            seen = bound(options(f"{folder}/{name}"))
            assert str(folder) in seen
            assert not {str(private), str(private / "bin")} & seen
            assert str(python if python in program.parents else program) in seen


@in_sandbox
@pytest.mark.parametrize("place", [".local/bin", ".cargo/bin"])
def test_installed_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Of a program among a user's tools a bot sees the program, and not what else lies below the same folder."""
    program = tmp_path / place / "mybot"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    seen = bound(options(str(program)))
    assert str(program) in seen
    assert not {str(program.parent.parent), str(program.parent)} & seen


@in_sandbox
def test_programs_in_folders_of_programs(tmp_path: Path) -> None:
    """A file or a folder that a command names is seen with what lies beside it, also if its folder is called `bin`."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bot.py").touch()
    assert str(tmp_path / "bin") in bound(options(f"python3 {tmp_path}/bin/bot.py"))
    assert str(tmp_path / "bin") in bound(options(f"java -cp {tmp_path}/bin Bot"))


@in_sandbox
def test_results_beside_the_bots(ring: Ring) -> None:
    """A tournament that lies in the folder of its bots is played, and no bot sees its file or its results: both tell dice."""
    (ring.folder / "bot.py").write_text((EXAMPLES / "bot.py").read_text())
    spy = (
        "import os, sys\nif os.listdir(sys.argv[1]): sys.exit(9)\n"
        "try: sys.exit(open(sys.argv.pop() + '.toml').read())\nexcept OSError: pass\n"
    )
    (ring.folder / "spy.py").write_text(spy + (EXAMPLES / "bot.py").read_text())
    bots = {"good": "python3 bot.py", "spy": f"python3 spy.py {ring.folder}/night"}
    lines = [f'[[bot]]\nname = "{name}"\ncommand = "{words}"\n' for name, words in bots.items()]
    head = 'name = "night"\ngame = "island"\nmode = "blitz+turns:2"\ngames = 2\nseed = "7"\nsandbox = true\n'
    (ring.folder / "night.toml").write_text(head + "".join(lines))
    done = ring.run("tournament", "night.toml", "--json")
    assert [game["fault"] for game in done.games] == [None, None]


@in_sandbox
def test_the_kernels_settings() -> None:
    """The system's own settings cannot be written, which only root could do anyway, and no namespaces can be made."""
    program = (
        "import os, ctypes; "
        "os.write(1, b'%d %d' % (os.statvfs('/proc').f_flag & os.ST_RDONLY, ctypes.CDLL(None).unshare(0x10000000)))"
    )
    [bot] = boxed([read_bot(f'{sys.executable} -c "{program}"')])
    process = Contained(bot)
    assert told(process) == b"1 -1"
    process.kill()


@in_sandbox
def test_an_older_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bubblewrap that does not know how to forbid namespaces is used without that."""
    (tmp_path / "bwrap").write_text(
        f'#!/bin/sh\n[ "$1" = --unshare-user ] && exit 1\nexec {shutil.which("bwrap")} "$@"\n'
    )
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    [bot] = boxed([read_bot("sh")])
    assert bot.box[:2] == (str(tmp_path / "bwrap"), "--unshare-all")


def test_no_bubblewrap(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bubblewrap `--sandbox` is refused, and the message says how to get it."""
    monkeypatch.setenv("PATH", str(ring.folder))
    with pytest.raises(NoSandbox, match="needs bubblewrap: `apt install bubblewrap`"):
        boxed([])


def test_no_user_namespaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If bubblewrap may not make namespaces, its own message is told, and what to look at."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSandbox, match=r"No permissions to create new namespace.*user namespaces"):
        boxed([])


def test_the_sandbox_is_not_for_builtins_alone() -> None:
    """A built-in bot finds the package that it lives in among what it sees."""
    assert any(path.endswith("bots") for path in sandbox._interpreter(read_bot("builtin:random")))
