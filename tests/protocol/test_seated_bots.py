"""Built-in bots as processes at the seats of a table: with fixed seeds, the same record every time."""

import time
from pathlib import Path

import pytest

from beachhead.engine.games import NAMES
from beachhead.protocol.dice import commitment
from beachhead.protocol.process import BotProcess, Watch, command_of
from beachhead.protocol.reply import event_lines
from beachhead.protocol.script import run_script
from beachhead.protocol.seat import BYE, Said, Seat
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.talk import say

RECORDS = Path(__file__).parent / "records"
PATIENCE = 30.0  # seconds for one decision: a limit for a bot that is stuck, not a clock


class SeatedBot:
    """A bot process and its seat."""

    def __init__(self, name: str, seed: int) -> None:
        self.process = BotProcess(command_of(f"builtin:{name} --seed {seed}"))
        self.seat = Seat(Table(), "")
        self.heard: list[str] = []
        self._watch = Watch([self.process])
        self.tell(self.seat.greet())
        while not self.seat.is_greeted:
            self.listen()

    def tell(self, lines: list[str]) -> None:
        """Say something to the bot."""
        self.heard += lines
        self.process.send(lines)

    def listen(self) -> list[str]:
        """Answer the bot's next line; return the events if it was its decision."""
        until = time.monotonic() + PATIENCE
        while not self.process.lines:
            assert self._watch.wait(until), self.process.words.text()
            assert not self.process.has_ended, self.process.words.text()
        heard = self.seat.hear(self.process.lines.popleft())
        assert heard.said in (Said.QUERY, Said.REMARK, Said.PLAYED), heard
        self.tell(heard.lines())
        return event_lines(heard.events)


def play(bots: list[SeatedBot], game: str, seed: str) -> list[str]:
    """A game between bots that are seated in their order; return its record."""
    table = Table()
    options = [("players", str(len(bots)))] * (game == "royale") + [("seed", seed)]
    events = event_lines(table.new_game(game, "standard", options))
    seats = table.timeline.game.seats(table.timeline.state)
    by_seat = dict(zip(seats, bots, strict=True))
    for name, bot in by_seat.items():
        bot.tell([*bot.seat.sit(table, name, "none", commitment(seed)), *events])
    while (actor := table.timeline.game.actor(table.timeline.state)) is not None:
        bot = by_seat[actor]
        bot.tell([bot.seat.ask([None] * len(bots))])
        while not (events := bot.listen()):
            pass
        for other in bots:
            if other is not bot:
                other.tell(events)
    return table.record()


@pytest.mark.parametrize("game", NAMES)
def test_same_record_every_time(game: str) -> None:
    """Bots with fixed seeds play the same game in fresh processes, in their second game too, and it is the stored one."""
    records = []
    for _ in range(2):
        bots = [SeatedBot("random", number) for number in (1, 2)]
        try:
            records.append(play(bots, game, "7"))
            assert play(bots, game, "7") == records[0]
            events = [[line for line in bot.heard if line.startswith("event ")] for bot in bots]
            assert events[0] == events[1]
            for bot in bots:
                bot.tell([BYE])
            assert [bot.process.end() for bot in bots] == [0, 0]
            assert [bot.process.words.text() for bot in bots] == ["", ""]
        finally:
            for bot in bots:
                bot.process.kill()
    assert records[0] == records[1]
    stored = RECORDS / f"{game}-random-1-random-2-seed-7.bhr"
    assert records[0] == stored.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.bhr")), ids=lambda path: str(path.stem))
def test_stored_records_replay(path: Path) -> None:
    """A stored record replays, and ends the game."""
    session = Session(Table())
    outcome = run_script(path.name, [path.read_bytes()], session)
    assert not outcome.failures
    assert say(session, "result")[0] != "result none"
