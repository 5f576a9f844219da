"""The programs of the tutorial, run as they stand on the page."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.bots import sdk
from beachhead.bots.random import chooser as random
from beachhead.engine.island import ISLAND
from beachhead.engine.island.pieces import LETTERS
from beachhead.engine.island.squares import NAMES
from tests.bots.battles import SeatedProcess, battle

PAGE = Path(__file__).parents[2] / "docs" / "bot-in-fifteen-minutes.md"
FIRST_COME, MEMORY, ELBOW_ROOM, READ_ISLAND, BARE_HANDS = re.findall(
    r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


def wins(folder: Path, program: str, name: str, mode: str, pairs: int) -> int:
    """How many mirrored battles a bot of the page wins against `random`, in one process beside a copy of the SDK."""
    (folder / "sdk.py").write_text(Path(sdk.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "mybot.py").write_text(program, encoding="utf-8")
    won, opponent = 0, random(1)
    with SeatedProcess([sys.executable, "mybot.py"], folder) as bot:
        assert bot.said == [f'hello 1 "{name}"']
        for seed in map(str, range(pairs)):
            for seat in ("south", "north"):
                bot.sit(mode, seat, seed)
                south, north = (bot.choose, opponent) if seat == "south" else (opponent, bot.choose)
                result = ISLAND.result(battle(mode, seed, south, north, [bot.watch]).state)
                assert result is not None
                won += result.winners == (seat,)
        assert bot.leave() == 0
    assert bot.errors == ""
    return won


@pytest.mark.parametrize("mode", ["standard", "blitz"])
@pytest.mark.parametrize(
    ("program", "name", "least"),
    [
        (FIRST_COME, "First come", 1),
        (MEMORY, "Memory", 1),
        (ELBOW_ROOM, "Elbow room", 19),
        (BARE_HANDS, "Bare hands", 1),
    ],
    ids=["first come", "memory", "elbow room", "bare hands"],
)
def test_bots(tmp_path: Path, program: str, name: str, least: int, mode: str) -> None:
    """A bot of the page plays battles at both seats without a fault, and wins as often as the page says."""
    assert wins(tmp_path, program, name, mode, 10) >= (least if mode == "standard" else least * 0.9)


def test_read_island() -> None:
    """The function that reads the island finds everything where the engine has it."""
    timeline = battle("allout", "7", random(1), random(2))
    for moment in timeline.moments()[::20]:
        text = ISLAND.write(moment.state).partition(" actions ")[0]
        state = ISLAND.read(text)
        program = f"{READ_ISLAND}\nimport json\nprint(json.dumps(read_island({text!r})))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == {NAMES[at]: LETTERS[what] for at, what in enumerate(state.board) if what}
