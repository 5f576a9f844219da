"""The prompt: the time of a key press in set-up, where most actions are legal, and the start-up time."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.screen import Screen
from tests.protocol.repl.scenes import TROOPS, desk
from tests.protocol.repl.terminal import terminal
from tools.bench import Figure

LINES = ("setup tank c1 north", "tank l2 n", "setup soldier b2 west", "jeep k1 s", "setup jeep a1 east")
ROUNDS = 8
STARTS = 5


def figures() -> Iterator[Figure]:
    """Yield the 95th percentile of a key press in milliseconds, and the seconds to the prompt."""
    keys, legal = key_presses()
    yield Figure("legal actions at the prompt in set-up", legal, "actions", 288)
    yield Figure("key press at the prompt in set-up, 95th percentile", quantiles(keys, n=20)[-1], "ms", 20, True)
    yield Figure("prompt after start", median(starts()), "s", 0.25, True)


def key_presses() -> tuple[list[float], int]:
    """Return the times for each key of some lines (menu, verdict, colours, board, toolbar), and the number of legal actions."""
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp()
    taken = []
    with create_app_session(input=DummyInput(), output=DummyOutput()):
        legal = len(desk(TROOPS).room.situation.actions) - 1  # resigning is none
        for _ in range(ROUNDS):
            for line in LINES:
                screen = screen_of(desk(TROOPS))  # another moment, for which everything is found anew
                for end in range(1, len(line) + 1):
                    begun = time.perf_counter()
                    screen.buffer.text = line[:end]
                    screen.draft.offered(line[:end])
                    screen.painted(line[:end])
                    screen.board()
                    screen.toolbar()
                    screen.menu_room()
                    taken.append((time.perf_counter() - begun) * 1000)
    return taken, legal


def screen_of(commands: Commands) -> Screen:
    """Return a screen for a room."""
    return Screen(commands.room, commands.board, ())


def starts() -> Iterator[float]:
    """Return the seconds from the start of the program until its prompt is on the screen of a real pseudo-terminal."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS):
            begun = time.perf_counter()
            with terminal(["play", "--first", "south"], Path(folder)) as found:
                found.wait("south> ")
                yield time.perf_counter() - begun
