"""Before play (rule ids 1, 2): the deal, the roll-off, drinks and places."""

from beachhead.engine.royale.actions import DRINK_SETUPS, EDGE_SETUPS, SEATS, Deal, Roll, SetupDrink, SetupPlace
from beachhead.engine.royale.box import UNDEALT
from beachhead.engine.royale.cards import pre_turn
from beachhead.engine.royale.ending import Step
from beachhead.engine.royale.events import Reduced
from beachhead.engine.royale.fields import EDGE, NAMES
from beachhead.engine.royale.state import (
    DEAL,
    DRINKS,
    DUE,
    NO_DRINK,
    NOBODY,
    NOT_IN,
    OUT,
    PLACES,
    UNPLACED,
    Map,
    State,
)
from beachhead.engine.values import Action, Event, First, IllegalAction, Next


def undealt(state: State) -> list[int]:
    """Return the cards left in the deck, in its order, including copies."""
    pack = list(state.box.pack)
    for card in state.map.cards:
        if card == UNDEALT:
            break
        pack.remove(card)
    return pack


def deals(state: State) -> list[Deal]:
    """Return the equally likely cards for the next field."""
    table = state.box.actions.deals
    return [table[card] for card in undealt(state)]


def deal(state: State, action: Deal) -> Step:
    """Put a card on the next field; after the last one comes the roll-off, or the drinks if the first player is fixed."""
    cards = list(state.map.cards)
    cards[cards.index(UNDEALT)] = action.card
    after = state.dealt(Map(state.box, tuple(cards)))
    if UNDEALT in cards:
        return after, ()
    events: list[Event] = [Reduced()] if after.map.is_reduced else []
    if state.mover != NOBODY:
        return _first(after, state.mover, events), events
    return _next_round(after, after.seats_in()), events


def rolled(state: State, roll: Roll) -> Step:
    """Return the state after a roll of the roll-off."""
    side, events = state.side, list[Event]()
    return roll_on(state, (*state.rolls[:side], roll.total, *state.rolls[side + 1 :]), events), events


def roll_on(state: State, rolls: tuple[int, ...], events: list[Event]) -> State:
    """Return the state with the next seat to roll, or with the highest roller as the first player.

    B17: only those that tie for the highest roll again, because the others follow in seat order anyway. If all of them
    go out, the seats that are left roll.
    """
    if DUE in rolls:
        return state.rolling(rolls)
    highest = max(rolls)
    if highest == NOT_IN:
        return _next_round(state, state.seats_in())
    tied = [seat for seat, pips in enumerate(rolls) if pips == highest]
    return _next_round(state, tied) if len(tied) > 1 else _first(state, tied[0], events)


def _next_round(state: State, seats: list[int]) -> State:
    return state.rolling(tuple([DUE if seat in seats else NOT_IN for seat in range(len(state.spots))]))


def _first(state: State, seat: int, events: list[Event]) -> State:
    events.append(First(SEATS[seat]))
    return state.due(seat, DRINKS, seat)


def name_drink(state: State, action: SetupDrink) -> Step:
    """Return the state after a player has chosen its drink."""
    events: list[Event] = []
    return go_round(state.named(action.drink), events), events


def place(state: State, action: SetupPlace) -> Step:
    """Return the state after a player has chosen its first field."""
    events: list[Event] = []
    return go_round(state.placed(action.field), events), events


def go_round(state: State, events: list[Event]) -> State:
    """Return the state with the next seat to choose a drink or place, in seat order; or the beginning of the first turn."""
    first = state.mover
    order = seats_from(state, first)
    if state.phase == DRINKS:
        for seat in order:
            if state.drinks[seat] == NO_DRINK:
                return state.due(seat, DRINKS, first)
    for seat in order:
        if state.spots[seat] == UNPLACED:
            return state.due(seat, PLACES, first)
    return begin_turn(state, first, 1, events)


def seats_from(state: State, seat: int) -> list[int]:
    """Return the seats that are in, in seat order, starting with this seat or the next one."""
    count = len(state.spots)
    return [other % count for other in range(seat, seat + count) if state.spots[other % count] != OUT]


def begin_turn(state: State, seat: int, turn: int, events: list[Event]) -> State:
    """Return the beginning of a turn; it has a pre-turn if the mover has cards in reserve."""
    events.append(Next(SEATS[seat], turn))
    return state.begun(seat, pre_turn(state.hands[seat], state.reserves[seat]), turn)


def drink_setups() -> list[Action]:
    """Return the drinks on the sheet's price list."""
    return list(DRINK_SETUPS)


def place_setups() -> list[Action]:
    """Return the fields of the outer edge.

    B2: fields may be shared, because players share them later too, and twelve fields would hardly separate six players.
    """
    return list(EDGE_SETUPS)


def why_not_deal(state: State, card: int) -> IllegalAction | None:
    """Checks in order: phase, the deck."""
    if state.phase != DEAL:
        return IllegalAction("phase", "no card is to be dealt")
    if card not in undealt(state):
        return IllegalAction("1", f"no {state.box.ids[card]} is left in the deck")
    return None


def why_not_drink(state: State) -> IllegalAction | None:
    """Checks in order: phase."""
    return None if state.phase == DRINKS else IllegalAction("phase", "drinks are named before play")


def why_not_place(state: State, field: int) -> IllegalAction | None:
    """Checks in order: phase, the outer edge."""
    if state.phase != PLACES:
        return IllegalAction("phase", "players place themselves before play, after the drinks")
    if field not in EDGE:
        return IllegalAction("2", f"{NAMES[field]} is not on the outer edge")
    return None
