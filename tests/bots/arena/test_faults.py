"""What a misbehaving bot gets: every row of the contract's table, and every kind of fault, as a real process."""

import re
import stat

import pytest

from tests.bots.arena.ring import GOOD, Ring, bad

HANG = 0.7
CLOCK = 0.5
SLACK = 3.0  # seconds from the verdict to the end of everything, two games long, on a busy machine


@pytest.mark.parametrize(
    ("misdeed", "reason", "detail"),
    [
        ("exit_midgame", "crash", "exit code 0"),
        ("exit_three", "crash", "exit code 3"),
        ("crash_traceback", "crash", "exit code 1; stderr ends: ValueError: boom"),
        ("exit_after_answer", "crash", "exit code 0"),
        ("segfault", "crash", "killed by SIGSEGV"),
        ("kill9_self", "crash", "killed by SIGKILL"),
        ("half_line_exit", "crash", "exit code 0"),
        ("close_stdout", "crash", "closed its output"),
        ("orphans", "crash", "exit code 0"),
        ("orphans_setsid", "crash", "exit code 0"),
        ("illegal_move", "illegal", "error syntax"),
        ("against_the_rules", "illegal", "error illegal"),
        ("empty_answer", "illegal", "error syntax"),
        ("garbage", "illegal", "error syntax"),
        ("binary", "illegal", "error encoding"),
        ("bad_utf8", "illegal", "error encoding"),
        ("nul_bytes", "illegal", "error encoding"),
        ("stale", "illegal", "error stale"),
        ("long_line", "illegal", "error toolong"),
        ("flood_garbage", "illegal", "error syntax"),
        ("out_of_turn", "illegal", "100 lines of garbage out of turn|error"),
    ],
)
def test_at_once(ring: Ring, misdeed: str, reason: str, detail: str) -> None:
    """A fault is judged as soon as it is there, the other bot wins, and the match goes on with a new process."""
    done = ring.match(bad(misdeed), GOOD, "-n", 2, "--hang", 5, "--names", "bad,good")
    assert len(done.games) == 2
    for game in done.games:
        assert (game["winner"], game["fault"]["bot"]) == ("good", "bad")
        assert re.fullmatch(reason, game["fault"]["reason"])
        assert game["reason"] == game["fault"]["reason"]
        assert re.search(detail, game["fault"]["detail"])
    assert done.results["bots"][1]["faults"] == {}
    assert done.seconds < SLACK


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("hang", "alive"),
        ("close_stdin", "alive"),
        ("spin_cpu", "alive"),
        ("stop_self", "alive"),
        ("oversleep", "alive"),
        ("drip_feed", "beginning of a line"),
        ("never_reads", "does not read its input"),
        ("ignore_sigterm", "alive"),
        ("fork_and_hang", "alive"),
        ("long_line_of_children", "alive"),
        ("flood_stdout", "alive|beginning"),
    ],
)
@pytest.mark.parametrize("is_timed", [False, True])
def test_after_its_time(ring: Ring, misdeed: str, detail: str, is_timed: bool) -> None:
    """A bot that gives no answer loses by its clock, or by `hang` without one, at the moment when that ends."""
    limit = ["--time", f"move {CLOCK}"] if is_timed else ["--hang", HANG]
    done = ring.match(bad(misdeed), GOOD, "-n", 1, *limit, "--names", "bad,good")
    [game] = done.games
    seconds = CLOCK if is_timed else HANG
    assert (game["winner"], game["fault"]["bot"]) == ("good", "bad")
    assert game["reason"] == ("time" if is_timed else "hang")
    assert re.search(detail, game["fault"]["detail"]), game["fault"]
    assert seconds <= game["seconds"] < seconds + SLACK
    assert done.seconds < seconds + SLACK + 1


@pytest.mark.parametrize(
    "misdeed",
    [
        "ok_bot", "crlf", "half_line", "stderr_flood", "snoop_fds", "leave_files", "deep_folders", "out_of_turn_a_little",
        "deaf_to_bye", "bare", "chatty",
    ],
)  # fmt: skip
def test_no_fault(ring: Ring, misdeed: str) -> None:
    """Odd, noisy, curious and untidy bots are not punished, and nothing of them is left."""
    done = ring.match(bad(misdeed), GOOD, "-n", 1, "--hang", 5, "--time", "20+1", "--illegal", 50)
    [game] = done.games
    assert game["fault"] is None
    assert game["reason"] in ("elimination", "turns")


@pytest.mark.parametrize(
    ("misdeed", "detail"),
    [
        ("never_handshake", "no hello within 0.6 s"),
        ("exit_before_handshake", "exit code 4; stderr ends: no licence found"),
        (
            "other_version",
            "no hello within 0.6 s; it said error version",
        ),
        (
            "wrong_protocol",
            "no hello within 0.6 s; it said error syntax .*id name Chess|no hello within 0.6 s; it said",
        ),
    ],
)
def test_no_start(ring: Ring, misdeed: str, detail: str) -> None:
    """A bot that does not say hello loses by `start`; after three in a row it is withdrawn, and the match goes on."""
    done = ring.match(bad(misdeed), GOOD, "-n", 8, "--start", 0.6, "--names", "bad,good")
    assert [game["reason"] for game in done.games] == ["start"] * 8
    assert {game["winner"] for game in done.games} == {"good"}
    assert re.search(detail, done.games[0]["fault"]["detail"])
    assert "withdrawn" in done.games[3]["fault"]["detail"]
    first, second = done.results["bots"]
    assert (first["withdrawn"], second["withdrawn"]) == (True, False)
    assert (first["losses"], second["wins"], first["faults"]) == (8, 8, {"start": 8})
    assert done.seconds < 3 * 0.6 + SLACK


def test_cannot_be_executed(ring: Ring) -> None:
    """A missing program, a folder, a file without the right to run and a missing interpreter are told apart."""
    plain = ring.folder / "plain.sh"
    plain.write_text("#!/bin/sh\n")
    lost = ring.folder / "lost.sh"
    lost.write_text("#!/no/such/interpreter\n")
    lost.chmod(lost.stat().st_mode | stat.S_IXUSR)
    for command, detail in (
        ("no-such-program", "No such file"),
        (str(ring.folder), "Permission denied|Is a directory"),
        (f"{plain}", "not executable"),
        (f"{lost}", "interpreter"),
    ):
        done = ring.match(command, GOOD, "-n", 1, "--names", "bad,good")
        fault = done.games[0]["fault"]
        assert (fault["bot"], fault["reason"]) == ("bad", "start")
        assert re.search(detail, fault["detail"]), fault


def test_both_fail_to_start(ring: Ring) -> None:
    """Where no bot starts, both lose: nobody wins, and it is no draw."""
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
