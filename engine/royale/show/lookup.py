"""What people can look up besides the rules: every card of the deck, the deck as a whole, the drinks."""

from collections.abc import Mapping
from typing import Final

from beachhead.engine.royale.actions import DRINKS, PRICES
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.deck import AGAIN, NUMBERS, Card
from beachhead.engine.royale.odds import card_chance, percent
from beachhead.engine.royale.show.words import effects

KINDS: Final = {
    "passive": "It works by itself while it is active.",
    "power": "It has a power, which you use when you want to, once a turn.",
    "cursed": "It is cursed: it becomes active at once when you get it.",
}
MEANINGS: Final = {
    "movement": "to the movements of your turn; a movement pays for a step, so that it costs no action",
    "strike": "on the sum of your three dice when you attack a card",
    "throw": "on every die that you throw in a duel",
    "shields": "to the throws that an opponent has to win to beat you in a duel",
    "actions": "to the actions of your turn",
}
FREE_REVIVAL: Final = "The first revival of a turn costs no action; the sips stay."
TAKEN_FIRST: Final = "Who beats you in a duel takes this card while it is active, instead of a random one."
POWERS: Final = {
    "again": "After a failed attack on a card you may throw again, once a turn: `power {id}`.",
    "fly": "You may fly to any field, once a turn, for no action and no movement: `power {id} d4`.",
}


def topics(box: Box, codes: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the pages by their words."""
    pages = {card.id: _card(card, codes[card.id]) for card in box.cards}
    pages["deck"] = (
        "The deck: code, card, value, copies, odds of three dice without a strike, effect while active.",
        *(_row(card, codes[card.id]) for card in box.cards),
        "Three of a kind wins any card. `help sword` tells more about a card.",
    )
    pages["drinks"] = (
        "What a revival costs, by your drink (play it with water):",
        *(f"{drink:<8} {price} {'sip' if price == 1 else 'sips'}" for drink, price in zip(DRINKS, PRICES, strict=True)),
    )
    return pages


def _row(card: Card, code: str) -> str:
    odds = percent(card_chance(card.value, 0))
    return f"{code}  {card.id:<12}{card.value:>3} x{card.copies} {odds:>5}  {effects(card) or 'none but its value'}"


def _card(card: Card, code: str) -> tuple[str, ...]:
    copies = "one copy" if card.copies == 1 else f"{card.copies} copies"
    lines = [f"{card.id}: value {card.value}, {copies} in the deck, {code} on small maps."]
    lines += (
        [KINDS[card.kind], *meanings(card)] if effects(card) else ["It has no effect: its value counts at the end."]
    )
    reach = [f"{percent(card_chance(card.value, strike))} with strike {strike:+d}" for strike in (1, 2)]
    lines.append(f"Three dice win it in {percent(card_chance(card.value, 0))}, {', '.join(reach)}.")
    return tuple(lines)


def meanings(card: Card) -> list[str]:
    """Return the effects of a card in sentences."""
    lines = [f"{getattr(card, key):+d} {MEANINGS[key]}." for key in NUMBERS if getattr(card, key)]
    if card.power:
        lines.append(POWERS["again" if card.power == AGAIN else "fly"].format(id=card.id))
    if card.free_revival:
        lines.append(FREE_REVIVAL)
    if card.taken_first:
        lines.append(TAKEN_FIRST)
    return lines
