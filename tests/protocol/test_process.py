"""Bot processes, real ones: what they say, how long they may take, and how they end."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from beachhead.protocol.process import KEPT, MAX_PENDING, BotProcess, Life, Stderr, Watch, command_of

PYTHON = [sys.executable, "-I", "-S", "-u", "-c"]
BOUND = 5.0  # seconds within which everything here happens, however busy the machine is


@contextmanager
def bot(program: str) -> Iterator[BotProcess]:
    """A process that runs a program, and is ended."""
    process = BotProcess([*PYTHON, program])
    try:
        yield process
    finally:
        process.kill()


def hear(process: BotProcess, count: int = 1) -> list[bytes]:
    """Return the next lines; fewer if it ends before."""
    watch, until, lines = Watch([process]), time.monotonic() + BOUND, []
    while len(lines) < count and time.monotonic() < until:
        while process.lines and len(lines) < count:
            lines.append(process.lines.popleft())
        if len(lines) < count:
            if process.has_ended:
                break
            watch.wait(until)
    return lines


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(claim: object, *arguments: object) -> bool:
    """Whether something becomes true soon."""
    until = time.monotonic() + BOUND
    while not (done := claim(*arguments)) and time.monotonic() < until:  # type: ignore[operator]
        time.sleep(0.005)
    return bool(done)


def test_conversation() -> None:
    """Lines go both ways; the process ends when its input does, and its exit code is known."""
    with bot("import sys\nfor line in sys.stdin: print('heard', line, end='')\nsys.exit(3)") as process:
        process.send(["one", "two"])
        assert hear(process, 2) == [b"heard one", b"heard two"]
        process.send([])
        assert process.end() == 3
        assert process.end() == 3


def test_half_lines() -> None:
    """A line counts when its end has come, and half a line never does."""
    program = (
        "import sys\nsys.stdout.write('ha'); sys.stdin.readline()\n"
        "sys.stdout.write('lf\\r\\nanother'); sys.stdin.readline()"
    )
    with bot(program) as process:
        watch = Watch([process])
        assert wait_for(lambda: watch.wait(time.monotonic() + 0.01))
        assert not process.lines
        process.send(["go on"])
        assert hear(process) == [b"half"]
        process.send(["end"])
        assert hear(process) == []
        assert process.has_ended


def test_deadline() -> None:
    """Waiting ends at the deadline and not later, however much is dripped."""
    with bot("import time\nwhile True: print(end='x', flush=True); time.sleep(0.01)") as process:
        watch = Watch([process])
        begun = time.monotonic()
        deadline = begun + 0.3
        while time.monotonic() < deadline:
            watch.wait(deadline)
        assert 0.3 <= time.monotonic() - begun < BOUND
        assert not process.lines


def test_flood() -> None:
    """A flood of lines is read no faster than it is heard, and does not outlast the deadline."""
    with bot("while True: print('x' * 1000)") as process:
        watch, deadline, most = Watch([process]), time.monotonic() + 0.3, 0
        while time.monotonic() < deadline:
            watch.wait(deadline)
            most = max(most, sum(map(len, process.lines)))
            process.lines.clear()
        assert 0 < most <= 2 * 65_536
        assert time.monotonic() - deadline < BOUND


def test_exit_is_seen_while_a_child_holds_the_pipe() -> None:
    """A process that dies is gone, though a child of it keeps its output open; the child goes with it."""
    program = (
        "import os, sys, time\n"
        "child = os.fork()\n"
        "if child == 0: time.sleep(600)\n"
        "print(child, flush=True); print('last words', flush=True); os._exit(7)"
    )
    with bot(program) as process:
        child, words = hear(process, 2)
        assert words == b"last words"
        assert hear(process) == []
        assert process.life is Life.GONE
        assert process.has_ended
        assert process.exit_code() == 7
        assert wait_for(lambda: not is_alive(int(child)))
        assert process.end() == 7


def test_end_of_output_is_seen_while_it_lives() -> None:
    """A process that closes its output and lives on has ended for us; it is put to its end."""
    with bot("import os, time\nos.close(1)\ntime.sleep(600)") as process:
        assert hear(process) == []
        assert process.life is Life.SILENT
        assert process.has_ended
        assert process.exit_code(0.01) is None
        begun = time.monotonic()
        assert process.end(patience=0.05) == -signal.SIGTERM
        assert time.monotonic() - begun < BOUND


def test_stderr() -> None:
    """Of megabytes on stderr the first and the last are kept, and nobody waits for them."""
    program = "import sys\nsys.stderr.write('first' + 'x' * 5_000_000 + 'last'); print('done')"
    with bot(program) as process:
        assert hear(process) == [b"done"]
        process.end()
        text = process.words.text()
        assert text.startswith("first")
        assert text.endswith("last")
        assert "bytes left out" in text
        assert 2 * KEPT <= len(text) <= 2 * KEPT + 100


@pytest.mark.parametrize(
    "sizes", [[], [5], [KEPT], [KEPT + 1], [2 * KEPT], [1] * 10, [KEPT - 1, 2, KEPT, 3], [100_000] * 3]
)
def test_what_is_kept_of_stderr(sizes: list[int]) -> None:
    """Whatever the pieces, the beginning and the end are kept whole, and what is left out is counted."""
    words, all_of_it = Stderr(), b""
    for number, size in enumerate(sizes):
        piece = bytes([97 + number % 26]) * size
        words.add(piece)
        all_of_it += piece
    left_out = len(all_of_it) - 2 * KEPT
    text = words.text().encode()
    if left_out <= 0:
        assert text == all_of_it
    else:
        assert text == all_of_it[:KEPT] + f"\n[… {left_out} bytes left out …]\n".encode() + all_of_it[-KEPT:]


def test_deaf() -> None:
    """What a process does not read waits up to a cap; beyond it the process is deaf, and nothing blocks."""
    with bot("import time\ntime.sleep(600)") as process:
        begun, sent = time.monotonic(), 0
        while process.life is Life.WELL:
            process.send(["x" * 999])
            sent += 1000
            assert sent < 2_000_000
        assert sent > MAX_PENDING
        process.send(["nobody hears it"])
        assert not process.is_pending
        assert time.monotonic() - begun < BOUND


def test_slow_reader() -> None:
    """What waits for a process is written when it reads again."""
    with bot("import sys\nsys.stdin.readline()\nfor line in sys.stdin: last = line\nprint(len(last))") as process:
        process.send(["first", *["x" * 999] * 100, "x" * 500])
        watch = Watch([process])
        while process.is_pending:
            watch.wait(time.monotonic() + BOUND)
        assert process.life is Life.WELL
        process.hang_up()
        assert hear(process) == [b"501"]


def test_closed_input() -> None:
    """Writing to a process that has closed its input raises nothing; it is deaf."""
    with bot("import os, time\nos.close(0)\nprint('closed', flush=True)\ntime.sleep(600)") as process:
        hear(process)
        process.send(["hello"])
        assert process.life is Life.CUT


def test_ignores_sigterm() -> None:
    """A process that ignores everything is killed, within bounds."""
    program = (
        "import signal, time\n"
        "for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
        "print('ready', flush=True)\nwhile True: time.sleep(600)"
    )
    with bot(program) as process:
        assert hear(process) == [b"ready"]
        process.grace = 0.1
        begun = time.monotonic()
        assert process.end(patience=0.1) == -signal.SIGKILL
        assert 0.2 <= time.monotonic() - begun < BOUND


def test_whole_group() -> None:
    """Children of a process end with it, also those that ignore signals and the one that was stopped."""
    program = (
        "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nchildren = []\n"
        "for number in range(3):\n    child = os.fork()\n    if child == 0: time.sleep(600)\n    children.append(child)\n"
        "os.kill(children[0], signal.SIGSTOP)\nprint(*children, flush=True)\ntime.sleep(600)"
    )
    with bot(program) as process:
        children = [int(word) for word in hear(process)[0].split()]
        assert all(map(is_alive, children))
        process.kill()
        assert wait_for(lambda: not any(map(is_alive, children)))
    assert not is_alive(process.pid)


def test_several_at_once() -> None:
    """One wait hears all; who speaks is known by whose lines they are."""
    programs = ["import time\nprint('quick')\ntime.sleep(600)", "import time\ntime.sleep(600)"]
    with bot(programs[0]) as quick, bot(programs[1]) as slow:
        watch = Watch([quick, slow])
        assert wait_for(lambda: watch.wait(time.monotonic() + 0.05) and bool(quick.lines))
        assert (list(quick.lines), list(slow.lines)) == ([b"quick"], [])
        assert quick.arrived <= time.monotonic()


def test_nothing_is_left() -> None:
    """After the end of many processes there are no descriptors and no zombies of theirs."""
    before = len(os.listdir("/proc/self/fd"))
    pids = []
    for number in range(6):
        process = BotProcess([*PYTHON, f"import sys\nprint('x')\nif {number} % 2: sys.stdin.read()"])
        pids.append(process.pid)
        hear(process)
        process.end()
    assert len(os.listdir("/proc/self/fd")) == before
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("place", ["no-such-program", "/", "./no/such/program"])
def test_cannot_be_started(place: str) -> None:
    """A program that cannot be executed raises OSError, and leaves no descriptor."""
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match=r".+"):
        BotProcess([place])
    assert len(os.listdir("/proc/self/fd")) == before


def test_without_interpreter(tmp_path: Path) -> None:
    """A script whose interpreter is not there cannot be started either."""
    script = tmp_path / "bot"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(OSError, match=r"interpreter|No such file"):
        BotProcess([str(script)])


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("node mybot.js", ["node", "mybot.js"]),
        ("'my bot' -x \"a b\"", ["my bot", "-x", "a b"]),
        ("builtin:random --seed 3", [sys.executable, "-m", "beachhead", "bot", "random", "--seed", "3"]),
    ],
)
def test_commands(name: str, command: list[str]) -> None:
    """A bot's name is split as a shell would, and never run through one."""
    assert command_of(name) == command


@pytest.mark.parametrize("name", ["", "  ", "'unclosed"])
def test_bad_names(name: str) -> None:
    """A name that is not a command line is refused."""
    with pytest.raises(ValueError, match=r".+"):
        command_of(name)
