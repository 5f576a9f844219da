"""Whole games of bot processes at the real table: every seat as the protocol has it, chance by the keyed dice."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from beachhead.bots.roster import NAMES
from beachhead.protocol.seat import BYE, Said, Seat
from beachhead.protocol.table import Table


class SeatedBot:
    """A built-in bot's process at a seat; the general at a level that is quick."""

    def __init__(self, table: Table, seat: str, name: str, seed: int) -> None:
        level = 5 if name == "general" else None
        program = f"from beachhead.bots.roster import run; run({name!r}, {seed}, {level})"
        self.seat = Seat(table, seat)
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def tell(self, lines: Sequence[str]) -> None:
        """Write what the seat says."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def hear(self) -> tuple[Said, list[str]]:
        """Read one line of the bot's and answer it; return what it was, and the events."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), "the bot has gone away"
        heard = self.seat.hear(line[:-1])
        self.tell(heard.lines())
        return heard.said, heard.events

    def leave(self) -> tuple[int, bytes]:
        """Say goodbye; return the exit code and what stands on standard error."""
        self.tell([BYE])
        _, errors = self.process.communicate(timeout=10)
        return self.process.returncode, errors


def play(game: str, mode: str, options: dict[str, str], bots: Sequence[str]) -> list[str]:
    """The record of a game between built-in bots; their seeds are their numbers."""
    table = Table()
    events = table.new_game(game, mode, [("seed", "7"), *options.items()])
    rules = table.timeline.game
    seats = rules.seats(table.timeline.state)
    seated = {seat: SeatedBot(table, seat, bots[at % len(bots)], at) for at, seat in enumerate(seats)}
    try:
        for seat, bot in seated.items():
            bot.tell(bot.seat.greet())
            assert bot.hear()[0] is Said.QUERY
            bot.tell([*bot.seat.sit(table, seat, "none", "ab"), *events])
        while (actor := rules.actor(table.timeline.state)) is not None:
            bot = seated[actor]
            bot.tell([bot.seat.ask([None] * len(seats))])
            said, events = bot.hear()
            while said in (Said.QUERY, Said.REMARK):
                said, events = bot.hear()
            assert said is Said.PLAYED
            for other in seated.values():
                if other is not bot:
                    other.tell(events)
        assert [bot.leave() for bot in seated.values()] == [(0, b"")] * len(seats)
    finally:
        for bot in seated.values():
            bot.process.kill()
            bot.process.communicate()
    return table.record()


@pytest.mark.parametrize("name", NAMES)
def test_same_record(name: str) -> None:
    """Two seated bots with fixed seeds give the same record every time."""
    once = play("island", "standard", {}, [name])
    assert once == play("island", "standard", {}, [name])
    assert len(once) > 50


@pytest.mark.parametrize("players", range(2, 7))
def test_royale(players: int) -> None:
    """The wanderer, and any bot that knows only the island, play royale to its end with any number of seats."""
    bots = ["wanderer"] if players % 2 else ["greedy", "random", "wanderer"]
    assert len(play("royale", "standard", {"players": str(players)}, bots)) > 50
