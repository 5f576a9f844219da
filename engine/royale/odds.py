"""How likely an attack is to succeed, from the throws that chance may come up with."""

from math import comb

from beachhead.engine.royale import duel, strike
from beachhead.engine.royale.actions import ROLLS
from beachhead.engine.royale.state import State


def card_odds(state: State) -> float:
    """The chance that one throw wins the card on the mover's field."""
    wins = [roll for roll in ROLLS[3] if strike.is_won(state, roll)]
    return len(wins) / len(ROLLS[3])


def throw_odds(state: State, rival: int) -> tuple[float, float]:
    """The chances that the mover, and that its rival, takes one throw of a duel; the rest are ties."""
    throws = duel.throws(state)
    scores = [duel.compare(state, rival, roll) for roll in throws]
    return scores.count(1) / len(throws), scores.count(-1) / len(throws)


def duel_odds(state: State, rival: int, score: tuple[int, int] = (0, 0)) -> float:
    """The chance that the mover wins a duel in which each side has won so many throws."""
    win, lose = throw_odds(state, rival)
    if not win or not lose:
        return float(win > 0)
    win, lose = win / (win + lose), lose / (win + lose)  # ties only take time
    to_win = duel.needed(state, rival) - score[0]
    to_lose = duel.needed(state, state.mover) - score[1]
    return sum(comb(to_win - 1 + lost, lost) * win**to_win * lose**lost for lost in range(to_lose))
