"""The mover's options in its turn (rule ids 3, 3.1, 3.5, 3.8), and its duties once one card is left (rule id 4)."""

from typing import Final

from beachhead.engine.royale import cards
from beachhead.engine.royale.actions import (
    APPROACHES,
    ATTACK_CARD,
    ATTACKS,
    END,
    MOVES,
    PRICES,
    REVIVE,
    Fly,
    Move,
)
from beachhead.engine.royale.box import NONE, with_card
from beachhead.engine.royale.deck import FLY
from beachhead.engine.royale.ending import Step
from beachhead.engine.royale.events import Sips
from beachhead.engine.royale.fields import DISTANCE, NAMES, NEIGHBOURS, NOWHERE
from beachhead.engine.royale.state import DEAD, START, TURN, State
from beachhead.engine.values import Action, IllegalAction

_MOVES_AND_END: Final = tuple((*moves, END) for moves in MOVES)
_MOVES_CARD_AND_END: Final = tuple((*moves, END, ATTACK_CARD) for moves in MOVES)


def options(state: State) -> list[Action]:
    """Return everything that is legal in START, READY and TURN.

    B4: a card can be attacked only if no other living player is on its field. The last-card rule implies this: it says as
    an exception that beating one of several is enough.
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
    """Return reviving, and ending the turn if that is allowed.

    B12: a player that begins a turn dead must revive before it can end it, because by the sheet the turn begins with the
    revival; a player that dies in its own turn may end it.
    """
    found: list[Action] = []
    if state.phase != TURN or state.actions or is_free(state):
        found.append(REVIVE)
    if state.phase == TURN:
        found.append(END)
    return found


def _last_card_options(state: State, actions: int, movements: int) -> list[Action]:
    """Return moves towards the last card, and attacks on its field.

    B13: the turn can end only if neither a move nor an attack is possible; otherwise 'must' would mean nothing. A flight
    is never compulsory (rule 3.8).
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
    """Return whether an active card's power can still be used.

    B15: once per turn and copy, so count the active copies minus those used; a card won in the turn can be used at once.
    The sheet has no number for powers, and without a limit an eagle could fly for ever.
    """
    return not state.used or state.hands[state.mover].cards.count(card) > state.used.count(card)


def is_free(state: State) -> bool:
    """Return whether a revival now costs no action: a card with a free revival is active, and none was used this turn."""
    return state.hands[state.mover].free != NONE and state.box.frees.isdisjoint(state.used)


def left(state: State) -> tuple[int, int]:
    """Return the mover's actions and movements left; before TURN those of its active cards.

    B8: the budget is fixed by the cards that are active when the mover first does something other than a swap. A card won
    or lost later changes dice and shields at once, but the budget only from the next turn on, which is easy to count.
    """
    if START <= state.phase < TURN:
        hand = state.hands[state.mover]
        return hand.actions, hand.movements
    return state.actions, state.movements


def move(state: State, action: Move) -> State:
    """Put the mover on a neighbouring field; it costs a movement if one is left, else an action."""
    actions, movements = left(state)
    if movements:
        movements -= 1
    else:
        actions -= 1
    mover = state.mover
    return state.went(mover, action.field, TURN, mover, actions, movements, state.used)


def fly(state: State, action: Fly) -> State:
    """Put the mover on the field that it flies to, which costs nothing."""
    actions, movements = left(state)
    mover = state.mover
    return state.went(mover, action.field, TURN, mover, actions, movements, with_card(state.used, action.card))


def revive(state: State) -> Step:
    """Revive the mover; it costs an action and the price of its drink in sips."""
    mover, used = state.mover, state.used
    actions, movements = left(state)
    if is_free(state):
        used = with_card(used, state.hands[mover].free)
    else:
        actions -= 1
    sips = state.sips[mover] + PRICES[state.drinks[mover]]
    return state.revived(sips, actions, movements, used), [Sips(mover, sips)]


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
    """Checks in order: the card's power, phase, life, whether it is active, whether it has been used, the field, the last
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
    """Checks in order: phase, a turn begun dead, the duties of the last card."""
    if not START <= state.phase <= TURN:
        return IllegalAction("phase", "there is no turn to end: something else is due")
    found = options(state)
    if END in found:
        return None
    if state.spots[state.mover] >= DEAD:
        return IllegalAction("3.5", "a turn that is begun dead is begun with reviving")
    return IllegalAction("4", f"one card is left, on {NAMES[state.map.goal]}: go there, or attack")
