"""Steps and records: actions and their answers, undo and redo, `history`, `header`, `result`, `forfeit`."""

import pytest

from beachhead.protocol.script import run_script
from beachhead.protocol.session import Session
from beachhead.protocol.table import MAX_HEADERS
from tests.engine.island.boards import at
from tests.protocol.talk import new_session, say

MANY = "a9:Ss a10:Ss k9:ss k10:ss"


def position(session: Session) -> str:
    """The position that a session stands at."""
    return say(session, "state")[0].removeprefix("state ")


@pytest.mark.parametrize(
    ("text", "actions", "answer"),
    [
        (at("d2:Sn l12:ss"), ["move d2"], ["event south move d2 d5"]),
        (at("d2:Sn l12:ss"), ["turn d2 left"], ["event south turn d2 d4 left"]),
        (at("d2:Sn l12:ss"), ["turn d2 d4 left"], ["event south turn d2 d4 left"]),
        (at("d2:Sn l12:ss", "zero"), ["turn d2 right"], ["event south turn d2 d2 right"]),
        (at("d2:Sn l12:ss", "zero", south="c:..T.."), ["reinforce 3"], ["event south reinforce 3 c1"]),
        (
            at("d2:Tn d3:Sn d4:js d6:ts l12:ss"),
            ["shoot d2"],
            [
                "event south shoot d2 d6",
                "event removed north tank d6",
                "event removed north jeep d4",
                "event removed south soldier d3",
            ],
        ),
        (
            at("c2:Je f2:ss d2:Sn e2:js l12:ss"),
            ["shoot c2"],
            [
                "event south shoot c2 f2",
                "event removed south soldier d2",
                "event removed north jeep e2",
                "event removed north soldier f2",
            ],
        ),
        (at("d2:Sn l12:ss", "after"), ["end"], ["event south end", "event next north 10"]),
        (at("a12:Sn l12:ss", "act:3"), ["end"], ["event south end", "event blocked south 1a"]),
        (
            at("a1:ss b1:ss l12:ss", "after", side="north", south="a:...S."),
            ["end"],
            ["event north end", "event next south 10", "event blocked south 1b"],
        ),
        (
            at("a12:Sn b1:Sn l12:ss", "penalty", side="north"),
            ["remove a12"],
            ["event north remove a12", "event removed south soldier a12", "event next north 10"],
        ),
        (at("d2:Sn l12:ss"), ["resign"], ["event south resign", "event over north resign 0 12"]),
        (
            at(f"d2:Sn d4:* c5:ss e3:Jn {MANY}"),
            ["shoot d2", "reveal d4 live"],
            ["event chance reveal d4 live", "event removed north soldier c5", "event removed south jeep e3"],
        ),
    ],
)
def test_action_answers_with_its_events(text: str, actions: list[str], answer: list[str]) -> None:
    """An action is told in canonical form, and behind it what followed, in order, removals in reading order."""
    session = new_session()
    assert say(session, f"position {text}", *actions) == [*answer, "ok"]


def test_chance_is_drawn_up_to_the_next_decision() -> None:
    """With automatic dice the answer goes on to the next decision: reveals, the next turn and its roll."""
    session = new_session()
    say(session, "newgame seed=3 first=south")
    say(session, f"position {at(f'd2:Sn d4:* e5:* {MANY}', blocks='6+4')}")
    replies = say(session, "shoot d2")
    assert replies[0] == "event south shoot d2 d4"
    assert replies[1].startswith("event chance reveal d4 ")
    assert replies[-1] == "ok"
    assert say(session, "legal")[-1] != "ok 0"
    assert say(session, f"position {at('d2:Sn l12:ss', 'after')}", "end") == [
        "event south end",
        "event next north 10",
        "event chance roll 0",
        "ok",
    ]


def test_undo_and_redo_go_step_by_step() -> None:
    """Under manual dice every line was a step; N of them go back and forth, and back at the beginning is the end of it."""
    session = new_session()
    say(session, f"position {at('d2:Sn d5:ss l12:ss', 'roll')}")
    states = [position(session)]
    for line in ("roll 1", "move d2", "shoot d3", "end"):
        assert say(session, line)[-1] == "ok"
        states.append(position(session))
    for count in (1, 2, 3, 4):
        assert say(session, f"undo {count}") == ["ok"]
        assert position(session) == states[4 - count]
        assert say(session, f"redo {count}") == ["ok"]
        assert position(session) == states[4]
    assert say(session, "undo 5") == ["error nothing there are not 5 steps to undo"]
    assert position(session) == states[4]
    say(session, "undo 3")
    assert say(session, "redo 4") == ["error nothing there are not 4 steps to redo"]
    for state in states[2:]:
        assert say(session, "redo") == ["ok"]
        assert position(session) == state
    assert say(session, "redo") == ["error nothing there is no step to redo"]


def test_a_step_has_what_was_drawn_after_it() -> None:
    """With automatic dice a step is the action that was sent, with all that the engine drew."""
    session = new_session()
    say(session, "newgame seed=3 first=south", f"position {at('d2:Sn l11:ss', 'after')}")
    before = position(session)
    say(session, "end")
    after = position(session)
    assert after.split()[5] == "zero"
    assert say(session, "undo") == ["ok"]
    assert position(session) == before
    assert say(session, "redo") == ["ok"]
    assert position(session) == after


def test_nothing_of_a_beginning_is_undone() -> None:
    """The roll-off that the engine drew belongs to no step of the client's."""
    session = new_session()
    say(session, "newgame seed=7")
    assert say(session, "undo") == ["error nothing there is no step to undo"]


