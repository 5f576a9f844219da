"""The end of a game and the scores (rule id 4): the last card won, a lead of four, the turn limit, one seat left."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.royale.actions import PRICES, SEATS
from beachhead.engine.royale.box import with_card
from beachhead.engine.royale.state import NOBODY, OUT, STOW, TURN, Outcome, State
from beachhead.engine.values import Event, Over, Result

LEAD: Final = 4

Step = tuple[State, Sequence[Event]]


def settle(state: State, events: list[Event]) -> State:
    """Return the state, or the end of the game if a card that changed hands or a seat that went out has decided it."""
    count = state.map.count
    if count > 1:
        return state
    if count == 0:
        return finish(state, None, "cards", events)
    leader = leading(state)
    return state if leader == NOBODY else finish(state, (leader,), "lead", events)


def leading(state: State) -> int:
    """Return the seat that holds at least four cards more than any other, or NOBODY.

    B5: with one card left such a lead ends the game; otherwise play goes on until the last card is won. The sheet says
    first that the lead ends the game and then that the game goes on; this reading fits both sentences.
    """
    held = [state.cards_of(seat) for seat in range(len(state.spots))]
    most = max(held)
    leader = held.index(most)
    held[leader] = 0
    return leader if most >= max(held) + LEAD else NOBODY


def standing(state: State, seat: int) -> tuple[int, ...]:
    """Return the key for ranking a seat, higher is better: the total, then more cards, then fewer revivals.

    B16: the sheet says only that values are added, and ties are common among few players. Seats that are out rank behind
    all others, the last to go out first.
    """
    if state.spots[seat] == OUT:
        return (-1, state.gone.index(seat) if seat in state.gone else -1)
    drink = state.drinks[seat]
    revivals = state.sips[seat] // PRICES[drink] if drink >= 0 else 0
    return (state.total(seat), state.cards_of(seat), -revivals)


def best(state: State) -> tuple[int, ...]:
    """Return the seats with the best standing."""
    ranks = {seat: standing(state, seat) for seat in state.seats_in()}
    highest = max(ranks.values())
    return tuple([seat for seat, rank in ranks.items() if rank == highest])


def is_last_turn(state: State) -> bool:
    """Return whether the game ends with this turn.

    B7: the turn limit counts the turns of all players, and 0 means none; by the sheet, players that only walk never end.
    """
    return state.turn == state.mode.limit != 0


def finish(state: State, winners: tuple[int, ...] | None, reason: str, events: list[Event]) -> State:
    """Return the state after the end of the game. If ``winners`` is None, totals decide.

    A cursed card that waits for a slot goes to the reserve.
    """
    if state.phase == STOW:
        side = state.side
        state = state.holding(side, state.hands[side], with_card(state.reserves[side], state.waiting), TURN)
    over = state.ended(Outcome(best(state) if winners is None else winners, reason))
    ended = result(over)
    assert ended is not None
    events.append(Over(ended))
    return over


def result(state: State) -> Result | None:
    """Return the winners, the reason, and the totals and places of all seats; a win shared by all seats in is a draw."""
    outcome = state.outcome
    if outcome is None:
        return None
    seats = range(len(state.spots))
    is_draw = len(outcome.winners) > 1 and len(outcome.winners) == len(state.seats_in())
    winners = () if is_draw else tuple([SEATS[seat] for seat in outcome.winners])
    ranks = [(seat in outcome.winners, standing(state, seat)) for seat in seats]
    places = tuple([1 + sum([rank > own for rank in ranks]) for own in ranks])
    return Result(winners, outcome.reason, tuple([state.total(seat) for seat in seats]), places)
