"""Replies: what the server writes, the client reads back as the same values."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.engine.values import Acted, Action, Event, First, Forfeited, Next, Over, Result, Seeded, UnknownEvent
from beachhead.protocol import reply
from beachhead.protocol.reply import Data, Refused, read_event
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.talk import advise

QUESTIONS = (
    "legal", "legal roll", "state", "board", "history", "result", "explain end", "explain resign", "hint", "perft 1", "bench 1",
    "help", "help undo", "hello 1", "ping", "undo", "redo", "@7 legal",
)  # fmt: skip


def read_back(said: list[str], wanted: Any, game: Any) -> Any:
    """The reply that a client makes of lines."""
    *data, final = said
    word, _, rest = final.partition(" ")
    if word == "error":
        return Refused.read(rest)
    return wanted.read(Data(tuple(data), rest, game))


def parts(said: reply.Done | reply.Listed) -> Sequence[Event] | Sequence[Action]:
    """The events or actions of a reply."""
    return said.events if isinstance(said, reply.Done) else said.actions


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_back(name: str) -> None:
    """Every reply of a random game, to actions and to questions, reads back from its lines as an equal value."""
    session, rng = Session(Table(), advise), Random(name)
    session.answer(f"newgame {name} seed={name}")
    seen = set()
    for _ in range(400):
        timeline = session.table.timeline
        legal = sorted(action.text for action in timeline.game.legal(timeline.state))
        if not legal:
            break
        for line in (rng.choice(QUESTIONS), rng.choice((*legal, "nonsense", "end", "roll 3")), rng.choice(legal)):
            answer = session.answer(line)
            assert answer is not None
            said = answer.reply
            again = read_back(said.lines(), type(said), timeline.game)
            assert again.lines() == said.lines(), line
            if not isinstance(said, reply.Done | reply.Listed):
                assert again == said, line
            else:
                assert [type(part) for part in parts(again)] == [type(part) for part in parts(said)], line
                assert list(parts(again)) == list(parts(said)), line
            seen.add(type(said))
    assert len(seen) >= 12, seen


def test_numbers_of_a_search_are_for_programs() -> None:
    """A hint keeps the numbers of its search apart from what people read, on both ends of a pipe."""
    action = find_game("island").canonical("move d2 d5")
    assert action is not None
    hint = reply.Hinted(action, ("nobody is in the way",), "score 0.520 depth 3")
    assert hint.lines() == ["info score 0.520 depth 3", "info nobody is in the way", "ok move d2 d5"]
    assert read_back(hint.lines(), reply.Hinted, find_game("island")) == hint


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (
            "south move d2 d5",
            Acted("south", find_game("island").canonical("move d2 d5") or pytest.fail("no such action")),
        ),
        ("first south", First("south")),
        ("next north 18", Next("north", 18)),
        ("seed 42", Seeded("42")),
        ("forfeit south crash", Forfeited("south", "crash")),
        ("over south elimination 23 0", Over(Result(("south",), "elimination", (23, 0)))),
        ("over draw turns 5 5", Over(Result((), "turns", (5, 5)))),
        ("a novelty", UnknownEvent("a novelty")),
        ("next north many", UnknownEvent("next north many")),
        ("removed north tank z99", UnknownEvent("removed north tank z99")),
    ],
)
def test_events(text: str, event: Event) -> None:
    """An event reads back as a value of its class, and one that is not known keeps its words."""
    found = read_event(text, find_game("island"))
    assert (type(found), found) == (type(event), event)
    assert found.text == text


@pytest.mark.parametrize(
    "refused",
    [
        Refused("illegal", "d4 is in the way", rule="14"),
        Refused("syntax", "expected a square, got 'd13'", column=6),
        Refused("syntax", "something else"),
        Refused("over", "the game is over: south resign 10 0"),
    ],
)
def test_refusals(refused: Refused) -> None:
    """A refusal keeps its code, its rule and its column."""
    assert Refused.read(refused.lines()[0].removeprefix("error ")) == refused
