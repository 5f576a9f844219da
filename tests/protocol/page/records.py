"""Records for the tests of pages: whole games with remarks, names that would be markup, and a side line."""

from functools import cache
from pathlib import Path
from random import Random

from beachhead.engine.games import find_game
from beachhead.engine.timeline import Timeline
from beachhead.engine.values import CHANCE
from beachhead.protocol.recorded import RecordedGame, read_record
from beachhead.protocol.table import Table

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>'\"&amp;</ol>$title\u202e\u2028"
KEPT = Path(__file__).parents[1] / "records"


def played(game: str, steps: int, seed: int = 1, mode: str = "standard", **options: str) -> Table:
    """Return the table of a game of random actions, in which every decision has a hostile remark."""
    rng, table = Random(seed), Table()
    table.new_game(game, mode, [("dice", "manual"), ("seed", "1"), *options.items()])
    for seat in table.timeline.game.seats(table.timeline.state):
        table.set_header(f"seat.{seat}", f"{seat} {HOSTILE}")
    for number in range(steps):
        timeline = table.timeline
        actor = timeline.game.actor(timeline.state)
        if actor is None:
            break
        tickets = timeline.game.urn if actor == CHANCE else timeline.game.legal
        notes = (f"thought {number} {HOSTILE}", f"{actor} 0.25 s, 9.75 s left") if actor != CHANCE else ()
        table.act(rng.choice(sorted(tickets(timeline.state), key=str)), notes)
    return table


def side_line(table: Table, step: int, length: int) -> str:
    """Return the comment of a side line that leaves after a step."""
    timeline: Timeline[object] | None = table.timeline.undo(table.timeline.now.step - step)
    assert timeline is not None
    actions = []
    for _ in range(length):
        game = timeline.game
        tickets = game.urn if game.actor(timeline.state) == CHANCE else game.legal
        action = max(tickets(timeline.state), key=str)
        actions.append(action.text)
        timeline = timeline.play(action)
    return f"#: variation other {step} {'; '.join(actions)}"


def recorded(*lines: str) -> RecordedGame:
    """Return what a record holds."""
    return read_record([line.encode() for line in lines], "game.bhr", find_game)


@cache
def kept(game: str, lines: int = 250) -> RecordedGame:
    """Return the beginning of a game that is kept with the tests, so many lines of it."""
    text = (KEPT / f"{game}-random-1-random-2-seed-7.bhr").read_text(encoding="utf-8")
    return recorded(*text.splitlines()[:lines])
