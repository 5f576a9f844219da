"""What the engine says to a bot on the SDK, and what the bot says back."""

import ast
import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from beachhead.bots import sdk
from beachhead.bots.sdk import Choose, Decision, GameInfo, play

READY = "ready beachhead 0.1.0 protocol 1"
GAME = "game island standard seat south clock base 60000 100 commit 9f86"
HELLO = 'hello 1 "bot"'
GO = "go 1 time - - state X"
REFUSES = "bot: the engine refuses"
GO2 = "go 2 time - - state X"


def converse(engine: str | bytes, choose: Choose, name: str = "bot") -> list[str]:
    """The bot's lines in a conversation of which the engine's part is known beforehand."""
    said = io.BytesIO()
    heard = engine if isinstance(engine, bytes) else (engine + "\n").encode()
    play(choose, name, stdin=io.BytesIO(heard), stdout=said)
    return said.getvalue().decode().splitlines()


def first(decision: Decision) -> str:
    """Choose the first legal action."""
    return decision.legal()[0]


def twice(decision: Decision) -> str:
    """Look at the legal actions two times."""
    return decision.legal()[len(decision.legal()) - 1]


def end(decision: Decision) -> str:
    """End its turn, whatever is legal."""
    return "end"


def nothing(decision: Decision) -> str:
    """Forget to return its choice."""
    return None  # type: ignore[return-value]


def remark(decision: Decision) -> str:
    """Say something that would not fit into one line."""
    decision.info("score 0.5\ntext a\x00b")
    return " move  d2 d4\n"


@pytest.mark.parametrize(
    ("engine", "choose", "said"),
    [
        ([], end, []),
        ([READY], end, [HELLO]),
        ([READY, "id name beachhead", "ok 1", "bye", GO], end, [HELLO]),
        ([READY, "ok 1", GAME, "event first south", "go 1 time 60000 60000 state X"], end, [HELLO, "answer 1 end"]),
        ([GAME, GO, "event south end", "ok", "go 9 time - - state X"], end, ["answer 1 end", "answer 9 end"]),
        ([GAME, GO, "legal a", "legal b c", "ok 2", "ok"], first, ["legal", "answer 1 a"]),
        ([GAME, GO, "legal a", "legal b c", "ok 2", "ok"], twice, ["legal", "answer 1 b c"]),
        ([GAME, GO, "novelty", "legal a", "ok 1"], first, ["legal", "answer 1 a"]),
        ([GAME, GO], remark, ["info score 0.5 text a b", "answer 1 move d2 d4"]),
        (["", "novelty", "go1", "ok", GAME, "go 1 depth 3 time - - hurry state X"], end, ["answer 1 end"]),
        # A decision that is taken back: the answer is late, or there is nothing to list any more.
        ([GAME, GO, "error stale 2 is asked", GO2], end, ["answer 1 end", "answer 2 end"]),
        ([GAME, GO, "error turn no decision", "bye"], end, ["answer 1 end"]),
        ([GAME, GO, "event over north crash 0 10", "ok 0", "bye"], first, ["legal"]),
        (
            [GAME, GO, "legal a", "ok 1", GO2, "error stale", "legal b", "ok 1", "ok"],
            first,
            ["legal", "answer 1 a", "legal", "answer 2 b"],
        ),
    ],
)  # fmt: skip
def test_conversations(engine: list[str], choose: Choose, said: list[str]) -> None:
    """The bot greets, answers what it is asked, asks no more than it needs, and skips what it does not know."""
    assert converse("\n".join(engine), choose) == said
    assert converse("\r\n".join(engine) + "\r", choose) == said


def test_half_a_line() -> None:
    """A line that breaks off at the end of input is not acted upon."""
    assert converse(f"{READY}\n{GAME}\ngo 1 time - - sta".encode(), end) == [HELLO]


