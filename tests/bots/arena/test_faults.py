"""What a misbehaving bot gets: every row of the contract's table, and every kind of fault, as a real process."""

import re
import stat
from collections.abc import Iterable, Mapping

import pytest

from tests.bots.arena.ring import GOOD, Done, Ring, bad

HANG = 0.7
CLOCK = 0.5


def expect_faults(done: Done, misdeeds: Mapping[str, str], reason: str) -> None:
    """Find that each misdeed is a fault with its detail, and that the bot without one has won."""
    [game] = done.games
    assert game["winner"] == "good"
    assert {bot["name"]: bot["faults"] for bot in done.results["bots"]} == {
        "good": {},
        **{name: {reason: 1} for name in misdeeds},
    }
    for name, detail in misdeeds.items():
        assert re.search(f"game 1: {name} loses by {reason}: .*({detail})", done.err), done.err


def play_misdeeds(ring: Ring, misdeeds: Iterable[str], *words: object) -> Done:
    """Play a battle royale of bots whose first decision is a misdeed, and one that does nothing wrong."""
    names = [*misdeeds, "good"]
    commands = [*[bad(misdeed, 1) for misdeed in misdeeds], GOOD]
    return ring.match(*commands, "-n", 1, "--game", "royale", "--names", ",".join(names), *words)


@pytest.mark.parametrize(
    "misdeeds",
    [
        {
            "exit_midgame": "exit code 0",
            "exit_three": "exit code 3",
            "crash_traceback": "exit code 1; stderr ends: ValueError: boom",
            "exit_after_answer": "exit code 0",
            "segfault": "killed by SIGSEGV",
        },
        {
            "kill9_self": "killed by SIGKILL",
            "half_line_exit": "exit code 0",
            "close_stdout": "closed its output",
            "orphans": "exit code 0",
            "orphans_setsid": "exit code 0",
        },
    ],
    ids=" ".join,
)
def test_crashes(ring: Ring, misdeeds: dict[str, str]) -> None:
    """However a bot ends, it loses by `crash` as soon as it has, its ending is told, and the others play on."""
    expect_faults(play_misdeeds(ring, misdeeds, "--hang", 5), misdeeds, "crash")


@pytest.mark.parametrize(
    "misdeeds",
    [
        {
            "empty_answer": "error syntax",
            "garbage": "error syntax",
            "binary": "error encoding",
            "bad_utf8": "error encoding",
            "nul_bytes": "error encoding",
        },
        {"stale": "error stale", "long_line": "error toolong", "flood_garbage": "error syntax"},
    ],
    ids=" ".join,
)
def test_illegal_lines(ring: Ring, misdeeds: dict[str, str]) -> None:
    """A bot that says anything but an answer loses by `illegal` as soon as it has said it."""
    expect_faults(play_misdeeds(ring, misdeeds, "--hang", 5), misdeeds, "illegal")


@pytest.mark.parametrize(
    ("misdeed", "reason", "detail"),
    [
        ("exit_three", "crash", "exit code 3"),
        ("illegal_move", "illegal", "error syntax"),
        ("against_the_rules", "illegal", "error illegal"),
        ("out_of_turn", "illegal", "100 lines of garbage out of turn|error"),
    ],
)
def test_at_once(ring: Ring, misdeed: str, reason: str, detail: str) -> None:
    """A fault is judged as soon as it is there, the other bot wins, and the match goes on with a new process."""
    done = ring.match(bad(misdeed), GOOD, "-n", 2, "--hang", 5, "--names", "bad,good")
    assert len(done.games) == 2
    for game in done.games:
        assert (game["winner"], game["fault"]["bot"]) == ("good", "bad")
        assert game["fault"]["reason"] == reason
        assert game["reason"] == game["fault"]["reason"]
        assert re.search(detail, game["fault"]["detail"])
    assert done.results["bots"][1]["faults"] == {}


LATE = {
    "hang": "alive",
    "close_stdin": "alive",
    "stop_self": "alive",
    "oversleep": "alive|only when its input ended it said 'answer 1",
    "drip_feed": "beginning of a line",
}


@pytest.mark.parametrize("limit", [("--time", f"move {CLOCK}"), ("--hang", HANG)], ids=["time", "hang"])
def test_after_its_time(ring: Ring, limit: tuple[str, object]) -> None:
    """A bot that gives no answer loses by its clock, or by `hang` without one, when that ends and not before."""
    done = play_misdeeds(ring, LATE, *limit)
    expect_faults(done, LATE, limit[0].removeprefix("--"))
    assert done.games[0]["seconds"] >= len(LATE) * (CLOCK if limit[0] == "--time" else HANG)


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("spin_cpu", "alive"),
        ("never_reads", "does not read its input"),
        ("ignore_sigterm", "alive"),
        ("fork_and_hang", "alive"),
        ("flood_stdout", "alive|beginning"),
    ],
)
def test_hangs(ring: Ring, misdeed: str, detail: str) -> None:
    """A bot that is busy, deaf, noisy or not alone when its time ends is ended with all that it has started."""
    done = ring.match(bad(misdeed), GOOD, "-n", 1, "--hang", HANG, "--names", "bad,good")
    [game] = done.games
    assert (game["winner"], game["fault"]["bot"], game["reason"]) == ("good", "bad", "hang")
    assert re.search(detail, game["fault"]["detail"]), game["fault"]
    assert game["seconds"] >= HANG


