"""How to play the island: chapters, of which the page in docs and the list of `rules` at the prompt are made."""

from typing import Final

from beachhead.engine.guide import Chapter, Example

_MOVE: Final = "12/10js1/12/7ss4/8*ss2/12/8Sn3/4*7/12/12/4Tn7/12 c:..... j:..... 1+1 south act:3 1"
_ZERO: Final = "12/10js1/12/12/12/12/12/12/12/12/10Sn1/12 c:.SJ.. j:..... 0+0 south zero 5"
_FIRE: Final = "12/10js1/12/12/12/12/3ss8/12/3ss8/12/3Tn1Se1js4/12 c:..... j:..... 0+0 south act:1 1"

GUIDE: Final = (
    Chapter(
        "What it is about",
        "Two players, South and North, fight for an island. Each has ten characters. Who has none left has lost.\n\n"
        "At the prompt you type what you do, and only what is allowed is offered; Tab completes. You are South unless you ask "
        "for North.",
    ),
    Chapter(
        "The island",
        "The island has 12 columns, a to l, and 12 rows, 1 to 12. South sits below row 1, North above row 12. A square is "
        "named by its column and row: a1 is the corner at South's left hand.",
    ),
    Chapter(
        "The pieces",
        "| | how many each | range | South's letter | North's letter |\n|---|---|---|---|---|\n"
        "| soldier | 5 | 2 | S | s |\n| jeep | 3 | 3 | J | j |\n| tank | 2 | 4 | T | t |\n\n"
        "An arrow beside the letter shows which way a character faces; it moves and shoots only that way. Ten **obstacle "
        "blocks** lie about, six live and four safe; nobody knows which. The die shows 0 to 5. In front of each player lies a "
        "**pad** with five slots, from which reinforcements come.",
        ("shooting", "R1", "R2"),
    ),
    Chapter(
        "Before play",
        "1. Both roll for the first turn.\n2. By turns you place ten blocks: `setup block e4`.\n3. By turns each places five "
        "characters on its own first two rows: `setup tank c1 north`.\n"
        "4. By turns the other five go on the pads: `setup jeep pad 3`.\n\n"
        "`auto` places the rest for you.",
        ("setup", "R3"),
    ),
    Chapter(
        "Your turn, step by step",
        "1. **Roll.** The engine rolls for you.\n"
        "2. **Shoot**, if you have an exact hit and want to: `shoot d2`.\n"
        "3. **Move** one character, by exactly what the die says: `move d2`; or turn it with the last unit: `turn d2 left`. If "
        "one of yours can move, you must.\n"
        "4. **Shoot** again, with whoever can.\n"
        "5. **End**: `end`. If all of yours are blocked, the other side removes one.\n\n"
        "A 0 is different, see below.",
        ("1", "15", "3", "13", "12", "phase"),
        Example(
            "South has rolled a 3. Its tank on e2 faces a block three squares ahead, its soldier on i6 another, two ahead.",
            _MOVE, ("move e2 e5", "reveal e5 safe", "shoot i6 i8", "reveal i8 live", "end", "roll 4"),
        ),
    ),
    Chapter("Moving", "", ("movement", "9", "11", "14", "1a", "1b", "R4", "R13")),
    Chapter(
        "Shooting",
        "",
        ("10", "R8", "7", "8"),
        Example(
            "South's soldier on f2 faces a jeep two squares east, its tank on d2 two soldiers, two and four squares north.",
            _FIRE, ("shoot f2 h2", "shoot d2 d6"),
        ),
    ),
    Chapter("Blocks", "", ("blocks", "5", "R9", "R10", "R11")),
    Chapter(
        "A zero",
        "",
        ("2", "zero", "2a", "R5", "R6", "R7"),
        Example(
            "South has rolled a 0, with a soldier and a jeep on its pad.",
            _ZERO, ("reinforce 3 c1", "roll 4", "move c1 c5", "end", "roll 2"),
        ),
    ),
    Chapter("The pad", "", ("6", "4", "R14")),
    Chapter(
        "The end",
        "Who has no character left, neither on the island nor on the pad, has lost. The winner gets points: the ranges of its "
        "characters on the island, twice those on its pad, and 10. A draw gives 5 to each.",
        ("R12",),
    ),
    Chapter(
        "Shorter and other battles",
        "`newgame short`, or `--mode short` when you begin, plays another battle than `standard`:\n"
        "\n"
        "| | what is different |\n"
        "|---|---|\n"
        "| `short` | who has lost five characters has lost |\n"
        "| `allout` | no pads: all ten characters begin on the two rows, and a 0 only lets you turn one |\n"
        "| `blitz` | as `allout`, with five characters of your choice; the others stay in the box |\n"
        "| `standard+live` | all ten blocks are live |\n"
        "| `standard+chain` | blocks set off blocks without end |\n"
        "\n"
        "What follows a + goes with each of the four: `blitz+live`.",
        ("R15",),
    ),
    Chapter(
        "Words",
        "- **barricade**: a block that has not been activated; it stops movers and shots.\n"
        "- **block**: an obstacle that is live or safe underneath.\n"
        "- **character**: a soldier, a jeep or a tank.\n"
        "- **crossfire**: what removes everybody between a shooter and its target.\n"
        "- **live**: a block that removes everybody around it when it is activated.\n"
        "- **nominated**: the character that was used after a 0, and alone may use the next roll.\n"
        "- **pad**: five slots in front of you, from which reinforcements come.\n"
        "- **range**: how far a character hits, exactly.\n"
        "- **reinforcement**: a character that comes from the pad after a 0.\n"
        "- **rescue**: a character that comes from the pad without a 0, as nobody is left on the island.\n"
        "- **safe**: a block that does nothing when it is activated.\n"
        "- **slot**: a place on the pad.\n"
        "- **unit**: one of the points of the die; each is a square, the last may be a quarter turn.",
    ),
)  # fmt: skip