def test_name() -> None:
    """Any name reaches the engine as one quoted string."""
    assert converse(READY, end, 'A "b" \\ c\nd') == ['hello 1 "A \\"b\\" \\\\ c d"']


def test_what_a_decision_tells() -> None:
    """A decision carries game, mode, seat, clocks and the position, and is counted from 1 in every game."""
    seen: list[tuple[object, ...]] = []

    def choose(decision: Decision) -> str:
        clocks = (decision.time, decision.others)
        place = (decision.game, decision.mode, decision.seat, decision.commit)
        seen.append((decision.id, decision.number, *place, *clocks, decision.state))
        return "end"

    converse(
        "\n".join(
            [
                "game island blitz+live seat north clock none commit ab",
                "go 1 time - - state 12/12 c:..... 9",
                "go 2 time - - state two",
                "game royale standard seat p2 clock move 500 commit cd",
                "go 3 time 500 400 - 300 state three",
            ]
        ),
        choose,
    )
    assert seen == [
        (1, 1, "island", "blitz+live", "north", "ab", None, [None], "12/12 c:..... 9"),
        (2, 2, "island", "blitz+live", "north", "ab", None, [None], "two"),
        (3, 1, "royale", "standard", "p2", "cd", 500, [400, None, 300], "three"),
    ]


def test_hooks() -> None:
    """The hooks hear of every game and of every event, also of those that come between a question and its answer."""
    games: list[GameInfo] = []
    events: list[str] = []
    engine = [
        GAME,
        "event first south",
        GO,
        "event forfeit p3 crash",
        "legal a",
        "ok 1",
        "event south a",
        "ok",
    ]
    play(
        first,
        on_game=games.append,
        on_event=events.append,
        stdin=io.BytesIO("".join(f"{line}\n" for line in engine).encode()),
        stdout=io.BytesIO(),
    )  # fmt: skip
    assert events == ["first south", "forfeit p3 crash", "south a"]
    game = games[0]
    assert (game.game, game.mode, game.seat) == ("island", "standard", "south")
    assert (game.clock, game.commit) == ("base 60000 100", "9f86")


@pytest.mark.parametrize(
    ("engine", "choose", "message"),
    [
        ([GAME, GO, "error illegal 15 not yet", "ok 0"], end, f"{REFUSES} `end` at `go 1`, state X: illegal 15 not yet"),
        (
            [GAME, GO, "error illegal 15 no", "legal a", "ok 1", "error illegal 1 nor that"],
            end,
            f"{REFUSES} `a` at `go 1`, state X: illegal 1 nor that",
        ),
        ([READY, "error version 2 only"], end, "bot: the engine refuses the greeting: version 2 only"),
        ([GAME, GO, "error internal a bug"], first, "the engine does not answer `legal`: internal a bug"),
        ([GAME, GO], nothing, "bot: choose returned None, not the text of an action"),
    ],
)  # fmt: skip
def test_refusals(engine: list[str], choose: Choose, message: str) -> None:
    """A final refusal of the engine ends the bot, with a message that shows its author where to look."""
    with pytest.raises(SystemExit) as ending:
        converse("\n".join(engine), choose)
    assert ending.value.code == message


def test_spare_action(capsys: pytest.CaptureFixture[str]) -> None:
    """If its choice is refused and the decision stands, the bot tells its author and plays the first legal action."""
    said = converse("\n".join([GAME, GO, "error illegal 15 not yet", "legal a", "legal b", "ok 2", "ok", GO2]), end)
    assert said == ["answer 1 end", "legal", "answer 1 a", "answer 2 end"]
    problem = "bot: the engine refuses `end` at `go 1`, state X: illegal 15 not yet; it plays `a` instead"
    assert capsys.readouterr().err == f"{problem}\n"


