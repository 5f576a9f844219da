"""What the rules bring about where they refuse nothing: rule, position, actions, and the events of the last of them."""

from tests.engine.island.boards import at

Consequence = tuple[str, str, list[str], list[str]]

MANY = "a9:Ss a10:Ss k9:ss k10:ss"

CONSEQUENCES: list[Consequence] = [
    # 1a: all are blocked, so the opponent removes one, and it is the opponent's turn
    ("1a", at("a12:Sn b12:Jn l12:ss"), ["end"], ["blocked south 1a"]),
    ("1a", at("a12:Sn b12:Jn l12:ss"), ["end", "remove b12"], ["removed south jeep b12", "next north 10"]),
    ("1a", at("a12:Sn l12:ss"), ["end", "remove a12"], ["removed south soldier a12", "over north elimination 0 12"]),
    # 1a: a shot may free a move, and then a move is due
    ("15", at("a9:Sn a11:ss l12:ss"), ["shoot a9 a11", "move a9 a12"], []),
    # 1b: nobody on the island, nobody can come: `next` first, then `blocked`
    ("1b", at("a1:Sn", "after", north="l:...jt"), ["end"], ["next north 10", "blocked north 1b"]),
    (
        "1b",
        at("a1:Sn", "after", north="l:...jt"),
        ["end", "remove pad 4"],
        ["removed north jeep pad 4", "next south 11"],
    ),
    # 2, 2a: a 0 starts the options over, with nobody nominated any more
    ("2", at(phase="zero"), ["turn a1 right", "roll 0", "pad", "roll 0", "turn a1 left", "roll 3", "move a1 a4"], []),
    # 3: shots before the move and after it, as often as one likes
    (
        "3",
        at("a1:Sn a3:se b1:Jn b4:se k12:ss c2:Sn d5:ss"),
        ["shoot a1 a3", "shoot b1 b4", "move c2 c5", "end"],
        ["next north 10"],
    ),
    # 3: before a slide too
    ("zero", at("a1:Sn a3:se k12:ss", "slide:3"), ["shoot a1 a3"], ["removed north soldier a3"]),
    ("zero", at(phase="slide:3"), ["pad east"], ["next north 10"]),
    # 4: somebody is brought on without a 0, facing forward, and may do as anybody
    ("4", at("a1:Sn", "after", north="j:s...."), ["end", "reinforce 1", "roll 2", "move h12 h10"], []),
    ("4", at("a1:Sn", "rescue", side="north", north="j:s...."), ["reinforce 1"], []),
    # 7: nobody on a pad is struck by a block at the edge
    (
        "7",
        at(f"c3:Ss b2:ss c1:* {MANY}", south="c:SJT..", north="j:....."),
        ["shoot c3 c1", "reveal c1 live"],
        ["removed north soldier b2"],
    ),
    # 10: all between shooter and target are removed, whoever owns them, in reading order
    (
        "10",
        at("a1:Tn a2:Se a3:ss a5:jn k12:ss"),
        ["shoot a1 a5"],
        ["removed north jeep a5", "removed north soldier a3", "removed south soldier a2"],
    ),
    # 13: nobody has to shoot
    ("13", at("a1:Sn a3:ss", "after"), ["end"], ["next north 10"]),
    # blocks: all around are struck, further blocks are set off in reading order, first in, first out
    (
        "blocks",
        at(f"d2:Sn d4:* c5:* e3:* c3:ss e5:Je {MANY}", blocks="6+4"),
        ["shoot d2 d4", "reveal d4 live"],
        ["removed south jeep e5", "removed north soldier c3"],
    ),
    (
        "blocks",
        at(f"d2:Sn d4:* c5:* e3:* b6:jn f2:Js {MANY}", blocks="6+4"),
        ["shoot d2 d4", "reveal d4 live", "reveal c5 live", "reveal e3 live"],
        ["removed south soldier d2", "removed south jeep f2"],
    ),
    ("blocks", at(f"d2:Sn d4:* c3:ss {MANY}", blocks="6+4"), ["shoot d2 d4", "reveal d4 safe"], []),
    # the losses of one shot count at once
    ("blocks", at("d2:Sn d4:* c3:ss c1:*", blocks="6+4"), ["shoot d2 d4", "reveal d4 safe"], []),
    (
        "blocks",
        at("d2:Sn d4:* e3:* c5:ss", blocks="6+4"),
        ["shoot d2 d4", "reveal d4 live", "reveal e3 live"],
        ["removed south soldier d2", "over draw elimination 5 5"],
    ),
    # the end and its points
    ("phase", at(south="c:T...."), ["resign"], ["over north resign 0 12"]),
    (
        "shooting",
        at(
            "a1:Sn a2:Sn a3:Sn a4:Sn b1:Sn b3:ss",
            south="c:TTJJJ",
        ),
        ["shoot b1 b3"],
        ["removed north soldier b3", "over south elimination 54 0"],
    ),
    ("setup", "start", ["roll 3", "roll 3", "roll 1", "roll 4"], ["first north"]),
    ("setup", "start", ["roll 3", "roll 1"], ["first south"]),
    ("movement", at("d5:Te l12:ss", "act:5"), ["turn d5 h5 left", "end"], ["next north 10"]),
]

# What is listed and what is not: rule, position, legal actions, words that begin none of them.
LISTS: list[tuple[str, str, set[str], tuple[str, ...]]] = [
    ("8", at("a5:Sn c3:ss l12:ss", "after", south="c:SSTJJ"), {"end"}, ("shoot",)),
    ("1", at("a11:Sn l12:ss", "act:2"), {"turn a11 a12 left", "turn a11 a12 right"}, ("move",)),
    ("9", at("a1:Sn l12:ss", "act:1"), {"move a1 a2"}, ("turn",)),
    ("15", at("a1:Sn a4:* l12:ss", "act:3"), {"move a1 a4", "turn a1 a3 left", "turn a1 a3 right"}, ("end",)),
    ("5", at("a1:Sn a3:* l12:ss", "act:4"), {"shoot a1 a3", "end"}, ("move", "turn")),
    (
        "zero",
        at("a5:Sn l12:ss", "zero", south="c:S...T"),
        {"reinforce 1 a1", "reinforce 5 e1", "pad", "turn a5 a5 left", "turn a5 a5 right"},
        ("end", "move"),
    ),
    ("zero", at("a5:Sn l12:ss", "zero", south="a:S...T"), {"reinforce 5 c1", "pad"}, ("reinforce 1",)),
    (
        "zero",
        at("a5:Sn l12:ss", "zero", mode="allout", south="-", north="-"),
        {"turn a5 a5 left"},
        ("pad", "reinforce"),
    ),
    ("zero", at(phase="slide:2"), {"pad west", "pad east"}, ("end",)),
    ("2a", at("a1:Sn b1:Sn l12:ss", "act:1@b1"), {"move b1 b2"}, ("move a1",)),
]
