"""Whole battles from an independent implementation, replayed on the engine alone: events, lists, positions, results."""

from pathlib import Path

import pytest

from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE
from tests.vectors import VECTORS, exchanges, keyed

BATTLES = sorted(path for path in VECTORS.glob("island-*-*.txt"))


def drawn(timeline: Timeline[State], seed: str) -> Timeline[State]:
    """The timeline with all chance that is due drawn by the keyed dice."""
    while ISLAND.actor(timeline.state) == CHANCE:
        ticket = ISLAND.draw(timeline.state, timeline.past(), lambda key: keyed(f"{seed} {key}"))
        timeline = timeline.play(ticket, is_step=False)
    return timeline


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_battle(path: Path) -> None:
    """The engine gives the same events, legal actions, positions and result all the way through the battle."""
    (newgame, opening), *rest = exchanges(path)
    _, _, mode, seed = newgame.split()
    seed = seed.removeprefix("seed=")
    state, events = ISLAND.start(mode)
    timeline = drawn(Timeline(ISLAND, Moment(state, events=events)), seed)
    assert [f"event {event}" for moment in timeline.moments() for event in moment.told()] == opening[:-1]
    for sent, answered in rest:
        before = timeline.now
        match sent.split():
            case ["state"]:
                found = [f"state {ISLAND.write(timeline.state)}", "ok"]
            case ["legal", *kind]:
                listed = sorted(a.text for a in ISLAND.legal(timeline.state) if not kind or a.kind == kind[0])
                found = [*(f"legal {text}" for text in listed), f"ok {len(listed)}"]
            case ["result"]:
                found = [f"result {ISLAND.result(timeline.state)}", "ok"]
            case _:
                timeline = drawn(timeline.play(ISLAND.action(timeline.state, sent)), seed)
                found = [f"event {event}" for moment in timeline.since(before) for event in moment.told()] + ["ok"]
        assert found == answered, sent


def test_dice() -> None:
    """The keyed hash, and what is drawn from it, agree with the vectors."""
    for line in (VECTORS / "dice.txt").read_text(encoding="utf-8").splitlines():
        text, number, rule, outcome = line.split(" | ")
        assert keyed(text) == int(number)
        words = rule.split()
        rest = int(number) % int(words[1])
        match words[2:]:
            case []:
                assert rest == int(outcome)
            case ["+", more]:
                assert rest + int(more) == int(outcome)
            case ["<", live]:
                assert ("live" if rest < int(live) else "safe") == outcome
            case _:
                pytest.fail(line)
