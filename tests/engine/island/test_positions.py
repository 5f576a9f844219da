"""Positions as text: what is refused, and how the sentence names the field and the reason."""

from typing import Any

import pytest

from beachhead.engine.island import ISLAND
from beachhead.engine.position import read_position
from beachhead.engine.values import BadPosition
from tests.engine.island.boards import DIAGONAL, HANDS, at
from tests.engine.island.refusals import FIVE_EACH, HAND, TROOPS

GOOD = at("d2:Sn e4:* l12:ss", south="c:S....", north="j:s....")
BOARD, REST = GOOD.split(" ", 1)
FIELDS = GOOD.split()
ALLOUT: dict[str, Any] = {"mode": "allout", "south": "-", "north": "-"}
BLITZ_HAND: dict[str, Any] = {"mode": "blitz", "blocks": "6+4", "turn": 0, "phase": "troops"}


def swapped(first: int, second: int) -> str:
    """A good position with two of its fields exchanged."""
    fields = FIELDS.copy()
    fields[first], fields[second] = fields[second], fields[first]
    return " ".join(fields)


def with_field(number: int, text: str) -> str:
    """A good position with another text for one of its fields."""
    return " ".join([*FIELDS[:number], text, *FIELDS[number + 1 :]])


MALFORMED = [
    ("", "expected 7 or 8 fields"),
    ("nonsense", "expected 7 or 8 fields (BOARD SOUTHPAD NORTHPAD BLOCKS SIDE PHASE TURN MODE), got 1"),
    ("one two three four five six seven", "BOARD: expected 12 rows"),
    *((" ".join(FIELDS[:count]), f"got {count}") for count in range(1, 7)),
    (f"{GOOD} standard more", "expected 7 or 8 fields"),
    (GOOD[5:], "BOARD: expected 12 rows joined by '/', got 11"),
    ("12/" + GOOD, "BOARD: expected 12 rows joined by '/', got 13"),
    (GOOD.replace("11ss", "12ss"), "BOARD: row 12 has more than 12 columns, not 12"),
    (GOOD.replace("11ss", "13"), "BOARD: row 12: two numbers in a row"),
    (GOOD.replace("11ss", "10ss"), "BOARD: row 12 has 11 columns, not 12"),
    (GOOD.replace("11ss", ""), "BOARD: row 12 has 0 columns, not 12"),
    (GOOD.replace("11ss", "56ss"), "BOARD: row 12: two numbers in a row"),
    (GOOD.replace("11ss", "0Sn11"), "BOARD: row 12: '0Sn11' is not a number, a block or a character"),
    (GOOD.replace("11ss", "11sx"), "BOARD: row 12: 'sx' is not a number, a block or a character with its facing"),
    (GOOD.replace("11ss", "11xs"), "BOARD: row 12: 'xs'"),
    ("x" * 10_000, "expected 7 or 8 fields"),
    (" ".join("y" * 1_250 for _ in range(8)), "MODE: mode 'yyy"),
    (" ".join("y" * 1_400 for _ in range(7)), "BOARD: expected 12 rows"),
    ("12/" * 11 + "9" * 10_000 + " " + REST, "BOARD: row 1: two numbers in a row"),
    ("12/" * 11 + "*" * 10_000 + " " + REST, "BOARD: row 1 has more than 12 columns"),
    *((with_field(number, "9" * 10_000), name) for number, name in ((1, "SOUTHPAD"), (3, "BLOCKS"), (6, "TURN"))),
    *((with_field(number, "é" * 3_000), name) for number, name in ((2, "NORTHPAD"), (4, "SIDE"), (5, "PHASE"))),
    (with_field(1, "m:....."), "SOUTHPAD: expected a centre column, ':' and five slots"),
    (with_field(1, "c:...."), "SOUTHPAD: expected a centre column"),
    (with_field(1, "c......"), "SOUTHPAD: expected a centre column"),
    (with_field(1, "c:s...."), "SOUTHPAD: 's' is not a slot: expected S, J, T or '.'"),
    (with_field(2, "j:S...."), "NORTHPAD: 'S' is not a slot: expected s, j, t or '.'"),
    (with_field(2, "-"), "NORTHPAD: expected a centre column"),
    (with_field(1, "c:.....+TJS"), "SOUTHPAD: expected the hand behind '+' as letters SJT in this order"),
    (with_field(1, "c:.....+"), "SOUTHPAD: expected the hand behind '+'"),
    (with_field(3, "6"), "BLOCKS: expected live+safe"),
    (with_field(3, "6-4"), "BLOCKS: expected live+safe"),
    (with_field(3, "7+0"), "BLOCKS: 7+0, but standard has 6 live and 4 safe blocks"),
    (with_field(3, "0+5"), "BLOCKS: 0+5, but standard has"),
    (with_field(3, "0+0"), "BLOCKS: 1 blocks on the island are more than 0 + 0"),
    (with_field(4, "South"), "SIDE: expected south, north or -"),
    (with_field(4, "-"), "SIDE: '-' is for a battle that is over"),
    (with_field(5, "over:south"), "SIDE: '-' is for a battle that is over"),
    *((with_field(5, word), "PHASE:") for word in ("act", "act:0", "act:6", "act:3@", "roll@", "slide:0", "rolloff:6")),
    *((with_field(5, word), "PHASE:") for word in ("zero:0", "penalty@d4", "reveal", "ACT:3", "roll@m4", "act:3@d13")),
    (with_field(5, "act:3@pad"), "PHASE: 'pad' is not a square to nominate"),
    (with_field(5, "over:nobody"), "PHASE: over:nobody: expected south, north or draw"),
    (with_field(6, "-1"), "TURN: expected a number"),
    (with_field(6, "09"), "TURN: expected a number"),
    (with_field(6, "1234567890"), "TURN: expected a number of at most 9 digits"),
    (with_field(6, "501"), "TURN: 501 is beyond the turn limit of 500"),
    (f"{GOOD} chess", "MODE: mode 'chess'"),
    (f"{GOOD} standard+chain+live", "MODE: mode 'standard+chain+live'"),
    (f"{GOOD} standard+turns:", "MODE: mode 'standard+turns:'"),
    (swapped(0, 1), "BOARD"),
    (swapped(1, 2), "SOUTHPAD"),
    (swapped(2, 3), "NORTHPAD"),
    (swapped(3, 4), "BLOCKS"),
    (swapped(4, 5), "SIDE"),
    (swapped(5, 6), "PHASE"),
    (f"{GOOD} actions", "MODE: mode 'actions'"),
    (f"{GOOD} actions fly d2", "action 1: 'fly d2' is not an action in canonical form"),
    (f"{GOOD} actions move d2", "action 1: 'move d2' is not an action in canonical form"),
    (f"{GOOD} actions move d2 d5; end; end", "action 3: end: phase"),
    (f"{GOOD} actions resign; end", "action 2: end: the game is over by then"),
]

CONTRADICTIONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("a5:* b5:* a1:Sn l12:ss", "act:3", {}, "BOARD: two blocks in row 5"),
    ("a5:* a6:* a1:Sn l12:ss", "act:3", {}, "BOARD: two blocks in column a"),
    ("a5:* b6:* a1:Sn l12:ss", "act:3", {"blocks": "1+0"}, "BLOCKS: 2 blocks on the island are more than 1 + 0"),
    (DIAGONAL + " a1:* a3:Sn l12:ss", "act:3", {"blocks": "6+4"}, "BLOCKS: 11 blocks on the island"),
    ("a1:Tn b1:Tn c1:Tn l12:ss", "act:3", {}, "BOARD, SOUTHPAD: South has 3 tanks, and a set has 2"),
    ("a1:Tn l12:ts", "act:3", {"north": "j:tt..."}, "BOARD, NORTHPAD: North has 3 tanks, and a set has 2"),
    ("a1:Jn l12:ts", "act:3", {"south": "c:JJJ.."}, "BOARD, SOUTHPAD: South has 4 jeeps, and a set has 3"),
    (" ".join(f"{x}1:Sn" for x in "abcdef") + " l12:ss", "act:3", {}, "South has 6 soldiers, and a set has 5"),
    ("a1:Sn l12:ss", "act:3", {"south": "c:.....+T"}, "SOUTHPAD: South has a hand, but the set-up is over"),
    ("a1:Sn l12:ss", "over:south", {"side": "-", "north": "j:.....+t"}, "NORTHPAD: North has a hand"),
    ("a1:Sn l12:ss", "act:3", {"mode": "allout"}, "SOUTHPAD: there are no pads in allout: expected '-'"),
    (
        "a1:Sn b1:Sn c1:Sn d1:Sn e1:Sn f1:Jn l12:ss",
        "act:3",
        {**ALLOUT, "mode": "blitz"},
        "South has 6 characters, and blitz has 5",
    ),
    # the set-up
    ("", "blocks", {**HAND, "turn": 3}, "TURN: it is 0 during the set-up"),
    ("", "blocks", {**HAND, "blocks": "6+3"}, "BLOCKS: no block is revealed during the set-up"),
    ("", "blocks", {**HAND, "south": f"d:.....{HANDS[0]}"}, "SOUTHPAD: during the set-up the pads stand at c and j"),
    ("", "blocks", {**HAND, "north": f"i:.....{HANDS[1]}"}, "NORTHPAD: during the set-up the pads stand at c and j"),
    ("", "rolloff", {**HAND, "side": "north"}, "SIDE: South rolls first"),
    ("", "rolloff:3", HAND, "SIDE: South rolls first"),
    ("a5:*", "rolloff", HAND, "PHASE: rolloff with 1 blocks on the island"),
    (DIAGONAL, "blocks", HAND, "PHASE: blocks with 10 blocks on the island"),
    ("a5:*", "troops", HAND, "PHASE: troops with 1 blocks on the island, and all 10 come first"),
    ("a5:*", "pads", HAND, "PHASE: pads with 1 blocks"),
    (
        DIAGONAL,
        "pads",
        {**HAND, "mode": "allout", "south": f"-{HANDS[0]}", "north": f"-{HANDS[1]}"},
        "PHASE: there are no",
    ),
    (DIAGONAL, "pads", HAND, "PHASE: pads, but not all characters of the island stand on it"),
    (
        "a1:Sn",
        "blocks",
        {**HAND, "south": "c:.....+SSSSJJJTT"},
        "PHASE: blocks, but South has placed characters already, and the blocks come first",
    ),
    ("", "blocks", {**HAND, "south": "c:T....+SSSSSJJJT"}, "PHASE: blocks, but South has placed characters"),
    (
        DIAGONAL + " a3:Sn",
        "troops",
        {**HAND, "south": "c:.....+SSSSJJJTT"},
        "BOARD: a3: South sets up on its first two",
    ),
    (DIAGONAL + " a10:sn", "troops", {**HAND, "north": "j:.....+ssssjjjtt"}, "BOARD: a10: North sets up on its first"),
    (
        DIAGONAL,
        "troops",
        {**HAND, "south": "c:T....+SSSSSJJJT"},
        "PHASE: troops, but South has 0 on the island and 1 on",
    ),
    (
        FIVE_EACH + " f1:Tn",
        "troops",
        {**HAND, "south": "c:.....+JJJT", "north": "j:.....+jjjtt"},
        "PHASE: troops, but South has 6 on the island",
    ),
    (DIAGONAL, "troops", {**HAND, "south": "c:.....+SSSSS"}, "SOUTHPAD: South's characters do not add up"),
    (DIAGONAL + " a1:Sn", "troops", {**HAND, "south": "c:.....+SSSSJJJTT"}, "SIDE: characters are placed by turns"),
    (FIVE_EACH, "troops", {**HAND, "south": "c:.....+JJJTT", "north": "j:.....+jjjtt"}, "SIDE: characters are placed"),
    (FIVE_EACH, "pads", {**HAND, "south": "c:TTJJJ", "north": "j:ttjjj"}, "SIDE: characters are placed by turns"),
    (
        FIVE_EACH,
        "troops",
        {**BLITZ_HAND, "south": "-+JJJTT", "north": "-"},
        "SOUTHPAD: South has placed its five: the rest of its hand is out of the game",
    ),
    # the end of a battle that is given up in the set-up
    ("", "over:south", {**HAND, "side": "-", "north": "j:....."}, "NORTHPAD: North's characters do not add up"),
    ("", "over:north", {**HAND, "side": "-", "south": "c:.....+SSSSSJJJT"}, "SOUTHPAD: South's characters do not add"),
    (
        "a5:*",
        "over:south",
        {**ALLOUT, "side": "-", "turn": 0, "blocks": "6+4", "south": f"-{HANDS[0]}"},
        "NORTHPAD: North's characters do not add up: who is not placed is in the hand",
    ),
    (
        "a5:* a1:Sn",
        "over:south",
        {**HAND, "side": "-", "south": "c:.....+SSSSJJJTT"},
        "PHASE: over:south, but South has placed characters already, and the blocks come first",
    ),
    (
        DIAGONAL + " a1:Sn",
        "over:south",
        {**HAND, "side": "-", "south": "c:.....+SSSSJJJTT", "north": "j:t....+sssssjjjt"},
        "PHASE: over:south, but North has 0 on the island and 1 on its pad",
    ),
    (
        FIVE_EACH + " f1:Tn",
        "over:south",
        {**HAND, "side": "-", "south": "c:.....+JJJT", "north": "j:.....+jjjtt"},
        "PHASE: over:south, but South has 6 on the island",
    ),
    (
        DIAGONAL + " a1:Sn b1:Sn",
        "over:north",
        {**HAND, "side": "-", "south": "c:.....+SSSJJJTT"},
        "BOARD: characters are placed by turns, but South has placed 2 and North 0",
    ),
    (
        FIVE_EACH,
        "over:north",
        {**HAND, "side": "-", "south": "c:TTJJJ", "north": "j:ttjjj"},
        "TURN: it is 0 during the set-up, but all characters stand",
    ),
    (
        FIVE_EACH.removesuffix(" e12:ss"),
        "over:north",
        {**BLITZ_HAND, "phase": "over:north", "side": "-", "south": "-+JJJTT", "north": "-+sjjjtt"},
        "SOUTHPAD: South has placed its five: the rest of its hand is out of the game",
    ),
    # play
    ("a1:Sn l12:ss", "act:3", {"turn": 0}, "TURN: it is 0 only during the set-up"),
    ("a1:Sn", "act:3", {}, "PHASE: act:3, but North has lost the battle already"),
    ("l12:ss", "roll", {}, "PHASE: roll, but South has lost the battle already"),
    ("a1:Sn l12:ss", "zero", {"mode": "short"}, "PHASE: zero, but South has lost the battle already"),
    ("l12:ss", "roll", {"south": "c:S...."}, "PHASE: roll, but South has nobody on the island"),
    ("a1:Sn l12:ss", "act:3@l12", {}, "PHASE: no character of South on l12 can be nominated"),
    ("a1:Sn b5:* l12:ss", "act:3@b5", {}, "PHASE: no character of South on b5 can be nominated"),
    ("a1:Sn l12:ss", "roll@b5", {}, "PHASE: no character of South on b5 can be nominated"),
    ("a1:Sn l12:ss", "roll@l12", {}, "PHASE: no character of South on l12 can be nominated"),
    ("a1:Sn l12:ss", "roll@pad", ALLOUT, "PHASE: there are no pads in allout"),
    ("a1:Sn l12:ss", "slide:3", ALLOUT, "PHASE: there are no pads in allout"),
    ("a1:Sn l12:ss", "rescue", {"south": "c:S...."}, "PHASE: rescue is for a side with nobody on the island"),
    ("a1:* l12:ss", "rescue", {"south": "c:S...."}, "PHASE: rescue is for a side with nobody on the island that can"),
    ("a1:Sn", "penalty", {"north": "j:s...."}, "PHASE: penalty, but North has nobody on the island"),
    ("a1:Sn l12:ss", "penalty@pad", {"north": "j:s...."}, "PHASE: penalty@pad is for a side with nobody on the island"),
    ("a1:Sn", "penalty@pad", {"north": "j:s...."}, "PHASE: penalty@pad is for a side with nobody on the island"),
    # the end
    (
        "a1:Sn l12:ss",
        "over:draw",
        {"side": "-"},
        "PHASE: over:draw, but neither are both beaten nor is it the last turn",
    ),
    ("a1:Sn", "over:draw", {"side": "-", "turn": 500}, "PHASE: over:draw, but neither"),
    ("", "over:draw", {**HAND, "side": "-"}, "PHASE: over:draw, but the set-up cannot end in a draw"),
    ("a1:Sn", "over:north", {"side": "-"}, "PHASE: over:north, but North is beaten"),
    (
        "a5:Sn",
        "over:north",
        {**HAND, "side": "-", "south": "c:....."},
        "BOARD: a5: South sets up on its first two rows",
    ),
]

