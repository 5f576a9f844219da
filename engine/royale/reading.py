"""Positions read: from a whole position's text to a state, or the field that is wrong and why."""

import re
from typing import Final

from beachhead.engine.game import BadOption, BadPosition
from beachhead.engine.royale.actions import DRINKS as DRINK_NAMES
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import ACTIVE, NONE, UNDEALT, Box
from beachhead.engine.royale.fields import COUNT, FIELDS, ROWS
from beachhead.engine.royale.mode import read_mode
from beachhead.engine.royale.position import BEATEN, FIELD_NAMES, PLAIN, ROLL_NAMES, phase_text
from beachhead.engine.royale.soundness import check
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DUEL,
    NESTED,
    NO_DRINK,
    NOBODY,
    OUT,
    OVER,
    PICK,
    RETREAT,
    ROLLOFF,
    STOW,
    TURN,
    UNPLACED,
    Map,
    Outcome,
    State,
)

_PLAIN_PHASES: Final = {word: phase for phase, word in PLAIN.items()}
_ROLLS: Final = {word: roll for roll, word in ROLL_NAMES.items()}

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_BUDGET: Final = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})(?::([a-z0-9+-]+))?")
_ROLLOFF: Final = re.compile(r"rolloff:([1-6x-](?:,[1-6x-])*)")
_DUEL: Final = re.compile(r"duel:(p[1-6]):(0|[1-9][0-9]{0,3})-(0|[1-9][0-9]{0,3})")
_RETREAT: Final = re.compile(r"retreat(?:@(p[1-6]))?")
_PICK: Final = re.compile(r"pick@(p[1-6]):(p[1-6])")
_STOW: Final = re.compile(r"stow:([a-z0-9-]+)")
_OVER: Final = re.compile(r"over:(draw|p[1-6](?:\+p[1-6])*)")


def read(box: Box, text: str) -> State:
    """The state of a whole position; raises BadPosition."""
    fields = text.split()
    if not 7 <= len(fields) <= 8:
        raise BadPosition(f"expected 7 or 8 fields ({' '.join(FIELD_NAMES)}), got {len(fields)}")
    try:
        mode = read_mode(fields[7] if len(fields) == 8 else "standard")
    except BadOption as bad:
        raise BadPosition(f"MODE: {bad}") from None
    map = Map(box, _read_map(box, fields[0]))
    players = fields[1].split("/")
    if not 2 <= len(players) <= len(SEATS):
        raise BadPosition(f"PLAYERS: expected 2 to {len(SEATS)} seats joined by '/', got {len(players)}")
    state = State(
        box, mode, map, [], [], [], [], [], _read_seat("SIDE", fields[2], len(players)), DEAL,
        _read_seat("MOVER", fields[4], len(players)), 0, 0, (), False, _read_number("TURN", fields[6]), NOBODY, (), NONE,
        None, (),
    )  # fmt: skip
    for seat, player in zip(SEATS, players, strict=False):
        _read_player(state, f"PLAYERS: {seat}", player)
    _read_phase(state, fields[3])
    _read_budget(state, fields[5])
    check(state)
    return state


def _read_map(box: Box, text: str) -> tuple[int, ...]:
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise BadPosition(f"MAP: expected {len(ROWS)} rows joined by '/', got {len(rows)}")
    cards: list[int] = []
    for number, row, fields in zip(range(len(ROWS), 0, -1), rows, ROWS, strict=True):
        found = row.split(",")
        if len(found) != len(fields):
            raise BadPosition(f"MAP: row {number} has {len(found)} fields, not {len(fields)}")
        for id in found:
            cards.append({"-": NONE, "?": UNDEALT}[id] if id in ("-", "?") else _read_card(box, "MAP", id))
    assert len(cards) == COUNT
    return tuple(cards)


def _read_card(box: Box, where: str, id: str) -> int:
    if id not in box.by_id:
        raise BadPosition(f"{where}: '{id[:24]}' is no card of the deck")
    return box.by_id[id]


def _read_seat(where: str, text: str, count: int) -> int:
    if text == "-":
        return NOBODY
    if text not in SEATS[:count]:
        raise BadPosition(f"{where}: expected {SEATS[0]} to {SEATS[count - 1]} or -, got '{text[:20]}'")
    return SEATS.index(text)


