"""What makes a position impossible: cards that do not add up, and a phase that contradicts the rest."""

from typing import Final, NoReturn

from beachhead.engine.game import BadPosition
from beachhead.engine.royale import duel
from beachhead.engine.royale.actions import PRICES, SEATS
from beachhead.engine.royale.box import ACTIVE, NONE, UNDEALT
from beachhead.engine.royale.cards import pre_turn
from beachhead.engine.royale.deck import SIZE
from beachhead.engine.royale.ending import best, leading
from beachhead.engine.royale.fields import EDGE, NAMES
from beachhead.engine.royale.position import phase_text
from beachhead.engine.royale.setup import seats_from
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DRINKS,
    DUE,
    DUEL,
    EQUIP,
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
    SETUP,
    START,
    STOW,
    STRIKE,
    TURN,
    UNPLACED,
    WIND,
    Outcome,
    State,
)
from beachhead.engine.royale.strike import agains

_DECIDING: Final = (EQUIP, START, READY, TURN, STRIKE, WIND, DUEL)  # the mover's own


def check(state: State) -> None:
    """Raises BadPosition where no game could come to this; tells the reason of an end."""
    _check_players(state)
    _check_cards(state)
    if state.phase == OVER:
        _check_over(state)
    elif len(state.seats_in()) < 2:
        _contradicts(state, "fewer than two seats are in")
    elif state.phase in SETUP:
        _check_setup(state)
    else:
        _check_play(state)


def _contradicts(state: State, reason: str) -> NoReturn:
    raise BadPosition(f"PHASE: {phase_text(state)}, but {reason}")


def _check_players(state: State) -> None:
    """A seat that is out has nothing but its drink and sips; sips come from revivals."""
    if not state.seats_in():
        raise BadPosition("PLAYERS: all seats are out")
    for seat, spot in enumerate(state.spots):
        if spot == OUT and (state.hands[seat].size or state.reserves[seat]):
            raise BadPosition(f"PLAYERS: {SEATS[seat]} is out, and has cards")
        drink, sips = state.drinks[seat], state.sips[seat]
        if drink == NO_DRINK and sips:
            raise BadPosition(f"PLAYERS: {SEATS[seat]} has taken {sips} sips of no drink")
        if drink != NO_DRINK and sips % PRICES[drink]:
            raise BadPosition(f"PLAYERS: {SEATS[seat]}: {sips} sips are no multiple of {PRICES[drink]}, the price")


def _check_cards(state: State) -> None:
    """No more copies than the deck has, and 25 cards in all unless a seat has taken some with it."""
    box = state.box
    found = [card for card in state.map.cards if card >= 0]
    for hand, reserve in zip(state.hands, state.reserves, strict=True):
        found += hand.cards + reserve
    if state.waiting != NONE:
        found.append(state.waiting)
    for card in dict.fromkeys(found):
        if found.count(card) > box.cards[card].copies:
            raise BadPosition(
                f"there are {found.count(card)} {box.ids[card]}, and the deck has {box.cards[card].copies}"
            )
    count = len(found) + state.map.cards.count(UNDEALT)
    if count != SIZE and (OUT not in state.spots or state.turn == 0):
        raise BadPosition(f"there are {count} cards, and the deck has {SIZE}")
    dealt = len(state.map.cards) - state.map.cards.count(UNDEALT)
    if UNDEALT in state.map.cards and (
        state.turn or state.phase not in (DEAL, OVER) or UNDEALT in state.map.cards[:dealt]
    ):
        raise BadPosition("MAP: '?' is for fields not yet dealt, the last ones in reading order, and only in the deal")


def _check_over(state: State) -> None:
    """Who has won, and why, must follow from the rest; the reason is told as far as the position tells it."""
    assert state.outcome is not None
    winners, staying = state.outcome.winners, state.seats_in()
    expected: tuple[int, ...]
    if state.side != NOBODY or state.mover != NOBODY:
        _contradicts(state, "then nobody is due: expected SIDE and MOVER '-'")
    _check_limit(state)
    leader = leading(state) if state.map.count == 1 else NOBODY
    if len(staying) == 1:
        expected, reason = (staying[0],), "resign"
    elif not state.turn:
        _contradicts(state, "before play it ends only with one seat left")
    elif not state.map.count:
        expected, reason = best(state), "cards"
    elif leader != NOBODY:
        expected, reason = (leader,), "lead"
    elif state.turn == state.mode.limit:
        expected, reason = best(state), "turns"
    else:
        _contradicts(state, "there is nothing that would have ended it")
    if tuple(sorted(winners)) != expected:
        _contradicts(state, f"that is won by {'+'.join(SEATS[seat] for seat in expected)}")
    state.outcome = Outcome(expected, reason)


