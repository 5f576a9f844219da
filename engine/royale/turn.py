"""What the mover may do in its turn (rule ids 3, 3.1, 3.5, 3.8), and what it must once one card is left (rule id 4)."""

from typing import Final

from beachhead.engine.game import Action, Event, IllegalAction
from beachhead.engine.royale import cards
from beachhead.engine.royale.actions import (
    APPROACHES,
    ATTACK_CARD,
    ATTACKS,
    END,
    MOVES,
    PRICES,
    REVIVE,
    SEATS,
    Fly,
    Move,
)
from beachhead.engine.royale.box import NONE
from beachhead.engine.royale.deck import FLY
from beachhead.engine.royale.ending import Step
from beachhead.engine.royale.fields import DISTANCE, NAMES, NEIGHBOURS, NOWHERE
from beachhead.engine.royale.state import DEAD, START, TURN, State

_MOVES_AND_END: Final = tuple((*moves, END) for moves in MOVES)
_MOVES_CARD_AND_END: Final = tuple((*moves, END, ATTACK_CARD) for moves in MOVES)


def options(state: State) -> list[Action]:
    """Everything that is legal in START, READY and TURN.

    B4: a card is attacked only when no other living player is on its field, which the last-card rule presumes: there it
    is an exception that beating one of several is enough.
    """
    mover, phase, spots = state.mover, state.phase, state.spots
    spot, hand, map = spots[mover], state.hands[mover], state.map
    if spot >= DEAD:
        found = _dead_options(state)
    else:
        if phase == TURN:
            actions, movements = state.actions, state.movements
        else:
            actions, movements = hand.actions, hand.movements
        if map.goal != NOWHERE:
            found = _last_card_options(state, actions, movements)
        else:
            if actions:
                if spots.count(spot) > 1:
                    found = list(_MOVES_AND_END[spot])
                    found += [ATTACKS[seat] for seat, other in enumerate(spots) if other == spot and seat != mover]
                elif map.cards[spot] != NONE:
                    found = list(_MOVES_CARD_AND_END[spot])
                else:
                    found = list(_MOVES_AND_END[spot])
            elif movements:
                found = list(_MOVES_AND_END[spot])
            else:
                found = [END]
            for card in hand.flies:
                if is_unused(state, card):
                    flights = state.box.actions.flights[card]
                    found += flights[:spot]
                    found += flights[spot + 1 :]
    if phase == START:
        found += cards.swaps(state)
    return found


def _dead_options(state: State) -> list[Action]:
    """Reviving, and ending where it is allowed.

    B12: whoever begins a turn dead cannot end it before reviving, as the sheet has the turn begun with it; whoever dies
    in its own turn may end it.
    """
    found: list[Action] = []
    if state.phase != TURN or state.actions or is_free(state):
        found.append(REVIVE)
    if state.phase == TURN:
        found.append(END)
    return found


def _last_card_options(state: State, actions: int, movements: int) -> list[Action]:
    """Towards the last card, and attacks on its field.

    B13: the turn ends only when neither a move nor an attack is possible, or 'must' would mean nothing. A flight is never
    compulsory (rule 3.8).
    """
    mover, goal = state.mover, state.map.goal
    spot = state.spots[mover]
    found: list[Action] = []
    if spot != goal:
        found += APPROACHES[goal][spot] if actions or movements else (END,)
        flights = state.box.actions.flights
        found += [flights[card][goal] for card in state.hands[mover].flies if is_unused(state, card)]
    elif not actions:
        found.append(END)
    else:
        found += [ATTACKS[seat] for seat, other in enumerate(state.spots) if other == spot and seat != mover]
        if not found or state.has_beaten:
            found.append(ATTACK_CARD)
    return found


def is_unused(state: State, card: int) -> bool:
    """Whether an active card's power can still serve.

    B15: once a turn and copy, so the active copies less those used; one that is won in the turn serves at once. The sheet
    gives powers without a number, and without one an eagle would fly for ever.
    """
    return not state.used or state.hands[state.mover].cards.count(card) > state.used.count(card)


def is_free(state: State) -> bool:
    """Whether a revival now costs no action: with such a card active, while none has served this turn."""
    return state.hands[state.mover].free != NONE and state.box.frees.isdisjoint(state.used)


def engage(state: State) -> State:
    """A copy of the state in TURN, to be changed by what the mover does.

    B8: the budget is fixed by the cards that are active when the mover does something other than a swap. A card won or
    lost later changes dice and shields at once, the budget from the next turn on: nobody could keep count otherwise.
    """
    after = state.copy()
    if state.phase != TURN:
        hand = state.hands[state.mover]
        after.phase = TURN
        after.actions = hand.actions
        after.movements = hand.movements
    return after


