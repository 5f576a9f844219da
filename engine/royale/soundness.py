"""Checks that a game can reach a position: the cards must add up, and the phase must fit the rest."""

from typing import Final

from beachhead.engine.royale import duel
from beachhead.engine.royale.actions import PRICES, SEATS
from beachhead.engine.royale.before_play import check_given_up, check_mover, check_setup, contradicts
from beachhead.engine.royale.box import ACTIVE, NONE, UNDEALT
from beachhead.engine.royale.cards import pre_turn
from beachhead.engine.royale.deck import SIZE
from beachhead.engine.royale.ending import best, leading
from beachhead.engine.royale.fields import NAMES, NEIGHBOURS, NOWHERE
from beachhead.engine.royale.state import (
    DEAD,
    DEAL,
    DUEL,
    EQUIP,
    NO_DRINK,
    NOBODY,
    OUT,
    OVER,
    PICK,
    READY,
    RETREAT,
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
from beachhead.engine.values import BadPosition

_DECIDING: Final = (EQUIP, START, READY, TURN, STRIKE, WIND, DUEL)  # phases in which the mover decides or rolls


def check(state: State) -> State:
    """Return the state, with the reason if the game is over; raise BadPosition if no game can reach it."""
    _check_players(state)
    _check_cards(state)
    if state.phase == OVER:
        return state.ended(_outcome(state))
    if len(state.seats_in()) < 2:
        contradicts(state, "fewer than two seats are in")
    if state.phase in SETUP:
        check_setup(state)
    else:
        _check_play(state)
    return state


def _check_players(state: State) -> None:
    """Check that a seat that is out has only its drink and sips, and that sips match revivals."""
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
    """Check that there are no more copies than in the deck, and 25 cards in all unless a seat took some with it."""
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


def _outcome(state: State) -> Outcome:
    """Return the winners and, as far as the position tells it, the reason; raise BadPosition if they do not fit."""
    assert state.outcome is not None
    winners, staying = state.outcome.winners, state.seats_in()
    expected: tuple[int, ...]
    if state.side != NOBODY or state.mover != NOBODY:
        contradicts(state, "then nobody is due: expected SIDE and MOVER '-'")
    if state.turn:
        _check_limit(state)
        _check_begun(state)
    else:
        check_given_up(state)
    leader = leading(state) if state.map.count == 1 else NOBODY
    if len(staying) == 1:
        expected, reason = (staying[0],), "resign"
    elif not state.map.count:
        expected, reason = best(state), "cards"
    elif leader != NOBODY:
        expected, reason = (leader,), "lead"
    elif state.turn == state.mode.limit:
        expected, reason = best(state), "turns"
    else:
        contradicts(state, "there is nothing that would have ended it")
    if tuple(sorted(winners)) != expected:
        contradicts(state, f"that is won by {'+'.join(SEATS[seat] for seat in expected)}")
    return Outcome(expected, reason)


def _check_limit(state: State) -> None:
    if state.mode.limit and state.turn > state.mode.limit:
        raise BadPosition(f"TURN: {state.turn} is beyond the turn limit of {state.mode.limit}")


def _check_play(state: State) -> None:
    """Check that everybody has a drink and a field, that the game is not over, and that the phase is possible."""
    if not state.turn:
        contradicts(state, "TURN is 0 before play only")
    _check_limit(state)
    check_mover(state)
    _check_begun(state)
    if state.side == NOBODY or state.spots[state.side] == OUT:
        raise BadPosition("SIDE: expected a seat that is in")
    if not state.map.count:
        contradicts(state, "no card is left on the map, which ends the game")
    if state.map.count == 1 and leading(state) != NOBODY:
        contradicts(state, f"one card is left and {SEATS[leading(state)]} leads by four, which ends the game")
    _check_used(state)
    if state.phase in _DECIDING:
        if state.side != state.mover:
            contradicts(state, f"that is up to the mover, {SEATS[state.mover]}")
        _check_own(state)
    else:
        _check_nested(state)


def _check_begun(state: State) -> None:
    for seat in state.seats_in():
        if state.drinks[seat] == NO_DRINK or state.spots[seat] == UNPLACED:
            contradicts(state, f"{SEATS[seat]} has no drink or no field")


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
    """Check the phases in which the mover decides or rolls."""
    mover, phase = state.mover, state.phase
    hand, reserve = state.hands[mover], state.reserves[mover]
    if phase in (EQUIP, START, READY):
        due = pre_turn(hand, reserve)
        if phase != due and not (phase == READY and due == START):
            held = f"{hand.size} active cards and {len(reserve)} in reserve"
            contradicts(state, f"{SEATS[mover]} has {held}")
        return
    if phase == TURN:
        return
    if not state.is_alive(mover):
        contradicts(state, f"{SEATS[mover]} is dead")
    if phase == DUEL:
        _check_duel(state)
    else:
        _check_struck(state, state.spots[mover])
        if phase == WIND and not agains(state):
            contradicts(state, f"{SEATS[mover]} has no power left to throw again")


def _check_struck(state: State, field: int) -> None:
    """Check that a card could be attacked on this field: no other living player there, except by the last-card rule."""
    if state.map.cards[field] == NONE:
        contradicts(state, f"there is no card on {NAMES[field]}")
    others = [seat for seat, spot in enumerate(state.spots) if spot == field and seat != state.mover]
    if others and not (field == state.map.goal and state.has_beaten):
        contradicts(state, f"{SEATS[others[0]]} is alive on {NAMES[field]}")


def _check_duel(state: State) -> None:
    mover, rival = state.mover, state.rival
    if rival == mover or state.spots[rival] != state.spots[mover]:
        contradicts(state, f"{SEATS[rival]} is not a living opponent on the field of {SEATS[mover]}")
    _check_fought(state, state.spots[mover])
    if state.score[0] >= duel.needed(state, rival) or state.score[1] >= duel.needed(state, mover):
        contradicts(state, "that many throws have won the duel")


def _check_fought(state: State, field: int) -> None:
    """Check that duels take place only on the field of the last card, if one card is left."""
    goal = state.map.goal
    if goal not in (NOWHERE, field):
        contradicts(state, f"one card is left, on {NAMES[goal]}, and nobody duels on {NAMES[field]}")


def _check_nested(state: State) -> None:
    """Check RETREAT, PICK and STOW, in which the mover's opponent may have to act."""
    mover, side, other, phase = state.mover, state.side, state.opponent(), state.phase
    if phase == RETREAT:
        if state.spots[side] < DEAD:
            contradicts(state, f"{SEATS[side]} is alive")
        if other == NOBODY:
            if side != mover:
                contradicts(state, "a card attack is the mover's own")
            _check_struck(state, state.field(side))
        else:
            _check_won(state, other, side)
            if state.field(other) != state.field(side):
                contradicts(state, f"{SEATS[other]} is not on the field where {SEATS[side]} died")
            _check_fought(state, state.field(other))
    elif phase == PICK:
        _check_won(state, side, other)
        _check_fought(state, state.field(side))
        if state.field(other) not in NEIGHBOURS[state.field(side)]:
            contradicts(state, f"{SEATS[other]} lies on no neighbouring field of {SEATS[side]}'s, where it died")
        hand = state.hands[other]
        if not hand.size:
            contradicts(state, f"{SEATS[other]} has no active card")
        if hand.first_taken != NONE:
            contradicts(state, f"{state.box.ids[hand.first_taken]} is taken without a choice")
    else:
        assert phase == STOW
        if not state.box.cards[state.waiting].is_cursed or state.hands[side].size != ACTIVE:
            contradicts(state, "only a cursed card waits, and only for a slot among three active cards")
        if not state.is_alive(side) or (side != mover and state.is_alive(mover)):
            contradicts(state, f"{SEATS[side]} has not won a card in this turn")


def _check_won(state: State, winner: int, loser: int) -> None:
    """Check that one player is alive and the other dead, as after a duel."""
    if not state.is_alive(winner) or state.spots[loser] < DEAD:
        contradicts(state, f"{SEATS[winner]} must be alive and {SEATS[loser]} dead")
    if winner == state.mover and not state.has_beaten:
        contradicts(state, "the mover has won a duel, and BUDGET does not say 'beaten'")