def _check_limit(state: State) -> None:
    if state.mode.limit and state.turn > state.mode.limit:
        raise BadPosition(f"TURN: {state.turn} is beyond the turn limit of {state.mode.limit}")


def _check_setup(state: State) -> None:
    """The order before play: the deal, the roll-off, drinks, places, always from the first player on."""
    if state.turn:
        _contradicts(state, "TURN is 0 before play")
    for seat in range(len(state.spots)):
        if state.spots[seat] >= DEAD or state.sips[seat] or state.cards_of(seat):
            _contradicts(state, f"{SEATS[seat]} cannot be dead, drink or hold cards before play")
    if state.phase in (DEAL, ROLLOFF):
        for seat in state.seats_in():
            if state.spots[seat] != UNPLACED or state.drinks[seat] != NO_DRINK:
                _contradicts(state, f"{SEATS[seat]} has a drink or a field already")
    if state.phase == DEAL:
        if state.side != NOBODY:
            _contradicts(state, "in the deal SIDE is '-'")
        if UNDEALT not in state.map.cards:
            _contradicts(state, "all cards are dealt")
        if state.mover != NOBODY:
            _check_mover(state)
    elif state.phase == ROLLOFF:
        _check_rolloff(state)
    else:
        _check_round(state)


def _check_mover(state: State) -> None:
    if state.mover == NOBODY or state.spots[state.mover] == OUT:
        raise BadPosition("MOVER: expected a seat that is in")


def _check_rolloff(state: State) -> None:
    rolls = state.score
    if len(rolls) != len(state.spots):
        _contradicts(state, f"there are {len(state.spots)} seats")
    if state.mover != NOBODY:
        _contradicts(state, "MOVER is '-' until the first player is known")
    if any(roll != NOT_IN for seat, roll in enumerate(rolls) if state.spots[seat] == OUT):
        _contradicts(state, "a seat that is out does not roll")
    if DUE not in rolls:
        _contradicts(state, "nobody is left to roll")
    if state.side != rolls.index(DUE):
        _contradicts(state, f"it is {SEATS[rolls.index(DUE)]} that rolls next")
    if any(roll > DUE for roll in rolls[state.side :]):
        _contradicts(state, "seats roll in their order")


def _check_round(state: State) -> None:
    """Drinks and places: those before SIDE, from MOVER on, are done, SIDE and those after it are not."""
    _check_mover(state)
    if state.side == NOBODY or state.spots[state.side] == OUT:
        raise BadPosition("SIDE: expected a seat that is in")
    is_due = True
    for seat in reversed(seats_from(state, state.mover)):
        has_drink, spot = state.drinks[seat] != NO_DRINK, state.spots[seat]
        if has_drink != (state.phase == PLACES or not is_due):
            _contradicts(state, f"{SEATS[seat]} {'has a drink already' if has_drink else 'has no drink yet'}")
        if state.phase == DRINKS and spot != UNPLACED:
            _contradicts(state, f"{SEATS[seat]} has a field already")
        if state.phase == PLACES and (spot == UNPLACED) != is_due:
            _contradicts(state, f"{SEATS[seat]} {'has no field yet' if spot == UNPLACED else 'has a field already'}")
        if spot != UNPLACED and spot not in EDGE:
            _contradicts(state, f"{NAMES[spot]} is not on the outer edge")
        if seat == state.side:
            is_due = False


def _check_play(state: State) -> None:
    """Everybody has a drink and a field, the game is not over, and what is due is possible."""
    if not state.turn:
        _contradicts(state, "TURN is 0 before play only")
    _check_limit(state)
    _check_mover(state)
    for seat in state.seats_in():
        if state.drinks[seat] == NO_DRINK or state.spots[seat] == UNPLACED:
            _contradicts(state, f"{SEATS[seat]} has no drink or no field")
    if state.side == NOBODY or state.spots[state.side] == OUT:
        raise BadPosition("SIDE: expected a seat that is in")
    if not state.map.count:
        _contradicts(state, "no card is left on the map, which ends the game")
    if state.map.count == 1 and leading(state) != NOBODY:
        _contradicts(state, f"one card is left and {SEATS[leading(state)]} leads by four, which ends the game")
    _check_used(state)
    if state.phase in _DECIDING:
        if state.side != state.mover:
            _contradicts(state, f"that is up to the mover, {SEATS[state.mover]}")
        _check_own(state)
    else:
        _check_nested(state)


