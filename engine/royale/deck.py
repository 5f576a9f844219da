"""Decks: the cards of a game, read from a TOML file that players can write themselves (rule id 3.2).

The file defines the effects of each card; no code depends on the id of a card.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn

SIZE: Final = 25
AGAIN: Final = "again"
FLY: Final = "fly"
CURSED: Final = "cursed"
KINDS: Final = ("passive", "power", CURSED)
POWERS: Final = (AGAIN, FLY)
NUMBERS: Final = ("movement", "strike", "throw", "shields", "actions")
FLAGS: Final = ("free_revival", "taken_first")
KEYS: Final = ("id", "value", "copies", "kind", *NUMBERS, *FLAGS, "power")
RESERVED: Final = ("beaten", "card")  # words that are used in the place of ids
MOST: Final = 99  # limit of a value, and of an effect in either direction

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")
_HEADER: Final = re.compile(r"\s*\[\[\s*card\s*\]\]")
_KEY: Final = re.compile(r"\s*[\"']?([^\"'=\s\[#]+)[\"']?\s*=")
_AT_LINE: Final = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class BadDeck(Exception):
    """Raised if a text is not a valid deck; holds the line of the file and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Card:
    """One kind of card: its id, its value, the number of copies, and its effects while it is active."""

    __slots__ = (
        "actions", "copies", "free_revival", "id", "is_cursed", "kind", "movement", "power", "shields", "strike",
        "taken_first", "throw", "value",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        value: int,
        copies: int,
        kind: str,
        *,
        movement: int = 0,
        strike: int = 0,
        throw: int = 0,
        shields: int = 0,
        actions: int = 0,
        free_revival: bool = False,
        taken_first: bool = False,
        power: str | None = None,
    ) -> None:
        self.id = id
        self.value = value
        self.copies = copies
        self.kind = kind
        self.is_cursed = kind == CURSED
        self.movement = movement
        self.strike = strike
        self.throw = throw
        self.shields = shields
        self.actions = actions
        self.free_revival = free_revival
        self.taken_first = taken_first
        self.power = power


def read_deck(text: str) -> tuple[Card, ...]:
    """Return the cards of a deck in the order of the file; raise BadDeck if it is invalid."""
    tables, lines = _parse(text)
    cards: list[Card] = []
    for table, where in zip(tables, lines, strict=True):
        card = _read_card(table, where)
        if any(card.id == other.id for other in cards):
            raise BadDeck(where.line("id"), f"there is a card '{card.id}' already: ids tell cards apart")
        cards.append(card)
    count = sum(card.copies for card in cards)
    if count != SIZE:
        raise BadDeck(lines[-1].line("copies"), f"the copies of all cards add up to {count}, not to {SIZE}")
    return tuple(cards)


class _Where:
    """The line numbers of one card in the file: its header and its keys."""

    __slots__ = ("header", "keys")

    def __init__(self, header: int) -> None:
        self.header = header
        self.keys: dict[str, int] = {}

    def line(self, key: str) -> int:
        return self.keys.get(key, self.header)


def _parse(text: str) -> tuple[Sequence[dict[str, Any]], list[_Where]]:  # Any: what a TOML file may hold
    """Return the tables of the file, and the line numbers of their keys."""
    import tomllib

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        at = _AT_LINE.search(str(bad))
        line = int(at[1]) if at and at[1] else text.count("\n") + 1
        raise BadDeck(line, _AT_LINE.sub("", str(bad)) + " (no TOML)") from None
    except RecursionError:
        raise BadDeck(1, "it nests too deeply") from None
    top, lines = _locate(text)
    for key in found:
        if key != "card":
            raise BadDeck(top.line(key), f"'{key[:24]}' is not part of a deck: expected only [[card]]")
    tables = found.get("card", [])
    if not isinstance(tables, list) or len(tables) != len(lines) or not tables:
        raise BadDeck(top.line("card"), "expected cards, each under a line [[card]] of its own")
    return tables, lines


def _locate(text: str) -> tuple[_Where, list[_Where]]:
    """Return the line numbers of the keys before the first card, and of the keys of each card."""
    top, cards = _Where(1), list[_Where]()
    for number, line in enumerate(text.split("\n"), 1):
        if _HEADER.match(line):
            cards.append(_Where(number))
        elif found := _KEY.match(line):
            (cards[-1] if cards else top).keys.setdefault(found[1], number)
        elif found := re.match(r"\s*\[+\s*[\"']?([^\]\"'.\s]+)", line):
            top.keys.setdefault(found[1], number)
    return top, cards


def _read_card(table: dict[str, Any], where: _Where) -> Card:  # Any: unchecked content of the file
    def refuse(key: str, reason: str) -> NoReturn:
        raise BadDeck(where.line(key), reason)

    for key in table:
        if key not in KEYS:
            refuse(key, f"'{key[:24]}' is not a key of a card: expected {', '.join(KEYS)}")
    for key in KEYS[:4]:
        if key not in table:
            refuse(key, f"the card has no {key}")
    id = table["id"]
    if not isinstance(id, str) or _ID.fullmatch(id) is None:
        refuse("id", f"id {str(id)[:40]!r}: expected a letter and up to 23 of a-z, 0-9 and -")
    if id in RESERVED:
        refuse("id", f"'{id}' has a meaning of its own and cannot be an id")
    if table["kind"] not in KINDS:
        refuse("kind", f"kind {str(table['kind'])[:24]!r}: expected {', '.join(KINDS)}")
    for key, least, most in (("value", 1, MOST), ("copies", 1, SIZE), *((key, -MOST, MOST) for key in NUMBERS)):
        number = table.get(key, least)
        if type(number) is not int or not least <= number <= most:
            refuse(key, f"{key} {str(number)[:24]}: expected a whole number from {least} to {most}")
    for key in FLAGS:
        if table.get(key, True) is not True:
            refuse(key, f"{key} {str(table[key])[:24]}: expected true, or no such line")
    if table.get("power", AGAIN) not in POWERS:
        refuse("power", f"power {str(table['power'])[:24]!r}: expected {' or '.join(POWERS)}")
    if "power" in table and "free_revival" in table:
        refuse("free_revival", "a card has a power or a free revival, not both")
    return Card(**table)
