"""Before play (rule ids 1, 2): the deal, the roll-off, drinks and places."""

from beachhead.engine.game import Action, Event, IllegalAction
from beachhead.engine.royale.actions import DRINK_SETUPS, EDGE_SETUPS, SEATS, Deal, Roll, SetupDrink, SetupPlace
from beachhead.engine.royale.box import UNDEALT
from beachhead.engine.royale.cards import pre_turn
from beachhead.engine.royale.ending import Step
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
    ROLLOFF,
    UNPLACED,
    Map,
    State,
)


def undealt(state: State) -> list[int]:
    """The cards left in the deck, in its order, with repeats."""
    pack = list(state.box.pack)
    for card in state.map.cards:
        if card == UNDEALT:
            break
        pack.remove(card)
    return pack


def deals(state: State) -> list[Deal]:
    """The equally likely cards for the next field."""
    table = state.box.actions.deals
    return [table[card] for card in undealt(state)]


def deal(state: State, action: Deal) -> Step:
    """A card lies on the next field; after the last one comes the roll-off, or, where who is first was chosen, drinks."""
    after = state.copy()
    cards = list(state.map.cards)
    cards[cards.index(UNDEALT)] = action.card
    after.map = Map(state.box, tuple(cards))
    if UNDEALT in cards:
        return after, ()
    events = [Event("reduced")] if after.map.is_reduced else []
    if state.mover != NOBODY:
        return _first(after, state.mover, events), events
    return _next_round(after, after.seats_in()), events


def rolled(state: State, roll: Roll) -> Step:
    """A seat has rolled for the first turn."""
    after = state.copy()
    after.score = _put(state.score, state.side, roll.total)
    events: list[Event] = []
    return roll_on(after, events), events


def roll_on(after: State, events: list[Event]) -> State:
    """Who rolls next, or who is first: the highest.

    B17: those that tie for the highest roll again, and only they, as the rest follow in seat order anyway. If all of
    them go out, those that are left do.
    """
    rolls = after.score
    if DUE in rolls:
        after.side = rolls.index(DUE)
        return after
    highest = max(rolls)
    if highest == NOT_IN:
        return _next_round(after, after.seats_in())
    tied = [seat for seat, pips in enumerate(rolls) if pips == highest]
    return _next_round(after, tied) if len(tied) > 1 else _first(after, tied[0], events)


def _next_round(after: State, seats: list[int]) -> State:
    after.phase = ROLLOFF
    after.score = tuple([DUE if seat in seats else NOT_IN for seat in range(len(after.spots))])
    after.side = seats[0]
    return after


def _first(after: State, seat: int, events: list[Event]) -> State:
    events.append(Event(f"first {SEATS[seat]}"))
    after.phase = DRINKS
    after.side = after.mover = seat
    after.score = ()
    return after


def name_drink(state: State, action: SetupDrink) -> Step:
    """A player has named its drink."""
    after = state.copy()
    after.drinks = state.drinks.copy()
    after.drinks[state.side] = action.drink
    events: list[Event] = []
    return go_round(after, events), events


def place(state: State, action: SetupPlace) -> Step:
    """A player stands on the outer edge."""
    after = state.copy()
    after.spots = state.spots.copy()
    after.spots[state.side] = action.field
    events: list[Event] = []
    return go_round(after, events), events


def go_round(after: State, events: list[Event]) -> State:
    """Whoever is due next in drinks or places, from the first player on in seat order; or the first turn begins."""
    order = seats_from(after, after.mover)
    if after.phase == DRINKS:
        for seat in order:
            if after.drinks[seat] == NO_DRINK:
                after.side = seat
                return after
        after.phase = PLACES
    for seat in order:
        if after.spots[seat] == UNPLACED:
            after.side = seat
            return after
    return begin_turn(after, after.mover, 1, events)


def seats_from(state: State, seat: int) -> list[int]:
    """The seats that are in, in seat order, beginning with that one or the next after it."""
    count = len(state.spots)
    return [other % count for other in range(seat, seat + count) if state.spots[other % count] != OUT]


def begin_turn(after: State, seat: int, turn: int, events: list[Event]) -> State:
    """A turn begins, with the pre-turn where the mover has cards in reserve."""
    after.phase = pre_turn(after.hands[seat], after.reserves[seat])
    after.side = after.mover = seat
    after.actions = after.movements = 0
    after.used = ()
    after.has_beaten = False
    after.turn = turn
    events.append(Event(f"next {SEATS[seat]} {turn}"))
    return after


def drink_setups() -> list[Action]:
    """The drinks on the sheet's price list."""
    return list(DRINK_SETUPS)


def place_setups() -> list[Action]:
    """The fields of the outer edge.

    B2: fields may be shared, as players share them later, and twelve would not be far apart for six in any case.
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


def _put(rolls: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*rolls[:seat], value, *rolls[seat + 1 :])
