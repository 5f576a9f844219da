"""Bots across the table: what they play, what they do wrong, and how the person goes on."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from beachhead.protocol.process import Watch
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.seated import MAX_STRAYS
from tests.protocol.repl.bots import bot, program
from tests.protocol.repl.scenes import desk, text

PATIENCE = 20.0


@contextmanager
def table_with(command: str, seat: str = "north", **how: object) -> Iterator[Commands]:
    """A desk with a new game and a bot, which ends with the test."""
    place = desk(who={seat: command}, **how)
    place.handle("newgame seed=7 first=south")
    try:
        yield place
    finally:
        for opponent in place.room.seating.opponents.values():
            opponent.leave()


def wait(place: Commands) -> list[Line]:
    """Let the bots play until the person is asked, as a console does; return what is said."""
    said: list[Line] = []
    until = time.monotonic() + PATIENCE
    while (waiting := place.room.waiting) is not None:
        assert time.monotonic() < until, "no bot answers"
        if not waiting.is_wanted:
            waiting.want(place.room.session.table)
        process = waiting.process
        if process is not None:
            Watch([process]).wait(time.monotonic() + 0.1)
        said += place.room.hear(waiting) if not waiting.fault else place.room.fault(waiting)
        if not waiting.fault:
            waiting.check()
            said += place.room.fault(waiting)
    return said


def play(place: Commands, *lines: str) -> str:
    """Lines with what the bots do after each; return what is said to the last one and after it."""
    said: list[Line] = []
    for line in lines:
        said = place.handle(line) + wait(place)
    return text(said)


def test_a_good_bot(tmp_path: Path) -> None:
    """What a bot does is told in sentences, and it is the person's turn again."""
    with table_with(bot(tmp_path, "good")) as place:
        words = play(place, "e4")
        assert words.splitlines() == ["South places a block on e4.", "North places a block on a1."]
        assert place.room.situation.actor == "south"
        assert place.room.seating.opponents["north"].title == "tester"


def test_the_same_seed_is_the_same_game() -> None:
    """A built-in bot plays the same game again if the dice are the same, and another if they are not."""
    replies = []
    for seed in ("7", "7", "8"):
        with table_with("builtin:random") as place:
            replies.append(play(place, f"newgame seed={seed} first=south", "e4", "f5"))
    assert replies[0] == replies[1] != replies[2]


def test_undo_takes_back_to_the_own_decision(tmp_path: Path) -> None:
    """Against a bot `undo` goes back to one's own last decision, `redo` forth to the next, and the bot plays on."""
    with table_with(bot(tmp_path, "good")) as place:
        before = play(place, "state")
        play(place, "e4")
        between = play(place, "state")
        play(place, "f5")
        after = play(place, "state")
        play(place, "undo")
        assert play(place, "state") == between
        play(place, "undo")
        assert play(place, "state") == before
        assert "nothing of yours to take back" in play(place, "undo")
        play(place, "redo 2")
        assert play(place, "state") == after
        assert "nothing was undone" in play(place, "redo")
        play(place, "undo 2")
        assert play(place, "state") == before
        assert "North places" in play(place, "g7")


def test_undo_under_manual_dice(tmp_path: Path) -> None:
    """Dice that the person throws count as its decisions, so that a mistyped roll can be taken back."""
    place = desk(who={"north": bot(tmp_path, "good")})
    play(place, "newgame first=south dice=manual", "auto")
    assert place.room.situation.actor == "chance"
    play(place, "3")
    assert place.room.situation.actor == "south"
    play(place, "undo")
    assert place.room.situation.actor == "chance"
    for opponent in place.room.seating.opponents.values():
        opponent.leave()


def test_a_whole_game_with_auto(tmp_path: Path) -> None:
    """`auto` places one's own part of the set-up by turns with the bot, and says at its end what it did."""
    with table_with(bot(tmp_path, "good")) as place:
        words = play(place, "auto")
        assert "auto has placed 15: setup block" in words
        assert not place.room.situation.is_setup


def test_a_bot_that_dies(tmp_path: Path) -> None:
    """The game stays, what happened is said with the bot's last words, cleaned, and the person can go on."""
    with table_with(bot(tmp_path, "dies", name="Evil\x1b[2J")) as place:
        play(place, "e4", "f5")
        words = play(place, "g6")
        assert "north's bot (Evil [2J) has died: exit code 3." in words
        assert "it said: last words \N{REPLACEMENT CHARACTER}31m" in words
        assert "\x1b" not in words
        assert "The game stands." in words
        assert place.room.situation.actor == "north"
        assert place.room.situation.is_mine
        state = play(place, "state")
        assert "North places a block" in play(place, "go")  # a new process, that plays two more
        play(place, "undo")
        assert play(place, "state") != state
        play(place, "redo")


