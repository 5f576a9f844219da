"""Positions as text: `MAP PLAYERS SIDE PHASE MOVER BUDGET TURN [MODE]`, complete or as one seat sees it."""

from typing import Final

from beachhead.engine.royale.actions import DRINKS as DRINK_NAMES
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.fields import NAMES, NOWHERE, ROWS
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DRINKS,
    DUE,
    DUEL,
    EQUIP,
    NESTED,
    NO_DRINK,
    NOBODY,
    NOT_IN,
    OUT,
    OVER,
    PICK,
    PLACES,
    READY,
    RETREAT,
    ROLLOFF,
    START,
    STOW,
    STRIKE,
    TURN,
    WIND,
    State,
)

FIELD_NAMES: Final = ("MAP", "PLAYERS", "SIDE", "PHASE", "MOVER", "BUDGET", "TURN", "MODE")
BEATEN: Final = "beaten"
PLAIN: Final = {  # phases that are one word
    DEAL: "deal",
    DRINKS: "drinks",
    PLACES: "places",
    EQUIP: "equip",
    START: "start",
    READY: "ready",
    TURN: "turn",
    STRIKE: "strike",
    WIND: "wind",
}
ROLL_NAMES: Final = {DUE: "-", NOT_IN: "x", **{pips: str(pips) for pips in range(1, 7)}}


def write(state: State) -> str:
    """Return the complete position as text."""
    return _write(state, [_list(state.box, reserve) for reserve in state.reserves])


def view(state: State, seat: int) -> str:
    """Return the position as one seat sees it.

    B11: until the end of the game other players see the size of a reserve, not its cards, because on a table it lies face
    down. Events are public, and remembering is allowed.
    """
    if state.phase == OVER:
        return write(state)
    return _write(
        state,
        [
            _list(state.box, reserve) if other == seat else f"?{len(reserve)}"
            for other, reserve in enumerate(state.reserves)
        ],
    )


def _write(state: State, reserves: list[str]) -> str:
    ids = (*state.box.ids, "?", "-")  # UNDEALT and NONE are negative indices
    cards = state.map.cards
    rows = [",".join([ids[cards[field]] for field in row]) for row in ROWS]
    players = [f"{_player_text(state, seat)}:{reserve}" for seat, reserve in enumerate(reserves)]
    text = (
        f"{'/'.join(rows)} {'/'.join(players)} {_seat_text(state.side)} {phase_text(state)} {_seat_text(state.mover)} "
        f"{budget_text(state)} {state.turn}"
    )
    return text if state.mode.text == "standard" else f"{text} {state.mode.text}"


def _player_text(state: State, seat: int) -> str:
    spot, drink, field = state.spots[seat], state.drinks[seat], state.field(seat)
    life = "out" if spot == OUT else "dead" if spot >= DEAD else "alive"
    return (
        f"{NAMES[field] if field != NOWHERE else '-'}:{life}:{DRINK_NAMES[drink] if drink != NO_DRINK else '-'}"
        f":{state.sips[seat]}:{_list(state.box, state.hands[seat].cards)}"
    )


def _list(box: Box, cards: tuple[int, ...]) -> str:
    return ",".join([box.ids[card] for card in cards]) or "-"


def _seat_text(seat: int) -> str:
    return SEATS[seat] if seat != NOBODY else "-"


def phase_text(state: State) -> str:
    """Return the PHASE field."""
    phase = state.phase
    if phase in PLAIN:
        return PLAIN[phase]
    if phase == DUEL:
        return f"duel:{SEATS[state.rival]}:{state.score[0]}-{state.score[1]}"
    if phase == RETREAT:
        winner = state.opponent()
        return "retreat" if winner == NOBODY else f"retreat@{SEATS[winner]}"
    if phase == PICK:
        return f"pick@{SEATS[state.side]}:{SEATS[state.opponent()]}"
    if phase == STOW:
        return f"stow:{state.box.ids[state.waiting]}"
    if phase == ROLLOFF:
        return "rolloff:" + ",".join([ROLL_NAMES[roll] for roll in state.rolls])
    assert state.outcome is not None
    winners = state.outcome.winners
    if len(winners) > 1 and len(winners) == len(state.seats_in()):
        return "over:draw"
    return "over:" + "+".join([SEATS[seat] for seat in winners])


def budget_text(state: State) -> str:
    """Return the BUDGET field: actions and movements left, powers used, and whether the mover has won a duel."""
    if state.phase != TURN and state.phase not in NESTED:
        return "-"
    words = [state.box.ids[card] for card in state.used] + [BEATEN] * state.has_beaten
    return f"{state.actions}.{state.movements}" + (f":{'+'.join(sorted(words))}" if words else "")
