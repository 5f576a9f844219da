"""How to play Battle Royale: chapters, of which the page in docs and the list of `rules` at the prompt are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from beachhead.engine.guide import Chapter, Example
from beachhead.engine.royale.actions import DRINKS, PRICES
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.odds import card_chance, percent
from beachhead.engine.royale.show.lookup import meanings

_WORTH: Final = "none; its value counts in the end"
_TURN: Final = (
    "boots/boots,warhorse,warhorse/sword,sword,greatsword,greatsword,dagger/buckler,buckler,bulwark,eagle,warlord,phoenix,"
    "second-wind/second-wind,crown,crown,black-death,shackles/jester,-,-/- "
    "c4:alive:beer:0:dagger:-/d4:alive:wine:0:boots,sword:- p1 ready p1 - 11"
)
_DEATH: Final = (
    "boots/boots,warhorse,warhorse/sword,sword,sword,greatsword,greatsword/dagger,dagger,boots,crown,buckler,buckler,"
    "bulwark/warlord,phoenix,second-wind,second-wind,eagle/crown,black-death,shackles/jester "
    "d4:alive:beer:0:-:-/g4:alive:wine:0:-:- p1 ready p1 - 3"
)


def guide(box: Box, codes: Mapping[str, str]) -> tuple[Chapter, ...]:
    """Return the chapters of the guide, with the cards of a deck."""
    return (
        Chapter(
            "What it is about",
            "Two to six players walk over a map of 25 cards. With dice they win the cards they stand on, and take cards from "
            "each other in duels. Cards make you faster and stronger, and each has a value. When the last card has been won, "
            "the highest total of values wins.\n\n"
            "You are called P1, P2 and so on. At the prompt you type what you do, and only what is allowed is offered; Tab "
            "completes.",
        ),
        Chapter(
            "The map",
            "The cards lie face up in a diamond. A field is named by its column, a to g, and its row, 1 to 7, which is the "
            "top: the field in the middle is d4. On the picture every field shows its card, with the value below. Small "
            f"screens show two letters and the value: `{codes[box.ids[0]]}{box.values[0]}` is {box.ids[0]}.",
            ("1", "B1"),
        ),
        Chapter(
            "Before play",
            "1. The cards are dealt.\n2. Everybody rolls for the first turn.\n3. Everybody names a drink: `setup drink wine`. "
            "It decides what a revival costs you. (The sips are only counted; play it with water.)\n4. Everybody chooses a "
            "field of the outer edge to begin on: `setup place d7`.",
            ("2", "B17", "B2"),
        ),
        Chapter(
            "Your turn, step by step",
            "1. **Cards first.** If you have an empty slot and cards in your reserve, equip: `equip sword`. If three are "
            "active you may swap one: `swap crown boots`. Nothing else of your turn may come before that.\n"
            "2. **Act.** You have two actions, and movements if cards give you some. Move (`move d4`), attack the card under "
            "you (`attack card`), attack a player on your field (`attack p2`), use a power (`power eagle d4`), in any order, "
            "as long as you can pay. Beside each choice stands its effect and how likely it is to succeed.\n"
            "3. **End.** `end`, and the next player's turn begins.\n\n"
            "If you are dead, step 2 begins with `revive`.",
            ("3", "B3", "B8", "phase"),
            Example("P1 stands on c4 with a dagger; P2 is next door, on d4.", _TURN, (
                "move d4", "attack p2", "roll 4 2", "roll 3 4", "roll 2 5", "roll 6 1", "roll 5 3",
                "retreat c3", "pick boots", "end",
            )),
        ),
        Chapter("Moving", "", ("3.1",)),
        Chapter(
            "Winning cards",
            "| three dice reach | " + " | ".join(str(need) for need in range(5, 15)) + " |\n"
            + "|---|" + "---|" * 10 + "\n"
            + "| without help | " + " | ".join(percent(card_chance(need, 0)) for need in range(5, 15)) + " |\n"
            + "| with strike +1 | " + " | ".join(percent(card_chance(need, 1)) for need in range(5, 15)) + " |\n"
            + "| with strike +3 | " + " | ".join(percent(card_chance(need, 3)) for need in range(5, 15)) + " |",
            ("3.3", "B4"),
        ),
        Chapter(
            "Dying and reviving",
            "Who fails to win a card dies, and who loses a duel dies. The dead lie on a neighbouring field and come back.\n\n"
            "| drink | what counts as it | sips for a revival |\n|---|---|---|\n"
            + "\n".join(
                f"| {drink} | {_GLASS[drink]} | {price} |" for drink, price in zip(DRINKS, PRICES, strict=True)
            ),
            ("3.5", "B12"),
            Example(
                "P1 stands on a crown, value 14, and dares it.",
                _DEATH, ("attack card", "roll 2 5 4", "retreat c4", "revive"),
            ),
        ),
        Chapter(
            "Your cards",
            "Three slots are in front of you, for the active cards, which work. What you win beyond three goes to your "
            "reserve, face down; it does not work, but its value counts.",
            ("3.2", "3.6", "B9", "B20", "B10", "B11"),
        ),
        Chapter("Powers", "", ("3.8", "B15")),
        Chapter(
            "Duels",
            "A **throw** is one die of each side. Whoever has the higher number, with what the cards add, wins the throw; a "
            "tie is nobody's. You need three throws to win, and one more for each shield of your opponent.",
            ("3.4", "B18"),
        ),
        Chapter(
            "The cards of the deck",
            "| card | on small maps | value | how many | what it does while it is active |\n|---|---|---|---|---|\n"
            + "\n".join(
                f"| {card.id} | {codes[card.id]} | {card.value} | {card.copies} | "
                f"{'Cursed. ' if card.is_cursed else ''}{' '.join(meanings(card)) or _WORTH} |"
                for card in box.cards
            )
            + "\n\nAt the prompt `help sword` tells about a card, and `help deck` lists all.",
        ),
        Chapter(
            "The end",
            "Towards the end two rules change: high cards become easier, and the last card draws everybody.",
            ("4", "B6", "B5", "B13", "B19", "B16", "B7", "B14"),
        ),
        Chapter("What you see", "", ("3.7",)),
        Chapter(
            "Words",
            "- **action**: what a turn has two of. A step, an attack or a revival costs one.\n"
            "- **active**: in one of your three slots, so that it works.\n"
            "- **budget**: the actions and movements of a turn.\n"
            "- **cursed**: a card that becomes active at once, wanted or not.\n"
            "- **die**: to fail against a card or to lose a duel; you revive for sips.\n"
            "- **duel**: an attack on a player, throw by throw.\n"
            "- **free revival**: a revival that costs no action; the sips stay.\n"
            "- **movement**: pays for a step, so that the step costs no action.\n"
            "- **outer edge**: the twelve fields along the border of the map.\n"
            "- **power**: something a card can do once a turn, if you want it to.\n"
            "- **reserve**: your cards that are not active, face down.\n"
            "- **shield**: one throw more that others need to beat you.\n"
            "- **strike**: what your cards add to three dice against a card.\n"
            "- **throw**: one die of each side in a duel; also what your cards add to yours.\n"
            "- **total**: the values of all your cards, active and reserve.",
        ),
    )  # fmt: skip


_GLASS: Final = {
    "spirits": "neat spirits, more than 20 % alcohol in the glass",
    "mixed": "spirits mixed with something without alcohol",
    "wine": "plain wine, more than 10 % alcohol in the glass",
    "beer": "beer, shandy, wine with cola and the like, less than 10 % alcohol in the glass",
}