def test_taking_over_a_seat(tmp_path: Path) -> None:
    """The person may play for a bot that has died, take its seat, or give the seat to another bot."""
    with table_with(bot(tmp_path, "dies")) as place:
        play(place, "e4", "f5", "g6")
        assert place.room.seating.opponents["north"].fault
        assert "North places a block on c12." in play(place, "c12")  # for the bot, once
        assert place.room.situation.actor == "south"
        play(place, "h8")
        assert play(place, "seat north human") == "north: human"
        assert "north: human" in play(place, "seat")
        assert "North places a block on j9." in play(place, "j9")
        play(place, f"seat north {bot(tmp_path, 'good')}")
        assert "North places" in play(place, "auto")


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("cheats", "made a mistake, and was told: error illegal phase"),
        ("hangs", "has not answered within 0.5 seconds"),
    ],
)
def test_bots_that_misbehave(tmp_path: Path, way: str, words: str) -> None:
    """A bot that plays illegally or not at all is stopped, and the game stands as it was."""
    with table_with(bot(tmp_path, way), hang=0.5 if way == "hangs" else 60.0) as place:
        said = play(place, "e4")
        assert words in said
        assert place.room.situation.actor == "north"
        assert place.room.seating.opponents["north"].process is None


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("silent", "print('nonsense\\n' * 200, flush=True)\nimport time\ntime.sleep(100)", "talks nonsense"),
        ("gone", "raise SystemExit(0)", "has died: exit code 0"),
        ("killed", "import os\nos.kill(os.getpid(), 9)", "has died: signal 9"),
        ("closed", "import os, time\nos.close(1)\ntime.sleep(100)", "has closed its output"),
    ],
)
def test_programs_that_are_no_bots(tmp_path: Path, name: str, source: str, words: str) -> None:
    """Whatever a program does instead of playing is told in words."""
    assert MAX_STRAYS < 200
    with table_with(program(tmp_path, name, source)) as place:
        assert words in play(place, "e4")


def test_a_bot_that_is_not_there() -> None:
    """A program that cannot be started is told, and a name that is none is refused at once."""
    with table_with("/nowhere/at-all") as place:
        assert "does not start: /nowhere/at-all: No such file or directory" in play(place, "e4")
        assert "a bot is named by" in play(place, 'seat north ""')
        assert "No closing quotation" in play(place, 'seat north "node')


def test_stop_and_go(tmp_path: Path) -> None:
    """Bots that are stopped wait; the person may play for them, and `go` lets them play on."""
    with table_with(bot(tmp_path, "hangs")) as place:
        place.handle("e4")
        waiting = place.room.waiting
        assert waiting is not None
        waiting.want(place.room.session.table)
        assert "it is north's turn: " in text(place.handle("setup block f6"))
        assert "it is not your turn" in text(place.handle("f6"))
        assert "Stopped." in text(place.room.stop())
        assert place.room.stop() == []
        assert place.room.waiting is None
        assert "North places a block on f6." in text(place.handle("f6"))
        place.handle("g7")
        assert place.handle("go") == []
        assert place.room.waiting is not None


def test_steps_stop_the_bots(tmp_path: Path) -> None:
    """Stepping back in a game with a bot makes the bot wait, wherever one stands."""
    with table_with(bot(tmp_path, "good")) as place:
        play(place, "e4")
        assert "The bots wait until you say go." in play(place, "back")
        assert place.room.situation.actor == "north"
        assert place.room.waiting is None
        assert "North places a block on" in play(place, "go")


def test_another_game_with_the_same_process(tmp_path: Path) -> None:
    """When a game is over the next one finds the same process; in the midst of a game it gets a new one."""
    with table_with(bot(tmp_path, "good")) as place:
        play(place, "e4")
        process = place.room.seating.opponents["north"].process
        play(place, "resign", "newgame seed=8 first=south", "e5")
        assert place.room.seating.opponents["north"].process is process
        play(place, "newgame seed=9 first=south", "yes", "e6")
        assert place.room.seating.opponents["north"].process is not process
        assert place.room.situation.actor == "south"


def test_bots_among_themselves(tmp_path: Path) -> None:
    """Two bots play each other to the end, and both hear what happens."""
    good = bot(tmp_path, "good")
    place = desk(who={"south": good, "north": "builtin:greedy --seed 1"})
    place.handle("newgame blitz+turns:6 seed=3")
    words = text(wait(place))
    assert "The battle is a draw" in words or "wins" in words
    assert not place.room.is_unfinished
    for opponent in place.room.seating.opponents.values():
        opponent.leave()


def test_bots_hear_what_happened(tmp_path: Path) -> None:
    """A bot that is seated in the midst of a game hears it from its beginning."""
    source = """
import sys
print('hello 1 "ears"', flush=True)
heard = []
for line in sys.stdin:
    heard.append(line.split()[0])
    if line.startswith('go '):
        print('info', *heard, flush=True)
        print('setup block l12', flush=True)
"""
    place = desk()
    play(place, "newgame seed=1 first=south", "a1", "b2", "c3")
    play(place, f"seat north {program(tmp_path, 'ears', source)}")
    play(place, "state")
    notes = [note for moment in place.room.table.timeline.moments() for note in moment.notes]
    assert notes == ["ready id id id id id ok game event event event event go"]
    place.room.seating.opponents["north"].leave()
