"""The tutorial of Battle Royale: win a card, die and revive, equip, duel, powers and the end. Takes five minutes."""

from typing import Final

from beachhead.engine.lesson import Lesson, Task

LESSONS: Final = (
    Lesson(
        "Win a card",
        "boots/boots,warhorse,warhorse/sword,sword,sword,greatsword,greatsword/dagger,dagger,buckler,boots,buckler,bulwark,"
        "warlord/phoenix,second-wind,second-wind,eagle,crown/crown,black-death,shackles/jester "
        "b5:alive:wine:0:-:-/g4:alive:beer:0:-:- p1 ready p1 - 1",
        (
            Task(
                "You are P1, on b5. Each field shows a card and its value; the card with most value in the end wins. A turn "
                "has two actions, and a step costs one. Step next door, onto the other sword: `move c5`, or only `c5`.",
                "move c5",
                praise="You may step in all eight directions, also onto a field where somebody else stands.",
            ),
            Task(
                "Now attack the card under you. Three dice must reach its value, 8, or be three of a kind. Before you press "
                "Enter the line says how likely that is: `attack card`.",
                "attack card",
                ("roll 3 5 2",),
                "10 is enough. The sword is yours and active: +1 on the dice of all your attacks on cards.",
            ),
            Task("Your two actions are used: `end`, or Enter alone.", "end", praise="The field stays, without a card."),
        ),
    ),
    Lesson(
        "Die and revive",
        "boots/boots,warhorse,warhorse/sword,sword,sword,greatsword,greatsword/dagger,dagger,boots,crown,buckler,buckler,"
        "bulwark/warlord,phoenix,second-wind,second-wind,eagle/crown,black-death,shackles/jester "
        "d4:alive:beer:0:-:-/g4:alive:wine:0:-:- p1 ready p1 - 3",
        (
            Task(
                "You stand on a crown, 14 points. Three dice reach that in 18 of 100 tries. `help crown` tells about the card, "
                "`help deck` about all. Dare it: `attack card`.",
                "attack card",
                ("roll 2 5 4",),
                "11 is too little, so you die. That is not the end: the dead lie down next door and revive.",
            ),
            Task(
                "Choose a neighbouring field to lie on, best the one that you want to attack next: `retreat c4`.",
                "retreat",
                praise="Nobody can attack the dead.",
            ),
            Task(
                "One action is left, and the dead can only revive. It costs sips of your drink: one of spirits, two of wine or "
                "a mixed drink, three of beer (water will do): `revive`.",
                "revive",
                praise="With no action left you would have waited for your next turn, and begun it by reviving.",
            ),
        ),
    ),
    Lesson(
        "Your cards",
        "boots/boots,warhorse,warhorse/sword,sword,greatsword,dagger,buckler/bulwark,phoenix,dagger,warlord,second-wind,"
        "second-wind,eagle/crown,crown,black-death,shackles,jester/-,-,-/- "
        "c5:alive:beer:3:boots,sword,buckler:greatsword/g4:alive:wine:0:-:- p1 start p1 - 9",
        (
            Task(
                "Three cards can be active; what you win beyond that goes to your reserve, face down. At the start of a turn, "
                "and only then, you may swap one. Take the greatsword in for the buckler: `swap greatsword buckler`.",
                "swap greatsword buckler",
                praise="Sword and greatsword together: +3 against cards.",
            ),
            Task(
                "Boots give a movement: the first step costs no action. A warlord, 13, lies on d4: `move d4`.",
                "move d4",
                praise="Both actions are still there. Menus say what a step costs.",
            ),
            Task(
                "With +3 your dice need 10, not 13: `attack card`.",
                "attack card",
                ("roll 2 6 4",),
                "15. All three slots are full, so the warlord goes to the reserve: swap it in next turn for a third action.",
            ),
        ),
    ),
    Lesson(
        "A duel",
        "boots/boots,warhorse,warhorse/sword,sword,greatsword,greatsword,dagger/buckler,buckler,bulwark,eagle,warlord,phoenix,"
        "second-wind/second-wind,crown,crown,black-death,shackles/jester,-,-/- "
        "d5:alive:beer:0:dagger:-/d5:alive:wine:0:boots,sword:- p1 ready p1 - 11",
        (
            Task(
                "P2 stands on your field. In a duel both throw a die, the higher wins the throw, and three throws win. Your "
                "dagger adds 1; a shield would mean one throw more against you. `attack p2`.",
                "attack p2",
                ("roll 4 2", "roll 3 4", "roll 2 5", "roll 6 1", "roll 5 3", "retreat c4", "pick boots"),
                "Three to one. P2 dies, lies down next door, and you take one of its active cards at random. Who attacks "
                "without any card throws two dice and keeps the lower.",
            ),
            Task(
                "The card here can be attacked again, now that nobody else is alive on its field. One action is left: `attack "
                "card`.",
                "attack card",
                ("roll 6 6 2",),
                "Sit on a card with a shield, and others must beat you first.",
            ),
        ),
    ),
    Lesson(
        "The last card",
        "-/-,-,-/-,-,-,-,-/-,-,-,crown,-,-,-/-,-,-,-,-/-,-,-/- a4:alive:beer:0:warhorse,sword,eagle:boots,bulwark/"
        "e5:alive:wine:0:greatsword,dagger,buckler:phoenix/-:out:-:0:-:- p1 ready p1 - 41",
        (
            Task(
                "One card is left. Everybody alive must go to it by the shortest way and attack it; no waiting. While only "
                "cards of 13 and 14 are left they count 12. Your eagle has a power: fly there, for nothing: `power eagle d4`.",
                "power eagle d4",
                praise="A power serves once a turn. Second-wind, the other power, throws again after a failed attack.",
            ),
            Task(
                "The crown counts 12, and your sword adds 1: `attack card`.",
                "attack card",
                ("roll 5 5 4",),
                "No card is left: values are added, active and reserve, and the highest total wins. A lead of four cards ends "
                "it one card sooner. `rules` has the rest, and every refusal names its rule.",
            ),
        ),
    ),
)
