"""Matches: the same games at any concurrency, dice that are a secret, files, JSON, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from beachhead.cli import main
from beachhead.engine.games import find_game
from tests.bots.arena.ring import GOOD, Ring, bad

DECK = Path(__file__).parents[3] / "engine" / "royale" / "deck.toml"
RANDOM = ("builtin:random --seed 1", "builtin:random --seed 2")


def actions(record: Path) -> list[str]:
    """A record without its comments and its date."""
    return [line for line in record.read_text().splitlines() if not line.startswith(("#", "header date"))]


def without_times(results: dict[str, Any]) -> dict[str, Any]:
    """Results that do not depend on the hour."""
    return {
        **results,
        "bots": [{**bot, "seconds": 0, "slowest": 0} for bot in results["bots"]],
        "games": [{**game, "seconds": 0, "thinking": 0} for game in results["games"]],
    }


def test_concurrency_changes_nothing(ring: Ring) -> None:
    """One game at a time or four, in fresh or reused processes: the games are the same."""
    seen = []
    for words in (["1"], ["4"], ["2", "--reuse"]):
        folder = f"records-{'-'.join(words)}"
        mode = ("--mode", "blitz+turns:8")
        done = ring.match(*RANDOM, "-n", 6, "--seed", 7, *mode, "--records", folder, "--concurrency", *words)
        records = [actions(path) for path in sorted((ring.folder / folder).iterdir())]
        seen.append((without_times(done.results), records))
    assert len(seen[0][1]) == 6
    assert seen[1:] == seen[:1] * 2


def test_json(ring: Ring) -> None:
    """The JSON has all that programs may rely on, of the right kinds."""
    done = ring.match(*RANDOM, "-n", 3, "--seed", "7", "--names", "A,B", "--time", "60+1")
    results = done.results
    assert (results["name"], results["game"], results["mode"], results["seed"]) == ("A v B", "island", "standard", "7")
    assert (results["format"], results["finished"]) == ("match", True)
    for bot, name, words in zip(results["bots"], "AB", RANDOM, strict=True):
        assert (bot["name"], bot["command"], bot["games"]) == (name, words, 3)
        assert bot["wins"] + bot["draws"] + bot["losses"] == 3
        assert bot["score"] == bot["wins"] + bot["draws"] / 2
        assert isinstance(bot["elo"], float)
        assert isinstance(bot["elo_error"], float)
        assert (bot["faults"], bot["withdrawn"]) == ({}, False)
    assert [game["id"] for game in results["games"]] == [1, 2, 3]
    assert [game["pair"] for game in results["games"]] == [1, 1, 2]
    assert [game["seats"]["south"] for game in results["games"]] == ["A", "B", "A"]
    for game in results["games"]:
        assert game["winner"] in ("A", "B", None)
        assert set(game["points"]) == {"south", "north"}
        assert game["turns"] > 0
        assert game["decisions"] > 0
        assert game["fault"] is None
        assert isinstance(game["seconds"], float)


@pytest.mark.parametrize("key", ["7", None])
def test_seeds_and_commits(ring: Ring, key: str | None) -> None:
    """A pair's seed follows from the key and its number, its commit fits, and the dice of the record follow from the seed."""
    seeded = ["--seed", key] if key else []
    done = ring.match(*RANDOM, "-n", 4, "--mode", "blitz+turns:20", "--records", "records", *seeded)
    results = done.results
    assert key is None or results["seed"] == key
    assert len(results["seed"]) == (1 if key else 32)
    for game in results["games"]:
        assert game["seed"] == sha256(f"{results['seed']} pair {game['pair']}".encode()).hexdigest()[:32]
        assert game["commit"] == sha256(game["seed"].encode()).hexdigest()
        record = (ring.folder / "records" / f"{game['id']}.bhr").read_text()
        assert f'header seed "{game["seed"]}"' in record
        assert f'header commit "{game["commit"]}"' in record
        replay(record, game["seed"])


def replay(record: str, seed: str) -> None:
    """Play a record by its decisions alone: the dice of the seed are those that it holds."""
    from beachhead.protocol.table import Table

    lines = [line for line in record.splitlines() if not line.startswith(("#", "header", "expect"))]
    mode = lines[0].split()[2]
    table = Table()
    table.new_game("island", mode, [("seed", seed)])
    for line in lines[1:]:
        if line.split()[0] not in ("roll", "reveal"):
            timeline = table.timeline
            table.act(timeline.game.action(timeline.state, line))
    assert table.record()[1:] == lines[1:]


