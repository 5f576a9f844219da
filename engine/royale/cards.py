"""Cards of a player: equipping, swapping, stowing, and receiving a card that is won (rule ids 3.2, 3.6)."""

from beachhead.engine.royale.actions import Equip, Stow, Swap
from beachhead.engine.royale.box import ACTIVE, Hand, with_card, without_card
from beachhead.engine.royale.state import EQUIP, READY, START, STOW, TURN, State
from beachhead.engine.values import Action, IllegalAction


def pre_turn(hand: Hand, reserve: tuple[int, ...]) -> int:
    """Return the phase in which a turn begins: EQUIP, START or READY.

    B9: a swap may also follow equipping. The sheet allows it to a player with all slots filled, and does not say how
    long they must have been filled.
    """
    if not reserve:
        return READY
    return START if hand.size == ACTIVE else EQUIP


def equips(state: State) -> list[Action]:
    """Return the choices of a reserve card that becomes active; one must be chosen."""
    table = state.box.actions.equips
    return [table[card] for card in dict.fromkeys(state.reserves[state.mover])]


def swaps(state: State) -> list[Action]:
    """Return the swaps of every card of the reserve with every active card of another kind."""
    by_reserve = state.hands[state.mover].swaps
    found: list[Action] = []
    for card in dict.fromkeys(state.reserves[state.mover]):
        found += by_reserve[card]
    return found


def stows(state: State) -> list[Action]:
    """Return the choices of an active card that goes to the reserve."""
    table = state.box.actions.stows
    return [table[card] for card in dict.fromkeys(state.hands[state.side].cards)]


def equip(state: State, action: Equip) -> State:
    """Make a card active; equipping goes on until three are active or the reserve is empty."""
    mover = state.mover
    hand = state.box.hand(with_card(state.hands[mover].cards, action.card))
    reserve = without_card(state.reserves[mover], action.card)
    return state.holding(mover, hand, reserve, pre_turn(hand, reserve))


def swap(state: State, action: Swap) -> State:
    """Swap two cards; there is only one swap in a turn."""
    mover = state.mover
    hand = state.box.hand(with_card(without_card(state.hands[mover].cards, action.active), action.reserve))
    reserve = with_card(without_card(state.reserves[mover], action.reserve), action.active)
    return state.holding(mover, hand, reserve, READY)


def stow(state: State, action: Stow) -> State:
    """Make room for the cursed card; the turn goes on."""
    side = state.side
    hand = state.box.hand(with_card(without_card(state.hands[side].cards, action.card), state.waiting))
    return state.holding(side, hand, with_card(state.reserves[side], action.card), TURN)


def receive(state: State, seat: int, card: int) -> State:
    """Give a seat a card that it has won or taken, in TURN.

    The card becomes active if a slot is empty, else it goes to the reserve. A cursed card must become active, so it waits
    until a slot is free.
    """
    hand, reserve = state.hands[seat], state.reserves[seat]
    if hand.size < ACTIVE:
        return state.holding(seat, state.box.hand(with_card(hand.cards, card)), reserve, TURN)
    if state.box.cards[card].is_cursed:
        return state.stowing(seat, card)
    return state.holding(seat, hand, with_card(reserve, card), TURN)


def why_not_equip(state: State, card: int) -> IllegalAction | None:
    """Checks in order: phase, the reserve."""
    if state.phase != EQUIP:
        return IllegalAction("phase", "cards are equipped before a turn, with an empty slot and cards in reserve")
    if card not in state.reserves[state.mover]:
        return IllegalAction("3.6", f"there is no {state.box.ids[card]} in your reserve")
    return None


def why_not_swap(state: State, reserve: int, active: int) -> IllegalAction | None:
    """Checks in order: phase, the one swap of a turn, the reserve, the active cards, two different cards."""
    ids = state.box.ids
    if not START <= state.phase <= TURN:
        return IllegalAction("phase", "cards are swapped at the start of a turn")
    if state.phase != START:
        return IllegalAction("3.6", "one card may be swapped, before anything else, by who has cards in reserve")
    if reserve not in state.reserves[state.mover]:
        return IllegalAction("3.6", f"there is no {ids[reserve]} in your reserve")
    if active not in state.hands[state.mover].cards:
        return IllegalAction("3.6", f"you have no active {ids[active]}")
    if reserve == active:
        return IllegalAction("3.6", f"swapping {ids[active]} with {ids[active]} would change nothing")
    return None


def why_not_stow(state: State, card: int) -> IllegalAction | None:
    """Checks in order: phase, the active cards."""
    if state.phase != STOW:
        return IllegalAction("phase", "no cursed card waits for a slot")
    if card not in state.hands[state.side].cards:
        return IllegalAction("3.2", f"you have no active {state.box.ids[card]} to stow")
    return None
