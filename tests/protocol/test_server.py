"""The engine as a process on stdin and stdout: bytes in, bytes out, signals, pipes that close."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from beachhead.grammar.sample import sample
from beachhead.protocol import server
from beachhead.protocol.session import GREETING, Session
from beachhead.protocol.table import Table
from tests.protocol.talk import say

ENGINE = [sys.executable, "-m", "beachhead", "engine"]
PROMPT = 5.0  # seconds: what must happen at once happens before this, however busy the machine is


def converse(data: bytes, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """An engine that is given some bytes and the end of input."""
    return subprocess.run(
        [*ENGINE, *arguments],
        input=data,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


@contextmanager
def engine(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """An engine that has said its greeting."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*ENGINE, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == GREETING.encode() + b"\n"
        try:
            yield process
        finally:
            process.kill()


def answers(output: bytes) -> list[str]:
    """The lines behind the greeting."""
    greeting, *lines = output.decode().splitlines()
    assert greeting == GREETING
    return lines


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", []),
        (b"ping\n", ["ok"]),
        (b"ping\r\nping\r\n", ["ok", "ok"]),
        (b"ping\n@7 ping", ["ok", "@7 ok"]),
        (b"\xef\xbb\xbfping\n", ["ok"]),
        (b"quit\nping\n", ["ok"]),
        (b"@12 quit\nping\n", ["@12 ok"]),
        (b"\n  \n\t\n# nothing\n  # nothing\n", []),
        (b"@7 # nothing\n", ["@7 error syntax column "]),
        (b"p\xffng\nping\n", ["error encoding byte 2 is not UTF-8", "ok"]),
        (b"@3 p\xffng\n", ["@3 error encoding byte 5 is not UTF-8"]),
        (b"pi\x00ng\nping\x1b[2J\n", ["error encoding column 3: ", "error encoding column 5: "]),
        (b"pi\rng\n", ["error encoding column 3: "]),
        (b"@9 " + b"x" * 65_534 + b"\nping\n", ["@9 error toolong ", "ok"]),
        (b"ping" + b" " * 65_532 + b"\r\n", ["ok"]),
        (b"ping" + b" " * 65_533 + b"\r\n", ["error toolong "]),
    ],
)  # fmt: skip
def test_conversations(data: bytes, said: list[str]) -> None:
    """Every line is answered, whatever it is made of, up to the end of input or `quit`; then the process ends in order."""
    done = converse(data)
    lines = answers(done.stdout)
    assert (len(lines), done.returncode, done.stderr) == (len(said), 0, b"")
    for line, start in zip(lines, said, strict=True):
        assert line == start or (" error " in f" {start}" and line.startswith(start))


def test_any_bytes() -> None:
    """Whatever bytes come, the process answers to the end, without a word on stderr."""
    rng = Random(4)
    data = b"".join(
        rng.choice([rng.randbytes(rng.randrange(60)), sample("island", rng.randrange).encode()]) + b"\n"
        for _ in range(1500)
    )
    data = re.sub(rb"(?m)^(.*)\b(quit|bench|perft|hint)\b", rb"\1", data)
    done = converse(data + b"@424242 ping")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-1] == "@424242 ok"


def test_pipelining() -> None:
    """Ten thousand commands written at once come back in order, each with its tag."""
    commands = ["newgame seed=1", *("ping" if number % 3 else "legal" for number in range(1, 9_999)), "ping"]
    done = converse("".join(f"@{tag} {command}\n" for tag, command in enumerate(commands)).encode())
    lines = answers(done.stdout)
    tags = [int(line.partition(" ")[0][1:]) for line in lines]
    assert tags == sorted(tags)
    finals = [line for line in lines if line.split()[1] in ("ok", "error")]
    assert [line.split()[0] for line in finals] == [f"@{tag}" for tag in range(len(commands))]
    assert all(line.split()[1] == "ok" for line in finals)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals(number: signal.Signals) -> None:
    """A signal ends the process promptly, as shells expect it, and without a traceback."""
    with engine() as process:
        begun = time.monotonic()
        process.send_signal(number)
        assert process.wait(PROMPT) == -number
        assert time.monotonic() - begun < PROMPT
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_nobody_reads() -> None:
    """An engine whose reader has gone away ends promptly and quietly."""
    with engine() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"ping\n")
        assert process.wait(PROMPT) == 128 + signal.SIGPIPE
        assert process.stderr.read() == b""


def test_quit_with_input_open() -> None:
    """`quit` ends the process though its input goes on."""
    with engine() as process:
        assert process.stdin is not None
        process.stdin.write(b"quit\n")
        assert process.wait(PROMPT) == 0


@pytest.mark.parametrize(("source", "sink"), [("/dev/full", "/dev/null"), ("/dev/null", "/dev/full")])
def test_no_good_streams(source: str, sink: str) -> None:
    """Streams that cannot be read or written end the process with a word, not with a traceback."""
    with open(source, "wb" if source == "/dev/full" else "rb") as reading, open(sink, "wb") as writing:
        done = subprocess.run(ENGINE, stdin=reading, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"beachhead engine: cannot use standard input or output: ")
    assert b"Traceback" not in done.stderr


