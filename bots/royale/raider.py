"""The bot `raider`: computes the exact odds of every attack, and goes where the best ones are.

It evaluates the outcomes of each action, weighted by their probability, with weights set by hand. After a death it assumes
the best retreat of the player who has died. It plans no further than that: a card to go to counts by its chance and its
distance.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.luck import Luck
from beachhead.bots.royale.judgement import Weights, by_hand, impatience, shares
from beachhead.bots.royale.prospect import outcomes, settled
from beachhead.bots.sdk import Choose, Decision
from beachhead.bots.wanderer import chooser as wanderer
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.flow import apply, legal
from beachhead.engine.royale.known import NOTHING
from beachhead.engine.royale.odds import odds_of
from beachhead.engine.royale.state import PICK, RETREAT, State
from beachhead.engine.royale.worlds import look
from beachhead.engine.values import Action, BadPosition

WEIGHTS: Final = by_hand(
    total=1.0, count=0.3, lead=0.2, strike=0.4, throw=0.25, shields=0.2, movements=0.6, actions=0.6, again=0.25, fly=0.2,
    free=0.15, dead=-0.3, prospect=0.6, second=0.2, threat=0.3,
)  # fmt: skip
_EPSILON: Final = 1e-9
BOX: Final = ROYALE.start()[0].box  # the cards of the default deck


def chooser(seed: int | None) -> Choose:
    """Return the bot's choice; with a seed it is the same in the same place of the same game."""
    luck = Luck(seed)
    wander = wanderer(seed)

    def choose(decision: Decision) -> str:
        if decision.game != ROYALE.name:
            return wander(decision)
        try:
            sight = look(BOX, decision.state)
        except BadPosition:  # the engine plays with another deck
            return wander(decision)
        state = sight.deal(NOTHING, lambda count: luck.pick(decision, count, 1))
        actions = sorted(legal(state), key=str)
        if len(actions) == 1:
            return actions[0].text
        scores = [expected(state, action, state.side, WEIGHTS) for action in actions]
        best = max(scores)
        equal = [action for action, score in zip(actions, scores, strict=True) if score > best - _EPSILON]
        action = equal[luck.pick(decision, len(equal))]
        odds = odds_of(state, action)
        decision.info(f"score {best:.3f}" + (f" text {odds}" if odds else ""))
        return action.text

    return choose


def expected(state: State, action: Action, seat: int, weights: Weights) -> float:
    """Return a seat's expected chance to win after an action, by the weights."""
    value = sum([chance * _value(after, seat, weights) for chance, after in outcomes(state, action)])
    return value + impatience(state, action)


def _value(state: State, seat: int, weights: Weights) -> float:
    """Return the judgement for a seat, after the best retreat if a player has just died."""
    if state.phase != RETREAT:
        return shares(state, weights)[seat]
    side = state.side
    found = []
    for action in legal(state):
        after, _ = apply(state, action)
        odds = settled(after) if after.phase == PICK else [(1.0, after)]
        worth = [(chance, shares(each, weights)) for chance, each in odds]
        found.append((sum([chance * all[side] for chance, all in worth]), sum([c * all[seat] for c, all in worth])))
    return max(found)[1]
