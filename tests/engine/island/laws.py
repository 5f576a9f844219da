"""Laws of the island alone, and what they are checked with: every mode, and every well-formed action."""

import re
from collections.abc import Iterator
from random import Random

from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import BY_TEXT, SLOTS
from beachhead.engine.island.mode import BASES
from beachhead.engine.island.pieces import TYPE_NAMES
from beachhead.engine.island.squares import FACING_NAMES, NAMES
from beachhead.engine.island.state import State
from beachhead.engine.values import CHANCE, Action

MODES = tuple(
    base + live + chain + turns
    for base in BASES
    for live in ("", "+live")
    for chain in ("", "+chain")
    for turns in ("", "+turns:25", "+turns:0")
)
_CELL = re.compile(r"1[0-2]|[1-9]|\*|[SJTsjt][nesw]")
_SQUARE = re.compile(r"\b([a-l])(1[0-2]|[1-9])\b")
_OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
_SIDES = {"south": "north", "north": "south"}


def well_formed(state: State, rng: Random, count: int) -> Iterator[Action]:
    """Every canonical action, then odd ones: second squares that no geometry allows, or none, characters far from home."""
    yield from BY_TEXT.values()
    for _ in range(count):
        src, dst, slot = rng.choice(NAMES), rng.choice(NAMES), rng.randint(1, SLOTS)
        hand, kind, facing = rng.choice(("left", "right")), rng.choice(TYPE_NAMES), rng.choice(FACING_NAMES)
        for text in (
            f"move {src} {dst}",
            f"turn {src} {dst} {hand}",
            f"shoot {src} {dst}",
            f"reinforce {slot} {dst}",
            f"setup {kind} {dst} {facing}",
            f"move {src}",
            f"turn {src} {hand}",
            f"shoot {src}",
            f"reinforce {slot}",
        ):
            yield ISLAND.action(state, text)


def one_block_a_line(state: State) -> None:
    """There is at most one block in every row and in every column."""
    rows = ISLAND.write(state).partition(" ")[0].split("/")
    cells = [spread(row) for row in rows]
    assert all(row.count("*") <= 1 for row in cells), rows
    assert all(column.count("*") <= 1 for column in map(list, zip(*cells, strict=True))), rows


def characters_are_only_lost(before: State, after: State) -> None:
    """No side ever has more of a type than a moment ago, island, pad and hand together."""
    was, now = characters(ISLAND.write(before)), characters(ISLAND.write(after))
    assert all(now.count(letter) <= was.count(letter) for letter in "SJTsjt"), (was, now)


def characters(text: str) -> str:
    """The letters of all characters in a position's text."""
    board, south, north = text.split()[:3]
    on_island = [cell[0] for row in board.split("/") for cell in spread(row) if len(cell) == 2]
    return "".join(on_island) + south[2:] + north[2:]


def mirrors(state: State) -> None:
    """At a decision, the island turned half round has the legal actions turned half round, and they lead to the same."""
    if ISLAND.actor(state) in (None, CHANCE):
        return
    text = ISLAND.write(state)
    turned = ISLAND.read(mirrored(text))
    assert {mirrored_action(action.text) for action in ISLAND.legal(state)} == {a.text for a in ISLAND.legal(turned)}, (
        text
    )
    for action in ISLAND.legal(state):
        after, _ = ISLAND.apply(state, action)
        other, _ = ISLAND.apply(turned, BY_TEXT[mirrored_action(action.text)])
        assert ISLAND.actor(after) in (CHANCE, None) or mirrored(ISLAND.write(after)) == ISLAND.write(other), text


def spread(row: str) -> list[str]:
    """The twelve cells of a row's text."""
    return [cell for found in _CELL.findall(row) for cell in (["."] * int(found) if found.isdigit() else [found])]


def mirrored(text: str) -> str:
    """A position's text with north and south exchanged by turning the board half round."""
    board, south, north, blocks, side, phase, *rest = text.split()
    rows = [spread(row)[::-1] for row in reversed(board.split("/"))]
    turned = "/".join(_joined([_turned(cell) for cell in row]) for row in rows)
    over, colon, winner = phase.partition(":")
    if over == "over":
        phase = over + colon + _SIDES.get(winner, winner)
    return " ".join(
        [turned, _turned_pad(north), _turned_pad(south), blocks, _SIDES.get(side, side), _turn_squares(phase), *rest]
    )


def mirrored_action(text: str) -> str:
    """An action's text for the board turned half round: left stays left, and west becomes east."""
    words = _turn_squares(text).split()
    facings = dict(zip(FACING_NAMES, FACING_NAMES[2:] + FACING_NAMES[:2], strict=True))
    slots = {str(slot): str(SLOTS + 1 - slot) for slot in range(1, SLOTS + 1)}
    return " ".join([words[0], *(facings.get(word) or slots.get(word) or word for word in words[1:])])


def _turned(cell: str) -> str:
    return cell if len(cell) == 1 else cell[0].swapcase() + _OPPOSITE[cell[1]]


def _joined(cells: list[str]) -> str:
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(cells))


def _turned_pad(text: str) -> str:
    pad, plus, hand = text.partition("+")
    if pad != "-":
        pad = chr(ord("a") + ord("l") - ord(pad[0])) + ":" + pad[:1:-1].swapcase()
    return pad + plus + hand.swapcase()


def _turn_squares(text: str) -> str:
    return _SQUARE.sub(lambda name: chr(ord("a") + ord("l") - ord(name[1])) + str(13 - int(name[2])), text)