def test_streams_that_do_not_block() -> None:
    """An engine whose streams were made non-blocking waits for them all the same."""
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)
    with subprocess.Popen(ENGINE, stdin=read_end, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(read_end)
        assert process.stdout is not None
        assert process.stdout.readline() == GREETING.encode() + b"\n"
        os.write(write_end, b"ping\n")
        assert process.stdout.readline() == b"ok\n"
        os.close(write_end)
        assert process.wait(PROMPT) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_log(tmp_path: Path) -> None:
    """The log holds every line both ways with its time, also across runs."""
    log = tmp_path / "log"
    for _ in range(2):
        assert converse(b"@1 ping\r\nmov\n" + b"x" * 70_000 + b"\n", "--log", str(log)).returncode == 0
    lines = log.read_text().splitlines()
    stamp = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} ")
    assert all(stamp.match(line) for line in lines)
    sent = [line[26:] for line in lines if line[24] == ">"]
    said = [line[26:] for line in lines if line[24] == "<"]
    assert sent == ["@1 ping", "mov", f"{'x' * 32} [too long]"] * 2
    assert [line.split()[:2] for line in said] == [
        GREETING.split()[:2],
        ["@1", "ok"],
        ["error", "syntax"],
        ["error", "toolong"],
    ] * 2


def test_log_of_strange_bytes(tmp_path: Path) -> None:
    """Escape codes and other bytes that are not text are escaped in the log."""
    log = tmp_path / "log"
    assert converse(b"\x1b[2Jping\x07\n\xffping\n", "--log", str(log)).returncode == 0
    text = log.read_text()
    assert "\\x1b[2Jping\\x07" in text
    assert "\\xffping" in text
    assert all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize("place", ["no/such/folder/log", "."])
def test_log_that_cannot_be_opened(tmp_path: Path, place: str) -> None:
    """A log that cannot be written is bad usage, said before the greeting."""
    done = converse(b"ping\n", "--log", str(tmp_path / place))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"beachhead engine: --log: ")


def test_log_on_a_full_disk() -> None:
    """A log that cannot be written any more is given up, with a word; the game goes on."""
    done = converse(b"ping\nping\n", "--log", "/dev/full")
    assert (answers(done.stdout), done.returncode) == (["ok", "ok"], 0)
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"beachhead engine: the log cannot be written any more: ")


def test_flushes_before_waiting_and_not_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece of input gives one write, however many commands it holds; the greeting has its own."""
    pieces = [b"ping\n" * 1000, b"newgame seed=7\nlegal\n", b"pi", b"ng\n", b"# nothing\n", b""]
    written: list[bytes] = []
    log: list[str] = []

    def read(source: int, size: int) -> bytes:
        log.append("read")
        return pieces.pop(0)

    def write(sink: int, data: memoryview) -> int:
        log.append("write")
        written.append(bytes(data))
        return len(data)

    monkeypatch.setattr(server.os, "read", read)
    monkeypatch.setattr(server.os, "write", write)
    assert server.serve(Session(Table()), -1, -1) == 0
    assert log == ["write", "read", "write", "read", "write", "read", "read", "write", "read", "read"]
    assert written[1] == b"ok\n" * 1000
    assert written[3] == b"ok\n"


def test_bounded_answers() -> None:
    """A client that writes without end and never reads makes the engine wait, not grow."""
    with engine() as process:
        assert process.stdin is not None
        stdin = process.stdin.fileno()
        os.set_blocking(stdin, False)
        stuck = 0
        while stuck < 20:
            try:
                os.write(stdin, b"help\n" * 1000)
                stuck = 0
            except BlockingIOError:
                stuck += 1
                time.sleep(0.02)
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = int(re.findall(r"VmHWM:\s+(\d+)", status)[0])
        assert peak < 100_000
        assert process.stdout is not None
        reader = threading.Thread(target=process.stdout.read)
        reader.start()
        process.stdin.close()
        assert process.wait(PROMPT * 4) == 0
        reader.join()


def test_light_start() -> None:
    """The engine imports nothing that makes its start slow and that it does not need."""
    script = (
        "import sys; from beachhead.cli import main; main(['engine']); "
        "print([name for name in ('asyncio', 'numpy', 'prompt_toolkit', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"ping\nnewgame seed=1\nlegal\nhint\nboard\nquit\n", capture_output=True,
        timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == b"[]"


@pytest.mark.parametrize(
    "game", ["island standard seed=5", "island blitz+live first=north seed=abc", "royale players=3 seed=r"]
)
def test_same_battle_every_time(game: str) -> None:
    """The same seed and decisions give the same bytes, whatever Python's own hashes are."""
    table = Table()
    session = Session(table)
    commands = [f"newgame {game}"]
    assert say(session, commands[0])[-1] == "ok"
    rng = Random(game)
    while table.timeline.game.actor(table.timeline.state) is not None and len(commands) < 400:
        legal = [line[6:] for line in say(session, "legal")[:-1]]
        commands += ["legal", rng.choice(legal)]
        assert say(session, commands[-1])[-1] == "ok"
    commands += ["state", "history", "board", "result"]
    data = "\n".join(commands).encode()
    outputs = {converse(data, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "4242")}
    assert len(outputs) == 1
    said = answers(outputs.pop())
    assert not [line for line in said if line.startswith("error")]
