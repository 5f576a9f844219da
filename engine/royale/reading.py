"""Read positions: from the text of a complete position to a state, or a message that names the invalid field."""

import re
from typing import Final, NamedTuple

from beachhead.engine.royale.actions import DRINKS as DRINK_NAMES
from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.box import ACTIVE, NONE, UNDEALT, Box
from beachhead.engine.royale.fields import COUNT, FIELDS, ROWS
from beachhead.engine.royale.mode import read_mode
from beachhead.engine.royale.position import BEATEN, FIELD_NAMES, PLAIN, ROLL_NAMES
from beachhead.engine.royale.soundness import check
from beachhead.engine.royale.state import (
    DEAD,
    DUEL,
    NESTED,
    NO_DRINK,
    NO_SCORE,
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
from beachhead.engine.values import BadOption, BadPosition

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


class _Due:
    """The contents of the PHASE and BUDGET fields."""

    __slots__ = ("actions", "has_beaten", "movements", "phase", "rival", "rolls", "score", "used", "waiting", "winners")

    def __init__(self, phase: int) -> None:
        self.phase = phase
        self.rival = NOBODY
        self.score = NO_SCORE
        self.waiting = NONE
        self.rolls: tuple[int, ...] = ()
        self.winners: tuple[str, ...] = ()  # in OVER; empty for a draw
        self.actions = self.movements = 0
        self.used: tuple[int, ...] = ()
        self.has_beaten = False


def read(box: Box, text: str) -> State:
    """Return the state of a complete position; raise BadPosition if it is invalid."""
    return check(parse(box, text))


def parse(box: Box, text: str) -> State:
    """Return the state of a position without checking whether a game can reach it; raise BadPosition."""
    fields = text.split()
    if not 7 <= len(fields) <= 8:
        raise BadPosition(f"expected 7 or 8 fields ({' '.join(FIELD_NAMES)}), got {len(fields)}")
    try:
        mode = read_mode(fields[7] if len(fields) == 8 else "standard")
    except BadOption as bad:
        raise BadPosition(f"MODE: {bad}") from None
    map = Map(box, _read_map(box, fields[0]))
    texts = fields[1].split("/")
    if not 2 <= len(texts) <= len(SEATS):
        raise BadPosition(f"PLAYERS: expected 2 to {len(SEATS)} seats joined by '/', got {len(texts)}")
    side = _read_seat("SIDE", fields[2], len(texts))
    mover = _read_seat("MOVER", fields[4], len(texts))
    turn = _read_number("TURN", fields[6])
    players = [_read_player(box, f"PLAYERS: {seat}", player) for seat, player in zip(SEATS, texts, strict=False)]
    spots = [player.spot for player in players]
    due = _read_phase(box, fields[3], side, mover, len(players))
    _read_budget(box, due, fields[3], fields[5])
    outcome = Outcome(_winners(due, spots), "") if due.phase == OVER else None
    return State(
        box, mode, map, spots, [player.drink for player in players], [player.sips for player in players],
        [box.hand(player.hand) for player in players], [player.reserve for player in players], (),
        side, due.phase, mover, turn, due.actions, due.movements, due.used, due.has_beaten,
        due.rival, due.score, due.waiting, due.rolls, outcome,
    )  # fmt: skip


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
        raise BadPosition(f"{where}: '{id[:24]}' is not a card of the deck")
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


class _Player(NamedTuple):
    """One player in the PLAYERS field."""

    spot: int
    drink: int
    sips: int
    hand: tuple[int, ...]
    reserve: tuple[int, ...]


def _read_player(box: Box, where: str, text: str) -> _Player:
    parts = text.split(":")
    if len(parts) != 6:
        raise BadPosition(f"{where}: expected FIELD:LIFE:DRINK:SIPS:ACTIVE:RESERVE, got '{text[:40]}'")
    field, life, drink, sips, active, reserve = parts
    if field != "-" and field not in FIELDS:
        raise BadPosition(f"{where}: '{field[:20]}' is not a field of the map")
    if life not in ("alive", "dead", "out"):
        raise BadPosition(f"{where}: expected alive, dead or out, got '{life[:20]}'")
    if drink != "-" and drink not in DRINK_NAMES:
        raise BadPosition(f"{where}: '{drink[:20]}' is not a drink: expected {', '.join(DRINK_NAMES)} or -")
    if reserve.startswith("?"):
        raise BadPosition(
            f"{where}: its reserve is hidden ({reserve[:20]}): this is what a seat sees, and no whole position"
        )
    hand = _read_cards(box, where, active)
    if len(hand) > ACTIVE:
        raise BadPosition(f"{where}: {len(hand)} active cards, and a player has {ACTIVE} at most")
    if life != "alive" and (field == "-") != (life == "out"):
        raise BadPosition(f"{where}: {life} on {field}: who is dead lies on a field, who is out on none")
    return _Player(
        OUT if life == "out" else UNPLACED if field == "-" else FIELDS[field] + DEAD * (life == "dead"),
        NO_DRINK if drink == "-" else DRINK_NAMES.index(drink),
        _read_number(where, sips),
        hand,
        _read_cards(box, where, reserve),
    )


def _read_cards(box: Box, where: str, text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(sorted([_read_card(box, where, id) for id in text.split(",", COUNT)]))


def _read_phase(box: Box, text: str, side: int, mover: int, count: int) -> _Due:
    """Return the contents of the PHASE field; they are parsed, not checked."""
    if text in _PLAIN_PHASES:
        return _Due(_PLAIN_PHASES[text])
    if found := _ROLLOFF.fullmatch(text):
        due = _Due(ROLLOFF)
        due.rolls = tuple([_ROLLS[roll] for roll in found[1].split(",")])
    elif found := _DUEL.fullmatch(text):
        due = _Due(DUEL)
        due.rival = _read_seat("PHASE", found[1], count)
        due.score = (int(found[2]), int(found[3]))
    elif found := _RETREAT.fullmatch(text):
        due = _Due(RETREAT)
        if found[1] is not None:
            due.rival = _rival(text, _read_seat("PHASE", found[1], count), side, mover)
    elif found := _PICK.fullmatch(text):
        due = _Due(PICK)
        winner, loser = (_read_seat("PHASE", seat, count) for seat in found.groups())
        if winner != side:
            raise BadPosition(f"SIDE: in PHASE {text} it is {found[1]} that takes")
        due.rival = _rival(text, winner, loser, mover)
    elif found := _STOW.fullmatch(text):
        due = _Due(STOW)
        due.waiting = _read_card(box, "PHASE", found[1])
    elif found := _OVER.fullmatch(text):
        due = _Due(OVER)
        due.winners = () if found[1] == "draw" else tuple(found[1].split("+"))
    else:
        raise BadPosition(
            f"PHASE: '{text[:20]}' is not a phase: expected deal, drinks, turn, duel:p2:0-1, … as the rules list"
        )
    return due


def _rival(text: str, winner: int, loser: int, mover: int) -> int:
    """Return the mover's opponent in a duel that has been won."""
    if mover == NOBODY:
        raise BadPosition("MOVER: expected a seat that is in")
    if winner == loser or mover not in (winner, loser):
        raise BadPosition(f"PHASE: {text}, but a duel is between the mover, {SEATS[mover]}, and another")
    return loser if mover == winner else winner


def _winners(due: _Due, spots: list[int]) -> tuple[int, ...]:
    """Return the seats that have won; in a draw all seats that are in."""
    if due.winners:
        return tuple([_read_seat("PHASE", seat, len(spots)) for seat in due.winners])
    staying = tuple([seat for seat, spot in enumerate(spots) if spot != OUT])
    if len(staying) == 1:
        raise BadPosition(f"PHASE: over:draw, but {SEATS[staying[0]]} alone is in, and has won")
    return staying


def _read_budget(box: Box, due: _Due, phase_text: str, text: str) -> None:
    """Add the contents of the BUDGET field."""
    has_budget = due.phase == TURN or due.phase in NESTED
    if text == "-" and not has_budget:
        return
    found = _BUDGET.fullmatch(text)
    if found is None or not has_budget:
        expected = "ACTIONS.MOVEMENTS and what has served, as in 1.0:second-wind" if has_budget else "'-'"
        raise BadPosition(f"BUDGET: in PHASE {phase_text} expected {expected}, got '{text[:40]}'")
    due.actions, due.movements = int(found[1]), int(found[2])
    words = found[3].split("+") if found[3] else []
    if words.count(BEATEN) > 1:
        raise BadPosition(f"BUDGET: '{BEATEN}' stands there once or not at all")
    due.has_beaten = BEATEN in words
    due.used = tuple(sorted([_read_card(box, "BUDGET", word) for word in words if word != BEATEN]))
