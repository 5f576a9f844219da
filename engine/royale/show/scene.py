"""The scene of a game as a seat sees it: the cards and players on the map, everybody's cards, and who has to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.royale.actions import SEATS, AttackCard, AttackPlayer, Fly, Move, Retreat, SetupPlace
from beachhead.engine.royale.box import ACTIVE, UNDEALT
from beachhead.engine.royale.fields import COLUMN, COLUMNS, NAMES, NOWHERE, ROWS
from beachhead.engine.royale.show.brief import brief
from beachhead.engine.royale.show.panel import due, is_open, notes, shouts
from beachhead.engine.royale.state import DEAD, NOBODY, REDUCED, STOW, State
from beachhead.engine.scene import Arrow, ArrowKind, Cell, Mark, MarkKind, Piece, Scene, Tray
from beachhead.engine.values import Action, Event

FIGURE: Final = "figure"
_UNDEALT: Final = Piece("", is_down=True)
_FROM_SOUTH: Final = [
    (number, field) for number, row in enumerate(reversed(ROWS)) for field in row
]  # the row's number from 0, and the field


def scene(state: State, viewer: int, last: Action | None, events: Sequence[Event], preview: Action | None) -> Scene:
    """Return the scene of a state as a seat sees it; ``viewer`` is NOBODY to see everything."""
    goal = state.map.goal
    return Scene(
        columns=tuple(COLUMNS),
        rows=tuple([str(number + 1) for number in range(len(ROWS))]),
        cells=tuple([Cell(NAMES[field], COLUMN[field], row, _pieces(state, field)) for row, field in _FROM_SOUTH]),
        trays=_trays(state, viewer),
        marks=(
            *[Mark(NAMES[field], MarkKind.LAST) for field in touched(state, last)],
            *[Mark(NAMES[field], MarkKind.PREVIEW) for field in touched(state, preview)],
            *([Mark(NAMES[goal], MarkKind.GOAL)] if goal != NOWHERE else []),
        ),
        arrows=_arrows(state, preview),
        title=f"{state.mode.text}, " + (f"turn {state.turn}" if state.turn else "set-up"),
        due=due(state),
        shouts=shouts(state, events),
        notes=notes(state, viewer, events),
        brief=brief(state, viewer),
        last="" if last is None else last.text,
        preview="" if preview is None else preview.text,
    )


def touched(state: State, action: Action | None) -> list[int]:
    """Return the fields that an action affects."""
    if isinstance(action, Move | Fly | Retreat | SetupPlace):
        return [action.field]
    if isinstance(action, AttackCard | AttackPlayer) and state.mover != NOBODY:
        return [state.field(state.mover)]
    return []


def _arrows(state: State, preview: Action | None) -> tuple[Arrow, ...]:
    """Return arrows for the path of a considered action."""
    if isinstance(preview, Move | Fly | Retreat) and state.side != NOBODY:
        src = state.field(state.side)
        if src != NOWHERE and src != preview.field:
            return (Arrow(NAMES[src], NAMES[preview.field], ArrowKind.MOVE, True),)
    return ()


def _pieces(state: State, field: int) -> tuple[Piece, ...]:
    """Return the card on a field, then the living and the dead players there."""
    card = state.map.cards[field]
    pieces = [_card(state, card, is_on_map=True)] if card >= 0 else [_UNDEALT] if card == UNDEALT else []
    for is_down, place in ((False, field), (True, field + DEAD)):
        pieces += [
            Piece(FIGURE, SEATS[seat], label=str(seat + 1), is_down=is_down)
            for seat, spot in enumerate(state.spots)
            if spot == place
        ]
    return tuple(pieces)


def _card(state: State, card: int, owner: str = "", is_on_map: bool = False) -> Piece:
    kind = state.box.cards[card]
    counts = str(REDUCED) if is_on_map and state.map.is_reduced else ""
    style = "block" if kind.is_cursed else "card"
    return Piece(kind.id, owner, label=str(kind.value), counts=counts, style=style)


def _trays(state: State, viewer: int) -> tuple[Tray, ...]:
    """Return the cards of every seat: active, in reserve, and waiting for a slot."""
    trays = []
    for seat, name in enumerate(SEATS[: len(state.spots)]):
        active: list[Piece | None] = [_card(state, card, name) for card in state.hands[seat].cards]
        active += [None] * (ACTIVE - len(active))
        trays.append(Tray(name, "active", tuple(active)))
        reserve = state.reserves[seat]
        if is_open(state, seat, viewer):
            trays.append(Tray(name, "reserve", tuple([_card(state, card, name) for card in reserve])))
        else:
            trays.append(Tray(name, "reserve", (Piece("", name, is_down=True),) * len(reserve)))
        if state.phase == STOW and seat == state.side:
            trays.append(Tray(name, "waiting", (_card(state, state.waiting, name),)))
    return tuple(trays)
