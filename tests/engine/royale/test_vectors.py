"""Counts and whole games from an independent implementation: lists, perft, events, positions, views, results."""

from pathlib import Path

import pytest

from beachhead.engine.perft import perft
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE
from tests.engine.royale.tables import lines
from tests.vectors import VECTORS, exchanges, keyed

GAMES = sorted(VECTORS.glob("royale-?-*.txt"))
POSITIONS = [
    line.rsplit(" | ", 2) for line in (VECTORS / "royale-positions.txt").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("text", "count", "perft2"), POSITIONS, ids=range(len(POSITIONS)))
def test_position(text: str, count: str, perft2: str) -> None:
    """A position of the vectors reads back as itself and has as many legal actions, and pairs of them, as it says."""
    state = ROYALE.read(text)
    assert ROYALE.write(state) == text
    assert len(ROYALE.legal(state)) == int(count)
    if perft2 != "-":
        assert perft(ROYALE, state, 2) == int(perft2)


def drawn(timeline: Timeline[State], seed: str) -> Timeline[State]:
    """The timeline with all chance that is due drawn by the keyed dice."""
    while ROYALE.actor(timeline.state) == CHANCE:
        ticket = ROYALE.draw(timeline.state, timeline.past(), lambda key: keyed(f"{seed} {key}"))
        timeline = timeline.play(ticket, is_step=False)
    return timeline


def answer(timeline: Timeline[State], sent: str, seed: str) -> tuple[Timeline[State], list[str]]:
    """What a command leads to, and what the engine says to it."""
    state = timeline.state
    match sent.split():
        case ["state"]:
            return timeline, [f"state {ROYALE.write(state)}", "ok"]
        case ["state", seat]:
            return timeline, [f"state {ROYALE.view(state, seat)}", "ok"]
        case ["legal"]:
            listed = sorted(action.text for action in ROYALE.legal(state))
            return timeline, [*(f"legal {text}" for text in listed), f"ok {len(listed)}"]
        case ["result"]:
            return timeline, [f"result {ROYALE.result(state)}", "ok"]
        case ["undo" | "redo" as word, *count]:
            moved = getattr(timeline, word)(*map(int, count))
            assert moved is not None
            return moved, ["ok"]
        case _:
            later = drawn(timeline.play(ROYALE.action(state, sent)), seed)
            return later, [*(f"event {line}" for moment in later.since(timeline.now) for line in lines(moment)), "ok"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_game(path: Path) -> None:
    """The engine gives the same events, legal actions, positions and views all the way through, undo and redo included."""
    (newgame, opening), *rest = exchanges(path)
    _, _, mode, *words = newgame.split()
    options = dict(word.split("=") for word in words)
    seed, _ = options.pop("seed"), options.pop("dice")
    state, events = ROYALE.start(mode, options)
    timeline = drawn(Timeline(ROYALE, Moment(state, events=events)), seed)
    assert [f"event {line}" for moment in timeline.moments() for line in lines(moment)] == opening[:-1]
    for sent, answered in rest:
        timeline, said = answer(timeline, sent, seed)
        assert said == answered, sent


def test_there_are_games() -> None:
    """The vectors have games of two, four and six players."""
    assert [path.stem for path in GAMES] == ["royale-2-golden2", "royale-4-golden4", "royale-6-golden6"]