def _read_number(where: str, text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise BadPosition(f"{where}: expected a number of at most 9 digits, got '{text[:20]}'")
    return int(text)


def _read_player(state: State, where: str, text: str) -> None:
    """Adds what a part of the PLAYERS field says to the state."""
    parts = text.split(":")
    if len(parts) != 6:
        raise BadPosition(f"{where}: expected FIELD:LIFE:DRINK:SIPS:ACTIVE:RESERVE, got '{text[:40]}'")
    field, life, drink, sips, active, reserve = parts
    if field != "-" and field not in FIELDS:
        raise BadPosition(f"{where}: '{field[:20]}' is no field of the map")
    if life not in ("alive", "dead", "out"):
        raise BadPosition(f"{where}: expected alive, dead or out, got '{life[:20]}'")
    if drink != "-" and drink not in DRINK_NAMES:
        raise BadPosition(f"{where}: '{drink[:20]}' is no drink: expected {', '.join(DRINK_NAMES)} or -")
    if reserve.startswith("?"):
        raise BadPosition(
            f"{where}: its reserve is hidden ({reserve[:20]}): this is what a seat sees, and no whole position"
        )
    hand = _read_cards(state.box, where, active)
    if len(hand) > ACTIVE:
        raise BadPosition(f"{where}: {len(hand)} active cards, and a player has {ACTIVE} at most")
    if life != "alive" and (field == "-") != (life == "out"):
        raise BadPosition(f"{where}: {life} on {field}: who is dead lies on a field, who is out on none")
    state.spots.append(OUT if life == "out" else UNPLACED if field == "-" else FIELDS[field] + DEAD * (life == "dead"))
    state.drinks.append(NO_DRINK if drink == "-" else DRINK_NAMES.index(drink))
    state.sips.append(_read_number(where, sips))
    state.hands.append(state.box.hand(hand))
    state.reserves.append(_read_cards(state.box, where, reserve))


def _read_cards(box: Box, where: str, text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(sorted([_read_card(box, where, id) for id in text.split(",", COUNT)]))


def _read_phase(state: State, text: str) -> None:
    """Sets the phase and what belongs to it, as far as that is read and not judged."""
    count = len(state.spots)
    if text in _PLAIN_PHASES:
        state.phase = _PLAIN_PHASES[text]
    elif found := _ROLLOFF.fullmatch(text):
        state.phase = ROLLOFF
        state.score = tuple([_ROLLS[roll] for roll in found[1].split(",")])
    elif found := _DUEL.fullmatch(text):
        state.phase = DUEL
        state.rival = _read_seat("PHASE", found[1], count)
        state.score = (int(found[2]), int(found[3]))
    elif found := _RETREAT.fullmatch(text):
        state.phase = RETREAT
        state.rival = NOBODY if found[1] is None else _read_seat("PHASE", found[1], count)
    elif found := _PICK.fullmatch(text):
        state.phase = PICK
        if _read_seat("PHASE", found[1], count) != state.side:
            raise BadPosition(f"SIDE: in PHASE {text} it is {found[1]} that takes")
        state.rival = _read_seat("PHASE", found[2], count)
    elif found := _STOW.fullmatch(text):
        state.phase = STOW
        state.waiting = _read_card(state.box, "PHASE", found[1])
    elif found := _OVER.fullmatch(text):
        state.phase = OVER
        seats = state.seats_in()
        if found[1] == "draw" and len(seats) == 1:
            raise BadPosition(f"PHASE: over:draw, but {SEATS[seats[0]]} alone is in, and has won")
        if found[1] != "draw":
            seats = [_read_seat("PHASE", seat, count) for seat in found[1].split("+")]
        state.outcome = Outcome(tuple(seats), "")
    else:
        raise BadPosition(
            f"PHASE: '{text[:20]}' is no phase: expected deal, drinks, turn, duel:p2:0-1, … as the rules list"
        )


def _read_budget(state: State, text: str) -> None:
    has_budget = state.phase == TURN or state.phase in NESTED
    if text == "-" and not has_budget:
        return
    found = _BUDGET.fullmatch(text)
    if found is None or not has_budget:
        expected = "ACTIONS.MOVEMENTS and what has served, as in 1.0:second-wind" if has_budget else "'-'"
        raise BadPosition(f"BUDGET: in PHASE {phase_text(state)} expected {expected}, got '{text[:40]}'")
    state.actions, state.movements = int(found[1]), int(found[2])
    words = found[3].split("+") if found[3] else []
    if words.count(BEATEN) > 1:
        raise BadPosition(f"BUDGET: '{BEATEN}' stands there once or not at all")
    state.has_beaten = BEATEN in words
    state.used = tuple(sorted([_read_card(state.box, "BUDGET", word) for word in words if word != BEATEN]))
