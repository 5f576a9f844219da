"""The page for bots that look ahead: its bots play, and its conversation is that of the engine."""

import re
import sys
from pathlib import Path

import pytest

from beachhead.arena import Bot, Game
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.docs.test_protocol import is_as_written
from tests.protocol.talk import exchanges, say

PAGE = (Path(__file__).parents[2] / "docs" / "looking-ahead.md").read_text(encoding="utf-8")
LIBRARY, PRIVATE = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
[CONVERSATION] = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOT = "12/12/12/12/12/12/3*8/3ss8/12/12/3Tn8/12 c:..... j:..... 2+1 south act:3 9"


def test_conversation() -> None:
    """Every line is answered as the page says."""
    session = Session(Table())
    for command, written in exchanges(CONVERSATION.splitlines()):
        answer = say(session, command)
        assert is_as_written(answer, written), (command, answer, written)


@pytest.mark.parametrize("program", [LIBRARY, PRIVATE], ids=["library", "private engine"])
def test_bots(tmp_path: Path, program: str) -> None:
    """A bot of the page sees what a shot brings, and plays a game without a fault."""
    file = tmp_path / "mybot.py"
    file.write_text(program, encoding="utf-8")
    with Bot([sys.executable, str(file)], name="mine") as bot, Bot("builtin:random --seed 1") as rival:
        if program is LIBRARY:  # the other one does not look beyond the throw
            assert bot.choose(SHOT).action.text == "shoot d2 d6"
        result = Game(bot, rival, mode="blitz+turns:6", seed="1").play()
    assert result.faults == ()


def test_worlds() -> None:
    """A world that is drawn from a view of royale is a whole state, as the page says."""
    import random

    table = Table()
    table.new_game("royale", "standard", [("players", "3"), ("seed", "2")])
    game, state = table.timeline.game, table.timeline.state
    seat = game.actor(state)
    assert seat is not None
    view = game.view(state, seat)
    world = game.worlds(view, None, random.Random().randrange)
    assert game.view(world, seat) == view
    assert game.legal(world)
