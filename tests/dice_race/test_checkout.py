"""A game is a folder, a grammar file and one line: the dice race in a copy of the checkout, through every program."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dice_race.checkout import LINE, ROOT, Checkout
from tests.protocol.repl.terminal import terminal

CLIENT = """
import asyncio, json
from beachhead.engine.race import DroppedOut, Showed
from beachhead.protocol.client import AsyncEngine, Engine, EngineError

with Engine() as engine:
    engine.new_game("race", first="p2", seed=3)
    told = []
    while engine.result() is None:
        actions = engine.legal()
        told += engine.play(actions[len(told) % len(actions)])
    cards = [[event.seat, event.card] for event in told if isinstance(event, Showed)]
    out = [event.seat for event in told if isinstance(event, DroppedOut)]
    result = engine.result()
    state = engine.state("p1")
    try:
        engine.play("rest")
    except EngineError as error:
        code = error.code

async def aside():
    async with AsyncEngine() as engine:
        await engine.position("6,3,2 1,2,3 p1 1 5", ["run t7"], game="race")
        explained = await engine.explain("run t9")
        return [await engine.state("p1"), explained.is_legal, explained.rule]

print(json.dumps([cards, out, [*result.winners], result.reason, state, code, asyncio.run(aside())]))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """The copy with the race in it; what was done there wrote into none of its files."""
    made = Checkout(tmp_path_factory.mktemp("race"))
    before = made.now()
    yield made
    assert made.now() == before


def test_what_is_touched(checkout: Checkout) -> None:
    """Beside the game's folder and its grammar file there is one more line in games.py, and nothing else."""
    now = checkout.now()
    changed = {name for name in now.keys() | checkout.before.keys() if now.get(name) != checkout.before.get(name)}
    assert changed == {"engine/race/__init__.py", "engine/race/show.py", "grammar/race.lark", "engine/games.py"}
    lines = (checkout.root / "engine" / "games.py").read_text(encoding="utf-8").splitlines(keepends=True)
    lines.remove(LINE)
    assert "".join(lines) == (ROOT / "engine" / "games.py").read_text(encoding="utf-8")


def test_engine(checkout: Checkout) -> None:
    """The engine names the game, begins it, lists and plays its actions, cites its rules, and writes its record."""
    lines = [
        "hello 1", "newgame race seed=3", "legal", "run t9", "play", "history", "state p2", "help newgame", "perft 2",
        "bench 3", "newgame island seed=7", "quit",
    ]  # fmt: skip
    said = checkout.beachhead("engine", text="\n".join([*lines, ""]))
    assert said[4:7] == ["id game island", "id game royale", "id game race"]
    opening = [*(f"event chance deal {card}" for card in (3, 1, 2)), "event next p1 1", "event chance roll 3", "ok"]
    assert said[8:14] == opening
    assert said[14:18] == ["legal play", "legal rest", "legal run t3", "ok 3"]
    assert said[18] == "error illegal run with a 3 p1 runs to t3"
    played = ["event p1 play", "event played p1 3", "event next p2 2", "event chance roll 1", "ok"]
    assert said[19:24] == played
    actions = [*(f"deal {card}" for card in (3, 1, 2)), "roll 3", "play", "roll 1"]
    assert said[24:32] == ["record newgame race standard dice=manual", *(f"record {text}" for text in actions), "ok 7"]
    assert said[32:34] == ["state 6,0,0 -,1,? p2 1 2", "ok"]
    assert said[34].startswith("help newgame [island|royale|race] [MODE]")
    assert "help In race besides: first=p1|p2|p3" in said
    assert f"ok {3 * 3}" in said
    assert said[-3:] == ["event first south", "ok", "ok"]


def test_client(checkout: Checkout) -> None:
    """The client for Python programs reads events, actions, results and refusals of the game as its own values."""
    done = checkout.run("-c", CLIENT)
    assert done.stderr == ""
    cards, out, winners, reason, state, code, aside = json.loads(done.stdout)
    assert sorted(seat for seat, _ in cards) == sorted({seat for seat, _ in cards})
    assert cards
    assert not set(out) & set(winners)
    assert (len(winners), reason, code) == (1, "race", "over")
    assert " - 0 " in state
    assert aside == ["x,3,2 1,?,? p2 0 6", False, "turns"]


def test_scripts(checkout: Checkout) -> None:
    """A script of the game runs."""
    assert checkout.beachhead("run", Path(__file__).with_name("race.bhr")) == ["1 file, 37 lines, 0 failed"]


def test_match(checkout: Checkout, tmp_path: Path) -> None:
    """Three bots play a match at one table, all rotations of the seats with the same dice, and its records replay."""
    bots = ["builtin:random --seed 1", "builtin:random --seed 2", "builtin:wanderer --seed 3"]
    printed = checkout.beachhead(
        "match", *bots, "--game", "race", "-n", 6, "--seed", 5, "--reuse", "--json", "--records", tmp_path
    )
    games = json.loads("\n".join(printed))["games"]
    assert len(games) == 6
    assert not any(game.get("faults") for game in games)
    records = sorted(tmp_path.glob("*.bhr"))
    assert len(records) == 6
    assert checkout.beachhead("run", *records)[-1].endswith(" 0 failed")


def test_check(checkout: Checkout) -> None:
    """A bot that knows nothing of the game passes the checklist in it."""
    printed = checkout.beachhead("check", "builtin:random", "--game", "race", "--time", "2+0.1", "--json")
    findings = json.loads("\n".join(printed))
    assert findings["passed"]
    assert "2 games in one process, one mode" in findings["findings"][1]["found"]


def test_prompt(checkout: Checkout, tmp_path: Path) -> None:
    """The prompt shows the scene, completes, colours, takes short forms, names the rule, and seats bots."""
    arguments = ["play", "--game", "race", "--seed", "3", "--first", "p1", "--p2", "builtin:random --seed 1"]
    with terminal(arguments, tmp_path, (100, 30), PYTHONPATH=checkout.environ["PYTHONPATH"]) as found:
        found.wait("p1> ")
        found.wait("3 ? ?")  # its own card, and the backs of the others
        found.type("r")
        found.wait("runs to t3")
        found.type("un t9")
        found.wait("rule run: with a 3 p1 runs to t3")
        row = next(number for number, line in enumerate(found.lines) if line.startswith("p1> run t9"))
        found.wait(lambda: bool(found.screen.buffer[row][8].underscore))
        found.control("c")
        found.enter("r", "turn 4: p1 acts")  # the bots have played
        found.wait("P1: run t3.")
        assert found.colours()


def test_command_line(checkout: Checkout) -> None:
    """Help on the command line shows the seats and options of the game that is named."""
    shown = "\n".join(checkout.beachhead("play", "--game", "race", "--help"))
    assert "short for --seat p3=WHO" in shown
    assert "one of p1, p2, p3" in shown
    assert "south" not in shown
    assert "royale, race (default: island)" in " ".join(" ".join(checkout.beachhead("match", "--help")).split())


def test_fuzz(checkout: Checkout) -> None:
    """The fuzzer finds the game by itself, and every law holds for its lines."""
    done = checkout.run("tools/fuzz", "--lines", 3000, "--seed", 1)
    assert done.returncode == 0, done.stderr
    ends = next(line for line in done.stdout.splitlines() if line.startswith("fuzz games to the end"))
    assert "race" in ends


def test_the_page_says_so() -> None:
    """CONTRIBUTING names the line and the files that a game consists of."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for what in (LINE.strip(), "`engine/race/__init__.py`", "`engine/race/show.py`", "`grammar/race.lark`"):
        assert what in page
