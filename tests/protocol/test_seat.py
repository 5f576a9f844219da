"""The conversation with a seated bot, line by line and without a process."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.games import NAMES
from beachhead.engine.values import CHANCE
from beachhead.grammar.sample import sample
from beachhead.protocol.dice import commitment
from beachhead.protocol.reply import event_lines
from beachhead.protocol.seat import Said, Seat
from beachhead.protocol.session import GREETING
from beachhead.protocol.table import Table

COMMIT = commitment("7")
START = "12/12/12/12/12/12/12/12/12/12/12/12 c:.....+SSSSSJJJTT j:.....+sssssjjjtt 6+4"
FORBIDDEN = (
    "newgame", "position x", "undo", "redo", 'header a "b"', "forfeit south time", "hint", "hint ms 5", "perft 1", "bench 1",
    "quit", "expect legal 3", "expect error syntax x",
)  # fmt: skip


def seated(
    game: str = "island", options: tuple[tuple[str, str], ...] = (("first", "south"),)
) -> tuple[Table, list[Seat]]:
    """A game that has begun, and a bot at every seat of it."""
    table = Table()
    table.new_game(game, "standard", [*options, ("seed", "7")])
    names = table.timeline.game.seats(table.timeline.state)
    seats = [Seat(table, name) for name in names]
    for seat in seats:
        seat.sit(table, seat.seat, "none", COMMIT)
    return table, seats


def record_of(table: Table) -> list[str]:
    """What must not change behind the harness's back."""
    return [*table.record(), table.timeline.game.write(table.timeline.state)]


# What the harness does, or who says what; and what the answer is. Of an answer that ends in … only the beginning counts.
Row = tuple[str, str, str | Said, list[str]]
CONVERSATION: list[Row] = [
    ("south", "greet", "", [GREETING]),
    ("south", 'hello 1 "My \\"Bot\\""', Said.QUERY, ["id name beachhead", "…", "ok 1"]),
    ("south", "hello 2", Said.QUERY, ["error version …"]),
    ("south", "legal", Said.QUERY, ["error nogame …"]),
    ("harness", "newgame island standard first=south seed=7", "", ["event first south"]),
    ("south", "sit", "", [f"game island standard seat south clock base 60000 100 commit {COMMIT}"]),
    ("north", "sit", "", [f"game island standard seat north clock base 60000 100 commit {COMMIT}"]),
    # Nothing is asked yet.
    ("south", "setup block e4", Said.STRAY, ["error turn …"]),
    ("south", "answer 1 setup block e4", Said.STRAY, ["error turn …"]),
    ("south", "legal", Said.QUERY, ["ok 0"]),
    ("south", "legal setup", Said.QUERY, ["ok 0"]),
    ("south", "explain setup block e4", Said.QUERY, ["error turn …"]),
    ("south", "resign", Said.STRAY, ["error turn …"]),
    # A decision, its queries, its mistakes.
    ("south", "ask", "", [f"go 1 time 60000 59000 state {START} south blocks 0"]),
    ("south", "info score 0.5 # text", Said.REMARK, []),
    ("south", "@4 info tagged", Said.REMARK, []),
    ("south", "  # a comment", Said.NOTHING, []),
    ("south", "", Said.NOTHING, []),
    ("south", "legal", Said.QUERY, ["legal setup block a1", "…", "ok 144"]),
    ("south", "legal love", Said.QUERY, ["error argument …"]),
    ("north", "legal", Said.QUERY, ["ok 0"]),
    ("north", "setup block e4", Said.STRAY, ["error turn …"]),
    ("south", "explain setup block e4", Said.QUERY, ["info …", "ok legal"]),
    ("south", "explain end", Said.QUERY, ["info …", "ok illegal …"]),
    ("south", "state", Said.QUERY, [f"state {START} south blocks 0", "ok"]),
    ("south", "result", Said.QUERY, ["result none", "ok"]),
    ("south", "help answer", Said.QUERY, ["help answer ID ACTION", "…", "ok"]),
    ("south", "@9 ping", Said.QUERY, ["@9 ok"]),
    ("south", "history", Said.QUERY, ["record newgame island standard first=south dice=manual", "ok 1"]),
    ("south", "end", Said.MISTAKE, ["error illegal …"]),
    ("south", "answer 1 end", Said.MISTAKE, ["error illegal …"]),
    ("south", "answer 2 setup block e4", Said.MISTAKE, ["error stale …"]),
    ("south", "@5 answer 0 setup block e4", Said.MISTAKE, ["@5 error stale …"]),
    ("south", "answer setup block e4", Said.MISTAKE, ["error syntax …"]),
    ("south", "setup block z9", Said.MISTAKE, ["error syntax …"]),
    ("south", "quit", Said.QUERY, ["error forbidden …"]),
    ("south", "@6 answer 1 setup block e4", Said.PLAYED, ["@6 event south setup block e4", "@6 ok"]),
    ("south", "answer 1 setup block e4", Said.STRAY, ["error turn …"]),
    ("north", "ask", "", ["go 1 time 60000 59000 state 12/12/12/12/12/12/12/12/4*7/…"]),
    ("north", "setup  block\th9", Said.PLAYED, ["event north setup block h9", "ok"]),
    # IDs count over the life of the process; bare actions do as well.
    ("south", "ask", "", ["go 2 time 60000 59000 state …"]),
    ("south", "answer 1 setup block a1", Said.MISTAKE, ["error stale …"]),
    ("south", "resign", Said.PLAYED, ["event south resign", "event over north resign 0 10", "ok"]),
    ("south", "legal", Said.QUERY, ["ok 0"]),
    ("south", "setup block a1", Said.STRAY, ["error turn …"]),
    ("south", "result", Said.QUERY, ["result north resign 0 10", "ok"]),
    # The next game, at the other seat.
    ("harness", "newgame island short first=north seed=7", "", ["event first north"]),
    ("south", "sit north", "", [f"game island short seat north clock base 60000 100 commit {COMMIT}"]),
    ("south", "ask", "", ["go 3 time 60000 59000 state …"]),
    ("south", "answer 2 setup block a1", Said.MISTAKE, ["error stale …"]),
    ("south", "answer 3 setup block a1", Said.PLAYED, ["event north setup block a1", "ok"]),
]  # fmt: skip


