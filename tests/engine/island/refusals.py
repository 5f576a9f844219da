"""Every refusal of the island, verb by verb, in the order in which its checks count: rule, position, action, reason."""

from typing import Any

from tests.engine.island.boards import DIAGONAL, HANDS, at

LONE = "a1:Sn l12:ss"
PADS: dict[str, Any] = {"south": "c:SJT..", "north": "j:sjt.."}
HAND: dict[str, Any] = {"south": f"c:.....{HANDS[0]}", "north": f"j:.....{HANDS[1]}", "blocks": "6+4", "turn": 0}
TROOPS: dict[str, Any] = {**HAND, "phase": "troops"}
NO_SOLDIERS: dict[str, Any] = {
    "south": "c:.....+JJJTT",
    "north": "j:.....+jjjtt",
    "blocks": "6+4",
    "turn": 0,
    "phase": "pads",
}
FIVE_EACH = DIAGONAL + "".join(f" {x}1:Sn {x}12:ss" for x in "abcde")

Refusal = tuple[str, str, str, str, str]

_GATE: list[Refusal] = [
    ("any", "phase", at(phase="over:south", side="-"), "move a1 a4", "the battle is over"),
    ("any", "phase", at(phase="over:south", side="-"), "resign", "the battle is over"),
    ("any", "phase", at(phase="roll"), "move a1 a4", "the die is to be rolled first"),
    ("any", "phase", at(phase="roll"), "resign", "the die is to be rolled first"),
    ("any", "phase", at("d2:Sn d4:* l12:ss") + " actions shoot d2 d4", "end", "a block is to be revealed first"),
]

_MOVE: list[Refusal] = [
    ("move", "2", at(phase="zero"), "move a1 a4", "a 0 moves nobody"),
    ("move", "phase", at(phase="after"), "move b1 b4", "has been made"),
    ("move", "phase", at(phase="slide:3"), "move a1 a4", "no number on the die"),
    ("move", "phase", at(phase="penalty"), "move a1 a4", "no number on the die"),
    ("move", "movement", at(), "move b1 b4", "nobody stands on b1"),
    ("move", "movement", at("a1:Sn c5:* l12:ss"), "move c5 c8", "a block stands on c5"),
    ("move", "movement", at(), "move l12 l9", "the soldier on l12 is North's"),
    ("move", "2a", at("a1:Sn b1:Jn l12:ss", "act:3@b1"), "move a1 a5", "only the character on b1 may use this roll"),
    ("move", "2a", at("a1:Sn l12:ss", "act:3@b1"), "move a1 a4", "and it is gone"),
    ("move", "1", at("a11:Sn l12:ss"), "move a11 a12", "a11 would leave the island"),
    ("move", "1", at(), "move a1 a3", "all 3 units are used: with a 3 it moves to a4"),
    ("move", "1", at("a1:Sn a2:* l12:ss"), "move a1 a5", "all 3 units are used"),
    ("move", "movement", at(), "move a1 d1", "a1 faces north and goes straight ahead"),
    ("move", "movement", at(), "move a1 a1", "goes straight ahead"),
    ("move", "14", at("a1:Sn a3:* l12:ss"), "move a1 a4", "the block on a3 is in the way"),
    ("move", "14", at("a1:Sn a3:Ss l12:ss"), "move a1 a4", "a3 is in the way"),
    ("move", "14", at("a1:Sn a2:ss a3:* a4:ss"), "move a1 a4", "a2 is in the way"),
    ("move", "11", at("a1:Sn a4:ss"), "move a1 a4", "a4 is taken"),
]

_TURN: list[Refusal] = [
    ("turn", "phase", at(phase="after"), "turn b1 b3 left", "has been made"),
    ("turn", "phase", at(phase="slide:3"), "turn a1 a3 left", "no number on the die"),
    ("turn", "movement", at(phase="zero"), "turn l12 l12 left", "the soldier on l12 is North's"),
    ("turn", "movement", at(phase="zero"), "turn b1 b3 left", "nobody stands on b1"),
    ("turn", "zero", at(phase="zero"), "turn a1 a3 left", "turns where it stands, on a1"),
    ("turn", "movement", at(phase="act:1"), "turn b1 b3 left", "nobody stands on b1"),
    ("turn", "movement", at("a1:Sn c5:* l12:ss"), "turn c5 c7 left", "a block stands on c5"),
    ("turn", "2a", at("a1:Sn b1:Jn l12:ss", "act:1@b1"), "turn a1 a3 left", "only the character on b1"),
    ("turn", "9", at("a12:Sn l12:ss", "act:1"), "turn a12 a12 left", "a 1 has none before it"),
    ("turn", "1", at("a11:Sn l12:ss"), "turn a11 a12 left", "a11 would leave the island"),
    ("turn", "1", at(), "turn a1 a4 left", "all 3 units are used: with a 3 it turns on a3"),
    ("turn", "movement", at(), "turn a1 a1 left", "goes straight ahead"),
    ("turn", "movement", at(), "turn a1 c1 right", "a1 faces north"),
    ("turn", "14", at("a1:Sn a2:* l12:ss"), "turn a1 a3 left", "the block on a2 is in the way"),
    ("turn", "14", at("a1:Sn a2:ss a3:* l12:ss"), "turn a1 a3 left", "a2 is in the way"),
    ("turn", "blocks", at("a1:Sn a3:* l12:ss"), "turn a1 a3 left", "cannot be landed on with a turn"),
    ("turn", "11", at("a1:Sn a3:ss"), "turn a1 a3 left", "a3 is taken"),
]

