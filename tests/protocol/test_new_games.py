"""`newgame` and `position`: how games begin, what they say, what stays and what starts afresh."""

import re

import pytest

from tests.engine.island.boards import at
from tests.protocol.talk import new_session, say

EMPTY = "12/12/12/12/12/12/12/12/12/12/12/12"
HANDS = "c:.....+SSSSSJJJTT j:.....+sssssjjjtt"
NO_PADS = "-+SSSSSJJJTT -+sssssjjjtt"


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("newgame first=south seed=1", f"{EMPTY} {HANDS} 6+4 south blocks 0"),
        ("newgame island first=north seed=1", f"{EMPTY} {HANDS} 6+4 north blocks 0"),
        ("newgame standard first=north seed=1", f"{EMPTY} {HANDS} 6+4 north blocks 0"),
        ("newgame island standard seed=1 first=south", f"{EMPTY} {HANDS} 6+4 south blocks 0"),
        ("newgame short first=south", f"{EMPTY} {HANDS} 6+4 south blocks 0 short"),
        ("newgame island allout+live first=south", f"{EMPTY} {NO_PADS} 10+0 south blocks 0 allout+live"),
        ("newgame blitz+chain+turns:9 first=south", f"{EMPTY} {NO_PADS} 6+4 south blocks 0 blitz+chain+turns:9"),
        ("newgame standard+turns:500 first=south", f"{EMPTY} {HANDS} 6+4 south blocks 0"),
        ("newgame dice=manual", f"{EMPTY} {HANDS} 6+4 south rolloff 0"),
        ("newgame dice=manual first=roll", f"{EMPTY} {HANDS} 6+4 south rolloff 0"),
        ("newgame first=south dice=auto", f"{EMPTY} {HANDS} 6+4 south blocks 0"),
    ],
)
def test_newgame(line: str, state: str) -> None:
    """A new game begins as its words say."""
    session = new_session()
    assert say(session, line)[-1] == "ok"
    assert say(session, "state") == [f"state {state}", "ok"]


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("newgame seed=7", ["event chance roll 4", "event chance roll 2", "event first south"]),
        ("newgame seed=7 first=roll", ["event chance roll 4", "event chance roll 2", "event first south"]),
        ("newgame seed=1", ["event chance roll 0", "event chance roll 2", "event first north"]),
        ("newgame seed=7 first=north", ["event first north"]),
        ("newgame seed=7 dice=manual", []),
    ],
)
def test_newgame_events(line: str, events: list[str]) -> None:
    """A new game says what was drawn and who is first, and nothing about a seed that the client gave."""
    assert say(new_session(), line) == [*events, "ok"]


@pytest.mark.parametrize("line", ["newgame", "newgame first=south", "newgame dice=manual", "newgame island blitz"])
def test_seed_is_told_where_none_was_given(line: str) -> None:
    """A seed of 32 hexadecimal digits is drawn, told first, a new one every time, and gives the same game again."""
    session = new_session()
    first, again = say(session, line), say(session, line)
    found = re.fullmatch("event seed ([0-9a-f]{32})", first[0])
    assert found
    assert first[0] != again[0]
    assert say(session, f"{line} seed={found[1]}") == first[1:]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("newgame first=east", "first=east: expected south, north or roll"),
        ("newgame players=2", "'players' is not an option of island: expected first, seed or dice"),
        ("newgame seed=1 dice=auto seed=1", "seed is given twice"),
        ("newgame dice=auto dice=manual", "dice is given twice"),
        ("newgame colour=red", "'colour' is not an option of island: expected first, seed or dice"),
        ("newgame seed=", "seed=: expected 1 to 32 of a-z and 0-9"),
        ("newgame seed=é", "seed=é: expected 1 to 32 of a-z and 0-9"),
        (f"newgame seed={'a' * 33}", f"seed={'a' * 33}: expected 1 to 32 of a-z and 0-9"),
        ("newgame dice=Auto", "dice=Auto: expected auto or manual"),
        ("newgame royale players=1", "players=1: expected 2 to 6"),
        ("newgame Royale", "'Royale' is neither a game nor a mode: did you mean 'royale'?"),
    ],
)
def test_newgame_refused(line: str, reason: str) -> None:
    """A key or a value that there is not is an `argument`, and the game before goes on."""
    session = new_session()
    say(session, "newgame seed=1 first=south", "setup block e4")
    before = session.table.snapshot()
    assert say(session, line) == [f"error argument {reason}"]
    assert session.table.snapshot() == before


def test_no_mode_is_taken_for_a_misspelt_game() -> None:
    """Every mode that there is begins a game without the game's name."""
    session = new_session()
    for mode in session.table.find("island").show.modes:
        assert say(session, f"newgame {mode} seed=1 first=south") == ["event first south", "ok"]


