"""Grammar files are joined as text; games from elsewhere bring their own."""

import ast
import re
from pathlib import Path

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.grammar.join import BadGrammar, Source, join
from beachhead.grammar.language import Language, default, language, speaking
from beachhead.grammar.lookahead import expected_after, next_words
from beachhead.grammar.paint import paint
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.grammar.sample import sample

ROOT = Path(__file__).parent.parent.parent
SHARED = Source(
    "shared.lark", 'line{action}: action\nsaid{action}: action\nown{action}: action\n_EOW: /(?= |$)/\nA: "a"\n'
)
RACE = """
// A race on a track of nine fields.

// %place TRACK
// %number STEPS
// %option laps

!race_action: RUN STEPS
    | MOVE TRACK       // as in the other games
    | RESIGN

!race_event: TIRED SEAT

!race_brief: RUN_SHORT STEPS | TRACK

TRACK: /t[1-9]/ _EOW
STEPS: /[1-6]/ _EOW
MOVE:   "move"   _EOW  // defined alike in other files
RESIGN: "resign" _EOW
RUN: "run" _EOW
RUN_SHORT: "r" _EOW
TIRED: "tired" _EOW
"""


@pytest.fixture(scope="module")
def three() -> Language:
    """The language of the two games and of a race."""
    return default().plus({"race": RACE})


def test_every_game_has_a_file() -> None:
    """The games of the grammar's folder are those of the engine, and the keys of `newgame` are theirs."""
    assert set(default().games) == set(NAMES)
    keys = {key for name in NAMES for key in find_game(name).options}
    assert set(default().options) == keys | {"seed", "dice"}


def test_third_game_is_read(three: Language) -> None:
    """A game from elsewhere is parsed, offered, sampled and coloured like the others, and named by `newgame`."""
    with speaking(three):
        assert parse("run 3", "race").data == "act"
        assert parse("event tired p1", "race_said").data == "said_event"
        assert parse("r 3", "race_short").data == "brief"
        assert next_words("newgame ", "island").keys() >= {"island", "royale", "race", "laps"}
        assert expected_after("run ", "race") == ("STEPS",)
        assert paint("move t3", "race") == [("keyword", "move"), ("", " "), ("place", "t3")]
        assert paint("run 3", "race")[-1] == ("number", "3")
        for number in range(50):
            parse(sample("race_short", lambda limit, by=number: by % limit), "race_short")
        assert "TRACK" not in three.choices
        assert "PIECE" in three.choices


def test_third_game_in_messages(three: Language) -> None:
    """Messages name the terminals of a game from elsewhere, and the game that a word belongs to."""
    with speaking(three):
        with pytest.raises(BadSyntax, match=r"column 5: expected a steps from 1 to 6, got '7'"):
            parse("run 7", "race")
        with pytest.raises(BadSyntax, match="it belongs to race"):
            parse("run 3", "island")


def test_speaking_ends(three: Language) -> None:
    """Behind the block the process speaks as before, and the first games are read as they were inside."""
    with speaking(three):
        inside = parse("move d2 d5", "island")
    assert language() is default()
    assert parse("move d2 d5", "island") == inside
    with pytest.raises(BadSyntax):
        parse("run 3", "island")


def test_without_events_and_short_forms() -> None:
    """A game needs no events and no short forms of its own."""
    small = default().plus({"coin": '!coin_action: FLIP | RESIGN\nFLIP: "flip" _EOW\nRESIGN: "resign" _EOW\n'})
    with speaking(small):
        assert parse("flip", "coin_short").data == "act"
        assert parse("event first p1", "coin_said").data == "said_event"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('x_action: A\nA: "b"', 'shared.lark and x.lark define A differently: A: "a" | A: "b"'),
        ("x_action: A\nline{action}: A", "shared.lark and x.lark define line differently"),
        ("// %place A\nx_action: A", None),
        ("// %plase A\nx_action: A", "x.lark: unknown directive: // %plase A"),
        ("// %place\nx_action: A", "x.lark: unknown directive: // %place"),
        ("// %place B\nx_action: A", "x.lark: B has a class but is not defined"),
        ("// %place A\n// %number A\nx_action: A", "x.lark and x.lark define A differently: place | number"),
        ("A: \"a\"   // the same\nx_action: A", None),
        ("y_action: A", "x.lark: x_action is not defined"),
    ],
)  # fmt: skip
def test_contradictions(text: str, message: str | None) -> None:
    """Equal definitions merge; unequal ones and wrong directives are errors that name the files."""
    games = {"x": Source("x.lark", text)}
    if message is None:
        assert join(SHARED, games).text.count("\nA:") == 1
        return
    with pytest.raises(BadGrammar) as bad:
        join(SHARED, games)
    assert str(bad.value).startswith(message)


@pytest.mark.parametrize("name", ["Chess", "two_words", "9x", ""])
def test_names_of_games(name: str) -> None:
    """The name of a game is made of lower-case letters and digits, since rules are named by it."""
    with pytest.raises(BadGrammar, match="is not a name for a game"):
        join(SHARED, {name: Source("x.lark", f"{name}_action: A")})


def test_no_terminal_of_a_game_in_the_program() -> None:
    """Outside the engine no file names a terminal of a game: what it is, the grammar says."""
    shared = set(re.findall(r"^([A-Z_]+)[.:]", (ROOT / "grammar/protocol.lark").read_text("utf-8"), re.MULTILINE))
    own = set()
    for name in default().games:
        found = set(re.findall(r"^([A-Z_]+)[.:]", (ROOT / f"grammar/{name}.lark").read_text("utf-8"), re.MULTILINE))
        assert found
        own |= found - shared
    for path in (path for part in ("grammar", "protocol", "bots", "src") for path in (ROOT / part).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not texts & own, path