def agree(lines: list[str], expected: list[str]) -> bool:
    """Whether lines are as expected; a lone … stands for any lines, one at the end of a line for any text."""
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def test_conversation() -> None:
    """The whole conversation goes as it stands above."""
    table = Table()
    seats = {name: Seat(table, name) for name in ("south", "north")}
    for who, line, said, expected in CONVERSATION:
        if who == "harness":
            game, mode, *options = line.split()[1:]
            got = event_lines(table.new_game(game, mode, [tuple(option.split("=")) for option in options]))  # type: ignore[misc]
        elif line == "greet":
            got = seats[who].greet()
        elif line.startswith("sit"):
            got = seats[who].sit(table, line.partition(" ")[2] or who, "base 60000 100", COMMIT)
        elif line == "ask":
            got = [seats[who].ask((60000, 59000))]
        else:
            heard = seats[who].hear(line.encode())
            assert (line, heard.said) == (line, said)
            untagged = [reply.removeprefix("@6 ") for reply in heard.lines()[:-1]]
            assert event_lines(heard.events) == (untagged if said is Said.PLAYED else [])
            got = heard.lines()
        assert agree(got, expected), (who, line, got)
    assert (seats["south"].bot, seats["south"].is_greeted) == ('My "Bot"', True)
    assert not seats["north"].is_greeted