def test_seeds_are_hashed_as_written() -> None:
    """`01` is another seed than `1`."""
    assert say(new_session(), "newgame seed=01") != say(new_session(), "newgame seed=1")


def test_position_before_any_game_has_manual_dice() -> None:
    """Before any `newgame` a position of the island is meant, and its dice are the client's."""
    session = new_session()
    assert say(session, f"position {at(phase='roll')}") == ["ok"]
    assert say(session, "legal") == [*(f"legal roll {pips}" for pips in range(6)), "ok 6"]


def test_position_tells_the_events_of_its_actions() -> None:
    """The events of the actions behind a position are told, and of what is drawn after them, and none can be undone."""
    session = new_session()
    text = at("d2:Sn d4:* e5:ss l12:js") + " actions shoot d2 d4; reveal d4 live; move d2 d5"
    told = [
        "event south shoot d2 d4",
        "event chance reveal d4 live",
        "event removed north soldier e5",
        "event south move d2 d5",
        "ok",
    ]
    assert say(session, f"position {text}") == told
    assert say(session, "undo") == ["error nothing there is no step to undo"]
    say(session, "newgame seed=3 first=south")
    ended = say(session, f"position {at('d2:Sn l12:js', 'after')} actions end")
    assert ended == ["event south end", "event next north 10", "event chance roll 0", "ok"]


def test_position_keeps_dice_and_seed() -> None:
    """Dice setting and seed stay, and rolls of the running turn are counted from the position on."""
    session = new_session()
    say(session, "newgame seed=3 first=south")
    drawn = say(session, f"position {at('d2:Sn l12:ss', 'roll')}")
    assert drawn == ["event chance roll 4", "ok"]
    assert say(session, f"position {at('d2:Sn l12:ss', 'zero')}", "turn d2 left")[-2:] == ["event chance roll 4", "ok"]
    say(session, "newgame seed=3 dice=manual")
    assert say(session, f"position {at('d2:Sn l12:ss', 'roll')}") == ["ok"]


def test_chance_with_one_outcome_is_an_event() -> None:
    """If chance has only one outcome, that is an event all the same."""
    session = new_session()
    say(session, "newgame seed=3 first=south", f"position {at('d2:Sn d4:* l12:ss')}")
    assert say(session, "shoot d2") == ["event south shoot d2 d4", "event chance reveal d4 live", "ok"]


def test_position_starts_undo_history_and_headers_afresh() -> None:
    """Nothing of the game before can be undone, and its record and headers are gone."""
    session = new_session()
    say(session, f"position {at()}", 'header Event "first"', "move a1", "undo")
    say(session, f"position {at('d2:Sn l12:ss')}")
    assert say(session, "undo")[0].startswith("error nothing")
    assert say(session, "redo")[0].startswith("error nothing")
    assert say(session, "history") == [
        "record newgame island standard dice=manual",
        f"record position island {at('d2:Sn l12:ss')}",
        "ok 2",
    ]


def test_position_error_changes_nothing() -> None:
    """A bad position, or a bad action behind a good one, leaves the game, its past and its headers."""
    session = new_session()
    say(session, f"position {at()}", 'header Event "first"', "move a1")
    before = session.table.snapshot()
    for bad in ("nonsense", f"{at()} actions move a1 a5", f"{at()} actions move a1", f"royale {at()}"):
        assert say(session, f"position {bad}")[0].startswith("error position ")
        assert session.table.snapshot() == before
    assert say(session, "undo") == ["ok"]


def test_position_switches_games() -> None:
    """A position names its game; without a name it is one of the running game, and so is the grammar."""
    session = new_session()
    royale = "newgame royale players=2 seed=golden2"
    assert say(session, royale)[-1] == "ok"
    state = say(session, "state")[0].removeprefix("state ")
    assert say(session, f"position {at()}")[0].startswith("error position ")
    assert say(session, "move a1 a4")[0].startswith("error syntax ")
    assert say(session, f"position island {at()}") == ["ok"]
    assert say(session, "move a1 a4")[-1] == "ok"
    assert say(session, f"position {at('d2:Sn l12:ss')}") == ["ok"]
    assert say(session, f"position royale {state}")[-1] == "ok"
    assert say(session, "state")[0] == f"state {state}"


def test_other_blanks_separate_no_words() -> None:
    """A tab separates words as a space does; other Unicode blanks are not separators, not in a position either."""
    session = new_session()
    assert say(session, f"position\t{at()}".replace(" ", " \t ")) == ["ok"]
    assert say(session, "state") == [f"state {at()}", "ok"]
    odd = at().replace(" ", "\u00a0")
    assert say(session, f"position {odd}") == ["error position it has a blank that is not a space"]
    assert say(session, "\u00a0")[0].startswith("error syntax column 1: expected a command, got '\\u00a0'")
    assert say(session, "move\u2003a1")[0].startswith("error syntax column 1: ")
