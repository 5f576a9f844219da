"""Time: what a decision costs, and that our own lag is never a bot's."""

import sys
from itertools import pairwise

import pytest

from beachhead.bots.arena.clock import UNTIMED, BadTime, Clock, read_clock
from tests.bots.arena.ring import BAD, GOOD, Ring, bad


def test_our_lag_is_not_theirs(ring: Ring) -> None:
    """While a bot thinks, the arena is stopped for longer than the clock allows, again and again: nobody loses on time."""
    words = ["-n", 1, "--mode", "blitz+turns:2", "--time", "move 0.4"]
    done = ring.match(f"{sys.executable} {BAD.with_name('hostile.py')} lag", bad("think", 150), *words)
    assert done.games[0]["fault"] is None
    assert done.games[0]["seconds"] > 3


def test_their_lag_is_theirs(ring: Ring) -> None:
    """A bot that is stopped for longer than its clock allows loses on time, at once."""
    done = ring.match(bad("stop_self", 1), GOOD, "-n", 1, "--time", "0.5+0.1", "--names", "bad,good")
    game = done.games[0]
    assert game["fault"] == {"bot": "bad", "reason": "time", "detail": "no answer in 0.500 s, and it is alive"}
    assert game["seconds"] > 0.5


def test_the_clock_runs_down(ring: Ring) -> None:
    """Base time is used up by decisions and filled by the increment; the bots are told what is left."""
    words = ["-n", 1, "--mode", "blitz+turns:2", "--time", "20+0.1", "--log", "log.txt", "--names", "slow,good"]
    done = ring.match(bad("think", 150), GOOD, *words)
    assert done.games[0]["fault"] is None
    lines = (ring.folder / "log.txt").read_text().splitlines()
    told = [line.split(" time ")[1].split()[:2] for line in lines if " slow < go " in line]
    own = [int(word) for word, _ in told]
    assert own[0] == 20_000
    assert all(40 < before - after < 2_000 for before, after in pairwise(own))
    others = [int(word) for _, word in told]
    assert others[-1] > 20_000


@pytest.mark.parametrize(
    ("text", "clock", "words"),
    [
        ("10+0.1", Clock(10, 0.1), "base 10000 100"),
        ("60", Clock(60), "base 60000 0"),
        ("move 0.5", Clock(move=0.5), "move 500"),
        ("none", UNTIMED, "none"),
    ],
)
def test_clocks(text: str, clock: Clock, words: str) -> None:
    """A time control reads as people write it, and is told as the protocol says it."""
    assert read_clock(text) == clock
    assert str(clock) == words


@pytest.mark.parametrize("text", ["", "soon", "-1", "0", "10+", "move", "move 0", "1e3", "10 + 1", "9999999"])
def test_no_clocks(text: str) -> None:
    """Anything else than a time control is refused."""
    with pytest.raises(BadTime):
        read_clock(text)


def test_after() -> None:
    """The increment comes after the decision; a clock for each decision does not change."""
    assert Clock(10, 0.5).after(10.0, 2.0) == 8.5
    assert Clock(10, 0.5).after(1.0, 1.04) == 0.5
    assert Clock(move=2).after(2.0, 1.5) == 2.0
    assert UNTIMED.after(None, 5.0) is None
