"""Exact odds of an attack on a card, of a duel, and of the race for a card that several players want.

Bots search with the functions of numbers; the functions of a state read the numbers from it. All odds are computed, not
simulated: three dice have 216 throws, and a duel is a race to a number of throws won, in which ties do not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Final

from beachhead.engine.royale import duel, strike
from beachhead.engine.royale.actions import SEATS, Again, AttackCard, AttackPlayer
from beachhead.engine.royale.state import HIGH, REDUCED, START, TURN, WIND, State
from beachhead.engine.royale.turn import options
from beachhead.engine.values import Action

_FACES: Final = (1, 2, 3, 4, 5, 6)
_TRIPLES: Final = 6


def _count_wins() -> tuple[int, ...]:
    """Return, for each target from 0 to 18, how many of the 216 throws of three dice reach it or are three of a kind."""
    throws = list(product(_FACES, repeat=3))
    return tuple([sum(sum(dice) >= need or len(set(dice)) == 1 for dice in throws) for need in range(19)])


_WINS: Final = _count_wins()


def card_need(value: int, is_reduced: bool = False) -> int:
    """Return the target of an attack on a card of this value; `is_reduced` if no card on the map is under 13."""
    return REDUCED if is_reduced and value >= HIGH else value


def card_chance(value: int, strike: int, is_reduced: bool = False, again: int = 0) -> float:
    """Return the chance that an attack wins a card; `again` is the number of powers that throw again, all used if needed."""
    need = card_need(value, is_reduced) - strike
    wins = _TRIPLES if need > 18 else _WINS[max(0, need)]
    return 1.0 - (1.0 - wins / 216) ** (1 + again) if again else wins / 216


@lru_cache(maxsize=4096)
def throw_chance(attack: int, defence: int, dice: int = 1) -> tuple[float, float]:
    """Return the chances that attacker and defender win one throw of a duel; the rest are ties.

    `attack` and `defence` are the modifiers; an attacker with two dice keeps the lower one.
    """
    won = lost = 0
    for own in product(_FACES, repeat=dice):
        score = min(own) + attack - defence
        won += sum([score > die for die in _FACES])
        lost += sum([score < die for die in _FACES])
    throws = 6 ** (dice + 1)
    return won / throws, lost / throws


def duel_chance(
    attack: int,
    defence: int,
    attack_shields: int = 0,
    defence_shields: int = 0,
    score: tuple[int, int] = (0, 0),
    dice: int = 1,
) -> float:
    """Return the chance that the attacker wins a duel, from the throws that each side has won already.

    A side needs three throws plus the other's shields. If neither side can ever win a throw, the duel never ends, and the
    result is 0, because the attacker gains nothing.
    """
    return _race(attack, defence, attack_shields, defence_shields, score[0], score[1], dice)


@lru_cache(maxsize=16384)
def _race(
    attack: int, defence: int, attack_shields: int, defence_shields: int, won: int, lost: int, dice: int
) -> float:
    """Return the attacker's chance: sum over the throws that the defender can win before the attacker's last one."""
    win, lose = throw_chance(attack, defence, dice)
    if not win or not lose:
        return float(win > 0)
    win, lose = win / (win + lose), lose / (win + lose)
    to_win = max(1, duel.THROWS + defence_shields) - won
    to_lose = max(1, duel.THROWS + attack_shields) - lost
    return sum([comb(to_win - 1 + steps, steps) * win**to_win * lose**steps for steps in range(to_lose)])


def race_chance(chances: Sequence[float]) -> list[float]:
    """Return the chance of each player to succeed first, if they try in turn, round by round, without end.

    This is the race for the last card, which all players attack until one wins it.
    """
    none = 1.0
    firsts = []
    for chance in chances:
        firsts.append(none * chance)
        none *= 1.0 - chance
    return [first / (1.0 - none) if none < 1.0 else 0.0 for first in firsts]


def card_odds(state: State) -> float:
    """Return the chance that a single throw wins the card on the mover's field."""
    return _strike_chance(state, state.field(state.mover), 0)


def attack_odds(state: State, field: int | None = None, is_once: bool = False) -> float:
    """Return the chance that the mover wins the card on a field (None: its own) with all its powers, or in one throw."""
    hand = state.hands[state.mover]
    used = state.used if state.phase >= TURN else ()
    again = sum([hand.cards.count(card) - used.count(card) for card in hand.agains])
    return _strike_chance(state, state.field(state.mover) if field is None else field, 0 if is_once else max(0, again))


def _strike_chance(state: State, field: int, again: int) -> float:
    value = state.box.values[state.map.cards[field]]
    need = REDUCED if state.map.is_reduced else value
    return card_chance(need, state.hands[state.mover].strike, again=again)


def throw_odds(state: State, rival: int) -> tuple[float, float]:
    """Return the chances that the mover and its rival win one throw of a duel; the rest are ties."""
    return throw_chance(state.hands[state.mover].throw, state.hands[rival].throw, _dice(state))


def duel_odds(state: State, rival: int, score: tuple[int, int] = (0, 0)) -> float:
    """Return the chance that the mover wins a duel at this score."""
    own, other = state.hands[state.mover], state.hands[rival]
    return duel_chance(own.throw, other.throw, own.shields, other.shields, score, _dice(state))


def _dice(state: State) -> int:
    """Return the number of dice that the mover throws in a duel."""
    return len(duel.throws(state)[0].dice) - 1


def odds_of(state: State, action: Action) -> str | None:
    """Return the odds of an attack in words, `sword 8: 84 %` or `p3: 61 %`; None for other actions.

    The odds of an attack on a card include the powers that could throw again, and say how much they add.
    """
    ids, mover = state.box.ids, state.mover
    if isinstance(action, AttackPlayer):
        return f"{SEATS[action.seat]}: {percent(duel_odds(state, action.seat))}"
    if isinstance(action, AttackCard):
        card = state.map.cards[state.field(mover)]
        once, all_in = card_odds(state), attack_odds(state)
        value = state.box.values[card]
        named = f"{ids[card]} {value}" + (f" as {REDUCED}" if strike.needed(state) != value else "")
        again = state.hands[mover].agains
        helped = f", {percent(all_in)} with {ids[again[0]]}" if all_in > once else ""
        return f"{named}: {percent(once)}{helped}"
    if isinstance(action, Again):
        return f"{ids[state.map.cards[state.field(mover)]]}: {percent(card_odds(state))}"
    return None


def offered(state: State) -> list[str]:
    """Return the odds of every legal attack, as in `attack card — sword 8: 84 %`."""
    if START <= state.phase <= TURN:
        listed = options(state)
    else:
        listed = strike.wind_options(state) if state.phase == WIND else []
    found = [(action.text, odds_of(state, action)) for action in listed]
    return [f"{text} — {odds}" for text, odds in found if odds is not None]


def percent(chance: float) -> str:
    """Return a chance as a percentage; only certain events read 100 %, and only impossible ones 0 %."""
    if 0 < chance < 1:
        return f"{min(99, max(1, round(100 * chance)))} %"
    return f"{round(100 * chance)} %"
