"""How a game ends and what it scores (rule id 4): the last card won, a lead of four, the turn limit, one seat left."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.game import Event, Result
from beachhead.engine.royale.actions import PRICES, SEATS
from beachhead.engine.royale.box import NONE, with_card
from beachhead.engine.royale.state import NOBODY, OUT, OVER, STOW, Outcome, State

LEAD: Final = 4

Step = tuple[State, Sequence[Event]]


def settle(after: State, events: list[Event]) -> bool:
    """Whether the game is over now that a card has changed hands, or a seat has gone out; then it is finished."""
    count = after.map.count
    if count > 1:
        return False
    if count == 0:
        finish(after, None, "cards", events)
        return True
    leader = leading(after)
    if leader == NOBODY:
        return False
    finish(after, (leader,), "lead", events)
    return True


def leading(state: State) -> int:
    """The seat that holds at least four cards more than any other, or NOBODY.

    B5: with one card left such a lead ends the game, otherwise play goes on until the last card is won. The sheet says
    first that the lead ends the game and then that the game goes on: so its two sentences agree.
    """
    held = [state.cards_of(seat) for seat in range(len(state.spots))]
    most = max(held)
    leader = held.index(most)
    held[leader] = 0
    return leader if most >= max(held) + LEAD else NOBODY


def standing(state: State, seat: int) -> tuple[int, ...]:
    """What a seat is ranked by, the highest first: the total, the most cards, the fewest revivals.

    B16: the sheet says only that values are added, and equal totals are common among few players. Who is out is behind
    all others, the later to go the higher.
    """
    if state.spots[seat] == OUT:
        return (-1, state.gone.index(seat) if seat in state.gone else -1)
    drink = state.drinks[seat]
    revivals = state.sips[seat] // PRICES[drink] if drink >= 0 else 0
    return (state.total(seat), state.cards_of(seat), -revivals)


def best(state: State) -> tuple[int, ...]:
    """The seats with the highest standing."""
    ranks = {seat: standing(state, seat) for seat in state.seats_in()}
    highest = max(ranks.values())
    return tuple([seat for seat, rank in ranks.items() if rank == highest])


def is_last_turn(state: State) -> bool:
    """Whether the game ends when this turn does.

    B7: the turn limit counts the turns of all players, and 0 is none; the sheet has no end for players that only walk.
    """
    return state.turn == state.mode.limit != 0


def finish(after: State, winners: tuple[int, ...] | None, reason: str, events: list[Event]) -> None:
    """Ends the game in a state that is being made: whatever was due is not any more. Without winners, totals decide.

    A cursed card that waits to be stowed is written in the reserve.
    """
    if after.phase == STOW:
        after.reserves = after.reserves.copy()
        after.reserves[after.side] = with_card(after.reserves[after.side], after.waiting)
    after.waiting = NONE
    after.phase = OVER
    after.side = after.mover = NOBODY
    after.actions = after.movements = 0
    after.used = ()
    after.has_beaten = False
    after.outcome = Outcome(best(after) if winners is None else winners, reason)
    events.append(Event(f"over {result(after)}"))


def result(state: State) -> Result | None:
    """Winners, reason, the totals of all seats, and their places; a win that all who are in share is a draw."""
    outcome = state.outcome
    if outcome is None:
        return None
    seats = range(len(state.spots))
    is_draw = len(outcome.winners) > 1 and len(outcome.winners) == len(state.seats_in())
    winners = () if is_draw else tuple([SEATS[seat] for seat in outcome.winners])
    ranks = [(seat in outcome.winners, standing(state, seat)) for seat in seats]
    places = tuple([1 + sum([rank > own for rank in ranks]) for own in ranks])
    return Result(winners, outcome.reason, tuple([state.total(seat) for seat in seats]), places)
