"""The tournament file: what it may say, and the line and key of what it may not."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.bots.arena.clock import Clock
from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.schedule.fixed import Fixed
from beachhead.bots.arena.schedule.formats import schedule_of
from beachhead.bots.arena.schedule.knockout import Knockout
from beachhead.bots.arena.schedule.sequential import Sequential
from beachhead.bots.arena.schedule.swiss import Swiss
from beachhead.bots.arena.schedule.war import War
from beachhead.bots.arena.tournament_command import run_tournament
from beachhead.bots.arena.tournament_file import BadFile, read_tournament
from beachhead.bots.roster import NAMES
from beachhead.engine.games import find_game

BOTS = """
[[bot]]
name = "a"
command = "builtin:greedy"
[[bot]]
name = "b"
command = "node mybot.js"
"""
THIRD = '[[bot]]\nname = "c"\ncommand = "builtin:random"\n'
TOP = 'name = "Friday ladder"\ngame = "island"\n'


def test_the_whole_file() -> None:
    """Every key of a file is read into its field."""
    text = """# a ladder
name = "Friday ladder"
game = "island"
mode = "short"
format = "round-robin"
games = 40
time = "10+0.1"
hang = 5
concurrency = 2
seed = "7"
reuse = true
sandbox = true
positions = "openings.txt"
illegal = "3"
deck = "deck.toml"
war = "best of 3"
[[bot]]
name = "greedy"
command = "builtin:greedy"
[[bot]]
name = "mine"
command = "node mybot.js"
folder = "bots/mine"
env = { THREADS = "1" }
memory = "512M"
time = "1+0.01"
"""
    found = read_tournament(text, "ladder.toml")
    assert (found.name, found.game, found.mode, found.format, found.games) == (
        "Friday ladder", "island", "short", "round-robin", 40,
    )  # fmt: skip
    assert (found.clock, found.hang, found.concurrency, found.seed) == (Clock(10, 0.1), 5.0, 2, "7")
    assert (found.reuse, found.sandbox, found.positions, found.illegal) == (True, True, "openings.txt", 3)
    assert (found.deck, found.war) == ("deck.toml", War("best", 3))
    greedy, mine = found.bots
    assert (greedy.name, greedy.command, greedy.clock) == ("greedy", "builtin:greedy", None)
    assert (mine.folder, mine.env, mine.memory, mine.clock) == (
        "bots/mine",
        {"THREADS": "1"},
        512 << 20,
        Clock(1, 0.01),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TOP + "gmaes = 3\n" + BOTS, "f.toml:3: gmaes: unknown key; did you mean 'games'?"),
        (TOP + "xyzzy = 3\n" + BOTS, "f.toml:3: xyzzy: unknown key; expected one of name, game, mode"),
        (TOP + "games = '3'\n" + BOTS, "f.toml:3: games: expected a whole number from 1 to 1,000,000, got '3'"),
        (TOP + "games = true\n" + BOTS, "f.toml:3: games: expected a whole number"),
        (TOP + "games = 0\n" + BOTS, "f.toml:3: games: expected a whole number"),
        (TOP + "\nformat = 'cup'\n" + BOTS, "f.toml:4: format: expected one of round-robin"),
        (TOP + "time = '10 minutes'\n" + BOTS, "f.toml:3: time: '10 minutes' is not a time"),
        (TOP + "seed = 7\n" + BOTS, "f.toml:3: seed: expected 1 to 32 of a-z and 0-9 in quotes, got 7"),
        (TOP + "illegal = 3\n" + BOTS, "f.toml:3: illegal: expected \"forfeit\" or a number in quotes"),
        (TOP + "rounds = 3\n" + BOTS, "f.toml:3: rounds: only for format = \"swiss\""),
        (TOP + "sprt = { elo0 = 0 }\n" + BOTS, "f.toml:3: sprt: only for format = \"sprt\""),
        (TOP + "format = 'sprt'\nsprt = { elo = 0 }\n" + BOTS, "f.toml:4: sprt: unknown key 'elo'; expected elo0"),
        (TOP + "format = 'sprt'\nsprt = { elo0 = 9, elo1 = 1 }\n" + BOTS, "f.toml:4: sprt: elo0 has to be less"),
        (TOP + "format = 'sprt'\nsprt = { alpha = 1 }\n" + BOTS, "f.toml:4: sprt: alpha: expected a probability"),
        (TOP + "seats = 3\n" + BOTS, "f.toml:3: seats: 3 seats, but only 2 bots"),
        (TOP + "seats = 3\nformat = 'swiss'\n" + BOTS + THIRD, "f.toml:3: seats: more than two seats need"),
        (TOP + "war = 'best of friends'\n" + BOTS, "f.toml:3: war: 'best of friends' is not a war"),
        (TOP + BOTS + THIRD.replace('"c"', '"a"'), "f.toml:11: name: 'a' is the name of the bot of line 5 too"),
        (TOP + BOTS + "memori = '1M'\n", "f.toml:10: memori: unknown key; did you mean 'memory'?"),
        (TOP + BOTS + "memory = 'much'\n", "f.toml:10: memory: expected a size such as \"512M\", got 'much'"),
        (TOP + BOTS + "env = { A = 1 }\n", "f.toml:10: env: A: expected a text in quotes, got 1"),
        (TOP + BOTS + "[bot.env]\nA = 1\n", "f.toml:10: env: A: expected a text in quotes, got 1"),
        (TOP + BOTS + "[[bot]]\nname = 'c'\n", "f.toml:10: command: missing; the [[bot]] table needs it"),
        ('game = "island"\n' + BOTS, "f.toml:1: name: missing; the file needs it"),
        (TOP, "f.toml:2: bot: no bots"),
        (TOP + THIRD, "f.toml:3: bot: 1 bot; expected 2 to 256"),
        (TOP + "bot = 3\n", "f.toml:3: bot: expected a [[bot]] table"),
        (TOP + "bot = [\n{ name = 'a' }]\n", "f.toml:3: command: missing; the [[bot]] table needs it"),
        (TOP + "games = \n" + BOTS, "f.toml:3: not valid TOML: Invalid value, column 9"),
        (TOP + 'games = 3\ngames = 4\n' + BOTS, "f.toml:4: not valid TOML: Cannot overwrite a value"),
    ],
)  # fmt: skip
def test_bad_files(text: str, message: str) -> None:
    """A bad file is refused with its name, the line and the key, before anything is played."""
    with pytest.raises(BadFile) as bad:
        read_tournament(text, "f.toml")
    assert str(bad.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\ngame = "chess"\n' + BOTS, "f.toml:2: game: 'chess' is not a game: expected island or royale"),
        (TOP + 'mode = "none"\n' + BOTS, "f.toml:3: mode: mode 'none': expected standard, short"),
        (TOP.replace("island", "royale") + 'mode = "blitz"\n' + BOTS, "f.toml:3: mode: mode 'blitz'"),
        (TOP + "seats = 3\n" + BOTS + THIRD, "f.toml:3: seats: island is a game for 2: there are 3 bots"),
        (TOP + 'deck = "none.toml"\n' + BOTS, "f.toml:3: deck: none.toml cannot be read: No such file"),
        (TOP + 'deck = "bad.txt"\n' + BOTS, "f.toml:3: deck: island has no deck of cards"),
        (TOP.replace("island", "royale") + 'deck = "bad.txt"\n' + BOTS, "f.toml:3: deck: line 1: Expected '='"),
        (TOP + 'positions = "none.txt"\n' + BOTS, "f.toml:3: positions: none.txt cannot be read: No such file"),
        (TOP + 'positions = "empty.txt"\n' + BOTS, "f.toml:3: positions: empty.txt is empty: there is no position"),
        (TOP + 'positions = "bad.txt"\n' + BOTS, "f.toml:3: positions: bad.txt:1: expected 7 or 8 fields"),
        (TOP + BOTS + THIRD.replace("random", "nobody"), "f.toml:12: command: c: 'nobody' is not a built-in bot"),
        (TOP + BOTS + THIRD.replace("builtin:random", "node 'x"), "f.toml:12: command: c: 'node 'x' is not a command"),
        (TOP + BOTS + 'folder = "nowhere"\n', "f.toml:10: folder: there is no folder 'nowhere'"),
    ],
)  # fmt: skip
def test_bad_beyond_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the file names is checked before the first game too: bots, the game and its mode, files and folders."""
    monkeypatch.chdir(tmp_path)
    for name, content in (("f.toml", text), ("bad.txt", "rubbish\n"), ("empty.txt", "")):
        (tmp_path / name).write_text(content)
    assert run_tournament(["f.toml"], NAMES, find_game) == 2
    assert capsys.readouterr().err.startswith(f"beachhead tournament: {message}")
    assert not (tmp_path / "f").exists()


