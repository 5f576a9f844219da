"""The prompt: the time of a key press in set-up, where most actions are legal, and the start-up time."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from beachhead.engine.games import find_game
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.play import enter
from beachhead.protocol.repl.screen import Screen
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.table import Table
from tests.engine.royale.tables import at
from tests.protocol.repl.scenes import TROOPS, desk
from tests.protocol.repl.terminal import terminal
from tools.bench import Figure

LINES = ("setup tank c1 north", "tank l2 n", "setup soldier b2 west", "jeep k1 s", "setup jeep a1 east")
BATTLE = "1js1ss1ts1ss4/12/1*10/3*8/5*6/7*4/8*3/6*5/4*7/2*9/SnJnTnSn8/4Sn7 c:..... j:..... 6+4 south act:3 9"
BATTLE_LINES = ("move a2", "turn e1 e2 left", "shoot c2", "why not move e1", "e1 l")
ROYALE = at(
    "d4:crown",
    ["d4~beer:dagger,sword,eagle:boots,boots,crown", "e5~wine:buckler", "e5~wine", "a4x~wine", "d7~wine", "g4~wine"],
    "start",
    rest="map",
)
ROYALE_LINES = ("swap boots dagger", "move d3", "attack p2", "help sword", "power eagle g4")
ROUNDS = 8
STARTS = 9


def figures() -> Iterator[Figure]:
    """Yield the 95th percentiles of a key press in milliseconds, and the seconds to the prompt, for both games."""
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp()
    legal = len(desk(TROOPS).room.situation.actions) - 1  # resigning is none
    yield Figure("legal actions at the prompt in set-up", legal, "actions", 288)
    for where, game, position, lines in (
        ("in set-up", "island", TROOPS, LINES),
        ("with threats on", "island", BATTLE, BATTLE_LINES),
        ("with threats on, royale", "royale", ROYALE, ROYALE_LINES),
    ):
        keys = quantiles(key_presses(game, position, lines), n=20)[-1]
        yield Figure(f"key press at the prompt {where}, 95th percentile", keys, "ms", 20, True)
    yield Figure("prompt after start", median(starts("--first", "south")), "s", 0.25, True)
    yield Figure("prompt after start, royale", median(starts("--game", "royale", "--first", "p1")), "s", 0.25, True)


def key_presses(game: str, position: str, lines: Sequence[str]) -> list[float]:
    """Return the times for each key of some lines: menu, verdict, colours, board with dangers, toolbar."""
    taken = []
    with create_app_session(input=DummyInput(), output=DummyOutput()):
        for _ in range(ROUNDS):
            for line in lines:
                table = Table()
                table.set_position(game, position)
                commands = enter(Setting(find_game), table)  # another moment, for which everything is found anew
                commands.room.shows_dangers = True
                screen = screen_of(commands)
                for end in range(1, len(line) + 1):
                    begun = time.perf_counter()
                    screen.buffer.text = line[:end]
                    screen.draft.offered(line[:end])
                    screen.painted(line[:end])
                    screen.board()
                    screen.toolbar()
                    screen.menu_room()
                    taken.append((time.perf_counter() - begun) * 1000)
    return taken


def screen_of(commands: Commands) -> Screen:
    """Return a screen for a room."""
    return Screen(commands.room, commands.board, ())


def starts(*options: str) -> Iterator[float]:
    """Return the seconds from the start of the program until its prompt is on the screen of a real pseudo-terminal."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS):
            begun = time.perf_counter()
            with terminal(["play", *options], Path(folder)) as found:
                found.wait(f"{options[-1]}> ")
                yield time.perf_counter() - begun
