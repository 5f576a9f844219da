"""`beachhead check`: what it finds, and what it says about it."""

import json
from typing import Any

import pytest

from beachhead.bots.arena.check import patience
from tests.bots.arena.ring import GOOD, Ring, bad

SHORT = ("--hang", 0.6, "--start", 1.5, "--time", "2+0.1", "--seconds", 0.5)


def check(ring: Ring, command: str) -> tuple[int, dict[str, Any]]:
    """The exit code, and the findings by what was checked."""
    done = ring.run("check", command, *SHORT, "--json")
    results = json.loads(done.out)
    return done.code, {finding["check"]: finding for finding in results["findings"]}


def test_a_good_bot(ring: Ring) -> None:
    """A bot that does everything well passes, in every mode."""
    code, findings = check(ring, GOOD)
    assert code == 0
    assert list(findings) == [
        "hello",
        "games",
        "bye",
        "stray output",
        "answer",
        "clock",
        "error",
        "end of input",
        "stderr",
    ]
    assert {finding["verdict"] for check, finding in findings.items() if check != "error"} == {"ok"}
    assert "24 games in one process, 12 modes" in findings["games"]["found"]


@pytest.mark.parametrize(("command", "said"), [("yes", "'y'"), ("cat", "error syntax")])
def test_a_bot_that_says_something_else(ring: Ring, command: str, said: str) -> None:
    """A bot that says much and no hello is not called silent."""
    code, findings = check(ring, command)
    assert (code, list(findings)) == (1, ["hello"])
    assert said in findings["hello"]["found"]


def test_builtin(ring: Ring) -> None:
    """A built-in bot passes, in words for people."""
    done = ring.run("check", "builtin:random", "--seconds", 1)
    assert done.code == 0
    assert done.out.startswith("ok    hello")
    assert "FAIL" not in done.out


@pytest.mark.parametrize(
    ("command", "what", "verdict", "found", "advice"),
    [
        (bad("unflushed", 1), "flush", "fail", "only when its input ended it said 'answer 1 setup", "fflush(stdout)"),
        (bad("unflushed_hello"), "flush", "fail", "hello 1 late", "fflush(stdout)"),
        (bad("never_handshake"), "hello", "fail", "no hello within 1.5 s", 'hello 1 "NAME"'),
        ("no-such-program", "hello", "fail", "cannot start", "goes in quotes"),
        (bad("hang"), "hang", "fail", "no answer in 0.6 s", "answer ID ACTION"),
        (bad("crash_traceback"), "crash", "fail", "ValueError: boom", "stderr"),
        (bad("garbage"), "illegal", "fail", "I am thinking", "only lines of the protocol"),
        (bad("bare"), "answer", "warn", "actions without the ID", "answer ID ACTION"),
        (bad("chatty"), "stray output", "fail", "Let me see", "stderr"),
        (bad("deaf_to_bye"), "bye", "fail", "still there", "within a second"),
        (bad("drip_feed"), "hang", "fail", "beginning of a line", "flush"),
        (bad("stale"), "illegal", "fail", "error stale", "the latest `go`"),
        (bad("other_version"), "hello", "fail", "its hello was refused: error version", "1 is the protocol"),
        (bad("exit_before_handshake"), "hello", "fail", "no licence found", "its stderr says why"),
        (bad("against_the_rules", 1), "illegal", "fail", "error illegal", "`explain ACTION` says why"),
        (bad("unquoted"), "hello", "fail", "its hello was refused: error syntax", "stands in quotation marks"),
        (bad("banner"), "stray output", "fail", "MyBot 1.0", "stderr"),
        ("cat weights.txt", "hello", "fail", "No such file", "an empty folder of its own"),
    ],
)
def test_findings(ring: Ring, command: str, what: str, verdict: str, found: str, advice: str) -> None:
    """What a bot does wrong is found, with the line that shows it and what to do."""
    code, findings = check(ring, command)
    assert code == (1 if verdict == "fail" else 0)
    assert findings[what]["verdict"] == verdict
    assert found in findings[what]["found"]
    assert advice in findings[what]["advice"]


def test_a_bot_that_leaves(ring: Ring) -> None:
    """A bot that ends in order after every game is warned about, as only --reuse minds, and the games are played."""
    done = ring.run("check", bad("leaves"), "--game", "royale", "--seconds", 0.3, "--json")
    found = {finding["check"]: finding for finding in json.loads(done.out)["findings"]}
    assert done.code == 0
    assert found["reuse"]["verdict"] == "warn"
    games = int(found["games"]["found"].split()[0])
    assert found["games"]["found"].startswith(f"{games} games in {games} processes")
    assert f"exits after a game, {games - 1} times" in found["reuse"]["found"]


def test_stderr_of_a_bot_that_is_given_up(ring: Ring) -> None:
    """The beginning and the end of its stderr are shown, and what names the error: Node and others do not end with it."""
    done = ring.run("check", bad("long_stderr", 1), *SHORT, "--json")
    findings = json.loads(done.out)["findings"]
    said = [finding["found"] for finding in findings if finding["check"] == "stderr"]
    assert (said[0], said[-1]) == ("line 1 of its log", "Node.js v18.19.0")
    assert "[… 79 lines left out …]" in said
    crash = next(finding["found"] for finding in findings if finding["check"] == "crash")
    assert crash.endswith("exit code 1; stderr says: Error: boom")


@pytest.mark.parametrize(
    ("hang", "slowest", "seconds"),
    [
        (10, 0.01, 2),  # a fast bot does not keep us waiting
        (10, 1.5, 7.5),  # a slow one is not called silent
        (10, 4, 10),
        (0.6, 0.01, 0.6),
    ],
)
def test_a_second_answer(hang: float, slowest: float, seconds: float) -> None:
    """A slow bot has more time for its second answer after a refusal, up to the limit for any decision."""
    assert patience(hang, slowest) == seconds


def test_a_slow_bot(ring: Ring) -> None:
    """Games that take longer than their share are cut short, and the bot wins them: nothing is held against it."""
    done = ring.run("check", bad("think", 8), "--seconds", 0.5, "--hang", 5, "--time", "60+1", "--json")
    found = {finding["check"]: finding for finding in json.loads(done.out)["findings"]}
    assert found["games"]["verdict"] == "ok"
    assert "24 of them cut short" in found["games"]["found"]


def test_bad_usage(ring: Ring) -> None:
    """A bot that is none is refused with exit code 2."""
    assert ring.run("check", "builtin:nobody").code == 2
    assert ring.run("check", "builtin:random", "--game", "chess").code == 2
    (ring.folder / "deck.toml").touch()
    done = ring.run("check", "builtin:random", "--game", "royale", "--deck", "deck.toml")
    assert (done.code, done.err) == (2, "beachhead check: --deck: deck.toml is empty\n")
