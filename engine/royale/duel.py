"""Attacks on players (rule id 3.4): throws until one side has won enough, and what the winner takes."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.game import Event, IllegalAction
from beachhead.engine.royale.actions import ROLLS, SEATS, AttackPlayer, Pick, Retreat, Roll
from beachhead.engine.royale.box import NONE, without_card
from beachhead.engine.royale.cards import hold, receive
from beachhead.engine.royale.ending import Step, settle
from beachhead.engine.royale.fields import NAMES, NOWHERE
from beachhead.engine.royale.state import DEAD, DUEL, NOBODY, PICK, RETREAT, TURN, State
from beachhead.engine.royale.turn import engage, left, why_not_now

THROWS: Final = 3
_FIRST_SCORE: Final = (0, 0)


def attack(state: State, action: AttackPlayer) -> State:
    """The mover attacks somebody on its field: throws are due."""
    after = engage(state)
    after.actions -= 1
    after.phase = DUEL
    after.rival = action.seat
    after.score = _FIRST_SCORE
    return after


def throws(state: State) -> tuple[Roll, ...]:
    """The dice of a throw: one each, but an attacker that holds no card at all throws two and keeps the lower one."""
    mover = state.mover
    has_card = state.hands[mover].size or state.reserves[mover]
    return ROLLS[2] if has_card else ROLLS[3]


def needed(state: State, opponent: int) -> int:
    """How many throws win against an opponent: three and its shields, but always one at least."""
    return max(1, THROWS + state.hands[opponent].shields)


def compare(state: State, rival: int, roll: Roll) -> int:
    """Who takes a throw, by the higher die with its modifiers: 1 for the attacker, -1 for the defender, 0 for nobody."""
    attack = roll.kept + state.hands[state.mover].throw
    defence = roll.defence + state.hands[rival].throw
    return (attack > defence) - (attack < defence)


def thrown(state: State, roll: Roll) -> Step:
    """A throw has been won or tied; who has enough has won the duel."""
    mover, rival = state.mover, state.rival
    by_attacker, by_defender = state.score
    winner = compare(state, rival, roll)
    by_attacker += winner == 1
    by_defender += winner == -1
    after = state.copy()
    after.score = (by_attacker, by_defender)
    events = [Event(f"duel {SEATS[mover]} {by_attacker} {SEATS[rival]} {by_defender}")]
    if by_attacker >= needed(state, rival):
        _lost(after, rival, mover, events)
        after.has_beaten = True
    elif by_defender >= needed(state, mover):
        _lost(after, mover, rival, events)
    return after, events


def _lost(after: State, loser: int, winner: int, events: list[Event]) -> None:
    """The loser dies, and chooses a neighbouring field to lie on."""
    after.spots = after.spots.copy()
    after.spots[loser] += DEAD
    after.phase = RETREAT
    after.side = loser
    after.rival = winner
    after.score = ()
    events.append(Event(f"died {SEATS[loser]}"))


def retreat(state: State, action: Retreat) -> Step:
    """The dead lies on a neighbouring field; after a duel the winner takes a card.

    B18: a card such as the black death, which the sheet names as what the winner takes, is taken while it is active; of
    several the first in the deck's order; else chance picks among the active ones.
    """
    loser, winner = state.side, state.rival
    after = state.copy()
    after.spots = state.spots.copy()
    after.spots[loser] = action.field + DEAD
    after.phase = TURN
    after.side = state.mover
    after.rival = NOBODY
    if winner == NOBODY:
        return after, ()
    hand = state.hands[loser]
    if hand.first_taken != NONE:
        return _take(after, winner, loser, hand.first_taken)
    if hand.size:
        after.phase = PICK
        after.side = winner
        after.rival = loser
    return after, ()


def picks(state: State) -> Sequence[Pick]:
    """The loser's active cards, each as likely as another."""
    return state.hands[state.rival].picks


def picked(state: State, action: Pick) -> Step:
    """Chance has picked the card that the winner takes."""
    after = state.copy()
    after.phase = TURN
    after.side = state.mover
    after.rival = NOBODY
    return _take(after, state.side, state.rival, action.card)


def _take(after: State, winner: int, loser: int, card: int) -> Step:
    hand = after.box.hand(without_card(after.hands[loser].cards, card))
    hold(after, loser, hand, after.reserves[loser])
    receive(after, winner, card)
    events = [Event(f"taken {SEATS[winner]} {SEATS[loser]} {after.box.ids[card]}")]
    settle(after, events)
    return after, events


def why_not_attack(state: State, seat: int) -> IllegalAction | None:
    """Checks in order: phase, life, the opponent: not oneself, alive, on the same field; an action; the last card."""
    refusal = why_not_now(state)
    if refusal is not None:
        return refusal
    name, spot, goal = SEATS[seat], state.spots[state.mover], state.map.goal
    if seat >= len(state.spots):  # among the actions of a position; a command that names it is never read
        return IllegalAction("3.4", f"there is no {name} in this game")
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
    if card not in state.hands[state.rival].cards:
        return IllegalAction("3.4", f"{SEATS[state.rival]} has no active {state.box.ids[card]}")
    return None
