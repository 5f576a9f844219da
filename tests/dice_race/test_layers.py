"""The dice race within one process: grammar, session, seat, scripts and fuzzing, as every game gets them."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from beachhead.engine.games import find_game
from beachhead.engine.record import write_record
from beachhead.engine.values import Acted, Next
from beachhead.grammar.language import default, speaking
from beachhead.grammar.lookahead import next_words
from beachhead.grammar.paint import paint
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.grammar.sample import sample
from beachhead.protocol.dice import commitment
from beachhead.protocol.reply import Done, Listed, Refused
from beachhead.protocol.script import run_script
from beachhead.protocol.seat import Said, Seat
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.dice_race import PLAY, RACE, REST, RUNS, Showed
from tests.protocol.talk import say

HERE = Path(__file__).parent
LANGUAGE = default().plus({"race": (HERE / "race.lark").read_text(encoding="utf-8")})


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    """The language has the race in it."""
    with speaking(LANGUAGE):
        yield


def table() -> Table:
    """A table at which the race can be played."""
    return Table(lambda name: RACE if name == "race" else find_game(name))


def session(*lines: str) -> Session:
    """A session of the race, with manual dice, after some lines."""
    made = Session(table())
    say(made, "position race 0,0,0 4,2,5 p1 0 1", *lines)
    return made


def test_grammar() -> None:
    """The words of the game are parsed, completed and coloured by its own file and its directives."""
    assert parse("run t3", "race").data == "act"
    assert parse("event played p1 3", "race_said").data == "said_event"
    assert parse("r t3", "race_short").data == "brief"
    assert next_words("", "race").keys() >= {"run", "rest", "play", "resign", "deal", "roll", "legal"}
    assert next_words("roll ", "race").keys() == next_words("deal ", "race").keys() == set()
    assert paint("run t12", "race") == [("keyword", "run"), ("", " "), ("place", "t12")]
    assert paint("deal 5", "race")[-1] == ("number", "5")
    with pytest.raises(BadSyntax, match="it belongs to race"):
        parse("run t3", "island")


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["legal"], ["legal roll 1", "legal roll 2", "legal roll 3", "ok 3"]),
        (["roll 2", "legal run"], ["legal run t2", "ok 1"]),
        (["rest"], ["error illegal turns the die is to be rolled first"]),
        (["roll 2", "run t3"], ["error illegal run with a 2 p1 runs to t2"]),
        (["roll 2", "run"], ["event p1 run t2", "event next p2 2", "ok"]),
        (["roll 3", "play"], ["event p1 play", "event played p1 4", "event out p1", "event next p2 2", "ok"]),
        (["roll 3", "explain play"], ["info play: runs 7 steps", "ok legal"]),
        (["roll 3", "explain run t1"], [
            "info rule run, Running: A seat runs exactly as far as the die says; who stops at the pit is out.",
            "ok illegal run with a 3 p1 runs to t3",
        ]),
        (["state p3"], ["state 0,0,0 ?,?,5 p1 0 1", "ok"]),
        (["state p4"], ["error argument 'p4' is not a seat: expected p1, p2, p3"]),
        (["forfeit p2 time"], ["event forfeit p2 time", "event out p2", "ok"]),
        (["roll 2", "resign"], ["event p1 resign", "event out p1", "event next p2 2", "ok"]),
        (["roll 2", "help rest"], ["help rest", "help Stays.", "ok"]),
        (["perft 2"], ["ok 9"]),
    ],
)  # fmt: skip
def test_session(lines: list[str], answer: list[str]) -> None:
    """A session answers in the words of the game."""
    assert say(session(*lines[:-1]), lines[-1]) == answer


def test_values() -> None:
    """Replies hold the game's own actions and events, as values."""
    playing = session("roll 2")
    listed = playing.answer("legal")
    assert listed is not None
    assert listed.reply == Listed([PLAY, REST, RUNS[1]])
    played = playing.answer("play")
    assert played is not None
    assert isinstance(played.reply, Done)
    first, showed, following = played.reply.events
    assert isinstance(first, Acted)
    assert first.action is PLAY
    assert isinstance(showed, Showed)
    assert (showed.seat, showed.card) == ("p1", 4)
    assert isinstance(following, Next)