def test_printed_before_play(capsys: pytest.CaptureFixture[str]) -> None:
    """What a bot printed before `play` is refused by the engine; it tells its author, and the bot plays."""
    engine = [READY, "error syntax column 1", "ok 1", GAME, GO, "legal a", "ok 1", "ok"]
    assert converse("\n".join(engine), first) == [HELLO, "legal", "answer 1 a"]
    told = capsys.readouterr().err
    assert told == "bot: the engine refuses a line that is not from `play`: syntax column 1\n"


def test_decision_by_hand() -> None:
    """Without an engine a decision has the legal actions that it was given, and keeps what is said about it."""
    decision = Decision(state="X", legal=["a", "b"])
    assert first(decision) == "a"
    assert remark(decision)
    assert decision.said == ["score 0.5 text a b"]
    with pytest.raises(ValueError, match="without an engine"):
        first(Decision(state="X"))


def test_one_write_a_line() -> None:
    """Every line leaves the bot whole, and at once."""

    class Pipe(io.BytesIO):
        def __init__(self) -> None:
            super().__init__()
            self.log: list[bytes] = []

        def write(self, data: bytes) -> int:  # type: ignore[override]
            self.log.append(data)
            return len(data)

        def flush(self) -> None:
            self.log.append(b"")

    pipe = Pipe()
    play(first, stdin=io.BytesIO(b"ready\nok 1\ngo 1 time - - state X\nlegal a\nok 1\n"), stdout=pipe)
    assert pipe.log == [b'hello 1 "bot"\n', b"", b"legal\n", b"", b"answer 1 a\n", b""]


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def test_one_file() -> None:
    """The SDK needs nothing but the standard library."""
    assert {name.partition(".")[0] for name in imports(Path(sdk.__file__))} <= {*sys.stdlib_module_names}


BODY = {
    "end": "return 'end'",
    "print": "print('thinking'); return 'end'",
    "raise": "return {}['no such key']",
}


def start(folder: Path, body: str) -> subprocess.Popen[str]:
    """A bot in a folder of its own, with a copy of the SDK."""
    (folder / "sdk.py").write_text(Path(sdk.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    source = f"from sdk import play\ndef choose(decision):\n    {BODY[body]}\nplay(choose, 'Copied')\n"
    (folder / "mybot.py").write_text(source, encoding="utf-8")
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "mybot.py"], cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )


@pytest.mark.parametrize(
    ("body", "code", "said", "complains"),
    [
        ("end", 0, 'hello 1 "Copied"\nanswer 1 end\n', ""),
        ("print", 0, 'hello 1 "Copied"\nanswer 1 end\n', "thinking\n"),  # not into the conversation
        ("raise", 1, 'hello 1 "Copied"\n', "KeyError: 'no such key'\n"),
    ],
)
def test_copied(tmp_path: Path, body: str, code: int, said: str, complains: str) -> None:
    """A copy of the SDK plays by itself; a mistake in the choice shows on standard error and ends the bot with 1."""
    with start(tmp_path, body) as bot:
        out, err = bot.communicate(f"{READY}\nok 1\n{GAME}\ngo 1 time - - state X\nevent south end\nok\nbye\n")
    assert (bot.returncode, out) == (code, said)
    assert err.endswith(complains)
    assert bool(err) == bool(complains)


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends a bot without a word."""
    with start(tmp_path, "end") as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        bot.stdin.write(f"{READY}\n")
        assert bot.stdout.readline() == 'hello 1 "Copied"\n'
        bot.send_signal(signal.SIGINT)
        assert bot.communicate() == ("", "")
    assert bot.returncode == 130


def test_engine_gone(tmp_path: Path) -> None:
    """A bot whose engine has gone away ends without a word."""
    with start(tmp_path, "end") as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        assert bot.stderr is not None
        bot.stdin.write(f"{READY}\n")
        bot.stdout.readline()
        bot.stdout.close()
        bot.stdin.write(f"{GAME}\ngo 1 time - - state X\n")
        assert bot.stderr.read() == ""
    assert bot.returncode == 0
