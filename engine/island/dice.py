"""Keyed dice: the ticket that chance draws, as a function of a hash of the place in the battle."""

from beachhead.engine.game import Hash, Past
from beachhead.engine.island.actions import Roll
from beachhead.engine.island.flow import urn
from beachhead.engine.island.mode import BLOCK_COUNT
from beachhead.engine.island.pieces import SEATS
from beachhead.engine.island.state import REVEAL, ROLLOFF, State
from beachhead.engine.values import Action


def draw(state: State, past: Past[State], h: Hash) -> Action:
    """Return the ticket that the keyed dice draw; blocks are counted on the island, dice in the past, newest first."""
    seat = SEATS[state.side]
    index = 1
    if state.phase == REVEAL:
        key = f"reveal {BLOCK_COUNT - state.live - state.safe + 1}"
    elif state.phase == ROLLOFF:
        for before, _ in past:
            index += before.side  # a round ends with the roll of North
        key = f"rolloff {seat} {index}"
    else:
        for before, action in past:
            if before.turn != state.turn:
                break
            index += isinstance(action, Roll)
        key = f"roll {seat} {state.turn} {index}"
    tickets = urn(state)
    return tickets[h(key) % len(tickets)]
