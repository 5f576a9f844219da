"""The README: its battle runs as it stands, its bot plays, and what it points at is there."""

import re
import shutil
import sys
from pathlib import Path

from beachhead.protocol.process import BotProcess, Watch
from beachhead.protocol.reply import event_lines
from beachhead.protocol.seat import Said, Seat
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.talk import say

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first code block of a language."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


def test_battle_runs_as_it_stands() -> None:
    """Every line of the battle is answered as the page says."""
    session = Session(Table())
    said = []
    for line in block("text").splitlines():
        if line.startswith("> "):
            said += [line, *(f"< {reply}" for reply in say(session, line[2:]))]
    assert said == block("text").splitlines()


def test_bot_plays(tmp_path: Path) -> None:
    """The bot of fifteen lines, beside a copy of the SDK, answers its first decisions with legal actions."""
    shutil.copy(TOP / "bots" / "sdk.py", tmp_path)
    (tmp_path / "bot.py").write_text(block("python"), encoding="utf-8")
    table = Table()
    events = table.new_game("island", "blitz", [("seed", "7"), ("first", "south")])
    seat, bot = Seat(table, "south"), BotProcess([sys.executable, str(tmp_path / "bot.py")])
    watch = Watch([bot])
    bot.send([*seat.greet(), *seat.sit(table, "south", "none", "0" * 64), *event_lines(events)])
    heard = []
    while Said.PLAYED not in heard:
        if seat.is_greeted and seat.asked is None:
            bot.send([seat.ask([None, None])])
        assert watch.wait(None), bot.words.text()
        while bot.lines:
            reply = seat.hear(bot.lines.popleft())
            heard.append(reply.said)
            bot.send(reply.lines())
        assert not bot.has_ended, bot.words.text()
    bot.send(["bye"])
    assert bot.end() == 0
    assert set(heard) == {Said.QUERY, Said.PLAYED}


def test_links_lead_somewhere() -> None:
    """Every file that the README points at is in the tree."""
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (TOP / target).exists(), target


def test_two_commands_are_on_the_first_screen() -> None:
    """`make play` and `make test` stand within the first forty lines."""
    first = README.splitlines()[:40]
    assert any("make play" in line for line in first)
    assert any("make test" in line for line in first)