@pytest.mark.parametrize("line", FORBIDDEN)
@pytest.mark.parametrize("is_asked", [True, False])
def test_forbidden(line: str, is_asked: bool) -> None:
    """What is the harness's own business is forbidden, counts for nothing, and changes nothing."""
    table, (south, _) = seated()
    if is_asked:
        south.ask((None, None))
    before = record_of(table)
    heard = south.hear(line.encode())
    assert heard.said is Said.QUERY
    assert [reply.split()[:2] for reply in heard.lines()] == [["error", "forbidden"]]
    assert (record_of(table), south.is_over) == (before, False)
    assert (south.asked is not None) == is_asked


def test_remarks() -> None:
    """Remarks go into the record as comments before the action, the last ones, cut; no other bot can read them."""
    table, (south, north) = seated()
    south.ask((None, None))
    for number in range(30):
        heard = south.hear(f"info remark {number} {'x' * 2000}".encode())
        assert (heard.said, heard.lines()) == (Said.REMARK, [])
    assert south.hear('info score 0.5 → # "quoted"  '.encode()).lines() == []
    assert south.hear(b"info").said is Said.REMARK
    assert south.hear(b"setup block e4").said is Said.PLAYED
    notes = [line for line in table.record() if line.startswith("#")]
    assert len(notes) == 20
    assert notes[-2] == '# score 0.5 → # "quoted"'
    assert all(len(note) <= 1002 for note in notes)
    assert table.record()[-1] == "setup block e4"
    for seat in (south, north):
        history = seat.hear(b"history").lines()
        assert history == ["record newgame island standard first=south dice=manual", "record setup block e4", "ok 2"]


def test_no_seed() -> None:
    """Nothing that a bot may ask for shows the seed of the dice."""
    table = Table()
    table.new_game("island", "standard", [("seed", "veryverysecret")])
    seat = Seat(table, "south")
    said = [*seat.sit(table, "south", "none", commitment("veryverysecret")), seat.ask((None, None))]
    for query in ("legal", "state", "board", "history", "result", "help", "ping", "hello 1", "explain end"):
        said += seat.hear(query.encode()).lines()
    assert "veryverysecret" not in "\n".join(said)


def test_history_hides_what_a_seat_may_not_know() -> None:
    """The record that a bot sees has no header and, in a game from a position, nobody else's reserve."""
    rest = "warhorse,warhorse,sword,sword,sword,greatsword,greatsword,dagger,dagger,buckler,buckler,bulwark,warlord,phoenix"
    own = "crown,black-death,shackles"
    players = f"d4:alive:beer:0:boots,boots,boots:{rest}/e5:alive:wine:0:second-wind,second-wind,eagle:{own}"
    table = Table()
    table.set_position(
        "royale", f"-/-,-,-/-,-,-,-,crown/-,-,-,-,-,-,-/-,-,jester,-,-/-,-,-/- {players} p1 ready p1 - 9"
    )
    table.set_header("seed", "veryverysecret")
    seat = Seat(table, "p2")
    seat.sit(table, "p2", "none", COMMIT)
    told = "\n".join(seat.hear(b"history").lines())
    assert own in told
    assert "?14" in told
    assert "phoenix" not in told
    assert "secret" not in told


def play(
    table: Table, seats: list[Seat], choose: Callable[[list[str]], str], limit: int = 10_000
) -> dict[str, list[str]]:
    """A game to its end, as a harness holds it; return the events that each seat has heard, in its order."""
    heard: dict[str, list[str]] = {seat.seat: [] for seat in seats}
    by_name = {seat.seat: seat for seat in seats}
    for _ in range(limit):
        timeline = table.timeline
        actor = timeline.game.actor(timeline.state)
        if actor is None:
            break
        assert actor != CHANCE
        seat = by_name[actor]
        seat.ask([None] * len(seats))
        legal = [line[6:] for line in seat.hear(b"legal").lines()[:-1]]
        played = seat.hear(f"answer {seat.asked} {choose(legal)}".encode())
        assert played.said is Said.PLAYED, played
        for other in seats:
            heard[other.seat] += event_lines(played.events)
    return heard