def move(state: State, action: Move) -> State:
    """The mover stands on a neighbouring field: with a movement if there is one, else with an action."""
    after = engage(state)
    if after.movements:
        after.movements -= 1
    else:
        after.actions -= 1
    after.spots = state.spots.copy()
    after.spots[state.mover] = action.field
    return after


def fly(state: State, action: Fly) -> State:
    """The mover has flown, which costs nothing."""
    after = engage(state)
    after.used = tuple(sorted((*state.used, action.card)))
    after.spots = state.spots.copy()
    after.spots[state.mover] = action.field
    return after


def revive(state: State) -> Step:
    """The mover is alive again, for an action and the price of its drink in sips."""
    mover = state.mover
    after = engage(state)
    if is_free(state):
        after.used = tuple(sorted((*state.used, state.hands[mover].free)))
    else:
        after.actions -= 1
    after.spots = state.spots.copy()
    after.spots[mover] -= DEAD
    after.sips = state.sips.copy()
    after.sips[mover] += PRICES[state.drinks[mover]]
    return after, [Event(f"sips {SEATS[mover]} {after.sips[mover]}")]


def left(state: State) -> tuple[int, int]:
    """Actions and movements left to the mover; before TURN those that its active cards give."""
    if START <= state.phase < TURN:
        hand = state.hands[state.mover]
        return hand.actions, hand.movements
    return state.actions, state.movements


def why_not_now(state: State) -> IllegalAction | None:
    """Checks in order: phase, life."""
    if not START <= state.phase <= TURN:
        return IllegalAction("phase", "something else is due before the turn goes on")
    if state.spots[state.mover] >= DEAD:
        return IllegalAction("3.5", "you are dead: revive first")
    return None


def why_not_move(state: State, field: int) -> IllegalAction | None:
    """Checks in order: phase, life, a neighbouring field, something to pay with, the last card."""
    refusal = why_not_now(state)
    if refusal is not None:
        return refusal
    spot, goal = state.spots[state.mover], state.map.goal
    if field not in NEIGHBOURS[spot]:
        where = "where you stand" if field == spot else f"no neighbour of {NAMES[spot]}"
        return IllegalAction("3.1", f"{NAMES[field]} is {where}")
    if not any(left(state)):
        return IllegalAction("3", "no movement and no action is left")
    if spot == goal:
        return IllegalAction("4", f"you stand on {NAMES[goal]}, with the last card: you may only attack")
    if goal != NOWHERE and DISTANCE[field][goal] >= DISTANCE[spot][goal]:
        return IllegalAction("4", f"{NAMES[field]} is no nearer to the last card on {NAMES[goal]}")
    return None


def why_not_revive(state: State) -> IllegalAction | None:
    """Checks in order: phase, death, something to pay with."""
    if not START <= state.phase <= TURN:
        return IllegalAction("phase", "something else is due before a revival")
    if state.spots[state.mover] < DEAD:
        return IllegalAction("3.5", "you are alive")
    if not left(state)[0] and not is_free(state):
        return IllegalAction("3", "no action is left to revive with")
    return None


def why_not_fly(state: State, card: int, field: int) -> IllegalAction | None:
    """Checks in order: the card's power, phase, life, whether it is active, whether it has served, the field, the last
    card.
    """
    id, goal = state.box.ids[card], state.map.goal
    if state.box.cards[card].power != FLY:
        return IllegalAction("3.8", f"{id} has no power to fly with")
    refusal = why_not_now(state)
    if refusal is not None:
        return refusal
    spot = state.spots[state.mover]
    if card not in state.hands[state.mover].cards:
        return IllegalAction("3.8", f"you have no active {id}")
    if not is_unused(state, card):
        return IllegalAction("3.8", f"{id} has served this turn")
    if field == spot:
        return IllegalAction("3.8", f"you stand on {NAMES[field]}: fly to another field")
    if goal != NOWHERE and field != goal:
        return IllegalAction("4", f"only onto {NAMES[goal]}, with the last card")
    return None


def why_not_end(state: State) -> IllegalAction | None:
    """Checks in order: phase, a turn begun dead, what the last card demands."""
    if not START <= state.phase <= TURN:
        return IllegalAction("phase", "there is no turn to end: something else is due")
    found = options(state)
    if END in found:
        return None
    if state.spots[state.mover] >= DEAD:
        return IllegalAction("3.5", "a turn that is begun dead is begun with reviving")
    return IllegalAction("4", f"one card is left, on {NAMES[state.map.goal]}: go there, or attack")
