"""The built-in bots: found by name, and the same with the same seed."""

import io
import re
import subprocess
import sys

import pytest

from beachhead.bots.luck import Luck
from beachhead.bots.roster import NAMES, SUMMARIES, UnknownBot, find_bot, games_of
from beachhead.bots.sdk import Decision, play
from beachhead.cli import main
from tests.bots.battles import actions_of, battle

EXPECTED = "random, wanderer, greedy, rookie, scout, general, raider or warlord"
SLOW = ("general",)  # bots that take their time without a clock; tests of their own see that they repeat themselves


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOW])
@pytest.mark.parametrize("mode", ["standard", "blitz"])
def test_deterministic(name: str, mode: str) -> None:
    """With the same seeds two bots fight the same battle again; with others another one."""
    bot = find_bot(name)
    once, again, other = (
        actions_of(battle(mode, "7", bot(south), bot(north))) for south, north in ((1, 2), (1, 2), (3, 4))
    )
    assert once == again
    assert once != other


def test_fresh_in_every_game() -> None:
    """A bot that has played before plays the next battle as a fresh one would, at either seat."""
    used, rival = find_bot("random")(1), find_bot("random")(2)
    battle("blitz", "1", used, rival)
    for seed in ("2", "3"):
        fresh = find_bot("random")(1)
        assert actions_of(battle("blitz", seed, rival, used)) == actions_of(battle("blitz", seed, rival, fresh))


def test_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """`beachhead bot --help` lists every bot with its games and what it does."""
    assert main(["bot", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in NAMES:
        games = ", ".join(games_of(name)) or "any game"
        assert any(
            re.fullmatch(rf"  {name} +{games}  +{re.escape(SUMMARIES[name])}(; --level 1 to 9)?", line)
            for line in lines
        ), name


def test_without_a_seed() -> None:
    """Without a seed a bot's choice differs from one start to the next."""
    decision = Decision(state="X", legal=[str(number) for number in range(1000)])
    assert len({find_bot("random")(None)(decision) for _ in range(10)}) > 1


@pytest.mark.parametrize(
    ("seed", "commit", "seat", "number", "count", "draw", "pick"),
    [
        (0, "", "south", 1, 144, 0, 73),
        (7, "9f86", "south", 1, 144, 0, 12),
        (7, "9f86", "north", 1, 144, 0, 10),
        (7, "9f86", "south", 2, 121, 0, 57),
        (7, "9f86", "south", 2, 121, 1, 44),
        (-3, "ab", "p4", 250, 1_000_000, 3, 881461),
    ],
)
def test_luck(seed: int, commit: str, seat: str, number: int, count: int, draw: int, pick: int) -> None:
    """Picks are fixed for good: records of seeded bots can be made again by any later version."""
    assert Luck(seed).pick(Decision(commit=commit, seat=seat, number=number), count, draw) == pick


def test_luck_is_even() -> None:
    """Over many decisions every pick comes about equally often."""
    luck = Luck(5)
    counts = [0] * 6
    for number in range(6000):
        counts[luck.pick(Decision(number=number), 6)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_a_game_that_a_bot_does_not_know() -> None:
    """A bot plays a game that it has no module for as the wanderer does."""
    legal = ["attack card", "move d4", "end"]
    decisions = [Decision(game="royale", state="?", seat="p1", number=number, legal=legal) for number in range(20)]
    greedy, wanderer = find_bot("greedy")(1), find_bot("wanderer")(1)
    assert [greedy(decision) for decision in decisions] == [wanderer(decision) for decision in decisions]
    assert games_of("greedy") == ("island",)


def test_wanderer() -> None:
    """The wanderer does each kind of thing equally often, however many actions it has."""
    legal = ["attack card", *(f"move {field}" for field in "abcdefgh"), "end"]
    wander = find_bot("wanderer")(1)
    chosen = [wander(Decision(game="royale", number=number, legal=legal)) for number in range(3000)]
    assert all(900 < sum(action.startswith(kind) for action in chosen) < 1100 for kind in ("attack", "move", "end"))
    assert set(chosen) == set(legal)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gredy", f"'gredy' is not a built-in bot (did you mean greedy?): expected {EXPECTED}"),
        ("", f"'' is not a built-in bot: expected {EXPECTED}"),
    ],
)
def test_unknown(name: str, words: str) -> None:
    """A name that there is not is refused, with the nearest that there is."""
    with pytest.raises(UnknownBot, match=f"^{re.escape(words)}$"):
        find_bot(name)


def test_run() -> None:
    """A built-in bot plays as a process."""
    program = "import sys; from beachhead.bots.roster import run; run('random', 1)"
    go = (
        "game island standard seat south clock none commit ab\ngo 1 time - - state X\nlegal a\nlegal b\nok 2\nok\nbye\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=f"ready\nok 1\n{go}", capture_output=True, text=True, check=True
    )
    said = io.BytesIO()
    play(find_bot("random")(1), stdin=io.BytesIO(go.encode()), stdout=said)
    assert done.stdout == 'hello 1 "random"\n' + said.getvalue().decode()
    assert done.stderr == ""