def test_texts_of_several_lines() -> None:
    """What looks like a key inside a text of several lines does not count as one."""
    text = TOP + 'mode = """\ngames = 3\n"""\ngames = "x"\n' + BOTS
    with pytest.raises(BadFile, match=r"f.toml:3: mode"):
        read_tournament(text, "f.toml")
    text = TOP + 'time = """move \\\n  0.5"""\ngames = "x"\n' + BOTS
    with pytest.raises(BadFile, match=r"f.toml:5: games"):
        read_tournament(text, "f.toml")


@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    """Whatever a file says, it is refused with a line, or read."""
    with pytest.raises(BadFile, match=r"^f\.toml:\d+: "):
        read_tournament(text, "f.toml")


@given(st.sampled_from(["games", "time", "seed", "sprt", "war", "bot", "name", "seats"]), st.sampled_from(
    ["1", "-1", "1.5", "true", '""', '"x"', "[]", "[1]", "{}", "{ a = 1 }", "1979-05-27", "nan", "inf", '"\\u0000"']
))  # fmt: skip
def test_any_value_is_answered(key: str, value: str) -> None:
    """A value of any type is either read or refused, and never an error of ours."""
    top = "".join(line + "\n" for line in TOP.splitlines() if not line.startswith(key))
    with suppress(BadFile):
        read_tournament(f"{top}{key} = {value}\n" + ("" if key == "bot" else BOTS), "f.toml")


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("games = 4", "games = 10", ""),
        ("games = 10", "games = 4", "games"),
        ("concurrency = 1", "concurrency = 8", ""),
        ("mode = 'short'", "mode = 'standard'", "mode"),
        ("format = 'swiss'\nrounds = 3", "format = 'swiss'\nrounds = 5", ""),
        ("format = 'swiss'\nrounds = 5", "format = 'swiss'\nrounds = 3", "rounds"),
        ("format = 'swiss'\ngames = 2", "format = 'swiss'\ngames = 4", "games"),
        ("format = 'knockout'\ngames = 2", "format = 'knockout'\ngames = 4", "games"),
        ("time = '1+1'", "time = '2+1'", "time"),
    ],
)
def test_extensions(before: str, after: str, key: str) -> None:
    """A file that only adds games behind those of the earlier one extends it; else the key that changed is named."""
    first, second = (read_tournament(TOP + text + "\n" + BOTS, "f.toml") for text in (before, after))
    assert second.is_extension_of(first) == key
    assert first.is_extension_of(first) == ""


