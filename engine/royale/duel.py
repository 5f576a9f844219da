"""Attacks on players (rule id 3.4): throws until one side has won enough, and the card that the winner takes."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.royale.actions import ROLLS, SEATS, AttackPlayer, Pick, Retreat, Roll
from beachhead.engine.royale.box import NONE, without_card
from beachhead.engine.royale.cards import receive
from beachhead.engine.royale.ending import Step, settle
from beachhead.engine.royale.events import Died, Duel, Taken
from beachhead.engine.royale.fields import NAMES, NOWHERE
from beachhead.engine.royale.state import DEAD, NO_SCORE, NOBODY, PICK, TURN, State
from beachhead.engine.royale.turn import left, why_not_now
from beachhead.engine.values import Event, IllegalAction

THROWS: Final = 3


def attack(state: State, action: AttackPlayer) -> State:
    """Return the state after the mover has attacked a player on its field; a throw follows."""
    actions, movements = left(state)
    return state.duelling(action.seat, NO_SCORE, actions - 1, movements)


def throws(state: State) -> tuple[Roll, ...]:
    """Return the possible throws: one die each, but an attacker without any card throws two and keeps the lower one."""
    mover = state.mover
    has_card = state.hands[mover].size or state.reserves[mover]
    return ROLLS[2] if has_card else ROLLS[3]


def needed(state: State, opponent: int) -> int:
    """Return the number of throws to win against an opponent: three plus its shields, but at least one."""
    return max(1, THROWS + state.hands[opponent].shields)


def compare(state: State, rival: int, roll: Roll) -> int:
    """Return who wins a throw, by the higher die with modifiers: 1 the attacker, -1 the defender, 0 nobody."""
    attack = roll.kept + state.hands[state.mover].throw
    defence = roll.defence + state.hands[rival].throw
    return (attack > defence) - (attack < defence)


def thrown(state: State, roll: Roll) -> Step:
    """Return the state after a throw; a side that has won enough throws wins the duel."""
    mover, rival = state.mover, state.rival
    by_attacker, by_defender = state.score
    winner = compare(state, rival, roll)
    if winner > 0:
        by_attacker += 1
    elif winner < 0:
        by_defender += 1
    told = Duel(mover, by_attacker, rival, by_defender)
    if by_attacker >= needed(state, rival):
        return state.fallen(rival, rival, True), [told, Died(rival)]
    if by_defender >= needed(state, mover):
        return state.fallen(mover, rival, state.has_beaten), [told, Died(mover)]
    return state.duelling(rival, (by_attacker, by_defender), state.actions, state.movements), [told]


def retreat(state: State, action: Retreat) -> Step:
    """Put the dead player on a neighbouring field; after a duel the winner takes a card.

    B18: a card that the sheet says the winner takes, such as the black death, is taken if it is active (of several, the
    first in the deck's order); otherwise chance picks one of the active cards.
    """
    loser, winner, mover = state.side, state.opponent(), state.mover
    hand, spot = state.hands[loser], action.field + DEAD
    if winner != NOBODY and hand.size and hand.first_taken == NONE:
        return state.went(loser, spot, PICK, winner, state.actions, state.movements, state.used, state.rival), ()
    after = state.went(loser, spot, TURN, mover, state.actions, state.movements, state.used)
    if winner == NOBODY or not hand.size:
        return after, ()
    return _take(after, winner, loser, hand.first_taken)


def picks(state: State) -> Sequence[Pick]:
    """Return the picks of the loser's active cards, all equally likely."""
    return state.hands[state.opponent()].picks


def picked(state: State, action: Pick) -> Step:
    """Give the winner the card that chance has picked."""
    return _take(state.resumed(), state.side, state.opponent(), action.card)


def _take(state: State, winner: int, loser: int, card: int) -> Step:
    events: list[Event] = [Taken(winner, loser, state.box.ids[card])]
    return settle(receive(bereave(state, loser, card), winner, card), events), events


def bereave(state: State, loser: int, card: int) -> State:
    """Take an active card from a seat.

    B20: the empty slot is not filled from the reserve now: cards are equipped before a turn, and the sheet has no other
    moment for it.
    """
    hand = state.box.hand(without_card(state.hands[loser].cards, card))
    return state.holding(loser, hand, state.reserves[loser], TURN)


def why_not_attack(state: State, seat: int) -> IllegalAction | None:
    """Checks in order: phase, life, the opponent: not oneself, alive, on the same field; an action; the last card."""
    refusal = why_not_now(state)
    if refusal is not None:
        return refusal
    name, spot, goal = SEATS[seat], state.spots[state.mover], state.map.goal
    if seat == state.mover:
        return IllegalAction("3.4", "you cannot attack yourself")
    if not state.is_alive(seat):
        return IllegalAction("3.4", f"{name} is {'dead' if state.spots[seat] >= 0 else 'out of the game'}")
    if state.spots[seat] != spot:
        return IllegalAction("3.4", f"{name} stands on {NAMES[state.spots[seat]]}, and you on {NAMES[spot]}")
    if not left(state)[0]:
        return IllegalAction("3", "no action is left")
    if goal != NOWHERE and spot != goal:
        return IllegalAction("4", f"one card is left, on {NAMES[goal]}: away from it you may only move there")
    return None


def why_not_pick(state: State, card: int) -> IllegalAction | None:
    """Checks in order: phase, the loser's active cards."""
    if state.phase != PICK:
        return IllegalAction("phase", "no card is to be picked")
    loser = state.opponent()
    if card not in state.hands[loser].cards:
        return IllegalAction("3.4", f"{SEATS[loser]} has no active {state.box.ids[card]}")
    return None