def test_undo_after_the_end() -> None:
    """The end of a game can be taken back, and another one played."""
    session = new_session()
    say(session, f"position {at('d2:Sn d4:ss', 'act:1')}", "shoot d2")
    assert say(session, "result") == ["result south elimination 12 0", "ok"]
    assert say(session, "legal") == ["ok 0"]
    assert say(session, "undo") == ["ok"]
    assert say(session, "result") == ["result none", "ok"]
    assert say(session, "resign")[-2:] == ["event over north resign 0 12", "ok"]
    assert say(session, "redo") == ["error nothing there is no step to redo"]


@pytest.mark.parametrize("reason", ["time", "illegal", "crash", "hang", "start"])
def test_forfeit(reason: str) -> None:
    """A seat is taken out for any of five reasons, whoever is to act; the other wins; and it is a step."""
    session = new_session()
    say(session, f"position {at('d2:Sn l12:ts')}")
    before = position(session)
    told = [f"event forfeit north {reason}", f"event over south {reason} 12 0", "ok"]
    assert say(session, f"forfeit north {reason}") == told
    assert say(session, "result") == [f"result south {reason} 12 0", "ok"]
    assert say(session, "undo") == ["ok"]
    assert position(session) == before
    assert say(session, f"forfeit south {reason}")[-2] == f"event over north {reason} 0 14"


def test_forfeit_is_no_action() -> None:
    """It is never listed, cannot be explained, and may come while chance is due."""
    session = new_session()
    say(session, f"position {at('d2:Sn l12:ss', 'roll')}")
    assert "legal forfeit south time" not in say(session, "legal")
    assert say(session, "explain forfeit south time")[0].startswith("error syntax ")
    assert say(session, "forfeit south time")[-1] == "ok"


def test_forfeit_while_landing() -> None:
    """Who was just landing on a block stands where it came from."""
    session = new_session()
    say(session, f"position {at('d2:Sn d4:* l12:ss', 'act:2')}", "move d2 d4", "forfeit south hang")
    assert position(session) == at("d2:Sn d4:* l12:ss", "over:north", side="-")


def test_history_is_a_record_that_replays() -> None:
    """The record holds the beginning, headers, actions, chance and forfeits, and replays to the same state."""
    session = new_session()
    say(session, "newgame island short seed=7", 'header Event "a \\"quoted\\" \\\\ # thing"', 'header Round "1"')
    say(session, "setup block e4", "setup block d5", "undo", "setup block c6", "forfeit south crash")
    lines = [
        "newgame island short dice=manual",
        'header Event "a \\"quoted\\" \\\\ # thing"',
        'header Round "1"',
        "roll 4",
        "roll 2",
        "setup block e4",
        "setup block c6",
        "forfeit south crash",
    ]
    assert say(session, "history") == [*(f"record {line}" for line in lines), "ok 8"]
    again = new_session()
    assert not run_script("record", ["\n".join(lines).encode()], again).failures
    assert position(again) == position(session)
    assert say(again, "history") == say(session, "history")


def test_history_of_a_whole_battle() -> None:
    """A battle with automatic dice replays from its record to the same end, with the same events."""
    session = new_session()
    told = say(session, "newgame blitz seed=5 first=north")[:-1]
    while say(session, "result") == ["result none", "ok"]:
        legal = say(session, "legal")[:-1]
        told += say(session, legal[len(told) % len(legal)].removeprefix("legal "))[:-1]
    record = [line.removeprefix("record ") for line in say(session, "history")[:-1]]
    assert record[0] == "newgame island blitz first=north dice=manual"
    heard: list[str] = []
    again = new_session()
    assert not run_script("record", ["\n".join(record).encode()], again, tell=heard.append).failures
    assert [line for line in heard if line.startswith("event ") and "event seed" not in line] == told
    assert position(again) == position(session)


def test_history_from_a_position() -> None:
    """A game that began from a position has it behind its `newgame`, as it was sent, with its actions."""
    session = new_session()
    text = at("d2:Sn d4:ss l12:ss") + " actions shoot d2 d4"
    say(session, "newgame blitz seed=1", f"position {text}", "move d2")
    lines = ["newgame island standard dice=manual", f"position island {text}", "move d2 d5"]
    assert say(session, "history") == [*(f"record {line}" for line in lines), "ok 3"]
    again = new_session()
    assert not run_script("record", ["\n".join(lines).encode()], again).failures
    assert position(again) == position(session)


def test_headers_are_set_again_and_end_with_the_game() -> None:
    """A key has one value, the last; a new game has none; and there are only so many."""
    session = new_session()
    say(session, "newgame seed=1 first=south", 'header Event "first"', 'header Event "second"')
    assert say(session, "history")[1:] == ['record header Event "second"', "ok 2"]
    for number in range(MAX_HEADERS - 1):
        assert say(session, f'header Key{number} "{number}"') == ["ok"]
    assert say(session, 'header More "one"') == ["error limit a record has at most 100 headers"]
    assert say(session, 'header Event "third"') == ["ok"]
    say(session, "newgame seed=1 first=south")
    assert say(session, "history")[-1] == "ok 1"


def test_result_says_the_words_of_over() -> None:
    """`result` answers what the event said, also for a position that is over already."""
    session = new_session()
    say(session, f"position {at('d2:Sn l12:ss', 'after', side='north', turn=500)}")
    assert say(session, "end") == ["event north end", "event over draw turns 5 5", "ok"]
    assert say(session, "result") == ["result draw turns 5 5", "ok"]
    say(session, f"position {at('d2:Sn', 'over:south', side='-')}")
    assert say(session, "result") == ["result south elimination 12 0", "ok"]
