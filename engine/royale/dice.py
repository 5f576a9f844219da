"""Keyed dice: the ticket that chance draws, as a function of a hash of the place in the game."""

from beachhead.engine.game import Hash, Past
from beachhead.engine.royale import setup
from beachhead.engine.royale.actions import ROLLS, SEATS, Pick, Roll
from beachhead.engine.royale.box import UNDEALT
from beachhead.engine.royale.duel import picks, throws
from beachhead.engine.royale.fields import NAMES
from beachhead.engine.royale.state import DEAL, DUE, DUEL, PICK, ROLLOFF, STRIKE, State
from beachhead.engine.values import Action


def draw(state: State, past: Past[State], h: Hash) -> Action:
    """Return the ticket that the keyed dice draw; rounds, dice and picks are counted in the past, newest first."""
    phase, mover, turn = state.phase, state.mover, state.turn
    if phase == DEAL:
        left = setup.deals(state)
        return left[h(f"deal {NAMES[state.map.cards.index(UNDEALT)]}") % len(left)]
    if phase == ROLLOFF:
        return _throw([_die(h, f"rolloff {SEATS[state.side]} {_rounds(state, past)}")])
    if phase == PICK:
        index = 1
        for before, action in past:
            if before.turn != turn:
                break
            index += isinstance(action, Pick)
        cards = picks(state)
        return cards[h(f"pick {turn} {index}") % len(cards)]
    if phase == STRIKE:
        seats = [mover] * 3
    else:
        seats = [mover] * (len(throws(state)[0].dice) - 1) + [state.rival]
    thrown = _dice(turn, past)
    dice = []
    for seat in seats:
        thrown[seat] += 1
        dice.append(_die(h, f"die {SEATS[seat]} {turn} {thrown[seat]}"))
    return _throw(dice)


def _die(h: Hash, key: str) -> int:
    return h(key) % 6 + 1


def _throw(dice: list[int]) -> Roll:
    """Return the action of these dice."""
    index = 0
    for pips in dice:
        index = index * 6 + pips - 1
    return ROLLS[len(dice)][index]


def _dice(turn: int, past: Past[State]) -> list[int]:
    """Return the number of dice that each seat has thrown in this turn."""
    thrown = [0] * len(SEATS)
    for before, action in past:
        if before.turn != turn:
            break
        if isinstance(action, Roll):
            count = len(action.dice)
            if before.phase == DUEL:
                thrown[before.rival] += 1
                count -= 1
            thrown[before.mover] += count
    return thrown


def _rounds(state: State, past: Past[State]) -> int:
    """Return the round of the roll-off: a new one starts if a seat that had rolled, or was not taking part, rolls next."""
    rounds, now = 1, state
    for before, _ in past:
        if before.phase != ROLLOFF:
            break
        rounds += any(is_due == DUE != was for was, is_due in zip(before.rolls, now.rolls, strict=True))
        now = before
    return rounds