@pytest.mark.parametrize(
    "misdeeds",
    [
        ("ok_bot", "crlf", "half_line", "stderr_flood", "snoop_fds", "chatty"),
        ("leave_files", "deep_folders", "out_of_turn_a_little", "deaf_to_bye", "bare"),
    ],
    ids=" ".join,
)
def test_no_fault(ring: Ring, misdeeds: tuple[str, ...]) -> None:
    """Odd, noisy, curious and untidy bots are not punished, and nothing of them is left."""
    limits = ("--hang", 20, "--time", "20+1", "--illegal", 50)
    done = ring.match(*[bad(misdeed, 1) for misdeed in misdeeds], "-n", 1, "--game", "royale", *limits)
    [game] = done.games
    assert game["fault"] is None
    assert all(bot["faults"] == {} for bot in done.results["bots"])
    assert game["decisions"] > 10


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("never_handshake", "no hello within 1.2 s"),
        ("exit_before_handshake", "exit code 4; stderr ends: no licence found"),
        (
            "other_version",
            "its hello was refused: error version .*expected such as: hello 1 ",
        ),
        (
            "wrong_protocol",
            "no hello within 1.2 s; it said error syntax .*id name Chess|no hello within 1.2 s; it said",
        ),
    ],
)
def test_no_start(ring: Ring, misdeed: str, detail: str) -> None:
    """A bot that does not say hello loses by `start`; after three in a row it is withdrawn, and the match goes on."""
    done = ring.match(bad(misdeed), GOOD, "-n", 8, "--mode", "blitz", "--start", 1.2, "--names", "bad,good")
    assert [game["reason"] for game in done.games] == ["start"] * 8
    assert {game["winner"] for game in done.games} == {"good"}
    assert re.search(detail, done.games[0]["fault"]["detail"])
    assert "withdrawn" in done.games[3]["fault"]["detail"]
    first, second = done.results["bots"]
    assert (first["withdrawn"], second["withdrawn"]) == (True, False)
    assert (first["losses"], second["wins"], first["faults"]) == (8, 8, {"start": 8})


def test_cannot_be_executed(ring: Ring) -> None:
    """A missing program, a folder, a file without the right to run, a missing interpreter, and none, are told apart."""
    plain = ring.folder / "plain.sh"
    plain.write_text("#!/bin/sh\n")
    lost = ring.folder / "lost.sh"
    lost.write_text("#!/no/such/interpreter\n")
    lost.chmod(lost.stat().st_mode | stat.S_IXUSR)
    script = ring.folder / "script.py"
    script.write_text("print()\n")
    script.chmod(0o700)
    commands = ("no-such-program", ring.folder, plain, lost, script, GOOD)
    done = ring.match(*commands, "-n", 1, "--game", "royale", "--names", "missing,folder,plain,lost,script,good")
    [game] = done.games
    assert game["winner"] == "good"
    found = {bot["name"]: bot["faults"] for bot in done.results["bots"]}
    assert found == {"good": {}} | {name: {"start": 1} for name in ("missing", "folder", "plain", "lost", "script")}
    for name, detail in (
        ("missing", "No such file"),
        ("folder", "it is a folder"),
        ("plain", "not executable"),
        ("lost", "interpreter"),
        ("script", "no first line such as #!"),
    ):
        assert re.search(f"{name} loses by start: .*({detail})", done.err), done.err


def test_both_fail_to_start(ring: Ring) -> None:
    """If no bot starts, both lose: nobody wins, and it is not a draw."""
    done = ring.match("no-such-program", "no-such-program-either", "-n", 5)
    assert {game["winner"] for game in done.games} == {None}
    for bot in done.results["bots"]:
        assert (bot["games"], bot["losses"], bot["draws"], bot["wins"], bot["withdrawn"]) == (5, 5, 0, 0, True)


@pytest.mark.parametrize("misdeed", ["eat_memory", "eat_shared_memory"])
def test_over_its_memory(ring: Ring, misdeed: str) -> None:
    """Beyond its memory limit, whichever way, a bot crashes."""
    done = ring.match(bad(misdeed), GOOD, "-n", 1, "--memory", "200M", "--hang", 20, "--names", "bad,good")
    fault = done.games[0]["fault"]
    assert (fault["bot"], fault["reason"]) == ("bad", "crash")
    assert re.search("MemoryError|memory limit|SIGKILL", fault["detail"])


def test_an_allowance_of_mistakes(ring: Ring) -> None:
    """With an allowance, as many mistakes a game are answered and forgiven, and one more loses it."""
    done = ring.match(bad("one_mistake"), GOOD, "-n", 1, "--illegal", 1)
    assert done.games[0]["fault"] is None
    done = ring.match(bad("one_mistake"), GOOD, "-n", 1, "--illegal", "forfeit")
    assert done.games[0]["fault"]["reason"] == "illegal"


def test_reused_processes_are_replaced_after_a_fault(ring: Ring) -> None:
    """With `--reuse` a bot that commits a fault gets a new process, and a healthy one keeps its own."""
    done = ring.match(bad("exit_three"), GOOD, "-n", 4, "--reuse", "--log", "log.txt")
    assert [game["fault"]["detail"] for game in done.games] == ["exit code 3"] * 4
    log = (ring.folder / "log.txt").read_text()
    assert log.count("exit_three < hello") <= 4
    assert log.count("go 4 time") >= 1  # of the healthy one, whose decisions are counted on