_SHOOT: list[Refusal] = [
    ("shoot", "phase", at(phase="rescue", pieces="l12:ss", south="c:S...."), "shoot b1 b3", "after the roll"),
    ("shoot", "phase", at(phase="penalty"), "shoot a1 a3", "after the roll"),
    ("shoot", "12", at(), "shoot l12 l10", "l12 is North's, and shoots in its own turn only"),
    ("shoot", "shooting", at(), "shoot b1 b3", "nobody stands on b1"),
    ("shoot", "shooting", at("a1:Sn c5:* l12:ss"), "shoot c5 c7", "a block stands on c5"),
    ("shoot", "shooting", at("a1:Sn a4:ss"), "shoot a1 a4", "with range 2: it hits a3, not a4"),
    ("shoot", "shooting", at("a1:Jn a4:ss"), "shoot a1 a3", "with range 3: it hits a4, not a3"),
    ("shoot", "shooting", at("a1:Tn a2:* e1:ss"), "shoot a1 e1", "faces north with range 4: it hits a5, not e1"),
    ("shoot", "shooting", at("a11:Sn l12:ss"), "shoot a11", "its shot would leave the island"),
    ("shoot", "5", at("a1:Sn a2:* l12:ss"), "shoot a1 a3", "the block on a2 is in the way"),
    ("shoot", "5", at("a1:Tn a3:* a5:ss"), "shoot a1 a5", "the block on a3 is in the way"),
    ("shoot", "3", at(), "shoot a1 a3", "nothing stands on a3"),
]

_REINFORCE: list[Refusal] = [
    ("reinforce", "phase", at(**PADS), "reinforce 5 e1", "after a 0"),
    ("reinforce", "phase", at("l12:ss", "act:3", south="c:S...."), "reinforce 1 a1", "at the start of a turn"),
    (
        "reinforce",
        "zero",
        at(phase="zero", mode="allout", south="-", north="-"),
        "reinforce 1 a1",
        "no pads in this mode",
    ),
    ("reinforce", "6", at("e1:Sn l12:ss", "zero", **PADS), "reinforce 5 e1", "nobody stands on slot 5"),
    ("reinforce", "6", at(phase="zero", south="a:.SJT."), "reinforce 1", "nobody stands on slot 1"),
    ("reinforce", "zero", at(phase="zero", south="a:SJT.."), "reinforce 1 a1", "slot 1 hangs over the corner"),
    (
        "reinforce",
        "zero",
        at(phase="zero", side="north", north="l:..jtt"),
        "reinforce 4",
        "slot 4 hangs over the corner",
    ),
    ("reinforce", "6", at("a1:Sn l12:ss", "zero", **PADS), "reinforce 2 a1", "slot 2 stands before b1, not before a1"),
    ("reinforce", "zero", at("a3:Sn b1:* l12:ss", "zero", **PADS), "reinforce 2 b1", "a block stands on b1"),
    ("reinforce", "11", at("a1:Sn l12:ss", "zero", **PADS), "reinforce 1 a1", "a1 is taken"),
]

_PAD: list[Refusal] = [
    ("pad", "phase", at(phase="act:1", mode="allout", south="-", north="-"), "pad", "nominated after a 0"),
    ("pad", "zero", at(phase="zero", mode="blitz", south="-", north="-"), "pad", "no pads in this mode"),
    ("pad west", "phase", at(phase="zero"), "pad west", "when it was nominated"),
    ("pad west", "zero", at(phase="slide:3"), "pad west", "the centre of the pad would leave the edge"),
    ("pad west", "zero", at(phase="slide:3", side="north"), "pad east", "3 columns are too many"),
]