def test_one_way_for_an_action() -> None:
    """An action means the same written in canonical form, with blanks, with a tag, and as an answer of a seat."""
    for line in ("run t2", " run  t2", "@7 run t2", "run"):
        playing = session("roll 2")
        say(playing, line)
        assert playing.table.timeline.now.action is RUNS[1]
    for line in ("answer 1 run t2", "answer 1  run t2", "@7 answer 1 run t2", "answer 1 run"):
        playing = session("roll 2")
        seat = Seat(playing.table, "p1")
        seat.ask([])
        assert seat.hear(line.encode()).said is Said.PLAYED
        assert playing.table.timeline.now.action is RUNS[1]


def test_seat() -> None:
    """A seated bot hears of the game, sees what its seat sees, answers, and asks; it may not set anything."""
    place = table()
    place.new_game("race", "standard", [("seed", "3")])
    seats = [Seat(place, name) for name in ("p1", "p2", "p3")]
    opened = [seat.sit(place, seat.seat, "none", commitment("3")) for seat in seats]
    assert opened[1] == [f"game race standard seat p2 clock none commit {commitment('3')}"]
    first, second, _ = seats
    assert first.ask([None, None, None]) == "go 1 time - - - state 0,0,0 3,?,? p1 3 1"
    assert first.hear(b"legal").lines() == ["legal play", "legal rest", "legal run t3", "ok 3"]
    assert first.hear(b"answer 1 run t4").refused == Refused("illegal", "with a 3 p1 runs to t3", rule="run")
    heard = first.hear(b"answer 1 play")
    assert heard.said is Said.PLAYED
    assert [event.text for event in heard.events] == ["p1 play", "played p1 3", "next p2 2", "chance roll 1"]
    assert second.ask([]).endswith("state 6,0,0 -,1,? p2 1 2")
    assert second.hear(b"state p1").lines() == ["state 6,0,0 -,1,? p2 1 2", "ok"]
    assert [line.split()[:2] for line in second.hear(b"undo").lines()] == [["error", "forbidden"]]


def test_script_and_record() -> None:
    """A script of the game holds, and the record of a game leads to the same position."""
    outcome = run_script("race.bhr", [(HERE / "race.bhr").read_bytes()], Session(table()))
    assert outcome.failures == ()
    played = Session(table())
    say(played, "newgame race first=p3 seed=9", "run", "play", "rest", "run", "undo", "play")
    written = "\n".join(played.table.record())
    again = Session(table())
    assert run_script("again", [written.encode()], again).failures == ()
    assert again.table.timeline.state == played.table.timeline.state
    assert write_record(again.table.timeline, {"first": "p3"}, None) == write_record(
        played.table.timeline, {"first": "p3"}, None
    )


def test_whole_games_through_a_session() -> None:
    """Games are played by what `legal` says until there is a result, which the record's last state repeats."""
    rng = Random(5)
    ends: Counter[str] = Counter()
    for number in range(20):
        playing = Session(table())
        say(playing, f"newgame race seed={number}")
        while say(playing, "result")[0] == "result none":
            *listed, _ = say(playing, "legal")
            assert say(playing, rng.choice(listed).removeprefix("legal "))[-1] == "ok"
        ends[say(playing, "result")[0].split()[2]] += 1
        assert say(playing, "legal")[-1] == "ok 0"
    assert ends["race"] > 10


def test_fuzz() -> None:
    """Lines of the game's grammar, whole and damaged, each get one final line, and an error changes nothing."""
    rng = Random(11)
    playing = Session(table())
    finals: Counter[str] = Counter()
    say(playing, "newgame race seed=1")
    for number in range(1500):
        line = sample("race", rng.randrange) if number % 3 else rng.choice(say(playing, "legal")).partition(" ")[2]
        if number % 5 == 0:
            at = rng.randrange(len(line) + 1)
            line = line[:at] + rng.choice(["t7 ", "0", ";", "é", " ", "run"]) + line[at + 1 :]
        if line.startswith(("quit", "perft", "bench", "newgame", "#")) or not line.strip():
            continue
        before = playing.table.snapshot()
        said = say(playing, line)
        assert [text.split()[0] in ("ok", "error") for text in said] == [False] * (len(said) - 1) + [True]
        assert not said[-1].startswith("error internal")
        if said[-1].startswith("error"):
            assert playing.table.snapshot() == before
        finals[" ".join(said[-1].split()[:2]) if said[-1].startswith("error") else "ok"] += 1
        if playing.table.timeline.game is not RACE or RACE.actor(playing.table.timeline.state) is None:
            say(playing, f"newgame race seed={number}")
    assert finals["ok"] > 200
    assert {"error syntax", "error illegal", "error argument"} <= finals.keys()
