"""Positions for the tests, made from what matters in them, so that a row of a table shows that and nothing else."""

import re
from collections.abc import Sequence

from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.fields import NAMES, ROWS
from beachhead.engine.royale.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, Acted, Event

NESTED = ("turn", "strike", "wind", "duel", "retreat", "pick", "stow")
_PLAYER = re.compile(
    r"(?P<field>-|[a-g][1-7])(?P<dead>x?)(?:~(?P<drink>[a-z-]+))?(?:@(?P<sips>\d+))?(?::(?P<cards>.*))?"
)
BOX = ROYALE.start()[0].box
OUT = "-:out:-:0:-:-"


def player(text: str) -> str:
    """A part of the PLAYERS field from `d4`, `d4x` for a dead one, `d4~beer@6:sword,boots:crown` with everything."""
    if text == "out":
        return OUT
    found = _PLAYER.fullmatch(text)
    assert found, text
    active, _, reserve = (found["cards"] or "").partition(":")
    life = "dead" if found["dead"] else "alive"
    return f"{found['field']}:{life}:{found['drink'] or 'wine'}:{found['sips'] or 0}:{active or '-'}:{reserve or '-'}"


def map_text(cards: dict[str, str]) -> str:
    """The MAP field, with these cards on their fields and no others."""
    assert set(cards) <= set(NAMES), cards
    return "/".join(",".join(cards.get(NAMES[field], "-") for field in row) for row in ROWS)


def at(
    cards: str = "d4:greatsword e4:greatsword",
    players: Sequence[str] = ("d4", "e5"),
    phase: str = "turn",
    *,
    side: str = "p1",
    mover: str = "p1",
    budget: str | None = None,
    turn: int = 9,
    mode: str = "",
    rest: str = "out",
) -> str:
    """The text of a position: ``cards`` is `d4:sword e4:crown`. The rest of the deck is gone with one more seat, that is
    out, or with rest="map" it lies on the other fields in reading order.
    """
    found = dict(card.split(":") for card in cards.split())
    seats = [player(text) for text in players]
    if rest == "out":
        seats.append(OUT)
    else:
        held = [id for seat in seats for part in seat.split(":")[4:] for id in part.split(",") if id != "-"]
        left = [BOX.ids[card] for card in BOX.pack]
        for id in (*held, *found.values()):
            left.remove(id)
        free = [name for name in NAMES if name not in found]
        found |= dict(zip(free, left, strict=False))
    if budget is None:
        budget = "1.0" if phase.startswith(NESTED) else "-"
    return " ".join(
        [map_text(found), "/".join(seats), side, phase, mover, budget, str(turn), *([mode] if mode else [])]
    )


def lines(moment: Moment[State]) -> list[str]:
    """The events of a moment as text, what was done and what followed."""
    return [event.text for event in moment.told()]


def event(words: str) -> Event:
    """An event of the game from its text, `won p3 sword d6` or `p3 end`."""
    kind, *rest = words.split()
    if kind in (*SEATS, CHANCE):
        action = ROYALE.canonical(" ".join(rest))
        assert action is not None
        return Acted(kind, action)
    return ROYALE.events[kind](rest)


def state_of(text: str) -> State:
    """The state of a position's text."""
    return ROYALE.read(text)


def legal(text: str) -> set[str]:
    """The texts of the legal actions."""
    return {action.text for action in ROYALE.legal(state_of(text))}


def after(text: str, *actions: str) -> Timeline[State]:
    """The timeline after some actions, each of which must be legal; `forfeit p2 crash` takes a seat out."""
    state = (
        ROYALE.start("standard", {"players": text.removeprefix("start ")})[0] if text[:5] == "start" else state_of(text)
    )
    timeline = Timeline(ROYALE, Moment(state))
    for action in actions:
        match action.split():
            case ["forfeit", seat, reason]:
                timeline = timeline.forfeit(seat, reason)
            case _:
                timeline = timeline.play(ROYALE.action(timeline.state, action))
    return timeline


def told(text: str, *actions: str) -> list[str]:
    """What followed from the last of some actions."""
    return [event.text for event in after(text, *actions).now.events]


def field(text: str, name: str) -> str:
    """One field of a position's text: PHASE, BUDGET, p2 …"""
    names = ("MAP", "PLAYERS", "SIDE", "PHASE", "MOVER", "BUDGET", "TURN", "MODE")
    parts = text.split()
    if name in SEATS:
        return parts[1].split("/")[SEATS.index(name)]
    return parts[names.index(name)]


def found(text: str, name: str, *actions: str) -> str:
    """One field of the position after some actions."""
    return field(ROYALE.write(after(text, *actions).state), name)
