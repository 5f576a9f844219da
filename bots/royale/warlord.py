"""The bot `warlord`: plans its turn and the answers to it, with random draws of what it cannot see.

A view is not a complete state, so it draws complete states (worlds) that the view allows, searches each, and takes the
action with the best mean. If it is told the events (`hear`), it draws only cards that they have not revealed. A level from
1 to 9 limits the positions that it searches, and adds noise to its values.
"""

from __future__ import annotations

from typing import Final

from beachhead.bots.luck import Luck
from beachhead.bots.royale.judgement import calibrated
from beachhead.bots.royale.planner import Budget, Plan, think
from beachhead.bots.royale.raider import WEIGHTS
from beachhead.bots.sdk import Choose, Decision, GameInfo
from beachhead.bots.search.budget import seconds_for
from beachhead.bots.wanderer import chooser as wanderer
from beachhead.engine.playout import Dice
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.flow import legal
from beachhead.engine.royale.known import NOTHING, Known, begin, remember
from beachhead.engine.royale.odds import odds_of
from beachhead.engine.royale.worlds import Sight, look
from beachhead.engine.values import Action, BadPosition
from beachhead.protocol.reply import read_event

NODES: Final = 6000  # positions for a decision
LEVELS: Final = (30, 60, 120, 250, 500, 1000, 2000, 4000, NODES)
NOISE: Final = (0.12, 0.08, 0.05, 0.035, 0.025, 0.015, 0.008, 0.004, 0.0)  # in shares of the win, by level
WORLDS: Final = 3
PLANS: Final[tuple[Plan, ...]] = (
    ((8, 5, 3, 2),),
    ((12, 8, 5, 3, 2),),
    ((5, 4, 3, 2), (3, 2, 2, 1)),
    ((8, 5, 3, 2), (4, 3, 2, 1)),
)
BOX: Final = ROYALE.start()[0].box  # the cards of the default deck


class Warlord:
    """A choice with a memory of the game, if it is told the events."""

    def __init__(
        self,
        seed: int | None,
        level: float | None = None,
        nodes: float = 0,
        worlds: float = WORLDS,
        plans: float = len(PLANS),
    ) -> None:
        place = len(LEVELS) - 1 if level is None else int(level) - 1
        self._luck = Luck(seed)
        self._wander = wanderer(seed)
        self._nodes = int(nodes) or LEVELS[place]
        self._noise = NOISE[place]
        self._worlds = int(worlds)
        self._plans = PLANS[: int(plans)]
        self._known: Known = NOTHING

    def begin(self, game: GameInfo) -> None:
        """Begin a new game, with an empty memory."""
        self._known = NOTHING

    def hear(self, event: str) -> None:
        """Remember an event, as in `won p3 sword d4`."""
        self._known = remember(BOX, self._known, read_event(event, ROYALE))

    def __call__(self, decision: Decision) -> str:
        if decision.game != ROYALE.name:
            return self._wander(decision)
        try:
            sight = look(BOX, decision.state)
        except BadPosition:  # the engine plays with another deck
            return self._wander(decision)
        known = self._remembered(sight)
        state = sight.deal(known, lambda _: 0)
        actions = legal(state)
        if len(actions) == 1:
            return actions[0].text
        return self._think(decision, sight, known).text

    def _remembered(self, sight: Sight) -> Known:
        """Return what is known. Start with an empty memory if it contradicts the view, as after an undo."""
        if self._known.active:
            try:
                sight.pool(self._known)
            except ValueError:
                self._known = NOTHING
            else:
                if self._known.active == tuple([hand.cards for hand in sight.state.hands]):
                    return self._known
        self._known = begin(sight.state)
        return self._known

    def _think(self, decision: Decision, sight: Sight, known: Known) -> Action:
        rng = Dice(self._luck.pick(decision, 1 << 32))
        is_open = len(set(sight.pool(known))) < 2 or not any(sight.hidden)
        worlds = [sight.deal(known, rng.below) for _ in range(1 if is_open else self._worlds)]
        budget = Budget(self._nodes, seconds_for(decision.clock, decision.time))
        ranked = think(worlds, WEIGHTS, budget, self._plans if sight.state.turn else ())
        if self._noise:
            ranked.sort(key=lambda each: -each.value - self._noise * (rng.below(2001) - 1000) / 1000)
        best = ranked[0]
        odds = odds_of(worlds[0], best.action)
        share = calibrated(best.value, len(worlds[0].seats_in()))
        said = f"score {share:.3f} depth {best.depth} nodes {self._nodes - budget.nodes} pv {best.action}"
        decision.info(said + (f" text {odds}" if odds else ""))
        return best.action


def chooser(seed: int | None, level: float | None = None, **options: float) -> Choose:
    """Return the bot's choice; with a seed and no clock it is the same in the same place of the same game."""
    return Warlord(seed, level, **options)