@pytest.mark.parametrize("game", NAMES)
def test_whole_games(game: str) -> None:
    """A game is played to its end through seats; the events that a seat hears are the whole game, in order."""
    for number in range(3):
        table, seats = seated(game, ())
        rng = Random(number)
        heard = play(table, seats, rng.choice)
        assert table.timeline.game.result(table.timeline.state) is not None
        told = event_lines([event for moment in table.timeline.moments() for event in moment.told()])
        for events in heard.values():
            assert told[-len(events) :] == events
            assert events[-1].startswith("event over ")


@pytest.mark.parametrize("game", NAMES)
def test_short_way_and_long_way(game: str) -> None:
    """A canonical answer, which is found in the game's table, is answered as one that the grammar has to read."""
    table, seats = seated(game, ())
    rng = Random(game)
    by_name = {seat.seat: seat for seat in seats}
    for _ in range(60):
        timeline = table.timeline
        actor = timeline.game.actor(timeline.state)
        if actor is None:
            break
        seat = by_name[str(actor)]
        seat.ask([None] * len(seats))
        legal = sorted(action.text for action in timeline.game.legal(timeline.state))
        for text in (rng.choice(legal), rng.choice(["end", "resign", "roll 3", "setup block a1", "move d2", "x", ""])):
            for id in (str(seat.asked), "0", "999999999", "1234567890", "٣", "-1", ""):
                before, asked, notes = table.snapshot(), seat.asked, seat.notes
                short = seat.hear(f"answer {id} {text}".encode())
                table.restore(before)
                seat.asked, seat.notes = asked, notes
                long = seat.hear(f"answer \t{id}  {text} # by the grammar".encode())
                table.restore(before)
                seat.asked, seat.notes = asked, notes
                if "syntax" not in short.lines()[-1]:
                    assert (short.said, short.lines()) == (long.said, long.lines())
                else:
                    assert long.lines()[-1].startswith("error syntax")
        assert seat.hear(rng.choice(legal).encode()).said is Said.PLAYED


def _answers(rng: Random, seat: Seat) -> str:
    timeline: Any = seat.table.timeline
    legal = [action.text for action in timeline.game.legal(timeline.state)] or ["end"]
    return f"answer {rng.choice([seat.asked, 1, 2, 999])} {rng.choice(legal)}"


@pytest.mark.parametrize("game", NAMES)
@settings(derandomize=True, deadline=None, database=None, max_examples=120)
@given(lines=st.lists(st.one_of(st.binary(max_size=40), st.integers(0, 10**6)), min_size=1, max_size=12))
def test_any_bot(game: str, lines: list[bytes | int]) -> None:
    """Whatever a bot says, it gets one final line, or none if none is due, and only an accepted answer changes the game."""
    table, seats = seated(game, ())
    for thing in lines:
        rng = Random(thing if isinstance(thing, int) else len(thing))
        seat = rng.choice(seats)
        if rng.random() < 0.3 and seat.seat == table.timeline.game.actor(table.timeline.state):
            seat.ask([None] * len(seats))
        if isinstance(thing, bytes):
            line = thing
        elif thing % 3 == 0:
            line = _answers(rng, seat).encode()
        else:
            line = rng.choice(["", "", "@7 "]).encode() + sample(game, rng.randrange).encode()
        asked, before = seat.asked, record_of(table)
        heard = seat.hear(line)
        finals = [reply for reply in heard.lines() if reply.removeprefix("@7 ").split(" ")[0] in ("ok", "error")]
        if heard.said in (Said.NOTHING, Said.REMARK):
            assert heard.lines() == []
        else:
            assert finals == heard.lines()[-1:]
            assert "error internal" not in finals[0]
        if heard.said is Said.PLAYED:
            assert asked is not None
            assert seat.asked is None
        else:
            assert (seat.asked, record_of(table)) == (asked, before)
            assert heard.said is not (Said.STRAY if asked else Said.MISTAKE)
        if heard.said in (Said.MISTAKE, Said.STRAY):
            assert "error" in finals[0]
