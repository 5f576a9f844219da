"""The chance of each seat to win, from the weighted features of all seats and the race for the last card."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from beachhead.bots.royale.features import NAMES, features
from beachhead.engine.royale.actions import AttackCard, AttackPlayer
from beachhead.engine.royale.ending import best
from beachhead.engine.royale.fields import DISTANCE, NOWHERE
from beachhead.engine.royale.odds import card_chance, race_chance
from beachhead.engine.royale.state import DEAD, OUT, REDUCED, State
from beachhead.engine.values import Action

Shares = list[float]  # by seat; they add up to one
Weights = Sequence[float]  # one for each feature

_CARDS: Final = 25
_TURNS: Final = 3  # turns of all players for each card, in a game without stalling
_CALM: Final = 10  # further turns before impatience begins
_PUSH: Final = 0.006  # for each turn after that
_HASTE: Final = 0.35  # at the most
_SURE: Final = 0.33  # the factor of score differences that fits the results best
_RACE: Final = 0.85  # of the share if one card is left, from the race for it
_SPARE: Final = 0.02  # of the share, from the lead of a seat


def by_hand(**weights: float) -> list[float]:
    """Return weights from the names of features; 0 for those not named."""
    return [weights.get(name, 0.0) for name in NAMES]


def shares(state: State, weights: Weights) -> Shares:
    """Return the chance of every seat to win, by the weights; exact when the game is over."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return [float(seat in winners) / len(winners) for seat in range(len(state.spots))]
    scores = [sum(map(mul, weights, row)) if row else None for row in features(state)]
    found = softmax(scores)
    if state.map.goal != NOWHERE:
        race = last_card(state)
        found = [(1 - _RACE) * old + _RACE * new for old, new in zip(found, race, strict=True)]
    lead = [0.0 if score is None else _squash(score, scores) for score in scores]
    return [(1 - _SPARE) * share + _SPARE * more for share, more in zip(found, lead, strict=True)]


def _squash(score: float, scores: Sequence[float | None]) -> float:
    """Return the lead over the best other score, from 0 to 1. It separates choices if the win is certain."""
    ahead = score - max([other for other in scores if other is not None and other is not score], default=score)
    return 0.5 + 0.5 * ahead / (1 + abs(ahead))


def impatience(state: State, action: Action) -> float:
    """Return a bonus for an attack, in shares, which grows with the length of the game.

    Without it two seats that would both lose a little by attacking would wait until the turn limit.
    """
    if not isinstance(action, AttackCard | AttackPlayer):
        return 0.0
    late = state.turn - _TURNS * (_CARDS - state.map.count) - _CALM
    return min(_HASTE, _PUSH * late) if late > 0 else 0.0


def calibrated(share: float, seats: int) -> float:
    """Return the chance to win for a share, if that many seats are in and the others have equal shares."""
    others = seats - 1
    return tempered([share, *[(1 - share) / others] * others])[0] if others else share


def tempered(found: Shares) -> Shares:
    """Return the chances to win for the shares of all seats.

    The weights rank well but are overconfident: over the turns of 90 games of raiders a third of the scores fitted the
    results best (log loss 0.83 instead of 1.06).
    """
    powers = [share**_SURE if share > 0 else 0.0 for share in found]
    total = sum(powers)
    return [power / total for power in powers]


def softmax(scores: Sequence[float | None]) -> Shares:
    """Return shares from scores; the share of None is 0."""
    highest = max([score for score in scores if score is not None])
    powers = [0.0 if score is None else exp(score - highest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def last_card(state: State) -> Shares:
    """Return each seat's chance to win in the race for the last card.

    A lead of four would already have ended the game. Seats attack in turn; a seat that cannot get to the card and attack
    within a turn comes a round later.
    """
    goal, count = state.map.goal, len(state.spots)
    need = REDUCED if state.map.is_reduced else state.box.values[state.map.cards[goal]]
    order = [(max(0, state.mover) + step) % count for step in range(count)]
    soon, later = [0.0] * count, [0.0] * count
    for place, seat in enumerate(order):
        spot = state.spots[seat]
        if spot == OUT:
            continue
        hand = state.hands[seat]
        later[place] = card_chance(need, hand.strike, again=len(hand.agains))
        steps = 0 if hand.flies else max(0, DISTANCE[spot % DEAD][goal] - hand.movements)
        if steps + (spot >= DEAD) + 1 <= hand.actions:
            soon[place] = later[place]
    nobody = 1.0
    takes = [0.0] * count
    for place, chance in enumerate(soon):
        takes[order[place]] += nobody * chance
        nobody *= 1.0 - chance
    for place, chance in enumerate(race_chance(later)):
        takes[order[place]] += nobody * chance
    found = [0.0] * count
    card = state.map.cards[goal]
    for seat, chance in enumerate(takes):
        if chance:
            reserves = state.reserves.copy()
            reserves[seat] = (*reserves[seat], card)
            winners = best(state.with_reserves(reserves))
            for winner in winners:
                found[winner] += chance / len(winners)
    return found
