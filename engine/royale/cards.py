"""Cards in a player's hands: equipping, swapping, stowing, and what becomes of a card that is won (rule ids 3.2, 3.6)."""

from beachhead.engine.game import Action, IllegalAction
from beachhead.engine.royale.actions import Equip, Stow, Swap
from beachhead.engine.royale.box import ACTIVE, NONE, Hand, with_card, without_card
from beachhead.engine.royale.state import EQUIP, READY, START, STOW, TURN, State


def pre_turn(hand: Hand, reserve: tuple[int, ...]) -> int:
    """The phase in which a turn stands before anything but cards: EQUIP, START or READY.

    B9: a swap may also follow the equipping. The sheet allows it to who has all slots filled, and does not say since when.
    """
    if not reserve:
        return READY
    return START if hand.size == ACTIVE else EQUIP


def equips(state: State) -> list[Action]:
    """The cards of the reserve, of which one must become active."""
    table = state.box.actions.equips
    return [table[card] for card in dict.fromkeys(state.reserves[state.mover])]


def swaps(state: State) -> list[Action]:
    """Every card of the reserve with every active one that is not the same."""
    by_reserve = state.hands[state.mover].swaps
    found: list[Action] = []
    for card in dict.fromkeys(state.reserves[state.mover]):
        found += by_reserve[card]
    return found


def stows(state: State) -> list[Action]:
    """The active cards, of which one makes room."""
    table = state.box.actions.stows
    return [table[card] for card in dict.fromkeys(state.hands[state.side].cards)]


def equip(state: State, action: Equip) -> State:
    """A card has become active; more are equipped until three are active or the reserve is empty."""
    mover = state.mover
    hand = state.box.hand(with_card(state.hands[mover].cards, action.card))
    reserve = without_card(state.reserves[mover], action.card)
    after = hold(state.copy(), mover, hand, reserve)
    after.phase = pre_turn(hand, reserve)
    return after


def swap(state: State, action: Swap) -> State:
    """Two cards have changed places, and no others may."""
    mover = state.mover
    hand = state.box.hand(with_card(without_card(state.hands[mover].cards, action.active), action.reserve))
    reserve = with_card(without_card(state.reserves[mover], action.reserve), action.active)
    after = hold(state.copy(), mover, hand, reserve)
    after.phase = READY
    return after


def stow(state: State, action: Stow) -> State:
    """A card has made room for the cursed one, and the turn goes on."""
    side = state.side
    hand = state.box.hand(with_card(without_card(state.hands[side].cards, action.card), state.waiting))
    after = hold(state.copy(), side, hand, with_card(state.reserves[side], action.card))
    after.waiting = NONE
    after.phase = TURN
    after.side = state.mover
    return after


def receive(after: State, seat: int, card: int) -> None:
    """A card that was won or taken becomes active in an empty slot, else goes to the reserve; a cursed one always becomes
    active, and waits until there is room.
    """
    hand = after.hands[seat]
    if hand.size < ACTIVE:
        hold(after, seat, after.box.hand(with_card(hand.cards, card)), after.reserves[seat])
    elif after.box.cards[card].is_cursed:
        after.phase = STOW
        after.side = seat
        after.waiting = card
    else:
        hold(after, seat, hand, with_card(after.reserves[seat], card))


def hold(after: State, seat: int, hand: Hand, reserve: tuple[int, ...]) -> State:
    """Gives a seat these cards in a state that is being made."""
    after.hands = after.hands.copy()
    after.hands[seat] = hand
    after.reserves = after.reserves.copy()
    after.reserves[seat] = reserve
    return after


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