def test_nobody_learns_a_seed(ring: Ring) -> None:
    """A bot that looks through arguments, environments and files finds neither seed nor key before the pair is over."""
    spy = bad("snoop_seed", 2, ring.folder)
    files = ["--records", "records", "--faults", "faults", "--log", "log.txt"]
    done = ring.match(spy, spy, "-n", 4, *files, "--mode", "blitz+turns:6")
    assert [game["fault"] for game in done.games] == [None] * 4
    assert len(list((ring.folder / "records").iterdir())) == 4


def test_a_seed_that_is_told_is_found(ring: Ring) -> None:
    """The spy of the test above knows its trade: a seed that was given on the command line is found there."""
    spy = bad("snoop_seed", 2)
    done = ring.match(spy, spy, "-n", 2, "--mode", "blitz+turns:6", "--seed", "7")
    assert {game["fault"]["detail"].partition(";")[0] for game in done.games} == {"exit code 9"}


def test_positions(ring: Ring) -> None:
    """Each position of a file is for one mirrored pair; a bad one is refused with its line before the first game."""
    island = find_game("island")
    table = {"first": "south"}
    state, _ = island.start("blitz+turns:10", table)
    (ring.folder / "good.txt").write_text(f"# from here\n{island.write(state)}\n\nisland {island.write(state)}\n")
    mode = ("--mode", "blitz+turns:10")
    done = ring.match(*RANDOM, "-n", 4, *mode, "--positions", "good.txt", "--records", "records", "--seed", "1")
    other = ring.run("match", *RANDOM, "--mode", "blitz", "--positions", "good.txt")
    assert "good.txt:2: the mode of the position is blitz+turns:10, that of the games is blitz" in other.err
    assert [game["reason"] for game in done.games] == ["turns"] * 4 or len(done.games) == 4
    record = (ring.folder / "records" / "3.bhr").read_text()
    assert f"position island {island.write(state)}" in record
    assert ring.run("run", *sorted((ring.folder / "records").iterdir())).code == 0
    (ring.folder / "bad.txt").write_text(f"{island.write(state)}\nnonsense\n")
    refused = ring.run("match", *RANDOM, *mode, "--positions", "bad.txt")
    assert refused.code == 2
    assert "bad.txt:2:" in refused.err


def test_records_and_remarks(ring: Ring) -> None:
    """A record has headers, remarks and times as comments, and replays."""
    done = ring.match(
        bad("chatty"), GOOD, "-n", 1, "--illegal", 9, "--time", "50+0.5", "--records", "r", "--names", "a,b"
    )
    assert done.games[0]["fault"] is None
    record = (ring.folder / "r" / "1.bhr").read_text()
    for line in (
        'header seat.south "a"',
        'header seat.north "b"',
        f'header command.north "{GOOD}"',
        'header hello.north "bad"',  # what the bot says of itself
        'header clock "base 50000 500"',
        "# all is well",
        "s left\n",
    ):
        assert line in record
    [game] = done.games
    lines = [line for line in record.splitlines() if not line.startswith("#")]
    assert lines[1].startswith('header date "20')
    winner = (
        "draw" if game["winner"] is None else next(seat for seat, bot in game["seats"].items() if bot == game["winner"])
    )
    points = " ".join(map(str, game["points"].values()))
    assert lines[-4:] == [
        f'header result "{winner}"',
        f'header reason "{game["reason"]}"',
        f'header seed "{game["seed"]}"',
        f"expect result {winner} {game['reason']} {points}",
    ]
    assert ring.run("run", "r/1.bhr").code == 0


def test_a_counter_example(ring: Ring) -> None:
    """A fault leaves one file that says what happened and replays up to it; the results name the file."""
    done = ring.match(bad("crash_traceback"), GOOD, "-n", 2, "--faults", "faults", "--names", "my bot,good")
    assert [game["fault"]["file"] for game in done.games] == ["faults/1-my_bot.txt", "faults/2-my_bot.txt"]
    text = (ring.folder / "faults" / "1-my_bot.txt").read_text()
    for words in (
        "my bot (south) loses by crash",
        "exit code 1",
        "ValueError: boom",
        "> legal",
        "< go 3 time - - state",
        "expect state",
    ):
        assert words in text
    assert "\nforfeit south crash\n" in text
    replayed = ring.run("run", "--verbose", "faults/1-my_bot.txt")
    assert replayed.code == 0
    assert "event over north crash" in replayed.out
    assert "counter-example: faults/1-my_bot.txt" in done.err


def test_nothing_is_written_unasked(ring: Ring) -> None:
    """Without options for files a match writes none, whatever happens in it."""
    ring.match(bad("crash_traceback"), GOOD, "-n", 1)
    assert [path.name for path in ring.folder.iterdir()] == ["tmp"]


