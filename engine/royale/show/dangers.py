"""Dangers of a game for people: which player can reach whom and attack in its next turn, with the odds of the duel."""

from __future__ import annotations

from beachhead.engine.royale.actions import SEATS
from beachhead.engine.royale.fields import DISTANCE, NAMES
from beachhead.engine.royale.odds import duel_chance, percent
from beachhead.engine.royale.state import DEAD, OVER, SETUP, State
from beachhead.engine.scene import Danger


def dangers(state: State) -> tuple[Danger, ...]:
    """Return for every living player the others that could attack it in their next turn; none before and after play.

    Only cards that everybody sees count.
    """
    if state.phase in SETUP or state.phase == OVER:
        return ()
    living = [seat for seat in range(len(state.spots)) if state.is_alive(seat)]
    return tuple(
        [
            Danger(SEATS[seat], _told(state, seat, other), (NAMES[state.field(seat)],))
            for seat in living
            for other in living
            if other != seat and _reaches(state, other, seat)
        ]
    )


def _reaches(state: State, seat: int, target: int) -> bool:
    """Return whether a seat can go to another one and attack it within the actions of a turn."""
    hand = state.hands[seat]
    distance = DISTANCE[state.spots[seat] % DEAD][state.field(target)]
    steps = 0 if hand.flies else max(0, distance - hand.movements)
    return steps + 1 <= hand.actions


def _told(state: State, seat: int, other: int) -> str:
    own, rival = state.hands[other], state.hands[seat]
    dice = 1 if own.size or state.reserves[other] else 2
    chance = duel_chance(own.throw, rival.throw, own.shields, rival.shields, dice=dice)
    return f"{SEATS[other].upper()} can reach {SEATS[seat].upper()} and attack: it wins the duel with {percent(chance)}"