_REMOVE: list[Refusal] = [
    ("remove", "1b", at("a1:Sn", "penalty@pad", north="l:...jt"), "remove a1", "a character from the pad"),
    ("remove", "phase", at(), "remove l12", "no penalty is due"),
    ("remove", "1a", at(phase="penalty"), "remove a1", "North has no character on a1"),
    ("remove", "1a", at(phase="penalty"), "remove c5", "North has no character on c5"),
    ("remove pad", "1a", at(phase="penalty", north="j:s...."), "remove pad 1", "a character from the island"),
    ("remove pad", "phase", at(north="j:s...."), "remove pad 1", "no penalty is due"),
    ("remove pad", "1b", at("a1:Sn", "penalty@pad", north="l:...jt"), "remove pad 1", "nobody stands on slot 1"),
]

_END: list[Refusal] = [
    ("end", "2", at(phase="zero"), "end", "a 0 has to be used"),
    ("end", "phase", at(phase="slide:3"), "end", "something else is due"),
    ("end", "phase", at(phase="penalty"), "end", "something else is due"),
    ("end", "15", at("a1:Sn l12:ss"), "end", "a move is possible and must be made: move a1 a4"),
    ("end", "15", at("a10:Sn a11:* l12:ss", "act:1"), "end", "move a10 a11"),
]

_CHANCE: list[Refusal] = [
    ("roll", "phase", at(), "roll 3", "no roll is due"),
    ("roll", "phase", at("d2:Sn d4:* l12:ss") + " actions shoot d2 d4", "roll 3", "no roll is due"),
    ("reveal", "phase", at("d2:Sn d4:* l12:ss"), "reveal d4 live", "no block has been activated"),
    ("reveal", "phase", at("d2:Sn d4:* l12:ss", "roll"), "reveal d4 live", "no block has been activated"),
    (
        "reveal",
        "blocks",
        at("d2:Sn d4:* e6:* l12:ss") + " actions shoot d2 d4",
        "reveal e6 safe",
        "d4 is to be revealed",
    ),
    ("reveal", "blocks", at("d2:Sn d4:* l12:ss") + " actions shoot d2 d4", "reveal d4 safe", "no safe block is left"),
]

_SETUP: list[Refusal] = [
    ("setup block", "phase", at(DIAGONAL, **TROOPS), "setup block b2", "at the beginning of the set-up"),
    ("setup block", "setup", at("e4:*", "blocks", **HAND), "setup block e4", "there is a block on e4 already"),
    ("setup block", "setup", at("e4:* f5:*", "blocks", **HAND), "setup block f4", "row 4 has a block already"),
    ("setup block", "setup", at("e4:*", "blocks", **HAND), "setup block e5", "column e has a block already"),
    (
        "setup tank",
        "phase",
        at("e4:*", "blocks", **HAND),
        "setup tank e4 north",
        "after the blocks, and before the pads",
    ),
    (
        "setup tank",
        "setup",
        at(
            DIAGONAL + " a1:Tn b1:Tn a12:ss b12:ss",
            "troops",
            south="c:.....+SSSSSJJJ",
            north="j:.....+sssjjjtt",
            blocks="6+4",
            turn=0,
        ),
        "setup tank a5 north",
        "no tank is left in South's hand",
    ),
    ("setup tank", "setup", at(DIAGONAL, **TROOPS), "setup tank c3 north", "c3 is not on South's rows 1 and 2"),
    ("setup tank", "setup", at(DIAGONAL, side="north", **TROOPS), "setup tank c1 north", "North's rows 11 and 12"),
    ("setup tank", "setup", at(DIAGONAL, **TROOPS), "setup tank b2 north", "there is a block on b2 already"),
    (
        "setup tank",
        "setup",
        at(
            DIAGONAL + " a1:Jn l12:js",
            "troops",
            south="c:.....+SSSSSJJTT",
            north="j:.....+sssssjjtt",
            blocks="6+4",
            turn=0,
        ),
        "setup tank a1 north",
        "there is a character on a1 already",
    ),
    ("setup tank pad", "phase", at(DIAGONAL, **TROOPS), "setup tank pad 1", "at the end of the set-up"),
    (
        "setup tank pad",
        "phase",
        at(DIAGONAL, **{**TROOPS, "south": f"-{HANDS[0]}", "north": f"-{HANDS[1]}"}, mode="allout"),
        "setup tank pad 1",
        "no pads in this mode",
    ),
    ("setup tank pad", "setup", at(FIVE_EACH, **NO_SOLDIERS), "setup soldier pad 1", "no soldier is left"),
    (
        "setup tank pad",
        "setup",
        at(FIVE_EACH, **{**NO_SOLDIERS, "south": "c:T....+JJJT", "north": "j:t....+jjjt"}),
        "setup tank pad 1",
        "slot 1 is taken",
    ),
]

REFUSALS = _GATE + _MOVE + _TURN + _SHOOT + _REINFORCE + _PAD + _REMOVE + _END + _CHANCE + _SETUP
