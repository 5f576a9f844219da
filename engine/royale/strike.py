"""Attacks on cards (rule id 3.3): three dice, a second throw by a power, and death."""

from beachhead.engine.game import Action, Event, IllegalAction
from beachhead.engine.royale.actions import DECLINE, RETREATS, SEATS, Again, Retreat, Roll
from beachhead.engine.royale.box import NONE
from beachhead.engine.royale.cards import receive
from beachhead.engine.royale.deck import AGAIN
from beachhead.engine.royale.ending import Step, settle
from beachhead.engine.royale.fields import NAMES, NEIGHBOURS, NOWHERE
from beachhead.engine.royale.state import (
    DEAD,
    NOBODY,
    REDUCED,
    RETREAT,
    STRIKE,
    TURN,
    WIND,
    Map,
    State,
)
from beachhead.engine.royale.turn import engage, is_unused, left, why_not_now


def attack(state: State) -> State:
    """The mover attacks the card on its field: three dice are due."""
    after = engage(state)
    after.actions -= 1
    after.phase = STRIKE
    return after


def needed(state: State) -> int:
    """What the dice and modifiers must reach on the mover's field.

    B6: while no card on the map has a value under 13 all are attacked as if it were 12, but in the totals the printed
    value counts, as nobody at a table could tell such cards apart later.
    """
    map = state.map
    return REDUCED if map.is_reduced else state.box.values[map.cards[state.field(state.mover)]]


def is_won(state: State, roll: Roll) -> bool:
    """Whether three dice win the card: by their sum with the modifiers, or as three of a kind, as thrown."""
    return roll.is_triple or roll.total + state.hands[state.mover].strike >= needed(state)


def struck(state: State, roll: Roll) -> Step:
    """Three dice have been thrown: the card is won, or a power may throw again, or the mover dies."""
    if is_won(state, roll):
        return _won(state)
    if agains(state):
        after = state.copy()
        after.phase = WIND
        return after, ()
    return die(state)


def agains(state: State) -> list[Action]:
    """The powers that can throw again."""
    table = state.box.actions.agains
    return [table[card] for card in state.hands[state.mover].agains if is_unused(state, card)]


def wind_options(state: State) -> list[Action]:
    """The powers that can throw again, and letting the throw stand."""
    found = agains(state)
    found.append(DECLINE)
    return found


def throw_again(state: State, action: Again) -> State:
    """The power serves: three dice are due."""
    after = state.copy()
    after.used = tuple(sorted((*state.used, action.card)))
    after.phase = STRIKE
    return after


def die(state: State) -> Step:
    """The mover has died on the card's field, and chooses a neighbouring one to lie on."""
    mover = state.mover
    after = state.copy()
    after.spots = state.spots.copy()
    after.spots[mover] += DEAD
    after.phase = RETREAT
    after.rival = NOBODY
    return after, [Event(f"died {SEATS[mover]}")]


def _won(state: State) -> Step:
    """The card is the mover's; what that does to the map and to the game is said after it."""
    box, mover = state.box, state.mover
    field = state.spots[mover]
    cards = list(state.map.cards)
    card = cards[field]
    cards[field] = NONE
    after = state.copy()
    after.map = map = Map(box, tuple(cards))
    after.phase = TURN
    receive(after, mover, card)
    events = [Event(f"won {SEATS[mover]} {box.ids[card]} {NAMES[field]}")]
    if map.is_reduced and not state.map.is_reduced:
        events.append(Event("reduced"))
    if map.goal != NOWHERE:
        events.append(Event(f"last {NAMES[map.goal]}"))
    settle(after, events)
    return after, events


def retreats(state: State) -> list[Action]:
    """The fields around the one where somebody has died."""
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
    """Checks in order: the card's power, phase, whether it is active, whether it has served."""
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