def test_log(ring: Ring) -> None:
    """The log has every line both ways, with the time and the bot, game by game."""
    ring.match(GOOD, GOOD, "-n", 2, "--log", "log.txt", "--names", "a,b", "--concurrency", 2)
    lines = (ring.folder / "log.txt").read_text().splitlines()
    assert lines[0].startswith("# game 1: south a, north b; seed ")
    assert any(line.startswith("# game 2: south b, north a; seed ") for line in lines)
    told = [line.split(" ", 2)[1:] for line in lines if not line.startswith("#")]
    assert ["a", "> legal"] in told
    assert any(name == "b" and line.startswith("< event over") for name, line in told)


def test_both_are_told_everything(ring: Ring) -> None:
    """Both bots hear the same events in the same order."""
    ring.match(*RANDOM, "-n", 1, "--log", "log.txt", "--names", "a,b")
    lines = (ring.folder / "log.txt").read_text().splitlines()
    heard = {name: [line.split(f" {name} < ")[1] for line in lines if f" {name} < event" in line] for name in "ab"}
    assert len(heard["a"]) > 100
    assert heard["a"] == heard["b"]


def test_others_hear_while_one_thinks(ring: Ring) -> None:
    """A bot that is not asked hears events before the one that thinks has answered again."""
    ring.match(
        bad("think", 20), GOOD, "-n", 1, "--mode", "blitz+turns:9", "--log", "log.txt", "--names", "a,b", "--seed", 3
    )
    lines = (ring.folder / "log.txt").read_text().splitlines()
    heard = {name: [at for at, line in enumerate(lines) if f" {name} < event" in line] for name in "ab"}
    answers = [at for at, line in enumerate(lines) if " a > answer" in line]
    waited = 0
    for thinker, other in zip(heard["a"], heard["b"], strict=True):
        again = next((at for at in answers if at > thinker), len(lines))
        assert other < again, lines[thinker]
        waited += " a < go" in lines[thinker + 1] and other > thinker
    assert waited  # it was asked twice in a row at least once


