"""The tutorial of the island in small positions: move, turn, shoot, land on a block, use a zero. Takes five minutes."""

from typing import Final

from beachhead.engine.lesson import Lesson, Task

LESSONS: Final = (
    Lesson(
        "Move",
        "12/10js1/12/12/12/12/12/12/12/12/3Sn8/12 c:..... j:..... 0+0 south act:3 1",
        (
            Task(
                "You are South. The capital S on d2 is your soldier; its arrow says that it faces north. You have rolled a 3: "
                "somebody has to go three squares straight ahead, no more and no fewer. Type `move d2`, or only `d2`.",
                "move d2",
                praise="All units of the die are used (rule 1). Die and facing fix where it lands, so that is not typed.",
            ),
            Task(
                "The turn is yours until you end it, for you might still shoot. Here is nobody to shoot at: type `end`, or "
                "`e`. Where only one action is left, Enter alone will do.",
                "end",
                praise="That was a whole turn: roll, move, end.",
            ),
        ),
    ),
    Lesson(
        "Turn",
        "12/10js1/12/12/12/12/12/12/12/12/3Je8/12 c:..... j:..... 0+0 south act:3 1",
        (
            Task(
                "The jeep on d2 faces east. The last unit of the die may be a quarter turn instead of a step: with a 3 it "
                "goes two squares, and turns on f2. Turn it to the left, so that it faces north: `turn d2 left`.",
                "turn d2 f2 left",
                praise="Only the last unit turns (rule 9), so a 1 can only be moved.",
            ),
        ),
    ),
    Lesson(
        "Shoot",
        "12/10js1/12/12/12/12/3ss8/12/3ss8/12/3Tn1Se1js4/12 c:..... j:..... 0+0 south act:1 1",
        (
            Task(
                "A soldier hits exactly two squares ahead, a jeep three, a tank four; not nearer and not farther. Your soldier "
                "on f2 faces east, and North's jeep stands on h2. Shooting takes no unit of the die: `shoot f2`.",
                "shoot f2",
                praise="You may shoot before your move and after it, at every exact hit that you have (rule 3).",
            ),
            Task(
                "Your tank on d2 faces north: four squares ahead, on d6, stands a soldier, and another in between, on d4. "
                "Whoever is in the line of fire falls too, your own as well: `shoot d2`.",
                "shoot d2",
                praise="That is the crossfire (rule 10).",
            ),
        ),
    ),
    Lesson(
        "Blocks",
        "12/10js1/12/7ss4/8*ss2/12/8Sn3/4*7/12/12/4Tn7/12 c:..... j:..... 1+1 south act:3 1",
        (
            Task(
                "Blocks bar the way, and nobody knows which are live. Whoever lands on one exactly turns it over. Your tank on "
                "e2 has a 3, and a block is three squares ahead: one of the two left is live. Dare it: `move e2`.",
                "move e2",
                ("reveal e5 safe",),
                "Safe: the block is gone and the tank stands. A live one would have taken it (R10).",
            ),
            Task(
                "So the other block, on i8, must be live. A live block takes everybody on the eight squares around it. Your "
                "soldier on i6 is just out of its reach, and two of North's are within: `shoot i6`.",
                "shoot i6",
                ("reveal i8 live",),
                "Two at one blow. Keep your own away from blocks.",
            ),
        ),
    ),
    Lesson(
        "A zero",
        "12/10js1/12/12/12/12/12/12/12/12/10Sn1/12 c:.SJ.. j:..... 0+0 south zero 5",
        (
            Task(
                "A 0 gives another roll, but first you choose one of three: bring on a reinforcement from your pad, turn a "
                "character where it stands, or let the next roll slide the pad. The jeep waits on slot 3: `reinforce 3`.",
                "reinforce 3",
                ("roll 4",),
                "It stands on c1, in front of its slot, and the next roll is a 4.",
            ),
            Task(
                "Only the character that came on may use this roll (rule 2a): `move k2` would be refused, and `why not move "
                "k2` tells you why. Move the jeep: `move c1`.",
                "move c1",
                praise="Now you know enough to play. `rules` lists the rest, and every refusal names its rule.",
            ),
        ),
    ),
)
