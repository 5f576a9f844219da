"""Attacks on cards (rule id 3.3): three dice, a second throw by a power, and death."""

from beachhead.engine.royale.actions import DECLINE, RETREATS, SEATS, Again, Retreat, Roll
from beachhead.engine.royale.box import NONE, with_card
from beachhead.engine.royale.cards import receive
from beachhead.engine.royale.deck import AGAIN
from beachhead.engine.royale.ending import Step, settle
from beachhead.engine.royale.events import Died, Last, Reduced, Won
from beachhead.engine.royale.fields import NAMES, NEIGHBOURS, NOWHERE
from beachhead.engine.royale.state import (
    DEAD,
    NOBODY,
    REDUCED,
    RETREAT,
    WIND,
    Map,
    State,
)
from beachhead.engine.royale.turn import is_unused, left, why_not_now
from beachhead.engine.values import Action, Event, IllegalAction


def attack(state: State) -> State:
    """Return the state after the mover has attacked the card on its field; three dice are thrown next."""
    actions, movements = left(state)
    return state.striking(actions - 1, movements, state.used)


def needed(state: State) -> int:
    """Return the sum that dice and modifiers must reach on the mover's field.

    B6: if no card on the map has a value under 13, all are attacked as if they had 12; totals count the printed values,
    because on a table nobody could tell such cards apart later.
    """
    map = state.map
    return REDUCED if map.is_reduced else state.box.values[map.cards[state.field(state.mover)]]


def is_won(state: State, roll: Roll) -> bool:
    """Return whether three dice win the card: by their sum with modifiers, or as three of a kind without them."""
    return roll.is_triple or roll.total + state.hands[state.mover].strike >= needed(state)


def struck(state: State, roll: Roll) -> Step:
    """Return the state after three dice: the card is won, or a power may throw again, or the mover dies."""
    if is_won(state, roll):
        return _won(state)
    if agains(state):
        return state.missed(), ()
    return die(state)


def agains(state: State) -> list[Action]:
    """Return the powers that can throw again."""
    table = state.box.actions.agains
    return [table[card] for card in state.hands[state.mover].agains if is_unused(state, card)]


def wind_options(state: State) -> list[Action]:
    """Return the powers that can throw again, and the action that accepts the throw."""
    found = agains(state)
    found.append(DECLINE)
    return found


def throw_again(state: State, action: Again) -> State:
    """Return the state after a power is used to throw again; three dice follow."""
    return state.striking(state.actions, state.movements, with_card(state.used, action.card))


def die(state: State) -> Step:
    """Return the state after the mover has died on the card's field; it chooses a neighbouring field to lie on."""
    mover = state.mover
    return state.fallen(mover, NOBODY, state.has_beaten), [Died(mover)]


def _won(state: State) -> Step:
    """Give the mover the card; return the state and the events, which may include the end of the game."""
    box, mover = state.box, state.mover
    field = state.spots[mover]
    cards = list(state.map.cards)
    card = cards[field]
    cards[field] = NONE
    map = Map(box, tuple(cards))
    events: list[Event] = [Won(mover, box.ids[card], field)]
    if map.is_reduced and not state.map.is_reduced:
        events.append(Reduced())
    if map.goal != NOWHERE:
        events.append(Last(map.goal))
    return settle(receive(state.cleared(map), mover, card), events), events


def retreats(state: State) -> list[Action]:
    """Return the retreats to the fields around the one where a player has died."""
    return list(RETREATS[state.spots[state.side] - DEAD])


def why_not_attack(state: State) -> IllegalAction | None:
    """Checks in order: phase, life, a card, an action, other living players there."""
    refusal = why_not_now(state)
    if refusal is not None:
        return refusal
    spot = state.spots[state.mover]
    if state.map.cards[spot] == NONE:
        return IllegalAction("3.3", f"there is no card on {NAMES[spot]}")
    if not left(state)[0]:
        return IllegalAction("3", "no action is left")
    is_last = spot == state.map.goal
    if state.spots.count(spot) > 1 and not (is_last and state.has_beaten):
        others = [SEATS[seat] for seat, other in enumerate(state.spots) if other == spot and seat != state.mover]
        if is_last:
            return IllegalAction("4", f"beat {' or '.join(others)} first: one of them is enough for the last card")
        return IllegalAction("3.3", f"{' and '.join(others)} would have to leave {NAMES[spot]} first, or die")
    return None


def why_not_again(state: State, card: int) -> IllegalAction | None:
    """Checks in order: the card's power, phase, whether it is active, whether it has been used."""
    id, power = state.box.ids[card], state.box.cards[card].power
    if power != AGAIN:
        reason = f"{id} flies: name the field" if power else f"{id} has no power"
        return IllegalAction("3.8", reason)
    if state.phase != WIND:
        return IllegalAction("phase", "no throw has failed that a power could repeat")
    if card not in state.hands[state.mover].cards:
        return IllegalAction("3.8", f"you have no active {id}")
    if not is_unused(state, card):
        return IllegalAction("3.8", f"{id} has served this turn")
    return None


def why_not_retreat(state: State, action: Retreat) -> IllegalAction | None:
    """Checks in order: phase, a neighbouring field."""
    if state.phase != RETREAT:
        return IllegalAction("phase", "nobody has died")
    spot = state.spots[state.side] - DEAD
    if action.field not in NEIGHBOURS[spot]:
        rule = "3.3" if state.rival == NOBODY else "3.4"
        where = "where you died" if action.field == spot else f"no neighbour of {NAMES[spot]}"
        return IllegalAction(rule, f"{NAMES[action.field]} is {where}")
    return None