def test_table_for_people(ring: Ring) -> None:
    """Without `--json` a table goes to stdout and progress to stderr; a secret seed is told at the end."""
    done = ring.run("match", *RANDOM, "-n", 4, "--mode", "blitz")
    assert done.code == 0
    assert "Elo" in done.out.splitlines()[0]
    assert sorted(line.split()[1] for line in done.out.splitlines()[1:3]) == ["random", "random-2"]
    assert done.out.splitlines()[-1].startswith("seed ")
    assert "4/4 games" in done.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["builtin:random"], "two bots"),
        (["builtin:random", "builtin:randm"], "random"),
        (["builtin:random", "'"], "quotation"),
        (["builtin:random", ""], "command line"),
        (["builtin:random", "builtin:"], "built-in bot"),
        ([*RANDOM, "--time", "10+9999999"], "999999 seconds"),
        ([*RANDOM, "--time", "10+" + "9" * 400], "999999 seconds"),
        ([*RANDOM, "--names", "a\nb,c"], "cannot be printed"),
        ([*RANDOM, "--names", "a\udcff,c"], "cannot be printed"),
        ([*RANDOM, "--concurrency", "257"], "256"),
        ([*RANDOM, "builtin:random"], "for 2"),
        ([*RANDOM, "--time", "soon"], "10+0.1"),
        ([*RANDOM, "--mode", "soon"], "standard"),
        ([*RANDOM, "--game", "chess"], "island"),
        ([*RANDOM, "--names", "a"], "1 names for 2 bots"),
        ([*RANDOM, "--names", "a,a"], "two bots have the name"),
        ([*RANDOM, "--memory", "much"], "512M"),
        ([*RANDOM, "--seed", "7!"], "a-z"),
        ([*RANDOM, "-n", "0"], "at least 1"),
        ([*RANDOM, "--positions", "missing.txt"], "--positions: missing.txt cannot be read: No such file"),
        ([*RANDOM, "--positions", "/"], "--positions: / is not a regular file"),
        ([*RANDOM, "--deck", "missing.toml"], "--deck: missing.toml cannot be read: No such file"),
        ([*RANDOM, "--deck", "/dev/null"], "--deck: /dev/null is not a regular file"),
        ([*RANDOM, "--deck", str(DECK)], "deck: island has no deck of cards"),
        ([*RANDOM, "--log", "no/such/folder/log"], "--log: no/such/folder/log cannot be written: No such file"),
        ([*RANDOM, "--records", "/dev/null"], "--records: /dev/null exists, and is not a folder"),
        ([*RANDOM, "--faults", "/dev/null/faults"], "--faults: /dev/null/faults cannot be written: Not a directory"),
        ([*RANDOM, "--out", "/dev/null"], "--out: /dev/null exists, and is not a folder"),
    ],
)
def test_bad_usage(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage is refused with exit code 2, before anything starts, and says what would do."""
    try:
        code = main(["match", *words])
    except SystemExit as end:  # from the parser of options
        code = end.code
    assert code == 2
    told = capsys.readouterr()
    assert problem in told.err
    assert told.out == ""


def interrupted(ring: Ring, count: int) -> tuple[Any, float]:
    """A match of slow bots that is interrupted as by Ctrl-C, so many times; its end, and how long it took.

    It is interrupted again when it has said that it finishes the running games.
    """
    process = ring.start(
        "match", bad("think", 100), bad("think", 100), "-n", 50, "--concurrency", 2, "--mode", "blitz+turns:2", "--json"
    )
    ring.await_marked(14)  # the arena, two workers, three fork servers, four keepers, four bots
    begun = time.monotonic()
    assert process.stderr is not None
    for left in reversed(range(count)):
        os.killpg(process.pid, signal.SIGINT)
        while left and "finishing 2 running games" not in process.stderr.readline():
            assert process.poll() is None
    return ring.finish(process), time.monotonic() - begun


def test_ctrl_c_once(ring: Ring) -> None:
    """Ctrl-C lets the running games finish, and the results of those that were played are printed."""
    done, _ = interrupted(ring, 1)
    assert done.code == 130
    assert done.results["finished"] is False
    assert len(done.games) == 2
    assert [game["fault"] for game in done.games] == [None, None]
    assert "finishing 2 running games" in done.err


def test_ctrl_c_twice(ring: Ring) -> None:
    """Ctrl-C again stops now, with results of what was over."""
    done, seconds = interrupted(ring, 2)
    assert done.code == 130
    assert done.results["finished"] is False
    assert done.games == []
    assert seconds < 30


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_terminated(ring: Ring, number: signal.Signals) -> None:
    """SIGTERM stops now, and so does SIGHUP, which all processes of a terminal get at once; nothing is left."""
    process = ring.start("match", bad("think", 50), bad("think", 50), "--json")
    ring.await_marked(8)
    os.killpg(process.pid, number)
    done = ring.finish(process)
    assert done.code == 128 + number
    assert done.results["finished"] is False
    assert "Traceback" not in done.err


def test_royale(ring: Ring) -> None:
    """Several bots play a battle royale at one table, in blocks in which each has every seat once."""
    bots = ("builtin:random --seed 1", "builtin:random --seed 2", bad("exit_three", 2))
    done = ring.match(*bots, "-n", 3, "--game", "royale", "--names", "a,b,bad", "--seed", 5, "--records", "r")
    assert [list(game["seats"].values()) for game in done.games] == [
        ["a", "b", "bad"],
        ["b", "bad", "a"],
        ["bad", "a", "b"],
    ]
    assert len({game["seed"] for game in done.games}) == 1
    for game in done.games:
        assert game["winner"] != "bad"
        assert (game["fault"]["bot"], game["fault"]["reason"]) == ("bad", "crash")
    assert ring.run("run", *sorted((ring.folder / "r").iterdir())).code == 0


def test_royale_goes_on_without_a_fault(ring: Ring) -> None:
    """A bot that has lost by a fault is ended while the others play on, so that it does not take their time."""
    slow = bad("think", 50)
    process = ring.start("match", bad("spin_cpu", 1), slow, slow, "-n", 1, "--game", "royale", "--hang", 0.5)

    def spins() -> bool:
        return any("spin_cpu\x001" in _command(pid) and "-I" not in _command(pid) for pid in ring.marked())

    _await(spins)
    _await(lambda: not spins())
    assert process.poll() is None
    process.terminate()
    assert ring.finish(process).code == 143


def _command(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:  # it is gone
        return ""
    return "" if "match" in words else words


def _await(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_royale_without_one(ring: Ring) -> None:
    """If one of several bots is withdrawn, the others play on, and it is not started again."""
    done = ring.match("no-such-program", *RANDOM, "-n", 4, "--game", "royale", "--names", "x,a,b")
    assert [game["fault"]["detail"].partition(" ")[0] for game in done.games] == ["cannot"] * 3 + ["withdrawn"]
    assert all(game["winner"] in ("a", "b") and game["decisions"] > 10 for game in done.games)
    first, *others = done.results["bots"]
    assert (first["losses"], first["faults"], first["withdrawn"]) == (4, {"start": 4}, True)
    assert sum(bot["wins"] for bot in others) == 4


def test_live_line_on_a_terminal(ring: Ring) -> None:
    """On a terminal one line changes in place."""
    import pty

    main, side = pty.openpty()
    command = [sys.executable, "-m", "beachhead", "match", *RANDOM, "-n", "4", "--mode", "blitz"]
    command += ["--names", "[/red],[b]"]  # which would be markup
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=side, cwd=ring.folder)
    os.close(side)
    seen = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(main)
    assert process.wait() == 0
    assert b"4/4 games  [/red]: " in seen
    assert b"\x1b[" in seen
