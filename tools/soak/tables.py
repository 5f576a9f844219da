"""Tables of several seats with a bot that misbehaves in one of them, and spies in all others.

Every game ends with a place for everybody and leaves nothing behind. What a spy is told of the state and shown as the board
stays the same if the cards that it must not see are drawn anew.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.replayed import steps
from beachhead.engine.games import find_game
from beachhead.engine.picture import plain
from beachhead.protocol.dice import commitment
from tests.bots.arena.ring import BAD, MARK
from tools.soak.arena import MISDEEDS, _marked

SPY = Path(__file__).with_name("_spy.py")
GAME = "royale"
HIDDEN = re.compile(r".*:\?\d+")


def run(seed: int) -> str:
    """Play one block of games of 2 to 6 seats."""
    rng = Random(seed)
    reason = rng.choice(tuple(MISDEEDS))
    misdeed, when = rng.choice(MISDEEDS[reason]), rng.randint(1, 12)
    seats = rng.randint(2, 6)
    mark = f"{rng.getrandbits(64):016x}{time.monotonic_ns():x}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tmp").mkdir()
        spies = [folder / f"spy{number}" for number in range(1, seats)]
        bots = [f"{sys.executable} {BAD} {misdeed} {when}", *[f"{sys.executable} {SPY} {spy}" for spy in spies]]
        options = ["-n", str(seats), "--game", GAME, "--mode", f"standard+turns:{rng.randint(5, 30)}", "--hang", "0.5"]
        names = ",".join(["bad", *(spy.name for spy in spies)])
        options += ["--names", names, "--out", str(folder / "out"), "--json", "--env", f"{MARK}={mark}"]
        done = subprocess.run(
            [sys.executable, "-m", "beachhead", "match", *bots, *options],
            capture_output=True, check=True, env={**os.environ, "TMPDIR": str(folder / "tmp"), MARK: mark},
        )  # fmt: skip
        left = list((folder / "tmp").iterdir())
        games = json.loads(done.stdout)["games"]
        told = _told(folder / "out", spies)
    assert not left, (misdeed, left)
    assert not _marked(mark), misdeed
    assert [game["id"] for game in games] == list(range(1, seats + 1))
    for game in games:
        assert len(game["places"]) == seats, game
        assert min(game["places"].values()) == 1, game
        for fault in game["faults"]:
            assert (fault["bot"], fault["reason"]) == ("bad", reason), (misdeed, fault)
    return f"{misdeed} at decision {when} among {seats}, {told} looks of spies"


def _told(folder: Path, spies: list[Path]) -> int:
    """Check what every spy was told against the records; return how many looks that were."""
    count = 0
    with reading(folder, find_game) as report:
        for spy in spies:
            for commit, seat, looks in _games(spy):
                result = next(
                    each
                    for each in report.counted()  # the games of a block have one commit
                    if commitment(each.spec.seed) == commit and each.names[each.seats.index(seat)] == spy.name
                )
                count += len(looks)
                number = 0
                for table, _ in steps(report.plan, result, report.store.record(result.id)):
                    timeline = table.timeline
                    if timeline.game.actor(timeline.state) == seat:
                        number += 1
                        if number in looks:
                            _expect_blind(timeline, seat, *looks.pop(number))
                assert not looks, (spy, looks)
    return count


def _expect_blind(timeline: Any, seat: str, told: list[str], board: list[str]) -> None:
    """Fail if what a spy was told depends on hidden cards: they are drawn anew, and it has to be the same."""
    game, now = timeline.game, timeline.now
    view = game.view(now.state, seat)
    for text in told:
        assert text == view, (text, view)
        players = dict(zip(game.seats(now.state), text.split()[1].split("/"), strict=True))
        assert all(other == seat or HIDDEN.fullmatch(player) for other, player in players.items()), text
    if board:
        other = game.worlds(view, None, Random(view).randrange)
        show = game.show
        assert board == plain(show.picture(show.scene(other, seat=seat, last=now.action, events=now.events)))


def _games(spy: Path) -> Iterator[tuple[str, str, dict[int, tuple[list[str], list[str]]]]]:
    """Yield the games of a spy: the commit, its seat, and by decision the states and the board that it was told."""
    found: tuple[str, str, dict[int, tuple[list[str], list[str]]]] | None = None
    number = 0
    for line in spy.read_text(encoding="utf-8").splitlines() if spy.exists() else ():
        word, _, rest = line.partition(" ")
        if word == "game":
            if found is not None:
                yield found
            words = rest.split()
            found = words[words.index("commit") + 1], words[words.index("seat") + 1], {}
        elif found is None:
            continue
        elif word == "go":
            number = int(rest.split()[0])
            found[2][number] = [rest.partition(" state ")[2]], []
        elif word == "state":
            found[2][number][0].append(rest)
        elif word == "board":
            found[2][number][1].append(rest)
    if found is not None:
        yield found