def _check_used(state: State) -> None:
    for card in dict.fromkeys(state.used):
        kind = state.box.cards[card]
        if not kind.power and not kind.free_revival:
            raise BadPosition(f"BUDGET: {kind.id} has no power that could have served")
        if state.used.count(card) > min(kind.copies, ACTIVE):
            raise BadPosition(f"BUDGET: {kind.id} has not that many copies")
    if len([card for card in state.used if card in state.box.frees]) > 1:
        raise BadPosition("BUDGET: one revival a turn is free at most")


def _check_own(state: State) -> None:
    """The phases in which the mover decides or rolls."""
    mover, phase = state.mover, state.phase
    hand, reserve = state.hands[mover], state.reserves[mover]
    if phase in (EQUIP, START, READY):
        due = pre_turn(hand, reserve)
        if phase != due and not (phase == READY and due == START):
            held = f"{hand.size} active cards and {len(reserve)} in reserve"
            _contradicts(state, f"{SEATS[mover]} has {held}")
        return
    if phase == TURN:
        return
    if not state.is_alive(mover):
        _contradicts(state, f"{SEATS[mover]} is dead")
    if phase == DUEL:
        _check_duel(state)
    else:
        _check_struck(state, state.spots[mover])
        if phase == WIND and not agains(state):
            _contradicts(state, f"{SEATS[mover]} has no power left to throw again")


def _check_struck(state: State, field: int) -> None:
    """Who strikes at a card, or died of it, is on its field, with nobody else alive there unless the last-card rule lets it."""
    if state.map.cards[field] == NONE:
        _contradicts(state, f"there is no card on {NAMES[field]}")
    others = [seat for seat, spot in enumerate(state.spots) if spot == field and seat != state.mover]
    if others and not (field == state.map.goal and state.has_beaten):
        _contradicts(state, f"{SEATS[others[0]]} is alive on {NAMES[field]}")


def _check_duel(state: State) -> None:
    mover, rival = state.mover, state.rival
    if rival == mover or state.spots[rival] != state.spots[mover]:
        _contradicts(state, f"{SEATS[rival]} is no opponent alive on the field of {SEATS[mover]}")
    if state.score[0] >= duel.needed(state, rival) or state.score[1] >= duel.needed(state, mover):
        _contradicts(state, "that many throws have won the duel")


def _check_nested(state: State) -> None:
    """RETREAT, PICK and STOW, which may be up to the mover's opponent."""
    mover, side, rival, phase = state.mover, state.side, state.rival, state.phase
    if phase == RETREAT:
        if state.spots[side] < DEAD:
            _contradicts(state, f"{SEATS[side]} is alive")
        if rival == NOBODY:
            if side != mover:
                _contradicts(state, "a card attack is the mover's own")
            _check_struck(state, state.field(side))
        else:
            _check_won(state, rival, side)
            if state.field(rival) != state.field(side):
                _contradicts(state, f"{SEATS[rival]} is not on the field where {SEATS[side]} died")
    elif phase == PICK:
        _check_won(state, side, rival)
        hand = state.hands[rival]
        if not hand.size:
            _contradicts(state, f"{SEATS[rival]} has no active card")
        if hand.first_taken != NONE:
            _contradicts(state, f"{state.box.ids[hand.first_taken]} is taken without a choice")
    else:
        assert phase == STOW
        if not state.box.cards[state.waiting].is_cursed or state.hands[side].size != ACTIVE:
            _contradicts(state, "only a cursed card waits, and only for a slot among three active cards")
        if not state.is_alive(side) or (side != mover and state.is_alive(mover)):
            _contradicts(state, f"{SEATS[side]} has not won a card in this turn")


def _check_won(state: State, winner: int, loser: int) -> None:
    """A duel has just been won, and the mover has a part in it."""
    if winner == loser or state.mover not in (winner, loser):
        _contradicts(state, f"a duel is between the mover, {SEATS[state.mover]}, and another")
    if not state.is_alive(winner) or state.spots[loser] < DEAD:
        _contradicts(state, f"{SEATS[winner]} must be alive and {SEATS[loser]} dead")
    if winner == state.mover and not state.has_beaten:
        _contradicts(state, "the mover has won a duel, and BUDGET does not say 'beaten'")