ODD_BUT_GOOD = [
    at(phase="over:north", side="-"),  # resigned, with both alive
    at("", "over:south", side="-", **{**HAND, "blocks": "6+4"}),  # resigned before anything stood
    at(DIAGONAL[5:], "over:north", side="-", **HAND),  # before all blocks stood
    at(DIAGONAL + " a12:ts", "over:north", side="-", **{**HAND, "north": "j:.....+sssssjjjt"}),
    at(FIVE_EACH, "over:south", side="-", **{**HAND, "south": "c:..T..+JJJT", "north": "j:.....+jjjtt"}),
    at(FIVE_EACH, "over:south", side="-", **{**HAND, "south": "c:JTTJJ", "north": "j:j.ttj+j"}),
    at(
        FIVE_EACH.removesuffix(" e12:ss"),
        side="-",
        south="-",
        north="-+sjjjtt",
        **{**BLITZ_HAND, "phase": "over:south"},
    ),
    at("", "over:draw", side="-"),
    at("a1:Sn l12:ss", "over:draw", side="-", turn=500),
    at("a1:Sn l12:ss", "act:3@d4"),  # the nominated character is gone
    at("l12:ss", "act:3", south="c:S...."),  # so are all on the island
    at("l12:ss", "zero", south="c:S...."),
    at("l12:ss", "slide:2", south="l:....S"),
    at("a1:Sn l12:ss", "roll@pad"),  # an empty pad
    at("a1:Sn", "penalty@pad", north="a:ss..."),
    at(DIAGONAL, **{**TROOPS, "side": "north"}),
    at(FIVE_EACH, south="-", north="-", **{**BLITZ_HAND, "phase": "act:1", "turn": 1}),
]