@pytest.mark.parametrize(
    ("format", "changed"),
    [
        ("round-robin", ""),
        ("gauntlet", ""),
        ("swiss", "the list of bots (none can join a swiss)"),
        ("knockout", "the list of bots (none can join a knockout)"),
    ],
)
def test_another_bot(format: str, changed: str) -> None:
    """A bot behind the others joins a fixed schedule and no other; one that leaves or moves is a change."""
    top = TOP + f"format = '{format}'\n"
    first, second, moved = (read_tournament(top + bots, "f.toml") for bots in (BOTS, BOTS + THIRD, THIRD + BOTS))
    assert second.is_extension_of(first) == changed
    assert first.is_extension_of(second) == moved.is_extension_of(first) == "bot"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", Fixed),
        ("format = 'gauntlet'", Fixed),
        ("format = 'swiss'", Swiss),
        ("format = 'knockout'", Knockout),
        ("format = 'sprt'", Sequential),
        ("seats = 3", Fixed),
    ],
)
def test_schedules(text: str, kind: type) -> None:
    """Every format has its schedule, which begins with a game between bots of the file."""
    schedule = schedule_of(read_tournament(TOP + text + "\n" + BOTS + THIRD, "f.toml"))
    assert isinstance(schedule, kind)
    assert set(schedule.next({}, 1)[0].bots) <= {0, 1, 2}


def test_defaults() -> None:
    """Games are 100 for a pairing; a sequential test has five per cent for each error, and no early end."""
    assert read_tournament(TOP + BOTS, "f.toml").games == 100
    found = read_tournament(TOP + "format = 'sprt'\n" + BOTS, "f.toml")
    assert (found.sprt, found.games) == (Hypotheses(0, 10, 0.05, 0.05), 100_000)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "{b=" * 50_000, "games = " + "9" * 10_000])
def test_hostile_files(text: str) -> None:
    """A file that nests without end, or has a number without end, is invalid like any other."""
    with pytest.raises(BadFile, match="not valid TOML"):
        read_tournament(TOP + text + "\n" + BOTS, "f.toml")
