"""The features of each seat of a state, which `judgement.py` multiplies by weights.

They are computed for every position of a search, so they have to be cheap. The most expensive one is the prospect: the
expected gain of the best attack that a seat can reach.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from beachhead.engine.royale.box import Box, Hand
from beachhead.engine.royale.fields import DISTANCE
from beachhead.engine.royale.odds import card_chance, duel_chance
from beachhead.engine.royale.state import DEAD, EQUIP, OUT, REDUCED, TURN, State

NAMES: Final = (
    "total", "count", "lead", "strike", "throw", "shields", "movements", "actions", "again", "fly", "free", "dead",
    "prospect", "second", "threat", "soon",
)  # fmt: skip

_DELAY: Final = 0.8  # of a prospect, for each further action that it needs
_DEATH: Final = 2.5  # points that a death costs
_BLOCKED: Final = 0.35  # of a card if another player stands on its field
_FAR: Final = 12

Features = list[list[float]]  # by seat; empty if the seat is out

_POWERS: Final = tuple([_DELAY**actions for actions in range(_FAR)])


@lru_cache(maxsize=4096)
def _gains(strike: int, again: int) -> tuple[tuple[float, float], ...]:
    """Return, for each sum to reach, the chance of an attack and the expected cost of failure."""
    chances = [card_chance(need, strike, again=again) for need in range(100)]
    return tuple([(chance, (1.0 - chance) * _DEATH) for chance in chances])


@lru_cache(maxsize=65536)
def _attackable(box: Box, cards: tuple[int, ...], is_reduced: bool) -> tuple[tuple[int, int, int], ...]:
    """Return the cards of a map: field, sum to reach, value."""
    values = box.values
    return tuple(
        [
            (field, REDUCED if is_reduced else values[card], values[card])
            for field, card in enumerate(cards)
            if card >= 0
        ]
    )


def features(state: State) -> Features:
    """Return the features of every seat."""
    box, map = state.box, state.map
    players = range(len(state.spots))
    cards = _attackable(box, map.cards, map.is_reduced)
    counts = [state.cards_of(seat) for seat in players]
    standing = [spot if 0 <= spot < DEAD else -1 for spot in state.spots]
    mover = max(0, state.mover)
    around = len(state.seats_in())
    found: Features = []
    for seat in players:
        spot = state.spots[seat]
        if spot == OUT:
            found.append([])
            continue
        hand = state.hands[seat]
        actions, movements = hand.actions, hand.movements
        is_moving = seat == mover and state.phase >= TURN
        if is_moving:
            actions, movements = state.actions, state.movements
        count = counts[seat]
        most = max([other for i, other in enumerate(counts) if i != seat])
        is_dead = spot >= DEAD
        field = spot % DEAD
        again = len(hand.agains) and sum([hand.cards.count(card) for card in hand.agains])
        in_time = actions if is_moving or (seat == mover and state.turn and state.phase >= EQUIP) else 0
        best, second = _prospects(field, hand, again, in_time, movements, is_dead, cards, standing)
        after = (seat - mover) % len(standing)
        found.append(
            [
                state.total(seat) / 10,
                count / 4,
                max(-4, min(4, count - most)) / 4,
                hand.strike / 2,
                hand.throw / 2,
                hand.shields / 2,
                min(hand.movements, 4) / 2,
                hand.actions - 2,
                again,
                float(bool(hand.flies)),
                float(hand.free >= 0),
                float(is_dead),
                best / 10,
                second / 10,
                0.0 if is_dead else _threat(state, seat, spot, standing),
                (actions / 2 if is_moving else 0.0 if not after else 1 - after / around),
            ]
        )
    return found


def _prospects(
    field: int,
    hand: Hand,
    again: int,
    actions: int,
    movements: int,
    is_dead: bool,
    cards: tuple[tuple[int, int, int], ...],
    standing: list[int],
) -> tuple[float, float]:
    """Return the expected gains of the best and second best card, reduced for every action needed to get there.

    An attack that needs more actions than are left in this turn counts as one action later.
    """
    gains = _gains(hand.strike, again)
    distance = DISTANCE[field]
    flies = bool(hand.flies)
    late = is_dead and hand.free < 0
    best = second = 0.0
    for place, need, value in cards:
        steps = distance[place] - movements
        steps = 1 if steps < 0 or flies else steps + 1
        chance, cost = gains[need]
        gain = chance * value - cost
        if gain <= second:
            continue
        steps += late
        gain *= _POWERS[steps if steps <= actions else steps + 1]
        if place in standing and (place != field or standing.count(place) > (not is_dead)):
            gain *= _BLOCKED
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    return best, second


def _threat(state: State, seat: int, spot: int, standing: list[int]) -> float:
    """Return the cards that a seat can expect to win by duels, minus those that others can expect to win from it."""
    hands = state.hands
    own = hands[seat]
    total = 0.0
    distance = DISTANCE[spot]
    for other, place in enumerate(standing):
        if other == seat or place < 0:
            continue
        hand = hands[other]
        apart = distance[place]
        if apart <= hand.movements + 1 and own.size:
            total -= max(0.0, _duel(state, other, hand, own) - 0.4)
        if apart <= own.movements + 1 and hand.size:
            total += max(0.0, _duel(state, seat, own, hand) - 0.4)
    return total


def _duel(state: State, attacker: int, own: Hand, other: Hand) -> float:
    dice = 1 if own.size or state.reserves[attacker] else 2
    return duel_chance(own.throw, other.throw, own.shields, other.shields, (0, 0), dice)