def refusal(text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(BadPosition) as refused:
        read_position(ISLAND, text)
    return str(refused.value)


@pytest.mark.parametrize(("text", "reason"), MALFORMED, ids=range(len(MALFORMED)))
def test_malformed(text: str, reason: str) -> None:
    """A text that does not parse is refused with a short sentence that names the field and the reason."""
    sentence = refusal(text)
    assert reason in sentence
    assert len(sentence) < 200
    assert "\n" not in sentence


@pytest.mark.parametrize(("pieces", "phase", "fields", "reason"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS)))
def test_contradictory(pieces: str, phase: str, fields: dict[str, Any], reason: str) -> None:
    """A position that no battle comes to is refused with a sentence that names the field and the reason."""
    assert reason in refusal(at(pieces, **{"phase": phase, **fields}))


@pytest.mark.parametrize("text", ODD_BUT_GOOD)
def test_odd_but_good(text: str) -> None:
    """A position that looks odd but can come about is read, and written as it was."""
    assert ISLAND.write(ISLAND.read(text)) == text


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("standard", ""),
        ("standard+turns:500", ""),
        ("short+turns:500", "short"),
        ("standard+live+chain+turns:0", "standard+live+chain+turns:0"),
    ],
)
def test_modes_are_written_canonically(given: str, written: str) -> None:
    """The mode is left out when it is standard, and the turn limit when it is 500."""
    pieces = "a1:Sn b1:Sn c1:Jn d1:Jn e1:Tn f1:Tn a12:ss b12:ss c12:js d12:js e12:ts f12:ts"
    assert ISLAND.write(ISLAND.read(at(pieces, mode=given))) == at(pieces, mode=written)


def test_start() -> None:
    """The set-up of a battle begins at the position that the rules name."""
    text = "12/12/12/12/12/12/12/12/12/12/12/12 c:.....+SSSSSJJJTT j:.....+sssssjjjtt 6+4 south blocks 0"
    assert ISLAND.write(ISLAND.start("standard", {"first": "south"})[0]) == text
