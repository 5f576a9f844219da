"""One game between running bots, decision by decision."""

import pytest

from beachhead.arena import BadOption, Bot, BotFault, Game
from beachhead.protocol.script import run_script
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.bots.arena.ring import GOOD, bad

RANDOM = ("builtin:random --seed 1", "builtin:random --seed 2")


def test_steps_and_record() -> None:
    """The steps are the decisions of the record, which replays; the bots play another game afterwards."""
    with Bot(RANDOM[0]) as south, Bot(RANDOM[1]) as north:
        game = Game(south, north, mode="blitz", clock="30+1")
        begun = game.position
        steps = list(game)
        result, record = game.result, game.record
        assert result.names == ("random", "random-2")
        assert (len(steps), result.decisions, result.faults) == (result.decisions, len(steps), ())
        assert {step.seat for step in steps} == {"south", "north"}
        assert all(step.left is not None and step.left <= 31 + len(steps) for step in steps)
        lines = [
            line for line in record if line.split()[0] not in ("header", "newgame", "expect", "roll", "reveal", "#")
        ]
        assert [step.action.text for step in steps] == lines
        again = Game(north, south, mode="blitz", position=begun).play()
        assert again.seats == ("south", "north")
        assert again.names == ("random-2", "random")
    assert run_script("record", ["\n".join(record).encode() + b"\n"], Session(Table())).failures == ()
    assert "South" in game.board()


def test_faults_are_values() -> None:
    """A bot that fails loses; the game has a result, and that bot plays no more."""
    with Bot(bad("crash_traceback", 2)) as south, Bot(GOOD, name="good") as north:
        result = Game(south, north, mode="blitz").play()
        assert (result.winner, result.reason) == ("good", "crash")
        [fault] = result.faults
        assert (fault.seat, fault.reason) == ("south", "crash")
        assert (south.is_alive, north.is_alive) == (False, True)
        with pytest.raises(BotFault, match="plays no more"):
            Game(south, north)


def test_refused() -> None:
    """Bots that do not fit, a mode that is none, and a game that is played twice are refused."""
    with Bot(GOOD) as bot, Bot(GOOD) as other:
        with pytest.raises(ValueError, match="one seat"):
            Game(bot, bot)
        with pytest.raises(ValueError, match="a game for 2"):
            Game(bot)
        with pytest.raises(BadOption):
            Game(bot, other, mode="soon")
        game = Game(bot, other, mode="blitz+turns:2")
        with pytest.raises(ValueError, match="not over"):
            _ = game.result
        assert game.play() == game.result
        with pytest.raises(ValueError, match="has been played"):
            game.play()


def test_left_in_the_middle() -> None:
    """After the iteration is stopped, the game may go on later, unless its bots have begun another one."""
    with Bot(GOOD) as south, Bot(GOOD) as north:
        game = Game(south, north, mode="blitz+turns:2")
        first = next(iter(game))
        rest = list(game)
        assert [first.seat, *(step.seat for step in rest)].count("south") == game.result.thinking[0].decisions
        assert len(rest) + 1 == game.result.decisions
        game = Game(south, north)
        for _ in game:
            break
        assert Game(south, north, mode="blitz+turns:2").play().faults == ()
        with pytest.raises(ValueError, match="another game"):
            game.play()


def test_royale() -> None:
    """Three bots at one table, one of which fails: places for all."""
    with Bot(GOOD) as one, Bot(bad("exit_three", 1)) as two, Bot(RANDOM[0]) as three:
        result = Game(one, two, three, game="royale").play()
    assert sorted(result.places)[0] == 1
    assert [fault.seat for fault in result.faults] == ["p2"]
